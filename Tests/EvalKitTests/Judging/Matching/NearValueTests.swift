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
  ])
  func `a near value is one or two letters or digits off`(
    kind: String, value: String, text: String, count: Int
  ) {
    let kind: ValueMatcher.Kind = kind == "tag" ? .identifier : .init(factKind: kind)
    let matcher = ValueMatcher(value, kind: kind)
    #expect(matcher.nearValues(in: MatchText(text)).count == count)
  }
}
