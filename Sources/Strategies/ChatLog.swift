internal import EvalKit

/// Renders items as a log of a chat, for a summariser to read: one line an entry.
enum ChatLog {
  /// The log as some policies ship it: text only.
  ///
  /// Segments that are not text are left out without a word, and so are instructions: a flaw of the
  /// policies that use it, kept because they ship with it.
  static func text(of items: [Item]) -> String {
    items.compactMap { line(of: $0.entry) { $0.text } }.joined(separator: "\n")
  }

  /// The log of everything: JSON of what is no text, names of attachments, instructions.
  static func whole(of items: [Item]) -> String {
    items.compactMap { item in
      switch item.kind {
      case .instructions: "Instructions: \(joined(item.entry) { $0.plainText })"
      case .opaque: "Other: \(joined(item.entry) { $0.plainText })"
      default: line(of: item.entry) { $0.plainText }
      }
    }.joined(separator: "\n")
  }

  /// The items with at most so many characters of each tool output, the beginning of it.
  ///
  /// - Complexity: O(text).
  static func clipped(_ items: [Item], to most: Int) -> [Item] {
    items.map { item in
      guard item.kind == .toolOutput else { return item }
      let text = joined(item.entry, separator: "\n") { $0.plainText }
      let count = text.count
      guard count > most else { return item }
      var entry = item.entry
      entry.segments = [.text("\(text.prefix(most))\n[\(count - most) more characters]")]
      return Item(source: item.source, form: .truncated, isPartial: item.isPartial, entry: entry)
    }
  }

  private static func joined(
    _ entry: Entry, separator: String = " ", _ text: (Segment) -> String?
  ) -> String {
    entry.segments.compactMap(text).joined(separator: separator)
  }

  private static func line(of entry: Entry, _ segment: (Segment) -> String?) -> String? {
    let text = joined(entry, segment)
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
