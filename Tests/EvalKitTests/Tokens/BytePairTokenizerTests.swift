import EvalKit
import EvalKitTesting
import Testing

struct BytePairTokenizerTests {
  private let tokenizer: BytePairTokenizer

  /// 256: "lo", 257: "low", 258: "er", 259: " low", 260: "ne", 261: "new".
  init() throws {
    let merges: [(String, String)] = [
      ("l", "o"), ("lo", "w"), ("e", "r"), (" ", "low"), ("n", "e"), ("ne", "w"),
    ]
    tokenizer = try BytePairTokenizer(
      name: "tiny", merges: merges.map { (Array($0.0.utf8), Array($0.1.utf8)) })
  }

  private func ids(_ text: String) -> [UInt32] { tokenizer.tokens(text).map(\.rawValue) }
  private func byte(_ character: Character) -> UInt32 { UInt32(character.asciiValue ?? 0) }

  @Test func `pairs are joined by rank, not from left to right`() {
    #expect(ids("low") == [257])
    #expect(ids("lower") == [257, 258])
    #expect(ids("newer") == [261, 258])
    #expect(ids("ower") == [byte("o"), byte("w"), 258])
    #expect(ids("lowlow") == [257, 257])
  }

  @Test func `a space goes with the word after it, and no token crosses a piece`() {
    #expect(ids("low low") == [257, 259])
    #expect(ids("low  low") == [257, byte(" "), 259])
    #expect(ids("lo\nw") == [256, byte("\n"), byte("w")])
    #expect(ids("") == [])
  }

  @Test func `every text can be encoded, and its bytes read back`() throws {
    let bytes = (0...255).map { [UInt8($0)] }
    let plain = try BytePairTokenizer(name: "bytes", tokens: bytes)
    var random = SplitMix64(seed: 3)
    for _ in 0..<200 {
      let scalars = (0..<40).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 0...0x3000, using: &random))
      }
      let text = String(String.UnicodeScalarView(scalars))
      #expect(plain.tokens(text).map { UInt8($0.rawValue) } == Array(text.utf8))
    }
  }

  @Test func `a vocabulary without every byte is refused`() {
    let error = #expect(throws: BytePairTokenizer.IncompleteVocabulary.self) {
      try BytePairTokenizer(name: "small", tokens: (1...255).map { [UInt8($0)] })
    }
    #expect(error?.missing == [0])
    #expect(error?.description.contains("1 of the 256 bytes") == true)
  }

  @Test func `a token met twice keeps its first rank`() throws {
    let bytes = (0...255).map { [UInt8($0)] }
    let twice = try BytePairTokenizer(name: "twice", tokens: bytes + [[97, 98], [97, 98]])
    #expect(twice.count == 257)
    #expect(twice.tokens("ab").map(\.rawValue) == [256])
  }
}
