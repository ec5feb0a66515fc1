internal import EvalKit

/// Renders items as a log of a chat, for a summariser to read: one line an entry, text only.
///
/// Segments that are not text are left out without a word, and so are instructions: a flaw of the
/// policies that use it, kept because they ship with it.
enum ChatLog {
  /// The log.
  static func text(of items: [Item]) -> String {
    items.compactMap { line(of: $0.entry) }.joined(separator: "\n")
  }

  private static func line(of entry: Entry) -> String? {
    let text = entry.segments.compactMap(\.text).joined(separator: " ")
    switch entry.kind {
    case .prompt: return "User: \(text)"
    case .response: return "Assistant: \(text)"
    case .reasoning: return "Assistant (reasoning): \(text)"
    case .toolCalls:
      let calls = entry.calls.map {
        "\($0.name)(\($0.argumentsText ?? $0.arguments.serialised()))"
      }
      return "Tool call: \(calls.joined(separator: ", "))"
    case .toolOutput: return "Tool output (\(entry.toolName ?? "tool")): \(text)"
    case .instructions, .opaque: return nil
    }
  }
}
