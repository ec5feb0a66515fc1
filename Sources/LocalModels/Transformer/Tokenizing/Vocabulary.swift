/// The tokens of a model's file.
struct Vocabulary: Sendable {
  /// What a token is, by GGUF's numbers.
  enum Role: Int, Sendable {
    case normal = 1
    case unknown = 2
    case control = 3
    case userDefined = 4
    case unused = 5
    case byte = 6
  }

  /// What tokens are made of.
  enum Kind: String, Sendable {
    /// Merges of bytes, written in letters.
    case bytePair = "gpt2"
    /// Merges of characters by score, spaces written as U+2581.
    case sentencePiece = "llama"
  }

  let kind: Kind
  /// The bytes each token stands for in a text.
  let bytes: [[UInt8]]
  let roles: [Role]
  /// Tokens by their bytes, but for those that stand for something else.
  let ids: [[UInt8]: Int32]
  /// The tokens of the single bytes; below 0 where there is none.
  let byteIDs: [Int32]
  /// Control and user-defined tokens by their text.
  let specials: [[UInt8]: Int32]

  /// How many tokens there are.
  var count: Int { bytes.count }

  /// Reads a vocabulary.
  ///
  /// - Throws: ``TransformerError`` where it has another model than these two, or is no whole one.
  init(_ file: GGUFFile) throws {
    guard let name = try file.string("tokenizer.ggml.model") else {
      throw file.damaged("key 'tokenizer.ggml.model' is missing: the file has no tokenizer")
    }
    guard let kind = Kind(rawValue: name) else {
      throw file.unsupported("the tokenizer model '\(name)'; known are gpt2 and llama")
    }
    guard let tokens = try file.strings("tokenizer.ggml.tokens"), !tokens.isEmpty,
      tokens.count < 1 << 24
    else { throw file.damaged("key 'tokenizer.ggml.tokens' is missing or empty") }
    let types = try file.integers("tokenizer.ggml.token_type")
    if let types, types.count != tokens.count {
      throw file.damaged(
        "key 'tokenizer.ggml.token_type' has \(types.count) elements for \(tokens.count) tokens")
    }
    try self.init(kind: kind, tokens: tokens, types: types, file: file)
  }

  private init(kind: Kind, tokens: [[UInt8]], types: [Int]?, file: GGUFFile) throws {
    self.kind = kind
    var bytes: [[UInt8]] = []
    var roles: [Role] = []
    var ids: [[UInt8]: Int32] = [:]
    var specials: [[UInt8]: Int32] = [:]
    var byteIDs = [Int32](repeating: -1, count: 256)
    bytes.reserveCapacity(tokens.count)
    roles.reserveCapacity(tokens.count)
    ids.reserveCapacity(tokens.count)
    for (place, token) in tokens.enumerated() {
      let id = Int32(place)
      let role = types.map { Role(rawValue: $0[place]) ?? .normal } ?? .normal
      var text = token
      switch (role, kind) {
      case (.control, _), (.userDefined, _):
        if !token.isEmpty { specials[token] = specials[token] ?? id }
        if kind == .sentencePiece { text = SentencePieces.spaced(token) }
      case (.byte, .sentencePiece):
        guard let byte = SentencePieces.byte(token) else {
          throw file.damaged("token \(place) is a byte by its type, but not by its text")
        }
        text = [byte]
        byteIDs[Int(byte)] = id
      case (_, .sentencePiece):
        if role == .normal { ids[token] = ids[token] ?? id }
        text = SentencePieces.spaced(token)
      case (_, .bytePair):
        // A token in other letters can only be met as it stands.
        if let raw = ByteAlphabet.bytes(of: token) {
          text = raw
          if raw.count == 1, byteIDs[Int(raw[0])] < 0 { byteIDs[Int(raw[0])] = id }
          ids[raw] = ids[raw] ?? id
        }
      }
      bytes.append(text)
      roles.append(role)
    }
    self.bytes = bytes
    self.roles = roles
    self.ids = ids
    self.specials = specials
    self.byteIDs = byteIDs
  }
}

/// How SentencePiece writes bytes and spaces.
enum SentencePieces {
  /// U+2581.
  static let space: [UInt8] = [0xE2, 0x96, 0x81]

  /// The byte that `<0xHH>` stands for.
  static func byte(_ token: [UInt8]) -> UInt8? {
    guard token.count == 6, token.starts(with: Array("<0x".utf8)), token[5] == UInt8(ascii: ">")
    else { return nil }
    return UInt8(String(decoding: token[3..<5], as: UTF8.self), radix: 16)
  }

  /// A token's text, with spaces where they are meant.
  static func spaced(_ token: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var place = 0
    while place < token.count {
      if token[place...].starts(with: space) {
        result.append(0x20)
        place += 3
      } else {
        result.append(token[place])
        place += 1
      }
    }
    return result
  }
}
