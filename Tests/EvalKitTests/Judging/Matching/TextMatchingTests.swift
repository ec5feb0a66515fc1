import Testing

@testable import EvalKit

struct TextMatchingTests {
  private static let texts =
    MatchCase.table(
      .text, "bottle green", in: ["It is Bottle-Green.", "bottle  green", "bottle\ngreen"],
      not: ["green bottle", "bottle of green", "bottlegreen"])
    + MatchCase.table(
      .text, "a yellow ribbon", in: ["the yellow ribbon on it", "yellow ribbon"],
      not: ["yellow ribbons", "a ribbon"])
    + MatchCase.table(
      .text, "Porto", in: ["“Porto”, he said", "PORTO's desk", "Porto."],
      not: ["Portofino", "Sporto", "Port o"])
    + MatchCase.table(.text, "Malmö", in: ["in Malmo", "MALMÖ", "Malmo\u{308}"], not: ["Malmou"])
    + MatchCase.table(
      .text, "left wheel", in: ["the left wheel"], not: ["left. The right wheel", "left the wheel"])
    + MatchCase.table(.text, "38.40 EUR", in: ["38,40 €"])
    + MatchCase.table(.text, "14 October", in: ["2027-10-14"], not: ["14 November"])

  private static let names =
    MatchCase.table(
      .text, "Annelies van der Berg",
      in: ["ANNELIES VAN DER BERG", "Annelies Van Der Berg", "Annelies van-der-Berg's"],
      not: ["Annelies van den Berg", "Annelies Berg", "van der Berg", "Annelies van der Bergh"])
    + MatchCase.table(
      .text, "Tomasz Wierling", in: ["Tomasz\n Wierling eats no meat"], not: ["Tomas Wierling"])
    + MatchCase.table(
      .text, "Zoë O’Hara", in: ["Zoe O'Hara", "ZOË O’HARA"], not: ["Zoe Ohara", "Zoe O'Hare"])
    + MatchCase.table(.text, "José Peña", in: ["Jose Pena", "JOSÉ PEÑA"], not: ["José Peñas"])
    + MatchCase.table(.text, "Groß", in: ["Herr Gross", "GROSS"], not: ["Große"])

  private static let eastAsian =
    MatchCase.table(
      .text, "鈴の間", in: ["お部屋は鈴の間です"], not: ["お部屋は松の間です", "鈴の宿"])
    + MatchCase.table(.text, "ガラス", in: ["ｶﾞﾗｽの器", "ガラス製"], not: ["カラス"])
    + MatchCase.table(.text, "佐藤 美咲", in: ["佐藤美咲さん", "佐藤　美咲様"], not: ["斎藤美咲", "佐藤"])
    + MatchCase.table(.text, "김민준", in: ["김민준입니다", "김민준 씨"], not: ["김민재입니다"])
    + MatchCase.table(.text, "王小明", in: ["是王小明。", "王小明先生"], not: ["王小民"])

  @Test(arguments: texts) func `words`(_ test: MatchCase) { test.check() }
  @Test(arguments: names) func `a name with its particles`(_ test: MatchCase) { test.check() }
  @Test(arguments: eastAsian) func `scripts without spaces`(_ test: MatchCase) { test.check() }

  @Test(arguments: [
    ("van der Berg, Annelies", true), ("Berg, Annelies van der", true),
    ("Annelies van der Berg", true), ("van der Berg", false), ("Annelies", false),
  ])
  func `a name may be written with the family name first`(text: String, isFound: Bool) {
    let values = ValueMatcher.all(of: "Annelies van der Berg", factKind: "name")
    #expect(values.contains { $0.isIn(text) } == isFound)
    #expect(ValueMatcher.all(of: "Annelies van der Berg", factKind: "quote").count == 1)
  }
}
