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

  /// The call to make; nil where prose is the reply.
  func call() -> ToolCall? {
    guard view.activePrompt != nil, let tool = tool() else { return nil }
    let filler = Filler(view)
    let call = filler.call(tool, isNew: false)
    let same = view.calls.filter { $0.makes(call) && $0.hasOutput }
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
  private func tool() -> String? {
    let done = view.calls.filter { $0.turn == view.activeTurn }.map(\.call.name)
    let precedents = likeness.precedents(minimum: configuration.minimumLikeness)
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
