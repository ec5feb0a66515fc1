internal import EvalKit

/// The tokenizer a model's file describes.
struct ModelTokenizer: Tokenizer {
  let name: String
  let vocabulary: Vocabulary
  /// The pieces no token crosses; nil for SentencePiece, whose text is one.
  let preTokenizer: PreTokenizer?
  /// Whether a text begins with a space that is not there.
  let addsSpace: Bool
  /// The token every sequence begins with, where the file asks for one.
  let beginning: Token?
  /// Tokens by which a turn may end.
  let ends: Set<Token>
  private let merges: PairMerges
  private let specialStarts: Set<UInt8>
  private let longestSpecial: Int

  /// Reads a tokenizer.
  ///
  /// - Throws: ``TransformerError``.
  init(_ file: GGUFFile, name: String) throws {
    self.name = name
    let vocabulary = try Vocabulary(file)
    self.vocabulary = vocabulary
    switch vocabulary.kind {
    case .bytePair:
      let pre = try file.string("tokenizer.ggml.pre") ?? "gpt2"
      guard let known = PreTokenizer(named: pre) else {
        throw file.unsupported(
          "the pre-tokenizer '\(pre)'; known are gpt2, smollm, llama-bpe and qwen2")
      }
      preTokenizer = known
      merges = try Self.listedMerges(vocabulary, file)
    case .sentencePiece:
      preTokenizer = nil
      merges = try Self.scoredMerges(vocabulary, file)
    }
    addsSpace =
      try file.boolean("tokenizer.ggml.add_space_prefix") ?? (vocabulary.kind == .sentencePiece)
    let last = vocabulary.count - 1
    let begins =
      try file.boolean("tokenizer.ggml.add_bos_token")
      ?? (vocabulary.kind == .sentencePiece || preTokenizer == .llama3)
    let first = try file.integer("tokenizer.ggml.bos_token_id", in: 0...last)
    beginning = begins ? first.map { Token(rawValue: UInt32($0)) } : nil
    var ends: Set<Token> = []
    for key in ["eos_token_id", "eot_token_id", "eom_token_id"] {
      if let id = try file.integer("tokenizer.ggml.\(key)", in: 0...last) {
        ends.insert(Token(rawValue: UInt32(id)))
      }
    }
    for text in ["<|im_end|>", "<|eot_id|>", "<|end_of_text|>", "<|endoftext|>", "<|eom_id|>"] {
      if let id = vocabulary.specials[Array(text.utf8)] {
        ends.insert(Token(rawValue: UInt32(id)))
      }
    }
    self.ends = ends
    specialStarts = Set(vocabulary.specials.keys.map { $0[0] })
    longestSpecial = vocabulary.specials.keys.lazy.map(\.count).max() ?? 0
  }

  /// Merges as the file lists them, in rank order.
  private static func listedMerges(_ vocabulary: Vocabulary, _ file: GGUFFile) throws -> PairMerges
  {
    guard let lines = try file.strings("tokenizer.ggml.merges") else {
      throw file.damaged("key 'tokenizer.ggml.merges' is missing")
    }
    var merges = PairMerges(capacity: lines.count)
    for (rank, line) in lines.enumerated() {
      guard let gap = line.firstIndex(of: 0x20),
        let left = ByteAlphabet.bytes(of: Array(line[..<gap])),
        let right = ByteAlphabet.bytes(of: Array(line[(gap + 1)...])),
        let leftID = vocabulary.ids[left], let rightID = vocabulary.ids[right],
        let joined = vocabulary.ids[left + right]
      else {
        throw file.damaged(
          "merge \(rank) of 'tokenizer.ggml.merges' is not of two tokens that make a third")
      }
      merges.add(leftID, rightID, becomes: joined, rank: Int32(rank))
    }
    return merges
  }

  /// Every cut of a token into two, ranked by the token's score.
  private static func scoredMerges(_ vocabulary: Vocabulary, _ file: GGUFFile) throws -> PairMerges
  {
    guard let scores = try file.floats("tokenizer.ggml.scores"),
      scores.count == vocabulary.count, scores.allSatisfy(\.isFinite)
    else {
      throw file.damaged(
        "key 'tokenizer.ggml.scores' is missing or does not have a finite score for every token")
    }
    var places: [Double: Int32] = [:]
    for (place, score) in Set(scores).sorted(by: >).enumerated() { places[score] = Int32(place) }
    var merges = PairMerges(capacity: 4 * vocabulary.count)
    for (token, id) in vocabulary.ids.sorted(by: { $0.value < $1.value }) {
      guard let rank = places[scores[Int(id)]] else { continue }
      for cut in token.indices.dropFirst() where token[cut] & 0xC0 != 0x80 {
        if let left = vocabulary.ids[Array(token[..<cut])],
          let right = vocabulary.ids[Array(token[cut...])]
        {
          merges.add(left, right, becomes: id, rank: rank)
        }
      }
    }
    return merges
  }

  /// Appends the tokens of a text, in which the vocabulary's special tokens are themselves.
  func encode(_ text: String, into tokens: inout [Token]) {
    let bytes = Array(text.utf8)
    var start = 0
    var place = 0
    var afterSpecial = tokens.isEmpty
    while place < bytes.count {
      guard let (id, length) = special(in: bytes, at: place) else {
        place += 1
        continue
      }
      encode(plain: bytes[start..<place], opening: afterSpecial, into: &tokens)
      tokens.append(Token(rawValue: UInt32(id)))
      place += length
      start = place
      afterSpecial = true
    }
    encode(plain: bytes[start...], opening: afterSpecial, into: &tokens)
  }

  /// Appends the tokens of a text in which nothing is special: what a user wrote.
  ///
  /// - Parameter opening: Whether it begins a sequence, or follows a special token.
  func encode(plain text: String, opening: Bool, into tokens: inout [Token]) {
    encode(plain: Array(text.utf8)[...], opening: opening, into: &tokens)
  }

  /// The special token with a text.
  func special(_ text: String) -> Token? {
    vocabulary.specials[Array(text.utf8)].map { Token(rawValue: UInt32($0)) }
  }

  /// The longest special token a text begins with, and how many scalars it takes.
  func special(startOf text: Substring.UnicodeScalarView) -> (Token, Int)? {
    let bytes = Array(String(text.prefix(longestSpecial)).utf8)
    guard !bytes.isEmpty, let (id, length) = special(in: bytes, at: 0) else { return nil }
    let scalars = String(decoding: bytes[..<length], as: UTF8.self).unicodeScalars.count
    return (Token(rawValue: UInt32(id)), scalars)
  }

  private func special(in bytes: [UInt8], at place: Int) -> (Int32, Int)? {
    guard specialStarts.contains(bytes[place]) else { return nil }
    var length = min(longestSpecial, bytes.count - place)
    while length > 0 {
      if let id = vocabulary.specials[Array(bytes[place..<place + length])] { return (id, length) }
      length -= 1
    }
    return nil
  }

  private func encode(plain bytes: ArraySlice<UInt8>, opening: Bool, into tokens: inout [Token]) {
    guard !bytes.isEmpty else { return }
    guard let preTokenizer else {
      encodeSentence(bytes, opening: opening, into: &tokens)
      return
    }
    let text = String(decoding: bytes, as: UTF8.self)
    for piece in preTokenizer.pieces(of: addsSpace && opening ? " " + text : text) {
      // Ranges are of the text with its space.
      let shift = addsSpace && opening ? 1 : 0
      let from = max(0, piece.lowerBound - shift)
      var raw = Array(
        bytes[(bytes.startIndex + from)..<(bytes.startIndex + piece.upperBound - shift)])
      if piece.lowerBound < shift { raw.insert(0x20, at: 0) }
      encode(piece: raw, into: &tokens)
    }
  }

  private func encode(piece: [UInt8], into tokens: inout [Token]) {
    if preTokenizer?.takesWholePieces == true, let id = vocabulary.ids[piece] {
      tokens.append(Token(rawValue: UInt32(id)))
      return
    }
    // A byte without a token is passed over, as if it were not there.
    let symbols = piece.map { vocabulary.byteIDs[Int($0)] }.filter { $0 >= 0 }
    for part in merges.joined(symbols) {
      tokens.append(Token(rawValue: UInt32(part.token)))
    }
  }

  private func encodeSentence(
    _ bytes: ArraySlice<UInt8>, opening: Bool, into tokens: inout [Token]
  ) {
    var symbols: [[UInt8]] = addsSpace && opening ? [SentencePieces.space] : []
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      symbols.append(scalar == " " ? SentencePieces.space : Array(String(scalar).utf8))
    }
    for part in merges.joined(symbols.map { vocabulary.ids[$0] ?? -1 }) {
      if part.token >= 0 {
        tokens.append(Token(rawValue: UInt32(part.token)))
        continue
      }
      // No token of its own: its bytes, or what stands for what is not known.
      for byte in symbols[part.from].joined() {
        let id = vocabulary.byteIDs[Int(byte)]
        if let known = id >= 0 ? id : unknown { tokens.append(Token(rawValue: UInt32(known))) }
      }
    }
  }

  private var unknown: Int32? { vocabulary.roles.firstIndex(of: .unknown).map { Int32($0) } }

  /// The bytes tokens stand for; control tokens stand for none.
  func bytes(of tokens: some Sequence<Token>) -> [UInt8] {
    var bytes: [UInt8] = []
    for token in tokens where Int(token.rawValue) < vocabulary.count {
      let id = Int(token.rawValue)
      if vocabulary.roles[id] != .control { bytes += vocabulary.bytes[id] }
    }
    return bytes
  }
}
