internal import EvalKit

/// What stands where an entry's content was taken out: what it was, that it is intact, and how to
/// get it back.
enum MaskText {
  /// The placeholder of a tool output.
  static func text(for item: Item, tool: String?, effect: ToolEffect?) -> String {
    let size = item.entry.segments.reduce(0) { $0 + self.size(of: $1) }
    let place = item.entry.label.isEmpty ? item.id.map { "#\($0.index)" } : item.entry.label
    let output = tool.map { "Output of \($0)" } ?? "Tool output"
    let entry = place.map { "entry \($0)" } ?? "an entry"
    return "[\(output), \(size) characters, taken out to save space; "
      + "it is intact in the record as \(entry). \(remedy(effect))]"
  }

  private static func remedy(_ effect: ToolEffect?) -> String {
    switch effect {
    case .read?: "Repeat the call to see it again."
    case .write?: "The call took effect: do not repeat it; ask for the entry to see it again."
    case nil: "To see it again ask for the entry, or repeat the call if that changes nothing."
    }
  }

  private static func size(of segment: Segment) -> Int {
    switch segment.content {
    case .text(let text): text.count
    case .structure(let value, _), .opaque(let value): value.serialised().count
    case .attachment(let attachment): attachment.byteCount ?? 0
    }
  }
}
