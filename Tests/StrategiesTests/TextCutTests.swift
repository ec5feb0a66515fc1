import EvalKitTesting
import Testing

@testable import Strategies

/// Cutting texts: what is left is within the size, whatever the text, the size and the marker.
struct TextCutTests {
  static let markers = ["…", "", "[{chars} characters left out]", "two\nlines", "{chars}\n"]
  private static let units: [Character] = ["a", "b", " ", "\n", "\n", "\r\n", "é", "👩‍👩‍👧", "\r"]

  private static func lines(_ text: String) -> Int {
    text.isEmpty ? 0 : text.dropLast().count { $0 == "\n" || $0 == "\r\n" } + 1
  }

  @Test(arguments: TextCut.Part.allCases, markers)
  func `what is left is within both limits, and cut again the same`(
    part: TextCut.Part, marker: String
  ) {
    var chance = SplitMix64(seed: 7)
    let cut = TextCut(part: part, marker: marker)
    for _ in 0..<2_000 {
      let length = Int.random(in: 0..<90, using: &chance)
      let text = String((0..<length).compactMap { _ in Self.units.randomElement(using: &chance) })
      let limit = Int.random(in: 1..<100, using: &chance)
      let lines = Bool.random(using: &chance) ? Int.random(in: 1..<12, using: &chance) : nil
      let left = cut.cut(text, to: limit, lines: lines)
      #expect(left.count <= limit && Self.lines(left) <= lines ?? .max, "\(text) \(limit)")
      #expect(cut.cut(left, to: limit, lines: lines) == left)
      if text.count <= limit, Self.lines(text) <= lines ?? .max { #expect(left == text) }
      // Bytes: a size that is no count of characters.
      let measure: (String) -> Int = { $0.utf8.count }
      let fitted = cut.fitted(text, to: limit, lines: lines, measure: measure)
      #expect(measure(fitted) <= limit || fitted.count <= 1)
      #expect(Self.lines(fitted) <= lines ?? .max)
      #expect(cut.fitted(fitted, to: limit, lines: lines, measure: measure) == fitted)
    }
  }

  @Test(arguments: [
    (TextCut.Part.head, 18, 3, "one\ntwo\n<15>"), (.tail, 18, 3, "<13>\nfour\nfive"),
    (.both, 18, 3, "one\n<14>\nfive"), (.middle, 18, 3, "<7>\nthree\n<9>"),
    (.tail, 8, 2, "<20>\nive"), (.head, 8, 2, "one\n<19>"), (.both, 100, 1, "<23>"),
  ])
  func `both limits cut one text, and the marker counts its characters`(
    part: TextCut.Part, limit: Int, lines: Int, left: String
  ) {
    let text = "one\ntwo\nthree\nfour\nfive"
    #expect(TextCut(part: part, marker: "<{chars}>").cut(text, to: limit, lines: lines) == left)
  }

  @Test func `a line feed at the end is no loss`() {
    #expect(
      TextCut(part: .tail, marker: "<{chars}>").cut("a\nb\nc\n", lines: 2) == "<3>\nc")
  }
}
