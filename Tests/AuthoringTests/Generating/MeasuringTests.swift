import Authoring
import EvalKit
import Testing

@Suite struct ContentWordsTests {
  @Test(arguments: [
    ("Which seal was it?", ["seal"]), ("The crates' seals", ["crat", "seal"]),
    ("of the and with", []), ("AB-12 reads well", ["12", "ab", "read", "well"]),
  ])
  func `are what is left without function words and endings`(text: String, words: [String]) {
    #expect(ContentWords.words(of: text).sorted() == words)
  }

  @Test func `the share is that of the first text`() {
    #expect(ContentWords.share(of: "blue seal of the crate", in: "the seal reads X") == 1.0 / 3)
    #expect(ContentWords.share(of: "of the", in: "of the") == 0)
  }
}

@Suite struct ParagraphRepeatsTests {
  private func evalCase(_ id: String, _ texts: String...) -> EvalCase {
    EvalCase(id: id, transcript: Transcript(entries: texts.map { .prompt($0) }))
  }

  @Test func `counts paragraphs that two cases share word for word`() {
    let one = evalCase(
      "a", "The fan hums all day long in here.", "Something else is said by us now.")
    let two = evalCase(
      "b", "the fan hums all day long in here.", "Quite another thing, said elsewhere today.")
    let repeats = ParagraphRepeats([one, two])
    #expect(repeats.paragraphs == 4)
    #expect(repeats.equal == 2)
    #expect(repeats.alike == 2)
    #expect(repeats.highest == 1)
  }

  @Test func `does not compare a case with itself`() {
    let one = evalCase("a", "The fan hums all day.", "The fan hums all day.")
    #expect(ParagraphRepeats([one]).equal == 0)
  }

  @Test func `measures resemblance by runs of five words`() {
    // Of 2 and 2 runs one is shared: a third.
    let one = evalCase("a", "one two three four five six")
    let two = evalCase("b", "one two three four five seven")
    let repeats = ParagraphRepeats([one, two])
    #expect(repeats.highest == 1.0 / 3)
    #expect(repeats.alike == 0)
  }
}
