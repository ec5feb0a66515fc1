import EvalKit
import EvalKitTesting
import Testing

/// Edits of many items at once, and what they are told by.
struct EditingTests {
  private func items(_ entries: [Entry]) -> [Item] {
    entries.enumerated().map { Item(recorded: EntryID($0.offset), entry: $0.element) }
  }

  private func history(_ texts: [String]) -> History {
    History(
      items: items(texts.map { .output($0, toolName: "t", label: $0) }), stage: "test@0")
  }

  // MARK: rewrite

  @Test func `A rule is asked once for an item, whether it changes it or not`() {
    let history = history(["keep", "cut me", "keep", "cut it"])
    var asked: [String] = []
    func edited(_ rule: String) -> History {
      var copy = history
      copy.rewrite(copy.items.indices, to: .truncated, by: rule) { item in
        asked.append(item.entry.text)
        return item.entry.text.hasPrefix("cut") ? Rewriting(segments: [.text(rule)]) : nil
      }
      return copy
    }
    let first = edited("one")
    #expect(first.items.map(\.entry.text) == ["keep", "one", "keep", "one"])
    #expect(first.items.map(\.form) == [.whole, .truncated, .whole, .truncated])
    #expect(asked.count == 4)
    // Rules that take turns over the same items forget nothing.
    for rule in ["two", "three", "one", "two", "three"] { _ = edited(rule) }
    let left = asked.filter { $0 == "keep" }
    #expect(left.count == 6)
    #expect(History.areSame(edited("one"), first))
  }

  @Test func `What is rewritten to what it was is left as it is`() {
    var history = history(["same"])
    let item = history.items[0]
    history.rewrite([0], to: .truncated, by: "none") { Rewriting(segments: $0.entry.segments) }
    #expect(history.items[0].form == .whole)
    #expect(Item.areSame(history.items[0], item))
  }

  @Test func `Arguments are replaced by place and lose their recorded text`() {
    let calls = ["a", "b"].map {
      ToolCall(name: $0, arguments: ["n": 1], argumentsText: "{ \"n\": 1 }")
    }
    var history = History(items: items([.calls(calls, label: "c")]))
    history.rewrite([0], to: .masked, by: "arguments") { _ in
      Rewriting(arguments: [1: [:], 7: [:]])
    }
    let left = history.items[0].entry.calls
    #expect(left.map(\.arguments) == [["n": 1], [:]])
    #expect(left.map(\.argumentsText) == ["{ \"n\": 1 }", nil])
  }

  @Test func `What is found in an entry is looked for once`() {
    let item = history(["text"]).items[0]
    var count = 0
    for key in [1, 2, 1, 2] as [UInt64] {
      let found = item.note(key) { entry in
        count += 1
        return [entry.text, "\(key)"]
      }
      #expect(found == ["text", "\(key)"])
    }
    #expect(count == 2)
  }

  // MARK: collapse

  @Test func `A group becomes one item that stands for it`() {
    var history = history(["a", "b", "c", "d", "e"])
    history.collapse([[1, 3], [4]], by: "join") { members in
      .response(members.map(\.entry.text).joined(separator: "+"))
    }
    #expect(history.items.map(\.entry.text) == ["a", "b+d", "c", "e"])
    #expect(history.items[1].standsFor == [EntryID(1), EntryID(3)])
    #expect(history.items[1].isSynthesised(by: "test@0"))
    #expect(
      EntryFate.fates(of: 5, in: history.items).map(\.fate)
        == [.kept, .summarised, .kept, .summarised, .summarised])
  }

  @Test func `The same group is written once, another one anew`() {
    let history = history(["a", "b", "c"])
    var written: [[String]] = []
    func collapsed(_ group: [Int]) -> Item {
      var copy = history
      copy.collapse([group], by: "join") { members in
        written.append(members.map(\.entry.text))
        return .response("joined")
      }
      return copy.items[0]
    }
    let first = collapsed([0, 1])
    #expect(Item.areSame(collapsed([0, 1]), first))
    #expect(!Item.areSame(collapsed([0, 2]), first))
    #expect(written == [["a", "b"], ["a", "c"]])
  }

  @Test func `Coverage is transitive`() {
    var history = history(["a", "b", "c"])
    history.collapse([[0, 1]], by: "one") { _ in .response("S") }
    history.collapse([[0, 1]], by: "two") { _ in .response("T") }
    #expect(history.items.map(\.standsFor) == [[EntryID(0), EntryID(1), EntryID(2)]])
  }

  // MARK: exchanges

  @Test func `Exchanges are the pairs of a history, round by round`() {
    for seed in 0..<200 as Range<UInt64> {
      var generator = TranscriptGenerator(seed: seed)
      let entries = generator.transcript().entries
      let structure = TranscriptStructure(entries)
      let exchanges = Exchanges(items(entries))
      #expect(
        exchanges.rounds.map(\.calls) == entries.indices.filter { entries[$0].kind == .toolCalls })
      for round in exchanges.rounds {
        #expect(round.outputs == structure.outputs[round.calls].map { $0?.index })
        #expect(round.reasoning.allSatisfy { entries[$0].kind == .reasoning })
      }
      #expect(
        exchanges.strays
          == entries.indices.filter {
            entries[$0].kind == .toolOutput && structure.answers[$0] == nil
          })
    }
  }

  @Test func `A round of which some calls go keeps the others with their outputs`() {
    let calls = ["a", "b", "c"].map { ToolCall(id: $0, name: $0, arguments: [:]) }
    var history = History(
      items: items(
        [.reasoning("t", label: "t"), .calls(calls, label: "c")]
          + ["a", "b", "c"].map { .output($0, callID: $0, label: "o\($0)") }))
    let exchanges = Exchanges(history.items)
    var all = history
    all.drop(exchanges, reasoning: true) { _ in
      true
    } where: { _, _ in
      true
    }
    #expect(all.items.isEmpty)
    history.drop(exchanges, reasoning: true) { _ in
      true
    } where: { _, index in
      index != 1
    }
    #expect(history.items.map(\.entry.label) == ["t", "c", "ob"])
    #expect(history.items[1].entry.calls.map(\.name) == ["b"])
    #expect(history.items[1].isPartial && !history.items[2].isPartial)
  }

  @Test(arguments: [
    (0, false, 9), (1, false, 7), (2, false, 5), (3, false, 4), (4, false, 1), (5, false, 0),
    (9, false, 0), (1, true, 5), (2, true, 1),
  ])
  func `Messages are what providers send as one`(count: Int, isByModel: Bool, start: Int) {
    let entries: [Entry] = [
      .prompt("p"), .reasoning("t"), .response("r"), .calls([ToolCall(name: "a", arguments: [:])]),
      .output("o", toolName: "a"), .response("r"),
      .calls([
        ToolCall(name: "a", arguments: [:]), ToolCall(name: "a", arguments: [:]),
      ]), .output("o", toolName: "a"), .output("o", toolName: "a"),
    ]
    #expect(
      HistoryStructure(items(entries)).start(ofLast: count, isByModel: isByModel) == start)
  }

  // MARK: placeholders

  @Test(arguments: [
    ("one\ntwo", "{lines} {chars} {tool} {entry}", "2 7 ? o1"), ("one\n", "{lines}", "1"),
    ("", "{lines}", "0"), ("abc", "<{head}|{tail}>", "<abc|>"),
  ])
  func `A placeholder says what was there`(text: String, template: String, said: String) {
    let item = items([.output(text, label: "o1")])[0]
    #expect(Placeholder.text(template).text(for: item, tool: "?") == said)
  }

  @Test func `The ends of a long text do not overlap`() {
    let text = String(repeating: "a", count: 250) + String(repeating: "b", count: 100)
    let item = items([.output(text)])[0]
    #expect(
      Placeholder.text("{head}-{tail}").text(for: item)
        == String(repeating: "a", count: 250) + "-" + String(repeating: "b", count: 100))
  }
}
