/// What stands where an entry's content was taken out: one implementation for all strategies.
public enum Placeholder: Hashable, Sendable {
  /// Says what was there, that it is intact in the record, and how to get it back.
  case explained
  /// `[cleared]`.
  case short
  /// Nothing: the entry stays without content.
  case empty
  /// A text; `{tool}`, `{chars}`, `{lines}` and `{entry}` stand for what was there.
  case text(String)

  /// Reads a style off the text of an argument.
  public init(_ text: String) {
    switch text {
    case "explained": self = .explained
    case "short": self = .short
    case "empty": self = .empty
    default: self = .text(text)
    }
  }

  /// A name that tells it from every other style, as part of an edit's rule.
  public var rule: String {
    switch self {
    case .explained: "explained"
    case .short: "short"
    case .empty: "empty"
    case .text(let text): "text \(text)"
    }
  }

  /// What stands instead of an item.
  ///
  /// - Parameters:
  ///   - item: The item, whole.
  ///   - tool: The tool a tool output came from, where known.
  ///   - effect: What that tool does, where known.
  public func text(for item: Item, tool: String? = nil, effect: ToolEffect? = nil) -> String {
    switch self {
    case .explained: return explanation(of: item, tool, effect)
    case .short: return "[cleared]"
    case .empty: return ""
    case .text(let template):
      guard template.contains("{") else { return template }
      let lines = item.entry.segments.reduce(0) { sum, segment in
        sum
          + (segment.text.map { $0.split(separator: "\n", omittingEmptySubsequences: false).count }
            ?? 1)
      }
      return
        template
        .replacing("{tool}", with: tool ?? "tool")
        .replacing("{chars}", with: "\(Self.size(of: item))")
        .replacing("{lines}", with: "\(lines)")
        .replacing("{entry}", with: Self.place(of: item) ?? "?")
    }
  }

  private func explanation(of item: Item, _ tool: String?, _ effect: ToolEffect?) -> String {
    let entry = Self.place(of: item).map { "entry \($0)" } ?? "an entry"
    let size = Self.size(of: item)
    guard item.kind == .toolOutput else {
      let what: String =
        switch item.kind {
        case .prompt: "Prompt"
        case .response: "Response"
        case .reasoning: "Reasoning"
        case .toolCalls: "Tool calls"
        case .toolOutput, .instructions, .opaque: "Content"
        }
      return "[\(what), \(size) characters, taken out to save space; "
        + "it is intact in the record as \(entry). Ask for the entry to see it again.]"
    }
    let output = tool.map { "Output of \($0)" } ?? "Tool output"
    return "[\(output), \(size) characters, taken out to save space; "
      + "it is intact in the record as \(entry). \(Self.remedy(effect))]"
  }

  private static func remedy(_ effect: ToolEffect?) -> String {
    switch effect {
    case .read?: "Repeat the call to see it again."
    case .write?: "The call took effect: do not repeat it; ask for the entry to see it again."
    case nil: "To see it again ask for the entry, or repeat the call if that changes nothing."
    }
  }

  private static func place(of item: Item) -> String? {
    item.entry.label.isEmpty ? item.id.map { "#\($0.index)" } : item.entry.label
  }

  /// The characters of an item's content.
  private static func size(of item: Item) -> Int {
    item.entry.segments.reduce(0) { sum, segment in
      switch segment.content {
      case .text(let text): sum + text.count
      case .structure(let value, _), .opaque(let value): sum + value.serialised().count
      case .attachment(let attachment): sum + (attachment.byteCount ?? 0)
      }
    }
  }
}

extension History {
  /// Replaces the content of items by a placeholder; outputs by what their tools say of them.
  ///
  /// - Parameters:
  ///   - positions: The items, in rising order.
  ///   - placeholder: What stands instead.
  ///   - rule: Names the edit; the same rule must give the same item the same text.
  ///   - context: What the stage knows.
  /// - Complexity: O(items).
  public mutating func mask(
    _ positions: [Int], with placeholder: Placeholder, by rule: String, in context: MomentContext
  ) {
    guard !positions.isEmpty else { return }
    let outputs = positions.filter { items[$0].kind == .toolOutput }
    let names = HistoryStructure(items).toolNames(ofOutputsAt: outputs)
    var groups: [String?: [Int]] = [:]
    for (position, name) in zip(outputs, names) { groups[name, default: []].append(position) }
    groups[nil, default: []] += positions.filter { items[$0].kind != .toolOutput }
    for (name, group) in groups.sorted(by: { ($0.key ?? "") < ($1.key ?? "") }) where !group.isEmpty
    {
      let effect = context.head.tools.first { $0.name == name }?.effect
      let key = "\(rule)/\(placeholder.rule)/\(name ?? "")/\(effect?.rawValue ?? "")"
      mask(group.sorted(), by: key) { placeholder.text(for: $0, tool: name, effect: effect) }
    }
  }
}
