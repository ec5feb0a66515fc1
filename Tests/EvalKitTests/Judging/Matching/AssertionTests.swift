import Testing

@testable import EvalKit

/// How far words reach that deny, compare, retire or doubt a value, and what stops them.
struct AssertionTests {
  private static let comparisons: [(String, MatchText.Comparison?)] = [
    ("more than 1250", .bound), ("more than the 1250", .bound), ("rather more than 1250", .bound),
    ("rather than 1250", .other), ("other than an 1250", .other), ("anything but 1250", .other),
    ("nothing but 1250", .other), ("sure but 1250", nil), ("but 1250", nil), ("the 1250", nil),
    ("no more than 1250", .inclusive), ("not less than the 1250", .inclusive),
    ("a no less than 1250", .inclusive), ("no far more than 1250", .bound),
    // "than" after a word that compares nothing.
    ("a cheap than 1250", nil), ("than 1250", nil), ("than the 1250", nil), ("1250", nil),
    ("later then 1250", nil), ("more 1250", nil), ("more, than 1250", nil),
    ("more than, 1250", nil),
    ("more than: 1250", nil), ("more than a, 1250", nil), ("x than more 1250", nil),
  ]

  @Test(arguments: comparisons)
  func `what a comparison makes of a value`(text: String, comparison: MatchText.Comparison?) throws
  {
    let text = MatchText(text)
    let match = try #require(ValueMatcher("1250", kind: .number).firstMatch(in: text))
    #expect(text.comparison(before: match.lowerBound) == comparison)
  }

  private static let denials: [(String, Bool)] = [
    ("not a b c BA4711", true), ("not a b c d BA4711", false), ("not BA4711", true),
    ("not, BA4711", false), ("not: BA4711", false), ("not; BA4711", false), ("not! BA4711", false),
    ("not\nBA4711", false), ("not? BA4711", false), ("not → BA4711", false), ("not - BA4711", true),
    ("not a.b BA4711", true), ("not a. b BA4711", false), ("not a,b BA4711", false),
    ("not 3,4 BA4711", true), ("not 3:4 BA4711", true), ("not 3,x BA4711", false),
    ("not x,3 BA4711", false), ("not 3;4 BA4711", false), ("not but BA4711", false),
    ("forget BA4711", true), ("never forget BA4711", false), ("not forget BA4711", false),
    ("don't forget BA4711", false), ("please ignore BA4711", true), ("not sure BA4711", false),
    ("don't take BA4711", true), ("dot BA4711", false), ("can't be BA4711", true),
    ("shan't be BA4711", true), ("n't BA4711", true), ("x't BA4711", false), ("n-t BA4711", false),
    ("t BA4711", false), ("instead of BA4711", true), ("north of BA4711", false),
    ("instead BA4711", false), ("of BA4711", false), ("不是BA4711", true), ("不 是BA4711", false),
    ("它是BA4711", false), ("是BA4711", false), ("rather than BA4711", true),
    ("more than BA4711", false), ("not more than BA4711", false),
    ("BA4711 is wrong", true), ("BA4711 is a b wrong", true), ("BA4711 is a b c wrong", false),
    ("BA4711, is wrong", false), ("BA4711 is, wrong", false), ("BA4711 is but wrong", false),
    ("BA4711 wrong", false), ("BA4711 seems wrong", false), ("BA4711 isn't it", true),
    ("BA4711 is", false), ("BA4711さんではない", true), ("BA4711です", false), ("BA4711ではない", true),
    ("BA4711、ではない", false), ("not so only BA4711", false),
  ]

  @Test(arguments: denials)
  func `how far a denial reaches`(text: String, isDenied: Bool) throws {
    let text = MatchText(text)
    let match = try #require(ValueMatcher("BA4711", kind: .identifier).firstMatch(in: text))
    #expect(text.isNegated(match) == isDenied)
  }

  private static let retired: [(String, Bool)] = [
    ("was a b c BA4711", true), ("was a b c d BA4711", false), ("was. BA4711", false),
    ("old: BA4711", true), ("old; BA4711", false), ("was but BA4711", false),
    ("from BA4711", true), ("from A1 to BA4711", false), ("from A1 with BA4711", false),
    ("BA4711 a b c changed", true), ("BA4711 a b c d changed", false), ("BA4711: changed", false),
    ("BA4711, changed", false), ("BA4711 but changed", false), ("BA4711 changed", true),
    ("BA4711", false),
  ]

  @Test(arguments: retired)
  func `how far a word reaches that retires`(text: String, isRetired: Bool) throws {
    let text = MatchText(text)
    let match = try #require(ValueMatcher("BA4711", kind: .identifier).firstMatch(in: text))
    #expect(text.isRetired(match) == isRetired)
  }

  @Test func `no word reaches across pieces`() throws {
    func text(_ pieces: String...) throws -> (MatchText, Range<Int>) {
      let text = MatchText(pieces: pieces)
      return (text, try #require(ValueMatcher("BA4711", kind: .identifier).firstMatch(in: text)))
    }
    for (text, match) in [
      try text("not", "BA4711"), try text("BA4711", "is wrong"), try text("BA4711 is", "wrong"),
      try text("rather than", "BA4711"),
    ] {
      #expect(!text.isNegated(match))
    }
    for (text, match) in [try text("was", "BA4711"), try text("BA4711", "changed")] {
      #expect(!text.isRetired(match))
    }
  }

  private static let stances: [(String, AnswerReading.Stance)] = [
    ("You asked about the tag BA4711", .asked), ("You asked about the old tag BA4711", .asserted),
    ("You asked a b about BA4711", .asked), ("You asked a b c about BA4711", .asserted),
    ("asked about BA4711", .asked), ("I asked. About BA4711", .asserted), ("if BA4711", .asserted),
    ("He said whether so; BA4711", .asserted), ("whether so, but BA4711", .asserted),
    ("whether a b c d e f g h BA4711", .asked), ("Whether. BA4711", .asserted),
    ("BA4711 if you ask", .asserted), ("Why? BA4711", .asserted), ("Why? BA4711. So?", .asserted),
    ("maybe 1 2 3 4 5 6 7 8 9 10 11 BA4711", .doubted),
    ("maybe 1 2 3 4 5 6 7 8 9 10 11 12 BA4711", .asserted), ("maybe; BA4711", .asserted),
    ("could be BA4711", .doubted), ("could a be BA4711", .asserted), ("tal vez BA4711", .doubted),
    ("BA4711 perhaps", .doubted), ("BA4711. Perhaps you wait.", .asserted),
    ("BA4711! Maybe not.", .asserted), ("BA4711 x perhaps", .asserted), ("BA4711 so", .asserted),
    ("BA4711かも", .doubted), ("BA4711さんかも", .doubted), ("BA4711の", .asserted),
    ("也许BA4711", .doubted), ("也BA4711", .asserted), ("可能", .asserted),
    ("BA4711. I am not sure at all.", .doubted),
    ("BA4711. I am really not sure at all.", .asserted),
    ("BA4711. So. I am not sure.", .asserted), ("I am not sure. BA4711", .asserted),
    ("I am not at all sure: BA4711", .doubted), ("I am not at all that sure: BA4711", .asserted),
    ("Not. Sure it is BA4711", .asserted), ("sure, BA4711", .asserted),
    ("I'm unsure about it: BA4711", .asserted), ("I'm unsure: BA4711", .doubted),
    ("I ain't sure: BA4711", .doubted), ("No. BA4711", .asserted),
  ]

  @Test(arguments: stances)
  func `how far a question or a doubt reaches`(text: String, stance: AnswerReading.Stance) {
    let text = MatchText(text)
    guard let match = ValueMatcher("BA4711", kind: .identifier).firstMatch(in: text) else {
      #expect(text.sentences.count == 1)
      return
    }
    #expect(AnswerReading(text).stance(of: match) == stance)
  }

  @Test(arguments: [
    ("almost 1250", AnswerReading.Stance.bound), ("nearly 1250", .bound),
    ("almost, 1250", .asserted),
    ("almost all 1250", .asserted), ("1250 almost", .asserted), ("1250", .asserted),
    ("between 1250 or so", .bound), ("between a 1250", .bound), ("between a b 1250", .asserted),
    ("between 1 2 3 and 1250", .bound), ("between 1 2 3 4 and 1250", .asserted),
    ("between 1 to 1250", .asserted), ("between 1 and a 1250", .asserted), ("and 1250", .asserted),
    ("between one kg to 1250", .asserted), ("1250+50", .asserted), ("x + 1250", .bound),
    ("1250 + x", .asserted), ("1250 - 50", .asserted), ("3 + 1250", .bound), ("not 1250", .denied),
  ])
  func `a number as a bound`(text: String, stance: AnswerReading.Stance) throws {
    let text = MatchText(text)
    let match = try #require(ValueMatcher("1250", kind: .number).firstMatch(in: text))
    #expect(AnswerReading(text).stance(of: match) == stance)
  }

  @Test func `where what is ruled out is asked for, a denial gives it`() throws {
    let text = MatchText("not BA4711")
    let match = try #require(ValueMatcher("BA4711", kind: .identifier).firstMatch(in: text))
    #expect(AnswerReading(text, asksForDenied: true).stance(of: match) == .asserted)
    #expect(AnswerReading(text, asksForDenied: false).stance(of: match) == .denied)
  }

  @Test(arguments: [
    ("A100 or B200", 1, true), ("A100 or B200", 0, false), ("A100 and B200", 1, false),
    ("A100, or so, B200", 2, true), ("A100, or so, B200", 1, false), ("A100 oder B200", 3, true),
    ("A100 B200", 3, false), ("A100 x or y B200", 3, true),
  ])
  func `two values as alternatives`(text: String, count: Int, areSo: Bool) throws {
    let (reading, left, right) = try values(text)
    #expect(reading.areAlternatives(left, right, within: count) == areSo)
    #expect(reading.areAlternatives(right, left, within: count) == areSo)
  }

  @Test(arguments: [
    ("A100 B200", true), ("A100, B200", true), ("A100 and B200", true),
    ("A100 and and B200", false),
    ("A100 or B200", false), ("A100 is B200", false), ("A100 and not B200", false),
  ])
  func `two values side by side`(text: String, areBare: Bool) throws {
    let (reading, left, right) = try values(text)
    #expect(reading.areBare(left, right) == areBare)
    #expect(reading.areBare(right, left) == areBare)
  }

  @Test(arguments: [
    ("either A100 or B200", true), ("A100 or B200", false), ("either A100 and B200", false),
    ("A100 or either B200", false), ("Either way. A100 or B200", false),
    ("A100 B200, either or", true), ("Either. Or A100 B200", false),
  ])
  func `a value as one of a choice`(text: String, isChoice: Bool) throws {
    let (reading, left, right) = try values(text)
    #expect(reading.isChoice(left) == isChoice)
    #expect(reading.isChoice(right) == isChoice)
  }

  @Test(arguments: [
    ("from A100 to B200", true), ("from A100 a b to B200", true),
    ("from A100 a b c to B200", true), ("from A100 a b c d to B200", false),
    ("from x A100 to B200", true), ("from x y A100 to B200", false), ("A100 to B200", false),
    ("A100 was changed a b c d e to B200", true), ("A100 was changed a b c d e f to B200", false),
    ("A100 changed to a b B200", true), ("A100 changed to a b c d B200", false),
    ("A100 changed B200", false), ("A100 to, changed. B200", false), ("A100. Oops B200", true),
    ("A100. B200. Oops", false), ("Oops. A100 B200", false), ("A100. So B200 oops", false),
    ("A100 changed. It is now to B200", false),
  ])
  func `one value that became another`(text: String, isChange: Bool) throws {
    let (reading, left, right) = try values(text)
    #expect(reading.isChange(from: left, to: right) == isChange)
    #expect(!reading.isChange(from: right, to: left))
    #expect(!reading.isChange(from: left, to: left))
  }

  private func values(_ text: String) throws -> (AnswerReading, Range<Int>, Range<Int>) {
    let text = MatchText(text)
    let left = try #require(ValueMatcher("A100", kind: .identifier).firstMatch(in: text))
    let right = try #require(ValueMatcher("B200", kind: .identifier).firstMatch(in: text))
    return (AnswerReading(text), left, right)
  }
}
