import EvalKit
import EvalKitTesting
import Testing

struct ControlTests {
  private let transcript = Shorthand.transcript("i p1 c1 o1 r1 p2 r2 p3 c2 o2 r3 p4 r4")
  private var log: [Item] { Bench().history(transcript).items }
  private var structure: TranscriptStructure { TranscriptStructure(transcript.entries) }
  private var ledger: TokenLedger { Bench().ledger(transcript) }

  @Test func `The oracle shows everything`() {
    #expect(
      Shorthand.text(View.oracle(log: log, head: transcript.head))
        == "i p1 c1 o1 r1 p2 r2 p3 c2 o2 r3 p4 r4")
  }

  @Test func `Null shows the head and the active turn`() {
    #expect(
      Shorthand.text(View.null(log: Array(log.prefix(9)), head: transcript.head)) == "i p3 c2 o2")
    // A probe: the ask is the active turn.
    let ask = Item(recorded: EntryID(12), entry: .prompt("?", label: "p9"))
    #expect(Shorthand.text(View.null(log: log + [ask], head: transcript.head)) == "i p9")
  }

  @Test func `Evidence shows the evidence in its rounds, in order and once`() {
    func view(_ count: Int, _ ids: [Int]) -> String {
      Shorthand.text(
        View.evidence(
          log: Array(log.prefix(count)), structure: structure, head: transcript.head,
          evidence: ids.map { EntryID($0) }))
    }
    #expect(view(11, [2]) == "i c1 o1 p4")
    #expect(view(11, [5, 2, 1]) == "i c1 o1 r2 p4")
    // In the active turn it stands once; what was not said yet is not shown.
    #expect(view(9, [8, 6]) == "i p3 c2 o2")
    #expect(view(7, [11]) == "i p3")
  }

  @Test func `The placebo drops whole past turns until it fits, the same ones every time`() {
    let placebo = Placebo(transcript.entries, structure: structure)
    let full = ledger.count(transcript.head) + ledger.count(log)
    var sizes: [Int] = []
    var shown = Set(log.map(\.entry.label))
    for target in stride(from: full, through: 0, by: -1) {
      let result = placebo.view(log: log, head: transcript.head, target: target, ledger: ledger)
      #expect(result.tokens == ledger.count(transcript.head) + ledger.count(result.view.items))
      #expect(result.fits == (result.tokens <= target))
      #expect(result.view.items.suffix(2).map(\.entry.label) == ["p4", "r4"])
      let labels = Set(result.view.items.map(\.entry.label))
      #expect(labels.isSubset(of: shown))
      for turn in [["p1", "c1", "o1", "r1"], ["p2", "r2"], ["p3", "c2", "o2", "r3"]] {
        #expect(labels.intersection(turn).count == 0 || labels.isSuperset(of: turn))
      }
      shown = labels
      sizes.append(labels.count)
    }
    #expect(sizes.first == 12)
    #expect(sizes.last == 2)
  }

  @Test func `The placebo's order is that of the content, not of time`() {
    var orders = Set<[String]>()
    for seed in 0..<20 {
      let entries = (0..<3).map { Entry.prompt("\(seed) turn \($0)", label: "p\($0)") }
      let log = entries.enumerated().map {
        Item(recorded: EntryID($0.offset), entry: $0.element)
      }
      let ledger = TokenLedger(
        entries: entries, renderer: PlainRenderer(), tokenizer: WordTokenizer())
      let result = Placebo(entries, structure: TranscriptStructure(entries))
        .view(log: log, head: Head(), target: 6, ledger: ledger)
      orders.insert(result.view.items.map(\.entry.label))
    }
    #expect(orders == [["p0", "p2"], ["p1", "p2"]])
  }

  @Test func `The placebo says when the active turn alone is too large`() {
    let placebo = Placebo(transcript.entries, structure: structure)
    let result = placebo.view(log: log, head: transcript.head, target: 1, ledger: ledger)
    #expect(Shorthand.text(result.view) == "i p4 r4")
    #expect(!result.fits)
    #expect(result.dropped == 3)
  }

  @Test func `Foreign asks of another view`() {
    let other = View(head: Head("other"), items: Array(log.prefix(2)))
    let ask = Item(recorded: EntryID(3), entry: .prompt("?", label: "p9"))
    let view = View.foreign(view: other, asking: [ask])
    #expect(Shorthand.text(view) == "i p1 c1 p9")
    #expect(view.head == other.head)
  }

  @Test func `There are five controls and each is explained`() {
    #expect(
      ControlDefinition.all.map(\.name) == ["oracle", "null", "evidence", "placebo", "foreign"])
    #expect(ControlDefinition.all.allSatisfy { !$0.summary.isEmpty && !$0.meaning.isEmpty })
  }
}
