/// Turns a head and items into text runs, one an item: a model's template, or the neutral one.
///
/// A pure function: no date, UUID, locale or hash order may reach the text. Tool definitions and
/// arguments are rendered in recorded key order.
public protocol Renderer: Sendable {
  /// The name that digests and tables carry.
  var name: String { get }
  /// Whether an item's text depends on its neighbours; only then is it not remembered.
  var dependsOnNeighbours: Bool { get }
  /// The text of the head, one run a part, in order (instructions, then each tool).
  func head(_ head: Head) -> [RenderedText]
  /// The text of an entry.
  func entry(_ entry: Entry, after previous: Entry?) -> RenderedText
}

/// Text with the tokens of attachments that stand in it.
public struct RenderedText: Hashable, Sendable {
  /// The text.
  public var text: String
  /// Tokens of attachments, beside the text's own.
  public var attachmentTokens: Int
  /// Whether any of these was assumed, not declared.
  public var assumed: Bool
  /// A digest of the attachments, so that another image of the same cost is not taken for it.
  public var attachmentKey: UInt64

  /// Makes a rendered text.
  public init(
    _ text: String, attachmentTokens: Int = 0, assumed: Bool = false, attachmentKey: UInt64 = 0
  ) {
    self.text = text
    self.attachmentTokens = attachmentTokens
    self.assumed = assumed
    self.attachmentKey = attachmentKey
  }

  /// Adds an attachment.
  public mutating func add(attachment tokens: Int, assumed: Bool, key: UInt64) {
    attachmentTokens += max(0, tokens)
    self.assumed = self.assumed || assumed
    attachmentKey = (attachmentKey ^ key) &* 0x100_0000_01b3
  }
}
