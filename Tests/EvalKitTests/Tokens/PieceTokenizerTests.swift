import EvalKit
import EvalKitTesting
import Foundation
import Testing

/// N5, and the laws every tokenizer here keeps.
struct PieceTokenizerTests {
  private let tokenizer = PieceTokenizer()

  private static let english = """
    The board met on Tuesday to go over the plan for the harbour. Mrs. Okafor, who had written most of \
    it, spoke first and asked that the new crane be ordered before the end of March. Several members \
    thought this too early: the survey of the sea bed had not been finished, and the price of steel was \
    still falling. In the end they agreed to pay 15 percent now and to decide on the rest in June. The \
    treasurer didn't object, but wanted it noted that the reserve would fall below 400,000 for the first \
    time in six years. After lunch they turned to the ferry. Its engine had been repaired twice, and the \
    captain no longer trusted it in heavy weather. A second-hand replacement was offered by a yard in \
    Bergen; it would need to be inspected, and nobody on the board could say by whom.
    """
  private static let japanese = """
    理事会は火曜日に開かれ、港の計画について話し合った。計画の大部分を書いた岡田さんが最初に発言し、新しい\
    クレーンを三月末までに注文するよう求めた。何人かの委員は早すぎると考えた。海底の調査はまだ終わっておらず、\
    鋼材の価格も下がり続けていたからである。
    """
  private static let vietnamese = """
    Hội đồng họp vào thứ ba để bàn về kế hoạch của bến cảng. Bà Lan, người đã viết phần lớn kế hoạch, \
    phát biểu trước và đề nghị đặt mua cần cẩu mới trước cuối tháng ba. Một số thành viên cho rằng như \
    vậy là quá sớm: việc khảo sát đáy biển chưa xong và giá thép vẫn đang giảm.
    """

  private func text(_ text: String, of count: Int) -> String {
    var repeated = text
    while repeated.count < count { repeated += " " + text }
    return String(repeated.prefix(count))
  }

  // N5
  @Test func `1,200 English characters are 300 to 400 tokens`() {
    let count = tokenizer.tokens(text(Self.english, of: 1200)).count
    #expect((300...400).contains(count), "\(count)")
  }

  // N5
  @Test func `300 Japanese characters are about 300 tokens`() {
    let count = tokenizer.tokens(text(Self.japanese, of: 300)).count
    #expect((285...315).contains(count), "\(count)")
  }

  // N5
  @Test func `300 Vietnamese characters are about 300 tokens, however their marks are encoded`() {
    let composed = text(Self.vietnamese, of: 300)
    let count = tokenizer.tokens(composed).count
    #expect((270...315).contains(count), "\(count)")
    let decomposed = tokenizer.tokens(composed.decomposedStringWithCanonicalMapping).count
    #expect(abs(decomposed - count) <= 15, "\(decomposed)")
  }

  // N5
  @Test func `Japanese costs three to four times the tokens per character that English does`() {
    let english = Double(tokenizer.tokens(text(Self.english, of: 1200)).count) / 1200
    let japanese = Double(tokenizer.tokens(text(Self.japanese, of: 300)).count) / 300
    #expect((3...4).contains(japanese / english), "\(japanese / english)")
  }

  @Test(arguments: [
    "Les élèves étaient à la forêt où l'hôtel du château fête ses trente années d'activité.",
    "Că pădurea să rămână așa cum a fost înainte de iarnă nu este în puterea noastră.",
    "Die Bürgermeisterin möchte, daß die Straße während des Sommers gesperrt bleibt.",
  ])
  func `marks that other Latin scripts have do not tell Vietnamese`(sentence: String) {
    let count = tokenizer.tokens(sentence).count
    #expect((2.7...4.2).contains(Double(sentence.count) / Double(count)), "\(count)")
  }

  @Test func `JSON is about three characters a token`() {
    let json =
      #"{"id":"ord_81723","status":"shipped","customer":{"name":"Ada Lovelace","email":"#
      + #""ada@example.com"},"items":[{"sku":"KB-104","quantity":2,"price":49.90}],"createdAt":"#
      + #""2024-03-05T10:22:31Z","total":99.80,"note":"Leave the parcel with the neighbour."}"#
    let count = tokenizer.tokens(json).count
    #expect((2.7...3.5).contains(Double(json.utf8.count) / Double(count)), "\(count)")
  }

  @Test func `what follows a piece does not change the tokens before it`() {
    for text in [Self.english, Self.japanese, Self.vietnamese] {
      let whole = tokenizer.tokens(text)
      for end in stride(from: 20, to: text.count, by: 37) {
        let part = tokenizer.tokens(String(text.prefix(end)))
        let common = zip(part, whole).prefix { $0 == $1 }.count
        // The word that was cut may be cut in other pieces, by characters even.
        #expect(common >= part.count - 12, "\(end): \(common) of \(part.count)")
      }
    }
  }

  @Test func `the same text gives the same tokens, and no token is the one that has no text`() {
    var random = SplitMix64(seed: 7)
    for _ in 0..<300 {
      let scalars = (0..<Int.random(in: 0...60, using: &random)).compactMap { _ in
        Unicode.Scalar(UInt32.random(in: 0...0x11000, using: &random))
      }
      let text = String(String.UnicodeScalarView(scalars))
      let tokens = tokenizer.tokens(text)
      #expect(tokens == PieceTokenizer().tokens(text))
      #expect(tokens.isEmpty == text.isEmpty)
      #expect(!tokens.contains(Token(rawValue: .max)))
    }
  }

  @Test func `encoding appends to what is there`() {
    var tokens = [Token(rawValue: 1)]
    tokenizer.encode("one two", into: &tokens)
    #expect(tokens == [Token(rawValue: 1)] + tokenizer.tokens("one two"))
    tokenizer.encode("", into: &tokens)
    #expect(tokens.count == 1 + tokenizer.tokens("one two").count)
  }

  @Test(arguments: [
    ("one two", 2), ("onetwo", 2), ("1234567", 3), (" 123", 1), ("\n\n", 1), ("a  b", 3),
    ("日 本", 3),
    ("x=1", 3), ("", 0), ("héllo", 2), ("👍🏽", 2),
  ])
  func `pieces are cut by class and width`(text: String, count: Int) {
    #expect(tokenizer.tokens(text).count == count)
  }
}
