import EvalKitTesting
import Testing

@testable import EvalKit

/// What is worked out from the request before must be what would be worked out anew.
struct IncrementalTests {
  private func items(_ transcript: Transcript) -> [Item] {
    transcript.entries.enumerated().map { Item(recorded: EntryID($0.offset), entry: $0.element) }
  }

  /// A random edit, chosen by a number so that it can be done twice.
  private func edit(_ history: inout History, _ choice: UInt64) {
    var random = SplitMix64(seed: choice)
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let count = history.count
      guard count > 1 else { return }
      let somewhere = Int.random(in: 0..<count, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0: history.keepLast(Int.random(in: 1...count, using: &random))
      case 1: history.drop { $0.kind == .toolOutput }
      case 2: history.keep(at: history.items.indices.filter { $0 % 3 != 1 })
      case 3: history.mask(history.items.indices.filter { $0 % 4 == 0 }, with: "cleared")
      case 4:
        history.mask([count - 1, 0, somewhere], by: "rule") { "was \($0.entry.label)" }
      case 5: history.truncate(somewhere, to: [.text("short")])
      case 6: history.move(somewhere, to: 0)
      default: history.replace(0..<max(1, somewhere / 2), with: .prompt("summary"))
      }
    }
  }

  @Test func `a list that is filled again holds what a new one would`() {
    for seed in 0..<24 as Range<UInt64> {
      var generator = TranscriptGenerator(seed: seed)
      let all = items(generator.transcript())
      let spare = SpareList()
      var random = SplitMix64(seed: seed)
      for end in stride(from: 1, to: all.count, by: 3) {
        let input = History(items: Array(all[..<end]))
        // Mostly the same edit, as a stage makes, now and then another.
        let choice = Bool.random(using: &random) ? seed : random.next() % 50
        var fresh = input
        edit(&fresh, choice)
        var filled = input
        filled.spare = spare
        edit(&filled, choice)
        #expect(Item.areSame(fresh.items, filled.items))
        #expect(input.items.count == end && input.items.last?.box === all[end - 1].box)
        spare.give(filled.items)
      }
    }
  }

  @Test func `a view laid out from the one before is as one laid out anew`() {
    for seed in 0..<24 as Range<UInt64> {
      var generator = TranscriptGenerator(seed: seed)
      let transcript = generator.transcript()
      let all = items(transcript)
      var builder = ViewBuilder(transcript, log: all)
      var shown = ShownItems()
      var random = SplitMix64(seed: seed)
      for end in stride(from: 1, to: all.count, by: 2) {
        var history = History(items: Array(all[..<end]))
        if Bool.random(using: &random) { edit(&history, random.next() % 50) }
        let view = View(head: transcript.head, items: history.items)
        let change = builder.record(view, at: end)
        shown.advance(to: view, change: change)
        let anew = ShownItems(view)
        #expect(Item.areSame(shown.items, view.items))
        #expect(shown.ids == anew.ids)
        #expect(shown.kinds == anew.kinds)
        #expect(shown.made == anew.made)
        #expect(shown.synthesised == anew.synthesised)
        #expect(shown.repeated == anew.repeated)
        #expect(shown.isWholeLog == anew.isWholeLog)
        for entry in 0..<end { #expect(shown.place(of: entry) == anew.place(of: entry)) }
      }
    }
  }

  @Test func `a request measured from the one before is as one measured anew`() throws {
    for seed in 0..<20 as Range<UInt64> {
      var generator = TranscriptGenerator(seed: seed)
      let transcript = generator.transcript()
      let ledger = transcript.plainLedger
      let all = transcript.entries.enumerated().map {
        ledger.item($0.element, at: EntryID($0.offset))
      }
      var held = HeldView(policy: CachePolicy())
      var cache = PrefixCache()
      var random = SplitMix64(seed: seed)
      for end in stride(from: 1, to: all.count, by: 2) {
        var history = History(items: Array(all[..<end]))
        if Bool.random(using: &random) { edit(&history, random.next() % 50) }
        let head = Bool.random(using: &random) ? transcript.head : Head("other")
        let rendering = held.render(head: head, items: history.items, ledger: ledger)
        let runs = ledger.runs(head: head, items: history.items)
        #expect(rendering.total == runs.reduce(0) { $0 + $1.count })
        #expect(held.admit(rendering) == cache.admit(runs))
        held.hold(reply: [all[end]], ledger: ledger)
        cache.hold(reply: [ledger.run(of: all[end])])
        #expect(held.cache.count == cache.count)
      }
    }
  }

  // MARK: Pairs

  /// The rule as it is said, searched without any index.
  private func pairs(_ entries: [Entry]) -> [Int: (entry: Int, call: Int)] {
    var open: [(entry: Int, call: Int)] = []
    var answers: [Int: (entry: Int, call: Int)] = [:]
    for (position, entry) in entries.enumerated() {
      if entry.kind == .toolCalls {
        open += entry.calls.indices.map { (position, $0) }
      }
      guard entry.kind == .toolOutput else { continue }
      func call(_ place: (entry: Int, call: Int)) -> ToolCall {
        entries[place.entry].calls[place.call]
      }
      var found: Int?
      if let id = entry.callID, !id.isEmpty {
        found = open.lastIndex { call($0).id == id }
      } else {
        let fits = open.indices.filter {
          entry.toolName == nil || entry.toolName == call(open[$0]).name
        }
        if let last = fits.last {
          found = fits.first { open[$0].entry == open[last].entry }
        }
      }
      if let found { answers[position] = open.remove(at: found) }
    }
    return answers
  }

  @Test func `outputs are paired by the rule, and their tools found beside them`() {
    for seed in 0..<80 as Range<UInt64> {
      var generator = TranscriptGenerator(seed: seed)
      var entries = generator.transcript().entries
      var random = SplitMix64(seed: seed)
      // Dropped and moved entries leave calls unanswered and outputs without calls.
      for _ in 0..<Int.random(in: 0...4, using: &random) where entries.count > 2 {
        let entry = entries.remove(at: Int.random(in: 0..<entries.count, using: &random))
        if Bool.random(using: &random) {
          entries.insert(entry, at: Int.random(in: 0...entries.count, using: &random))
        }
      }
      for place in entries.indices where Int.random(in: 0..<4, using: &random) == 0 {
        entries[place].callID = nil
        if Bool.random(using: &random) { entries[place].toolName = nil }
      }
      let structure = TranscriptStructure(entries)
      let expected = pairs(entries)
      for place in entries.indices {
        #expect(structure.answers[place]?.entry.index == expected[place]?.entry)
        #expect(structure.answers[place]?.index == expected[place]?.call)
      }
      let outputs = entries.indices.filter { entries[$0].kind == .toolOutput }
      let names = HistoryStructure(items(Transcript(entries: entries)))
        .toolNames(ofOutputsAt: outputs)
      for (place, name) in zip(outputs, names) {
        let called = expected[place].map { entries[$0.entry].calls[$0.call].name }
        #expect(name == entries[place].toolName ?? called)
      }
    }
  }
}
