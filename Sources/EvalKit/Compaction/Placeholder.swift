/// What stands where an entry's content was taken out: one implementation for all strategies.
public enum Placeholder: Hashable, Sendable {
  /// Says what was there, that it is intact in the record, and how to get it back.
  case explained
  /// `[cleared]`.
  case short
  /// Nothing: the entry stays without content.
  case empty
  /// A text; `{tool}`, `{chars}`, `{lines}` and `{entry}` stand for what was there, `{head}` and
  /// `{tail}` for up to 250 characters of its beginning and of its end.
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
      return
        template
        .replacing("{tool}", with: tool ?? "tool")
        .replacing("{chars}", with: "\(Self.size(of: item))")
        .replacing("{lines}", with: "\(Self.lines(of: item))")
        .replacing("{entry}", with: item.recordName ?? "?")
        .replacing("{head}", with: Self.ends(of: item).head)
        .replacing("{tail}", with: Self.ends(of: item).tail)
    }
  }

  private func explanation(of item: Item, _ tool: String?, _ effect: ToolEffect?) -> String {
    let entry = item.recordName.map { "entry \($0)" } ?? "an entry"
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

  /// The beginning and the end of an item's text, which do not overlap.
  private static func ends(of item: Item) -> (head: String, tail: String) {
    let text = item.entry.text
    let head = text.prefix(250)
    return (String(head), String(text[head.endIndex...].suffix(250)))
  }

  /// The lines of an item's content; a line feed at the end begins no line.
  private static func lines(of item: Item) -> Int {
    item.entry.segments.reduce(0) { sum, segment in
      guard let text = segment.text else { return sum + 1 }
      let feeds = text.utf8.count { $0 == UInt8(ascii: "\n") }
      return sum + feeds + (text.isEmpty || text.utf8.last == UInt8(ascii: "\n") ? 0 : 1)
    }
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

extension Item {
  /// What the record calls the entry it is: its label, else its place; nil for what a stage made.
  public var recordName: String? {
    entry.label.isEmpty ? id.map { "#\($0.index)" } : entry.label
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
    var masking = Masking(placeholder, rule: rule, items: items, context: context)
    edit(positions, to: .masked, rule: masking.rule) {
      masking.key(of: $0)
    } _: { entry, item, position in
      entry.segments = [.text(masking.text(for: item, at: position))]
      return true
    }
  }

  /// Replaces the content of the tool outputs in a range by a placeholder, but for those that are
  /// masked already.
  ///
  /// - Parameters:
  ///   - range: Where.
  ///   - placeholder: What stands instead.
  ///   - rule: Names the edit; the same rule must give the same item the same text.
  ///   - excluded: Tools whose outputs stay.
  ///   - context: What the stage knows.
  /// - Complexity: O(items), a few comparisons each; more only for outputs not masked before.
  public mutating func maskOutputs(
    in range: Range<Int>, with placeholder: Placeholder, by rule: String,
    excluding excluded: Set<String> = [], in context: MomentContext
  ) {
    guard !range.isEmpty else { return }
    let shown = items
    var masking = Masking(placeholder, rule: rule, items: shown, context: context)
    for tool in excluded.sorted() { masking.combine(tool) }
    edit(in: range, to: .masked, rule: masking.rule) {
      shown[$0].kind == .toolOutput && shown[$0].form != .masked
    } and: {
      excluded.isEmpty || !(masking.tool(at: $0).map(excluded.contains) ?? false)
    } key: {
      masking.key(of: $0)
    } _: { entry, item, position in
      entry.segments = [.text(masking.text(for: item, at: position))]
      return true
    }
  }
}

/// What a placeholder makes of the items of a history.
private struct Masking {
  /// Names all of it: what keys are made of beside the items.
  private var whole: StableHash
  private var base: StableHash
  private var effects: [String: ToolEffect] = [:]
  private let placeholder: Placeholder
  private let items: [Item]
  private var finder: CallFinder

  init(_ placeholder: Placeholder, rule: String, items: [Item], context: MomentContext) {
    self.placeholder = placeholder
    self.items = items
    finder = CallFinder(items)
    base = StableHash()
    base.combine("placeholder")
    base.combine(rule)
    base.combine(placeholder.rule)
    whole = base
    for tool in context.head.tools {
      guard let effect = tool.effect else { continue }
      effects[tool.name] = effects[tool.name] ?? effect
      whole.combine(tool.name)
      whole.combine(effect.rawValue)
    }
  }

  /// The name of all edits together.
  var rule: UInt64 { whole.value }

  /// Adds something that decides which items are meant.
  mutating func combine(_ text: String) { whole.combine(text) }

  /// The tool of an output.
  mutating func tool(at position: Int) -> String? {
    items[position].kind == .toolOutput ? finder.tool(ofOutputAt: position) : nil
  }

  /// The name of an item's edit.
  mutating func key(of position: Int) -> UInt64 {
    let tool = tool(at: position)
    var key = base
    key.combine(tool ?? "")
    key.combine(tool.flatMap { effects[$0] }?.rawValue ?? "")
    return key.value
  }

  /// What stands instead of an item.
  mutating func text(for item: Item, at position: Int) -> String {
    let tool = tool(at: position)
    return placeholder.text(for: item, tool: tool, effect: tool.flatMap { effects[$0] })
  }
}
