import EvalKit
import Testing

@testable import LocalModels

/// Tokenizers: pieces, merges, special tokens, bytes.
struct TokenizingTests {
  struct Pieces: Sendable, CustomTestStringConvertible {
    let by: PreTokenizer
    let text: String
    let pieces: [String]
    var testDescription: String { "\(by) of \(text.debugDescription)" }
  }

  @Test(arguments: [
    Pieces(by: .gpt2, text: "Hello world's  end", pieces: ["Hello", " world", "'s", " ", " end"]),
    Pieces(
      by: .gpt2, text: "a\n\n b 12 x!? ", pieces: ["a", "\n\n", " b", " 12", " x", "!?", " "]),
    Pieces(by: .gpt2, text: "DON'T don't", pieces: ["DON", "'", "T", " don", "'t"]),
    Pieces(by: .smollm, text: "in 2024 ok", pieces: ["in", " ", "2", "0", "2", "4", " ok"]),
    Pieces(by: .smollm, text: "x  7", pieces: ["x", "  ", "7"]),
    Pieces(
      by: .llama3, text: "DON'T 12345 (x)\r\n\r\n  y",
      pieces: ["DON", "'T", " ", "123", "45", " (", "x", ")\r\n\r\n", " ", " y"]),
    Pieces(by: .llama3, text: "\tword \n z", pieces: ["\tword", " \n", " z"]),
    Pieces(by: .qwen2, text: "a 123", pieces: ["a", " ", "1", "2", "3"]),
    Pieces(
      by: .qwen2, text: "it\u{2019}S 'ſ it'ſ é\u{301}",
      pieces: ["it", "\u{2019}S", " '", "ſ", " it", "'ſ", " é", "\u{301}"]),
    Pieces(
      by: .gpt2, text: "\u{A0}\u{3000}字\u{661}", pieces: ["\u{A0}", "\u{3000}", "字", "\u{661}"]),
    Pieces(by: .gpt2, text: "", pieces: []),
  ])
  func `texts are cut as training cut them`(pieces: Pieces) {
    let bytes = Array(pieces.text.utf8)
    let found = pieces.by.pieces(of: pieces.text).map { String(decoding: bytes[$0], as: UTF8.self) }
    #expect(found.map { Array($0.utf8) } == pieces.pieces.map { Array($0.utf8) })
  }

  private static func withTokenizer(
    _ change: (inout GGUFBuilder) -> Void = { _ in }, _ body: (ModelTokenizer) throws -> Void
  ) throws {
    var builder = TinyModel().builder
    change(&builder)
    try builder.withFile { try body(try ModelTokenizer(GGUFFile(path: $0), name: "tiny")) }
  }

  @Test func `merges are made in rank order, special tokens are one, bytes come back`() throws {
    try Self.withTokenizer { tokenizer in
      func texts(_ text: String) -> [String] {
        tokenizer.tokens(text).map {
          TinyModel.tokens[Int($0.rawValue)].replacing("\u{120}", with: " ")
        }
      }
      #expect(texts("hello") == ["hello"])
      #expect(texts("hell") == ["hell"])
      #expect(texts("shelf wall") == ["s", "he", "l", "f", " w", "a", "ll"])
      #expect(texts("<|im_start|>he<|im_end|>") == ["<|im_start|>", "he", "<|im_end|>"])
      let text = "he<|im_end|> 👩‍👩‍👧\r\n\u{0}e\u{301}"
      var plain: [Token] = []
      tokenizer.encode(plain: text, opening: true, into: &plain)
      #expect(!plain.contains(Token(rawValue: 1)))
      #expect(tokenizer.bytes(of: plain) == Array(text.utf8))
      #expect(tokenizer.ends == [Token(rawValue: 1)] && tokenizer.beginning == nil)
    }
  }

  @Test func `a byte without a token is passed over`() throws {
    try Self.withTokenizer { builder in
      builder["tokenizer.ggml.tokens"] = .strings(
        TinyModel.tokens.map { $0 == "x" ? "unused" : $0 })
    } _: { tokenizer in
      #expect(tokenizer.bytes(of: tokenizer.tokens("axb hxe")) == Array("ab he".utf8))
    }
  }

  @Test func `pieces of a sentence are joined by score, what is unknown is bytes`() throws {
    let pieces =
      ["<unk>", "<s>", "</s>"] + (0..<256).map { "<0x\(hex($0))>" }
      + ["▁", "a", "b", "ab", "▁ab", "aba"]
    let scores = pieces.indices.map { $0 < 259 ? 0 : -Float($0 - 259) }
    func tokens(_ text: String, space: Bool = true) throws -> [String] {
      var found: [String] = []
      try Self.withTokenizer { builder in
        builder.keys.removeAll { $0.0.hasPrefix("tokenizer.") }
        builder.keys += [
          ("tokenizer.ggml.model", .string("llama")), ("tokenizer.ggml.tokens", .strings(pieces)),
          ("tokenizer.ggml.scores", .floats(scores)),
          (
            "tokenizer.ggml.token_type",
            .integers(pieces.indices.map { $0 == 0 ? 2 : $0 < 3 ? 3 : $0 < 259 ? 6 : 1 })
          ),
          ("tokenizer.ggml.bos_token_id", .integer(1)),
          ("tokenizer.ggml.eos_token_id", .integer(2)),
          ("tokenizer.ggml.add_space_prefix", .boolean(space)),
        ]
      } _: { tokenizer in
        #expect(tokenizer.beginning == Token(rawValue: 1))
        let ids = tokenizer.tokens(text)
        let written = String(decoding: tokenizer.bytes(of: ids), as: UTF8.self)
        #expect(written == (space ? " " : "") + text.replacing("</s>", with: space ? " " : ""))
        found = ids.map { pieces[Int($0.rawValue)] }
      }
      return found
    }
    #expect(try tokens("ab aba") == ["▁ab", "▁ab", "a"])
    #expect(try tokens("aba", space: false) == ["aba"])
    #expect(try tokens("é") == ["▁", "<0xC3>", "<0xA9>"])
    #expect(try tokens("b</s>a") == ["▁", "b", "</s>", "▁", "a"])
  }

  @Test func `a vocabulary that cannot be is named`() throws {
    func fault(_ change: (inout GGUFBuilder) -> Void) throws -> String {
      var builder = TinyModel().builder
      change(&builder)
      return try builder.withFile { path in
        let file = try GGUFFile(path: path)
        return #expect(throws: TransformerError.self) {
          _ = try ModelTokenizer(file, name: "tiny")
        }.map(\.description) ?? ""
      }
    }
    #expect(try fault { $0["tokenizer.ggml.model"] = .string("bert") }.contains("'bert'"))
    #expect(try fault { $0["tokenizer.ggml.pre"] = .string("tekken") }.contains("'tekken'"))
    #expect(
      try fault { $0["tokenizer.ggml.merges"] = .strings(["h e", "he zz"]) }.contains("merge 1"))
    #expect(try fault { $0["tokenizer.ggml.merges"] = nil }.contains("merges' is missing"))
    #expect(try fault { $0["tokenizer.ggml.token_type"] = .integers([1]) }.contains("1 elements"))
    #expect(
      try fault { $0["tokenizer.ggml.eos_token_id"] = .integer(9_999) }.contains("eos_token_id"))
  }
}

private func hex(_ byte: Int) -> String {
  let digits = String(byte, radix: 16, uppercase: true)
  return digits.count == 1 ? "0" + digits : digits
}
