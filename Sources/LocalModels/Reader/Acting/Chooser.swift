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
    let call = Filler(view).call(tool)
    return isRedundant(call) ? nil : call
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
    var best: (score: Int, name: String)?
    for tool in view.head.tools where !done.contains(tool.name) {
      let score = match.score(tool)
      if score >= configuration.minimumToolMatch, score > best?.score ?? 0 {
        best = (score, tool.name)
      }
    }
    return best?.name
  }

  /// Whether the call was made and what it gave is in view: a read answered, a write done.
  private func isRedundant(_ call: ToolCall) -> Bool {
    view.calls.contains { past in
      past.call.name == call.name && past.hasOutput
        && isSame(past.call.arguments, call.arguments)
    }
  }

  private func isSame(_ left: JSONValue, _ right: JSONValue) -> Bool {
    let left = Leaf.leaves(of: left).map {
      $0.path.joined(separator: ".") + "=" + Folding.fold($0.text)
    }
    let right = Leaf.leaves(of: right).map {
      $0.path.joined(separator: ".") + "=" + Folding.fold($0.text)
    }
    return Set(left) == Set(right)
  }
}
