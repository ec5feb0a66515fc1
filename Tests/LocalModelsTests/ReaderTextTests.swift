import EvalKit
import Testing

@testable import LocalModels

@Suite struct ReaderTextTests {
  @Test(arguments: [
    ("Café", "cafe"), ("ＡＢＣ１２３", "abc123"), ("Straße", "strase"), ("“quoted”", "\"quoted\""),
    ("e\u{301}t\u{e9}", "ete"), ("日本", "日本"), ("Ελλάδα", "Ελλάδα"),
    ("٣٫٥٪ ۷ २०२६", "3.5% 7 2026"), ("أيـن، مَتى؛ هل؟", "أين, متى; هل?"), ("बाज़ार।", "बाजार."),
  ])
  func `folding knows ASCII, Latin-1, full-width, and the marks of Arabic and Devanagari`(
    _ text: String, _ folded: String
  ) {
    #expect(Folding.fold(text) == folded)
  }

  @Test(arguments: [
    ("plates", "plate"), ("booked", "book"), ("booking", "book"), ("stopped", "stop"),
    ("parties", "party"), ("boxes", "box"), ("moved", "moving"), ("children", "child"),
    ("bought", "buy"), ("locks", "lock"),
  ])
  func `forms of a word meet`(_ one: String, _ other: String) {
    #expect(Lexicon.key(one) == Lexicon.key(other))
  }

  @Test(arguments: [("glass", "glas"), ("this", "thi"), ("sing", "s"), ("red", "r")])
  func `words that only look like forms do not`(_ one: String, _ other: String) {
    #expect(Lexicon.key(one) != Lexicon.key(other))
  }

  @Test(arguments: [
    ("One. Two! Three? Four", 4), ("Mr. Quill has 2.5 litres.", 1), ("予約です。変更です！はい", 3),
    ("a wrapped line,\nthat goes on", 1), ("key: value\nother: thing", 2),
    ("1. First\n2. Second", 2), ("यह पहला है। यह दूसरा है।", 2), ("أين الحقيبة؟ في الفندق.", 2),
    ("", 0), ("  \n ", 0),
  ])
  func `sentences are split where they end`(_ text: String, _ count: Int) {
    #expect(Reading(text).sentences.count == count)
  }

  @Test(arguments: [
    ("booking_ref", ["booking", "ref"]), ("bookingRef", ["booking", "ref"]),
    ("URLPath", ["urlpath"]),
    ("line2", ["line", "2"]), ("", []),
  ])
  func `keys are split into words`(_ key: String, _ words: [String]) {
    #expect(KeyWords.split(key) == words)
  }

  @Test(arguments: [
    (1, 1, 0), (2, 1, 1024), (1024, 1, 10240), (3, 2, 599), (1, 5, 0), (10, 3, 1778),
  ])
  func `logarithms are whole numbers`(_ numerator: Int, _ denominator: Int, _ expected: Int) {
    #expect(IntegerLog.log2(numerator, over: denominator) == expected)
  }

  @Test(arguments: [
    "{\"a\": 1}", "see {'a': 1} there", "[{\"a\": 1}]", "{\"a\": \"\\u00e9\\ud83d\\ude00\"}",
  ])
  func `JSON is found in text`(_ text: String) {
    let hasValue = LooseJSON.parts(text).contains { if case .value = $0 { true } else { false } }
    #expect(hasValue)
  }

  @Test(arguments: ["no json", "{broken: ", "[1]", "{", "[[[[", "a [link] here", "{}"])
  func `what is no JSON stays prose`(_ text: String) {
    let hasValue = LooseJSON.parts(text).contains { if case .value = $0 { true } else { false } }
    #expect(!hasValue)
  }

  @Test func `deep nesting is left alone`() {
    let parts = LooseJSON.parts(String(repeating: "[", count: 5000))
    #expect(parts.count == 1)
  }

  @Test func `lists of keys and values are read as objects`() {
    let value = ListedText.value("- amount: 100.0\n  date: '2022-01-01'\n- amount: 5\n  date: x")
    #expect(value?.arrayValue?.count == 2)
    #expect(value?.arrayValue?.first?["date"] == "2022-01-01")
    #expect(ListedText.value("- general\n- random") == ["general", "random"])
    #expect(ListedText.value("Just a sentence.") == nil)
  }
}

struct SpanCase: Sendable, CustomTestStringConvertible {
  let text: String
  let kind: SpanKind
  let found: [String]

  init(_ text: String, _ kind: SpanKind, _ found: [String]) {
    self.text = text
    self.kind = kind
    self.found = found
  }

  var testDescription: String { text }
}

@Suite struct SpanScannerTests {
  @Test(arguments: [
    SpanCase("on 14 March 2027 at noon", .date, ["14 March 2027"]),
    SpanCase("due May 20th, 2024", .date, ["May 20th, 2024"]),
    SpanCase("from 2026-05-14 on", .date, ["2026-05-14"]),
    SpanCase("by 14.05.2026", .date, ["14.05.2026"]),
    SpanCase("at 5:30 pm or 17h", .time, ["5:30 pm", "17h"]),
    SpanCase("at 6 o'clock", .time, ["6 o'clock"]),
    SpanCase("for 38.40 EUR", .money, ["38.40 EUR"]),
    SpanCase("about $2.3 billion", .money, ["$2.3 billion"]),
    SpanCase("thirty five of them", .number, ["thirty five"]),
    SpanCase("was 138/85 then", .number, ["138/85"]),
    SpanCase("see /etc/hosts and notes.txt", .path, ["/etc/hosts", "notes.txt"]),
    SpanCase("unit mg/dL", .path, []),
    SpanCase("at v2.1.0-rc1 now", .version, ["v2.1.0-rc1"]),
    SpanCase("mail a.b@example.org today", .email, ["a.b@example.org"]),
    SpanCase("on www.dora-website.com.", .url, ["www.dora-website.com"]),
    SpanCase("we saw Thaddeus Wroe there", .name, ["Thaddeus Wroe"]),
    SpanCase("Invite Dora to it", .name, ["Dora"]),
    SpanCase("at 975 Sunset Drive", .address, ["975 Sunset Drive"]),
    SpanCase("called 'Future Focus' here", .quoted, ["Future Focus"]),
    SpanCase("don't and won't", .quoted, []),
  ])
  func `values are told by their looks`(_ it: SpanCase) {
    let reading = Reading(it.text)
    let spans = SpanScanner.spans(reading, 0..<reading.scalars.count).filter { $0.kind == it.kind }
    #expect(spans.map { reading.text($0.range) } == it.found)
  }

  @Test(arguments: ["BA4711", "RN-55172", "#W2378156", "mia_li_3668", "9c41e7a", "WX-7730-PL"])
  func `identifiers are told by their make`(_ text: String) {
    let reading = Reading("It is \(text), yes.")
    let spans = SpanScanner.spans(reading, 0..<reading.scalars.count)
      .filter { $0.kind == .identifier && $0.quality >= 12 }
    #expect(spans.map { reading.text($0.range) } == [text])
  }
}
