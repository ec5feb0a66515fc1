import Testing

@testable import EvalKit

struct NearValueTests {
  @Test(arguments: [
    ("tag", "BA4711", "the tag BA4771", 1), ("tag", "BA4711", "the tag BA4711", 0),
    ("tag", "BA4711", "the tag QX7R2M", 0), ("number", "1250", "1,260 bags", 1),
    ("number", "1250", "9,873 bags", 0),
    ("number", "3,850円", "[351 tokens hidden]", 0), ("number", "3,850円", "3,580円", 1),
    ("date", "2026-05-14", "on 15 May 2026", 1),
    ("date", "2026-05-14", "on 3 June 2026", 0), ("text", "Casa Alvorim", "Casa Alvorin", 1),
    ("tag", "BA4711", "the tag AB4711", 1), ("tag", "BA4711", "the tag BA47111", 1),
    ("tag", "BA4711", "the tag BA471", 1), ("tag", "7741", "order 7714", 1),
    ("tag", "7741", "order 1111", 0), ("tag", "src/auth/token.swift", "src/auth/tokem.swift", 1),
    ("number", "38.40 EUR", "83.40 EUR", 1), ("number", "38.40 EUR", "38.40 USD", 0),
    ("number", "148", "1,480", 1), ("number", "15", "16", 0),
    ("date", "2026-05-14", "14 June 2026", 1), ("date", "2026-05-14", "14 May 2025", 1),
    ("date", "18:15", "18:51", 1), ("date", "18:15", "06:15", 1), ("date", "18:15", "11:40", 0),
    ("text", "Annelies van der Berg", "Annelies van den Berg", 1), ("text", "Porto", "Lund", 0),
  ])
  func `a near value is one or two letters or digits off`(
    kind: String, value: String, text: String, count: Int
  ) {
    let kind: ValueMatcher.Kind = kind == "tag" ? .identifier : .init(factKind: kind)
    let matcher = ValueMatcher(value, kind: kind)
    #expect(matcher.nearValues(in: MatchText(text)).count == count)
  }
}
