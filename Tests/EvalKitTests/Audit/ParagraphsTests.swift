import Testing

@testable import EvalKit

struct ParagraphsTests {
  @Test(arguments: [
    ("", 0), (" \n\t\n", 0), ("one", 1), ("one\ntwo", 1), ("one\n\ntwo", 2),
    ("\n\none\r\n \r\ntwo\n\n\n\nthree\n", 3),
  ])
  func `blank lines part paragraphs`(_ text: String, _ count: Int) {
    #expect(Paragraphs(text).count == count)
  }

  @Test func `the first paragraphs are the text up to their end`() {
    let text = "one\nmore\n\ntwo\n\nthree\n"
    #expect(Paragraphs(text).first(1) == "one\nmore")
    #expect(Paragraphs(text).first(2) == "one\nmore\n\ntwo")
    #expect(Paragraphs(text).first(3) == text)
    #expect(Paragraphs(text).first(0) == "")
  }

  @Test func `segments keep their content beside text`() {
    let segments = [
      Segment.text("a\n\nb"), .structure(["k": 1]), .text("c\n\nd"), .text("e"),
    ]
    #expect(segments.paragraphCount == 5)
    #expect(
      segments.keeping(paragraphs: 3) == [.text("a\n\nb"), .structure(["k": 1]), .text("c")])
    #expect(segments.keeping(paragraphs: 5) == segments)
  }

  @Test(arguments: [
    ("One. Two! Three? 3.5 kg", ["One.", "Two!", "Three?", "3.5 kg"]),
    ("a\n\n b \r\nc", ["a", " b ", "c"]), ("今日。明日。", ["今日", "明日"]), ("", []),
  ])
  func `sentences end at marks and lines`(_ text: String, _ sentences: [String]) {
    #expect(VolatileText.sentences(of: text) == sentences)
  }

  @Test func `what is masked differs in nothing but numbers, ids and the calendar`() {
    let first = "On Monday, 3 May at 10:15, id 3f2b8c1e-0a4d-4f6b-9c2d-7e8f9a0b1c2d, 7 left"
    let second = "On Friday, 28 June at 9:05, id 9f2b8c1e-0a4d-4f6b-9c2d-7e8f9a0b1c2e, 12 left"
    #expect(VolatileText.masked(first) == VolatileText.masked(second))
    #expect(VolatileText.masked(first) != VolatileText.masked(first + " now"))
  }
}
