@testable import EvalKit
import Testing

@Suite struct `Support by chance` {
  /// Turns that look an order up; each asks for the order of some turns before.
  private static func session(turns: Int) -> Transcript {
    var entries: [Entry] = []
    for turn in 1...turns {
      let asked = max(1, turn - 1 - turn % 6)
      entries += [
        .prompt("Order ORD-\(4100 + turn) came in, of \(turn * 37 + 500) pieces."),
        .calls([
          ToolCall(
            id: "k\(turn)", name: "get", arguments: ["order": .string("ORD-\(4100 + asked)")])
        ]),
        .output("on shelf \(turn + 200)", callID: "k\(turn)"),
        .response(String(repeating: "Noted, it is kept. ", count: turn % 5 + 1)),
      ]
    }
    return Transcript(head: Head("You keep orders."), entries: entries)
  }

  @Test(arguments: [120, 300, 700, 1500, 9000])
  func `is what the placebo's own views support`(_ target: Int) {
    let transcript = Self.session(turns: 40)
    let structure = TranscriptStructure(transcript.entries)
    let ledger = TokenLedger(
      entries: transcript.entries, renderer: NeutralRenderer(), tokenizer: PieceTokenizer())
    let log = transcript.entries.enumerated().map { ledger.item($1, at: EntryID($0)) }
    let placebo = Placebo(transcript.entries, structure: structure)
    let trace = ArgumentTrace(transcript, structure: structure)
    var reckoned = PlaceboSupport(trace, placebo: placebo, structure: structure)
    var looked = ArgumentSupport(trace)
    for (number, input) in structure.requests.enumerated() {
      let count = input.index + 1
      let record = RequestRecord(
        number: number + 1, moment: .prompt, entry: input, tokens: target, cached: 0,
        commonPrefix: 0, held: 0, blocking: 0, overBy: 0)
      reckoned.observe(
        record, log: Array(transcript.entries[..<count]),
        headTokens: ledger.count(transcript.head), ledger: ledger)
      let view = placebo.view(
        log: Array(log[..<count]), head: transcript.head, target: target, ledger: ledger
      ).view
      looked.observe(
        record, view: view, change: ViewChange(splices: [], editedHead: transcript.head))
    }
    #expect(!reckoned.findings.isEmpty)
    #expect(reckoned.findings.map(\.value) == looked.findings.map(\.value))
    #expect(reckoned.findings.map(\.isSupported) == looked.findings.map(\.isSupported))
  }

  @Test func `counts how far back values stand`() {
    let transcript = Self.session(turns: 40)
    let structure = TranscriptStructure(transcript.entries)
    let distances = ReuseDistances(
      ArgumentTrace(transcript, structure: structure), structure: structure)
    #expect(distances.total > 20)
    #expect(distances.counts[3] == 0)
    #expect((distances + distances).total == 2 * distances.total)
  }

  @Test(arguments: zip(0..<5, ["1", "2–3", "4–7", "8–15", "16+"]))
  func `names its buckets`(_ bucket: Int, _ name: String) {
    #expect(ReuseDistances.name(ofBucket: bucket) == name)
  }
}
