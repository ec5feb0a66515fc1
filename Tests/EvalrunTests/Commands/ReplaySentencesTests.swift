import EvalKit
import Testing

@testable import evalrun

@Suite struct `The sentences of a replay` {
  private func row(dropped: Int, tokens: Int, edited: Int = 1) -> ReplayMeasure {
    var row = ReplayMeasure()
    row.sessions = 1
    row.edited = edited
    row.tokens = tokens
    row.requests = 10
    row.fates = [.kept: 10 - dropped, .dropped: dropped]
    return row
  }

  @Test func `name what loses least, what each costs, and that nothing broke`() {
    let sentences = ReplaySentences(
      names: ["no policy", "a", "b", "idle"],
      rows: [
        row(dropped: 0, tokens: 9000, edited: 0), row(dropped: 8, tokens: 2000),
        row(dropped: 3, tokens: 4000), row(dropped: 0, tokens: 9000, edited: 0),
      ], isSupportMeasured: false)
    #expect(
      sentences.all == [
        "Least is lost for good with b (30.0 % of the entries gone by the last request); most with a (80.0 % of the entries gone by the last request).",
        "A session costs 9,000 tokens without a policy, 2,000 with a and 4,000 with b.",
        "No hazard was found.",
      ])
  }

  @Test func `say that nothing was lost where nothing was edited`() {
    let sentences = ReplaySentences(
      names: ["no policy", "idle"],
      rows: [row(dropped: 0, tokens: 9, edited: 0), row(dropped: 0, tokens: 9, edited: 0)],
      isSupportMeasured: false)
    #expect(sentences.losses.hasPrefix("Nothing is lost"))
    #expect(sentences.costs == "A session costs 9 tokens without a policy.")
  }

  @Test func `count equal values of a session once`() {
    // 'x' is used twice and found once, 'y' found: (1/2 + 1) / 2.
    let tally = SupportTally([("x", true), ("y", true), ("x", false)])
    #expect(tally.values == 2)
    #expect(tally.share == 0.75)
  }
}
