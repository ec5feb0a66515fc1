import Testing

@testable import EvalKit

/// Values as a whole text, several in one, in an index of texts, beside others of their kind.
struct ValueSearchTests {
  @Test(arguments: [
    ("BA4711", "BA4711", true), ("BA4711", "the BA4711.", true), ("BA4711", "BA4711 x", false),
    ("BA4711", "x BA4711", false), ("BA4711", "a the BA4711", false),
    ("BA4711", "BA4711 BA4711", false),
    ("BA4711", "", false),
  ])
  func `a text that says the value alone`(value: String, text: String, isWhole: Bool) {
    #expect(ValueMatcher(value, kind: .identifier).isWhole(MatchText(text)) == isWhole)
    #expect(ValueMatcher(value, kind: .text).isWhole(MatchText(text)) == isWhole)
  }

  @Test func `an article is no part of a text that is looked for`() {
    for text in ["tag", "the tag", "a tag"] {
      #expect(ValueMatcher("a tag", kind: .text).isWhole(MatchText(text)))
    }
    #expect(!ValueMatcher("a tag", kind: .identifier).isIn("tag"))
    #expect(ValueMatcher("the", kind: .text).isIn("the"))
  }

  @Test(arguments: [
    ("Ann", 1), ("Ann Bo", 2), ("Ann B Cy Di Ed", 5), ("Ann B Cy Di Ed Fay", 1), ("Ann B2", 1),
    ("", 1),
  ])
  func `a name of two to five words is turned around`(name: String, count: Int) {
    #expect(ValueMatcher.all(of: name, factKind: "name").count == count)
    #expect(ValueMatcher.all(of: name, factKind: "text").count == 1)
  }

  @Test func `the ways to turn a name around`() {
    #expect(
      ValueMatcher.all(of: "Ann B Cy", factKind: "name").map(\.value)
        == ["Ann B Cy", "B Cy, Ann", "Cy, Ann B"])
  }

  @Test(arguments: [
    (ValueMatcher.Kind.text, "a", true), (.text, "ab", false), (.identifier, "7", true),
    (.identifier, "77", false), (.date, "14 May", false), (.number, "two", true),
    (.text, "7", true),
  ])
  func `a value of one character is weak`(kind: ValueMatcher.Kind, value: String, isWeak: Bool) {
    #expect(ValueMatcher(value, kind: kind).isWeak == isWeak)
  }

  private static let places: [(ValueMatcher.Kind, String, String, [Range<Int>])] = [
    (.identifier, "BA4711", "BA4711 and BA-4711 BA4712", [0..<2, 3..<5]),
    (.number, "5", "5, five, 6, 5 kg", [0..<1, 1..<2, 3..<5]),
    (.date, "14 May", "14 May, 15 May and May 14", [0..<2, 5..<7]),
    (.date, "14 May, 18:15", "14 May 14 May 18:15", [0..<2, 2..<4]),
    (.date, "14 May, 18:15", "14 May 14 May", []),
    (.text, "red box", "red box, the red Box", [0..<2, 3..<5]), (.text, "red box", "red", []),
    (.text, "aa", "aa aa", [0..<1, 1..<2]), (.identifier, "", "a", []),
    (.number, "2 bags of 5 kg", "2 bags of 5 kg", [0..<5]),
    (.number, "two bags of 5 kg", "5 kg", [0..<2]),
    (.number, "one of two bags", "2", [0..<1]), (.text, "five", "5", []),
    (.text, "5", "five", [0..<1]),
    (.text, "14 May", "May 14", [0..<2]), (.text, "on 14 May", "May 14", []),
    (.date, "5", "five", [0..<1]),
    (.identifier, "741", "seven four one", [0..<3]), (.identifier, "74", "seven four", []),
    (.identifier, "700", "seven zero oh", [0..<3]), (.identifier, "741", "four one", []),
    (.identifier, "741", "seven four", []), (.identifier, "AB1", "a b one", []),
    (.identifier, "741", "7 4 1", [0..<3]), (.identifier, "74", "7 4", []),
    (.identifier, "1234567", "123 4567", [0..<2]), (.identifier, "123456", "123 456", []),
    (.identifier, "12 34", "1234", [0..<1]), (.identifier, "A1  B2", "A1   B2", [0..<4]),
    (.identifier, "A1 B2", "A1   B2", []), (.identifier, "741", "1234,741", [1..<2]),
    (.identifier, "741", "741,00", [0..<1]), (.identifier, "741", "123,741", []),
    (.identifier, "1234", "1234,741", [0..<1]), (.identifier, "741", "741:22", [0..<1]),
    (.identifier, "BA4711", "BA4711-abc", [0..<2]), (.identifier, "BA4711", "BA4711-ab", []),
    (.identifier, "BA4711", "BA4711_b", []), (.identifier, "BA4711", "BA4711-ab1", [0..<2]),
    (.identifier, "BA4711", "BA4711.ab", [0..<2]), (.identifier, "a.txt", "a.txt.bak", []),
    (.identifier, "a/b", "a/b.bak", []), (.identifier, "a/b", "a/b+c", [0..<2]),
    (.identifier, "l@x.example", "m+l@x.example", []),
    (.identifier, "l@x.example", "m*l@x.example", [1..<4]),
    (.identifier, "l@x.example", "m_l@x.example", []), (.identifier, "2.4.1", "v2.4.1", [1..<4]),
    (.identifier, "2.4.1", "xv2.4.1", []), (.identifier, "2.4.1", "2.4.1-final", [0..<3]),
    (.identifier, "2.4.1", "2.4.1-alpha", []), (.identifier, "2.4.1", "2.4.1.x", [0..<3]),
    (.identifier, "2.41", "2.4.1", []),
  ]

  @Test(arguments: places)
  func `the places of a value`(
    kind: ValueMatcher.Kind, value: String, text: String, places: [Range<Int>]
  ) {
    let value = ValueMatcher(value, kind: kind)
    let found = value.matches(in: MatchText(text))
    #expect(found == places)
    #expect(value.matches(in: MatchText(text), limit: 1) == Array(found.prefix(1)))
    #expect(value.isIn(text) == !found.isEmpty)
  }

  @Test func `digits read out are one value only within a piece`() {
    let text = MatchText(pieces: ["seven seven", "four one"])
    #expect(!ValueMatcher("7741", kind: .identifier).isIn(text))
    #expect(ValueMatcher("7741", kind: .identifier).isIn("seven, seven -- four one"))
  }

  @Test func `an index finds a value under each of its readings, in order`() {
    func texts(_ kind: ValueMatcher.Kind, _ value: String, _ texts: String..., limit: Int = .max)
      -> [Int]
    {
      ValueIndex(texts.map { MatchText($0) }).texts(
        with: ValueMatcher(value, kind: kind), limit: limit)
    }
    #expect(texts(.number, "1.250", "1.25 kg", "nothing", "1250 and 1250", "1251") == [0, 2])
    #expect(texts(.number, "1.250", "1250", "9", "1.25", limit: 1) == [0])
    #expect(texts(.number, "1.250", "1250", "1.25", "1.250", limit: 2) == [0, 1])
    #expect(texts(.number, "90 minutes", "90", "1.5 hours", "90 kg", "5400 seconds") == [0, 1, 3])
    #expect(texts(.number, "5", "6", "x") == [])
    #expect(texts(.date, "14:00 UTC", "16:00 CEST", "14:00", "15:00", "16:00") == [0, 1])
    #expect(texts(.date, "03/04/2026", "4 March", "5 May", "3 April") == [0, 2])
    #expect(texts(.date, "May 2026", "in May 2026", "14 May 2026") == [0])
    #expect(texts(.date, "14 May", "14 May 14 May", "May 14", "14 June") == [0, 1])
    #expect(texts(.text, "red box", "red red box", "red", "box", "a red box") == [0, 3])
    #expect(texts(.text, "red box", "red", "red") == [])
    #expect(texts(.identifier, "", "red") == [])
  }

  private static let near: [(ValueMatcher.Kind, String, String, [String])] = [
    (.number, "12345", "12367 bags", ["12367"]), (.number, "1234", "1267", []),
    (.number, "12345", "1234567", []), (.number, "12345", "123456", ["123456"]),
    (.number, "148", "one hundred and forty-nine", []), (.number, "148", "149", ["149"]),
    (.number, "14", "15", []), (.number, "148 kg", "149", []),
    (.number, "148 kg", "149 kg", ["149 kg"]),
    (.number, "148.5", "148.6", ["148.6"]), (.number, "148", "148, 148.0", []),
    (.identifier, "AB12", "x AB13.", ["ab13"]), (.identifier, "AB1", "AB2", []),
    (.identifier, "ABC123", "ABC145", ["abc145"]), (.identifier, "AB123", "AB145", []),
    (.identifier, "BA4711", "XA4712", []), (.identifier, "BA4711", "XA4711", ["xa4711"]),
    (.identifier, "BA4711", "BA4711", []), (.identifier, "BA4711", "BA  4712", []),
    (.identifier, "BA4711", "BA-4712", ["ba-4712"]), (.identifier, "BA4711", "xBA4712", []),
    (.identifier, "BA4711", "BA471", ["ba471"]), (.identifier, "BA4711", "BA47", ["ba47"]),
    (.identifier, "BA4711", "BA4", []), (.identifier, "BA4711", "BA471199", ["ba471199"]),
    (.identifier, "BA4711", "BA4711999", []),
    (.identifier, "BA4711", "BA4712, BA4713", ["ba4712", "ba4713"]),
    (.date, "2026-05-14", "14 June", ["14 june"]), (.date, "2026-05-14", "14 June 2025", []),
    (.date, "2026-05-14", "May 2025", []), (.date, "May 2026", "May 2025", []),
    (.date, "2026-05-14", "18:15", []), (.date, "18:15", "14 May", []),
    (.date, "14 May", "15 June", []),
    (.date, "18:15", "18:16 and 19:15", ["18:16", "19:15"]), (.date, "18:15", "18:15", []),
    (.date, "18:20", "quarter past six", ["quarter past six"]),
    (.date, "14 May, 18:15", "18:16", ["18:16"]),
  ]

  @Test(arguments: near)
  func `near values, as they are written`(
    kind: ValueMatcher.Kind, value: String, text: String, found: [String]
  ) {
    let near = ValueMatcher(value, kind: kind).nearValues(in: MatchText(text))
    #expect(near == found)
  }

  @Test(arguments: [
    ("", "", 0), ("a", "", 1), ("abc", "abd", 1), ("abc", "acb", 1), ("abc", "cab", 2),
    ("abcd", "dcba", 3), ("kitten", "sitting", 3), ("abcdef", "badcfe", 3), ("aaa", "aaa", 0),
    ("ab", "ba", 1), ("abc", "bca", 2), ("abc", "xyz", 3), ("abcd", "bcd", 1), ("xab", "xba", 1),
  ])
  func `how far two are apart`(left: String, right: String, distance: Int) {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    for limit in 0...5 {
      #expect(ByteDistance.isWithin(limit, left, right) == (limit >= distance), "\(limit)")
      #expect(ByteDistance.isWithin(limit, right, left) == (limit >= distance), "\(limit)")
    }
  }

  private static let rivals: [(ValueMatcher.Kind, String, String, [String])] = [
    (.identifier, "BA4711", "BA4712 7741 a1/b x1@y.z QX9 AB-12", ["ba4712", "ab-12"]),
    (.identifier, "A1", "QX9 7", ["qx9"]), (.identifier, "7741", "BA4712 7742 17", ["7742"]),
    (.identifier, "a/b1", "c/d2 e3 f/g", ["c/d2"]), (.identifier, "x@y.z", "a@b.c d1", ["a@b.c"]),
    (.number, "5 kg", "3 kg, 4 lb, 7 days, 9", ["3 kg", "4 lb", "9"]),
    (.number, "5 EUR", "3 USD, 4 kg, 8", ["3 usd", "8"]), (.number, "5", "3 kg, 9", ["3 kg", "9"]),
    (.number, "5 nights", "3 nights, 4 tokens", ["3 nights"]),
    (.date, "14 May", "15 May, 18:15", ["15 may"]), (.date, "18:15", "15 May, 18:16", ["18:16"]),
    (.text, "Porto", "Lund 7", []),
  ]

  @Test(arguments: rivals)
  func `other values of its kind`(
    kind: ValueMatcher.Kind, value: String, text: String, found: [String]
  ) {
    let text = MatchText(text)
    #expect(ValueMatcher(value, kind: kind).rivals(in: text).map(text.text(of:)) == found)
  }

  @Test func `what an answer asserts, in order`() {
    let reading = AnswerReading(MatchText("BA4711 at 18:15, not 5 bags; 3 kg and maybe QX9"))
    let said = ValueMatcher.said(in: reading)
    #expect(said.map(\.value).contains("18:15"))
    #expect(Set(said.map(\.kind)) == [.identifier, .date, .number])
    #expect(said.map(\.value).first == "ba4711")
    #expect(!said.map(\.value).contains { $0 == "5" || $0 == "qx9" })
    #expect(said.map(\.value).contains("3 kg"))
  }
}
