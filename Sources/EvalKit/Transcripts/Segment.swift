/// A part of an entry.
public struct Segment: Hashable, Sendable {
  /// What a segment holds.
  public enum Content: Hashable, Sendable {
    /// Plain text.
    case text(String)
    /// A JSON value, with the name of the schema it was made to where recorded.
    case structure(JSONValue, source: String?)
    /// An image, a file, or other media.
    case attachment(Attachment)
    /// Content of a type this package does not know, kept as it came.
    case opaque(JSONValue)
  }

  /// The recorded id; not unique (models write "0" for every segment).
  public var id: String?
  /// What it holds.
  public var content: Content

  /// Makes a segment.
  public init(_ content: Content, id: String? = nil) {
    self.content = content
    self.id = id
  }

  /// A segment of plain text.
  public static func text(_ text: String) -> Segment { Segment(.text(text)) }

  /// A segment of JSON.
  public static func structure(_ value: JSONValue, source: String? = nil) -> Segment {
    Segment(.structure(value, source: source))
  }

  /// The text, if it is a text segment.
  public var text: String? {
    if case .text(let text) = content { text } else { nil }
  }
}

/// Media that is not text.
public struct Attachment: Hashable, Sendable {
  /// A file name or label.
  public var name: String
  /// The media type where known, such as `image/png`.
  public var mediaType: String?
  /// The size of the recorded payload in bytes, where there was one.
  public var byteCount: Int?
  /// Declared cost in tokens; nil means unknown, and an assumed figure is used and marked.
  public var tokens: Int?
  /// The recorded JSON, kept for export.
  public var recorded: JSONValue?

  /// Makes an attachment.
  public init(
    name: String, mediaType: String? = nil, byteCount: Int? = nil, tokens: Int? = nil,
    recorded: JSONValue? = nil
  ) {
    self.name = name
    self.mediaType = mediaType
    self.byteCount = byteCount
    self.tokens = tokens
    self.recorded = recorded
  }
}
