import EvalKit

/// Chooses a tool or none: by what was done before in a like situation, then by definitions.
struct Chooser {
  private let configuration: Reader.Configuration
  private let view: ActView
  private let likeness: Likeness

  /// Reads a view.
  init(configuration: Reader.Configuration, view: ActView) {
    self.configuration = configuration
    self.view = view
    likeness = Likeness(view)
  }

  /// What is done next.
  enum Choice {
    /// A call.
    case call(ToolCall)
    /// What was said before in a like situation, word for word.
    case repeated(String)
    /// An answer in prose.
    case prose
  }

  /// What to do.
  func choice() -> Choice {
    guard view.activePrompt != nil else { return .prose }
    let precedents = likeness.precedents(minimum: configuration.minimumLikeness)
    if let refusal = refusal(after: precedents) { return .repeated(refusal) }
    return tool(after: precedents).flatMap(call).map { .call($0) } ?? .prose
  }

  /// What was said when the tool of a like situation last failed, where it failed in so many turns on
  /// end that this outweighs its definition.
  private func refusal(after precedents: [Likeness.Precedent]) -> String? {
    let failures = precedents.filter { !$0.tools.isEmpty }.reversed().prefix { $0.isFailed }
    guard failures.count >= configuration.precedentsInProse, let said = failures.first?.response,
      !said.isEmpty, !view.calls.contains(where: { $0.turn == view.activeTurn })
    else { return nil }
    return said
  }

  /// A call of a tool; nil where its output is in view already. A call that failed answers nothing: it
  /// is made again as it was.
  private func call(_ tool: String) -> ToolCall? {
    let filler = Filler(view)
    let call = filler.call(tool, isNew: false)
    let same = view.calls.filter { $0.makes(call) && $0.hasOutput && !$0.isFailed }
    guard !same.isEmpty else { return call }
    // Asked for the same again, the record answers; asked for another, the next best is taken.
    if same.contains(where: { $0.turn == view.activeTurn || likeness.isSameRequest(turn: $0.turn) })
    {
      return nil
    }
    let other = filler.call(tool)
    return same.contains { $0.makes(other) } ? nil : other
  }

  /// The tool a like situation or the definitions call for.
  private func tool(after precedents: [Likeness.Precedent]) -> String? {
    let done = view.calls.filter { $0.turn == view.activeTurn }.map(\.call.name)
    let withTools = precedents.filter { !$0.tools.isEmpty }
    let defined = bestDefined(excluding: done)
    if let last = withTools.last {
      if let next = next(after: done, in: last.tools) {
        if view.definition(next) != nil { return next }
        return defined ?? (done.isEmpty ? next : nil)
      }
      // Everything that was done then has been done.
      if !done.isEmpty { return nil }
    } else if precedents.count >= configuration.precedentsInProse, done.isEmpty {
      return nil
    }
    return defined
  }

  private func next(after done: [String], in tools: [String]) -> String? {
    var rest = tools[...]
    for tool in done { if let place = rest.firstIndex(of: tool) { rest = rest[(place + 1)...] } }
    return rest.first
  }

  /// The defined tool that the prompt's words match best, above the threshold.
  private func bestDefined(excluding done: [String]) -> String? {
    let match = ToolMatch(view)
    let scores = view.head.tools.filter { !done.contains($0.name) }
      .map { (tool: $0, score: match.score($0)) }
      .filter { $0.score >= configuration.minimumToolMatch }
    let top = scores.map(\.score).max() ?? 0
    // Of tools that match about as well the prompt means the one it names first.
    return scores.filter { $0.score * 4 >= top * 3 }
      .min { (match.firstMention($0.tool), -$0.score) < (match.firstMention($1.tool), -$1.score) }?
      .tool.name
  }
}
