/// A place in a case's transcript that says something about a fact, written as `[[…]]` in a text.
public struct Mark: Hashable, Sendable {
  /// What a mark says.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// `[[tag=BA4711]]`: the value of a fact, where it is said.
    case value
    /// `[[tag=BA4711|was BA4117]]`: a value that replaces an older one.
    case supersedes
    /// `[[back~in two weeks]]`: evidence of a fact whose value is computed.
    case quote
    /// `[[!card=…]]`: a secret.
    case secret
  }

  /// The part of an entry whose text holds the mark.
  public enum Part: Hashable, Sendable {
    /// The text of a segment.
    case segment(Int)
    /// A string within the JSON of a segment.
    case structure(segment: Int, path: [KeyPathStep])
    /// A string within the arguments of a call; the path is empty where they are a string.
    case argument(call: Int, path: [KeyPathStep])
  }

  /// What it says.
  public var kind: Kind
  /// The id of the fact, or of the secret.
  public var factID: String
  /// The text that was marked.
  public var value: String
  /// The older value that it replaces.
  public var supersededValue: String?
  /// Where it is said.
  public var location: EntryLocation
  /// In which part of the entry.
  public var part: Part
  /// Where `value` is in the text of that part, marks taken out, in UTF-8 bytes.
  public var range: Range<Int>
  /// Where the string that holds the mark begins in its file.
  public var position: TextPosition
  /// The key path of that string.
  public var path: String
}

/// A transcript in a case's own format, with the marks that were in its texts.
public struct CaseTranscript: Hashable, Sendable {
  /// The transcript, marks taken out.
  public var transcript: Transcript
  /// The marks, in order.
  public var marks: [Mark]
}

/// A text with its marks taken out.
struct MarkedText {
  /// A mark as it was found.
  struct Found {
    var kind: Mark.Kind
    var factID: String
    var value: String
    var supersededValue: String?
    var range: Range<Int>
  }

  /// The text without marks.
  private(set) var text: String
  /// The marks, in order.
  private(set) var found: [Found] = []
  /// What is wrong with marks.
  private(set) var mistakes: [String] = []

  /// Takes the marks out of a text; `\[[` becomes `[[`.
  init(_ marked: String) {
    text = marked
    let bytes = Array(marked.utf8)
    let open = UInt8(ascii: "[")
    guard Self.next(open, in: bytes, from: 0) != nil else { return }
    var plain: [UInt8] = []
    var index = 0
    while let start = Self.next(open, in: bytes, from: index) {
      if start > index, bytes[start - 1] == UInt8(ascii: "\\") {
        plain += bytes[index..<start - 1] + [open, open]
        index = start + 2
        continue
      }
      plain += bytes[index..<start]
      guard let end = Self.next(UInt8(ascii: "]"), in: bytes, from: start + 2) else {
        mistakes.append("a mark that is never closed; a literal '[[' is written '\\[['")
        index = start
        break
      }
      let body = String(decoding: bytes[start + 2..<end], as: UTF8.self)
      if var mark = Self.mark(body) {
        mark.range = plain.count..<plain.count + mark.value.utf8.count
        plain += Array(mark.value.utf8)
        found.append(mark)
      } else {
        mistakes.append(
          "'[[\(body.prefix(40))]]' is no mark; marks are [[id=value]], [[id=value|was old]], "
            + "[[id~quote]] and [[!id=value]], a literal '[[' is written '\\[['")
      }
      index = end + 2
    }
    plain += bytes[index...]
    text = String(decoding: plain, as: UTF8.self)
  }

  /// A text that is read as this one, whatever brackets are in it.
  static func escaped(_ text: String) -> String {
    let bytes = Array(text.utf8)
    let open = UInt8(ascii: "[")
    var escaped: [UInt8] = []
    var index = 0
    while let start = next(open, in: bytes, from: index) {
      escaped += bytes[index..<start] + [UInt8(ascii: "\\"), open, open]
      index = start + 2
    }
    return index == 0 ? text : String(decoding: escaped + bytes[index...], as: UTF8.self)
  }

  /// The place of the next pair of a byte.
  private static func next(_ byte: UInt8, in bytes: [UInt8], from start: Int) -> Int? {
    var index = start
    while index + 1 < bytes.count {
      if bytes[index] == byte, bytes[index + 1] == byte { return index }
      index += 1
    }
    return nil
  }

  private static func mark(_ body: String) -> Found? {
    let isSecret = body.hasPrefix("!")
    let rest = isSecret ? body.dropFirst() : body[...]
    guard let sign = rest.firstIndex(where: { $0 == "=" || $0 == "~" }) else { return nil }
    let id = rest[..<sign]
    var value = rest[rest.index(after: sign)...]
    let isQuote = rest[sign] == "~"
    guard isIdentifier(id), !value.isEmpty, !value.contains("[["), !(isSecret && isQuote) else {
      return nil
    }
    var found = Found(
      kind: isSecret ? .secret : isQuote ? .quote : .value, factID: String(id), value: "",
      range: 0..<0)
    if found.kind == .value, let bar = value.lastRange(of: "|was ") {
      found.kind = .supersedes
      found.supersededValue = String(value[bar.upperBound...])
      value = value[..<bar.lowerBound]
      if value.isEmpty || found.supersededValue?.isEmpty ?? true { return nil }
    }
    found.value = String(value)
    return found
  }

  /// Whether a text can be an id: letters, digits, `-`, `_`, `.`, `:`.
  static func isIdentifier(_ text: some StringProtocol) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        JSONLexer.isLetterOrDigit(byte) || byte >= 0x80 || "-_.:".utf8.contains(byte)
      }
  }
}

extension Substring {
  /// The last place of a text in this one.
  fileprivate func lastRange(of text: String) -> Range<Index>? {
    ranges(of: text).last
  }
}
