public import EvalKit

/// An entry reduced to what an expectation needs, so that a view is one readable array.
public enum EntrySummary: Hashable, Sendable {
  /// Instructions with a text.
  case instructions(String)
  /// A prompt with a text.
  case prompt(String)
  /// A response with a text.
  case response(String)
  /// Reasoning with a text.
  case reasoning(String)
  /// Calls of tools with these names.
  case toolCalls([String])
  /// An output with a text.
  case toolOutput(String)
  /// An entry of an unknown role.
  case opaque

  /// Summarises an entry.
  public init(_ entry: Entry) {
    switch entry.kind {
    case .instructions: self = .instructions(entry.text)
    case .prompt: self = .prompt(entry.text)
    case .response: self = .response(entry.text)
    case .reasoning: self = .reasoning(entry.text)
    case .toolCalls: self = .toolCalls(entry.calls.map(\.name))
    case .toolOutput: self = .toolOutput(entry.text)
    case .opaque: self = .opaque
    }
  }

  /// Summarises entries.
  public static func list(_ entries: some Sequence<Entry>) -> [EntrySummary] {
    entries.map { EntrySummary($0) }
  }

  /// Summarises what a view shows, its head's instructions first.
  public static func list(_ view: View) -> [EntrySummary] {
    list(view.head.instructions) + list(view.items.lazy.map(\.entry))
  }

  /// Summarises what a model was shown, its head's instructions first.
  public static func list(_ request: ModelRequest) -> [EntrySummary] {
    list(View(head: request.head, items: request.items))
  }
}
