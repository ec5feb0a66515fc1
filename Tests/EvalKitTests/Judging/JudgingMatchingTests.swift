import Testing

@testable import EvalKit

struct MatchCase: Sendable, CustomTestStringConvertible {
  let value: String
  let kind: ValueMatcher.Kind
  let text: String
  let isFound: Bool

  init(_ kind: ValueMatcher.Kind, _ value: String, _ isFound: Bool, in text: String) {
    self.value = value
    self.kind = kind
    self.text = text
    self.isFound = isFound
  }

  var testDescription: String { "\(kind.rawValue) \(value) in “\(text)”" }
}

struct JudgingMatchingTests {
  @Test(arguments: [
    MatchCase(.identifier, "7741", true, in: "Order 7741 is late."),
    MatchCase(.identifier, "7741", false, in: "Order 17741 is late."),
    MatchCase(.identifier, "7741", false, in: "77410"),
    MatchCase(.identifier, "7741", false, in: "It costs 7741.50"),
    MatchCase(.identifier, "741", false, in: "17,741 of them"),
    MatchCase(.identifier, "741", true, in: "741, 742 and 743"),
    MatchCase(.identifier, "7741", false, in: "7741-2"),
    MatchCase(.identifier, "7741", true, in: "INV-7741"),
    MatchCase(.identifier, "7741", false, in: "rooms 77 41"),
    MatchCase(.identifier, "BA4711", true, in: "tag ba4711."),
    MatchCase(.identifier, "BA4711", true, in: "tag BA 4711"),
    MatchCase(.identifier, "BA4711", true, in: "tag BA-4711!"),
    MatchCase(.identifier, "BA4711", true, in: "ＢＡ４７１１です"),
    MatchCase(.identifier, "BA4711", true, in: "予約番号BA4711でお願いします"),
    MatchCase(.identifier, "BA4711", false, in: "BA47112"),
    MatchCase(.identifier, "BA4711", false, in: "XBA4711"),
    MatchCase(.identifier, "BA4711", false, in: "BA4117"),
    MatchCase(.identifier, "CC-7419", true, in: "cost centre CC7419"),
    MatchCase(.identifier, "CC-7419", false, in: "cost centre CC-7419-B"),
    MatchCase(.identifier, "INV-2024-001", true, in: "invoice inv 2024 001"),
    MatchCase(.identifier, "INV-2024-001", true, in: "INV2024001"),
    MatchCase(.identifier, "4111 1111 1111 1111", true, in: "card 4111111111111111"),
    MatchCase(.identifier, "4111111111111111", true, in: "card 4111-1111-1111-1111"),
    MatchCase(.identifier, "src/auth/token.swift", true, in: "see /repo/src/auth/token.swift:42"),
    MatchCase(.identifier, "QX7R2M", true, in: #"{"ref":"QX7R2M","n":1}"#),
    MatchCase(.identifier, "QX7R2M", true, in: #"line one\nQX7R2M"#),
    MatchCase(.identifier, "Zimmer-Ä12", true, in: "ZIMMER A\u{308}12"),
    MatchCase(.identifier, "05", false, in: "on 2026-05-14"),
  ])
  func `an identifier is found on token boundaries, whatever stands between its parts`(
    _ test: MatchCase
  ) { check(test) }

  @Test(arguments: [
    MatchCase(.number, "1250", true, in: "It was 1,250 in all."),
    MatchCase(.number, "1,250", true, in: "1250"),
    MatchCase(.number, "1250", true, in: "1.250 Stück"),
    MatchCase(.number, "1250", true, in: "1'250"),
    MatchCase(.number, "1250", false, in: "11,250"),
    MatchCase(.number, "1250", false, in: "1251"),
    MatchCase(.number, "1,250,000", true, in: "1.25 million"),
    MatchCase(.number, "38.40", true, in: "38,40"),
    MatchCase(.number, "38.4", true, in: "38.40 EUR"),
    MatchCase(.number, "38.40 EUR", true, in: "€38.40"),
    MatchCase(.number, "38.40 EUR", true, in: "38,40 euros"),
    MatchCase(.number, "38.40 EUR", true, in: "38.4"),
    MatchCase(.number, "38.40 EUR", false, in: "$38.40"),
    MatchCase(.number, "$1,234.50", true, in: "USD 1234.5"),
    MatchCase(.number, "30 hours", false, in: "30 minutes"),
    MatchCase(.number, "30 hours", true, in: "30h before"),
    MatchCase(.number, "5", true, in: "five bags in all"),
    MatchCase(.number, "5", false, in: "BA5"),
    MatchCase(.number, "5", false, in: "on 2026-05-05"),
    MatchCase(.number, "5", false, in: "at 5:30"),
    MatchCase(.number, "5", true, in: "5th"),
    MatchCase(.number, "-5", true, in: "it was -5 outside"),
    MatchCase(.number, "-5", false, in: "it was 5 outside"),
    MatchCase(.number, "15%", true, in: "15 percent"),
    MatchCase(.number, "3000円", true, in: "¥3,000"),
    MatchCase(.number, "30000", true, in: "3万円です"),
    MatchCase(.number, "200", true, in: "[100,200,3000]"),
    MatchCase(.number, "5k", true, in: "5,000 tokens"),
    MatchCase(.number, "148 euros", true, in: "a limit of 148 EUR per night"),
  ])
  func `a number is found by amount and unit`(_ test: MatchCase) { check(test) }

  @Test(arguments: [
    MatchCase(.date, "2026-05-14", true, in: "on 14 May 2026"),
    MatchCase(.date, "2026-05-14", true, in: "May 14th, 2026"),
    MatchCase(.date, "2026-05-14", true, in: "the 14th of May"),
    MatchCase(.date, "2026-05-14", true, in: "14.05.2026"),
    MatchCase(.date, "2026-05-14", true, in: "05/14/2026"),
    MatchCase(.date, "2026-05-14", true, in: "14/05/2026"),
    MatchCase(.date, "2026-05-14", true, in: "２０２６年５月１４日"),
    MatchCase(.date, "2026-05-14", true, in: "5月14日に"),
    MatchCase(.date, "2026-05-14", true, in: "2026-05-14T09:30:00Z"),
    MatchCase(.date, "2026-05-14", true, in: "20260514"),
    MatchCase(.date, "2026-05-14", true, in: "14. Mai 2026"),
    MatchCase(.date, "2026-05-14", true, in: "le 14 mai"),
    MatchCase(.date, "2026-05-14", false, in: "14 May 2025"),
    MatchCase(.date, "2026-05-14", false, in: "15 May 2026"),
    MatchCase(.date, "2026-05-14", false, in: "14 June 2026"),
    MatchCase(.date, "16 October", true, in: "Friday, October 16"),
    MatchCase(.date, "18:15", true, in: "6:15 pm"),
    MatchCase(.date, "6:50", true, in: "06:50"),
    MatchCase(.date, "18:15", true, in: "18時15分"),
    MatchCase(.date, "18:15", false, in: "18:16"),
    MatchCase(.date, "next Friday", true, in: "It is next friday."),
  ])
  func `a date is found in any order`(_ test: MatchCase) { check(test) }

  @Test(arguments: [
    MatchCase(.text, "bottle green", true, in: "It is Bottle-Green."),
    MatchCase(.text, "a yellow ribbon", true, in: "the yellow ribbon on it"),
    MatchCase(.text, "Porto", true, in: "“Porto”, he said"),
    MatchCase(.text, "Porto", false, in: "Portofino"),
    MatchCase(.text, "Porto", true, in: "PORTO's desk"),
    MatchCase(.text, "Malmö", true, in: "in Malmo"),
    MatchCase(.text, "鈴の間", true, in: "お部屋は鈴の間です"),
    MatchCase(.text, "鈴の間", false, in: "お部屋は松の間です"),
    MatchCase(.text, "ガラス", true, in: "ｶﾞﾗｽの器"),
    MatchCase(.text, "Tomasz Wierling", true, in: "Tomasz\n Wierling eats no meat"),
    MatchCase(.text, "38.40 EUR", true, in: "38,40 €"),
    MatchCase(.text, "14 October", true, in: "2027-10-14"),
    MatchCase(.text, "left wheel", false, in: "left. The right wheel"),
  ])
  func `a text is found word by word`(_ test: MatchCase) { check(test) }

  private func check(_ test: MatchCase) {
    let matcher = ValueMatcher(test.value, kind: test.kind)
    #expect(matcher.isIn(test.text) == test.isFound)
  }

  @Test(arguments: [
    ("tag", "BA4711", "the tag BA4771", 1), ("tag", "BA4711", "the tag BA4711", 0),
    ("tag", "BA4711", "the tag QX7R2M", 0), ("number", "1250", "1,260 bags", 1),
    ("number", "1250", "9,873 bags", 0),
    ("number", "3,850円", "[351 tokens hidden]", 0), ("number", "3,850円", "3,580円", 1),
    ("date", "2026-05-14", "on 15 May 2026", 1),
    ("date", "2026-05-14", "on 3 June 2026", 0), ("text", "Casa Alvorim", "Casa Alvorin", 1),
  ])
  func `a near value is one or two letters or digits off`(
    kind: String, value: String, text: String, count: Int
  ) {
    let kind: ValueMatcher.Kind = kind == "tag" ? .identifier : .init(factKind: kind)
    let matcher = ValueMatcher(value, kind: kind)
    #expect(matcher.nearValues(in: MatchText(text)).count == count)
  }

  @Test(arguments: [
    ("It is not BA4711.", true), ("It is BA4711, not BA4117.", false),
    ("not sure, but BA4711", false), ("It isn't BA4711", true), ("BA4711 is wrong", true),
    ("BA4711ではないです", true), ("Use it instead of BA4711", true), ("BA4711です", false),
    ("No, BA4711", false), ("It is no longer BA4711", true), ("rather than BA4711", true),
  ])
  func `a denied value is told from one that is asserted`(text: String, isNegated: Bool) throws {
    let text = MatchText(text)
    let match = try #require(ValueMatcher("BA4711", kind: .identifier).firstMatch(in: text))
    #expect(text.isNegated(match) == isNegated)
  }
}
