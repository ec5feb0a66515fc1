import EvalKit
import EvalKitTesting
import Testing

/// Edits made by anyone, read off two histories.
@Suite struct EditReadingTests {
  private let before = Transcript(
    head: Head("You weigh parcels."),
    entries: [
      .prompt("Weigh parcel 7741, please.", label: "p1"),
      .calls([
        ToolCall(id: "k1", name: "weigh", arguments: ["parcel": 7741]),
        ToolCall(id: "k2", name: "measure", arguments: ["parcel": 7741]),
      ]),
      .output("It weighs 5 kg, dry, without its box or any of the labels.", callID: "k1"),
      .output("40 by 30 by 20 cm", callID: "k2"), .response("It weighs 5 kg."),
      .prompt("And parcel 7742?"), .response("6 kg."), .prompt("And that one over there?"),
    ])

  private func view(_ change: (inout [Entry]) -> Void, head: Head? = nil) -> View {
    var entries = before.entries
    change(&entries)
    // Labels are made on import: they say nothing.
    for place in entries.indices { entries[place].label = "x\(place)" }
    return EditReading(
      before: before, after: Transcript(head: head ?? before.head, entries: entries)
    ).view
  }

  private func ids(_ view: View) -> [Int] { view.items.map { $0.id?.index ?? -1 } }

  @Test func `a history that nobody edited is kept whole`() {
    let view = view { _ in }
    #expect(ids(view) == Array(0..<8))
    #expect(view.items.filter(\.isWhole).count == 8)
    #expect(!view.isHeadEdited)
  }

  @Test func `entries left out, moved and repeated are told by what they say`() {
    #expect(ids(view { $0.removeFirst(5) }) == [5, 6, 7])
    #expect(ids(view { $0.swapAt(4, 6) }) == [0, 1, 2, 3, 6, 5, 4, 7])
    #expect(ids(view { $0.append($0[5]) }) == [0, 1, 2, 3, 4, 5, 6, 7, 5])
  }

  @Test func `like entries are paired from the end`() {
    let twice = Transcript(entries: [
      .prompt("Go on."), .response("One."), .prompt("Go on."), .response("Two."),
    ])
    let reading = EditReading(
      before: twice, after: Transcript(entries: [.prompt("Go on."), .response("Two.")]))
    #expect(ids(reading.view) == [2, 3])
  }

  @Test func `an output with other words is masked, one that was shortened is cut`() {
    let masked = view { $0[2].segments = [.text("[old tool result cleared]")] }
    #expect(ids(masked) == Array(0..<8))
    #expect(masked.items[2].form == .masked)
    let cut = view { $0[2].segments = [.text("It weighs 5 kg, dry, with …")] }
    #expect(cut.items[2].form == .truncated)
  }

  @Test func `a round with a call left out is partial`() {
    let view = view { $0[1].calls.removeLast() }
    #expect(ids(view) == Array(0..<8))
    #expect(view.items[1].isPartial)
    #expect(view.items[1].form == .whole)
  }

  @Test func `a prompt that was shortened is cut though it has no id`() {
    let view = view { $0[0].segments = [.text("Weigh parcel 7741,")] }
    #expect(view.items[0].id == EntryID(0))
    #expect(view.items[0].form == .truncated)
  }

  @Test func `a text is told as cut from sixteen characters on`() {
    let cut = view { $0[0].segments = [.text("Weigh parcel 774")] }
    #expect(cut.items[0].form == .truncated)
    let short = view { $0[0].segments = [.text("Weigh parcel 77")] }
    #expect(short.items[0].id == nil)
  }

  @Test func `a summary stands for what vanished where it stands`() throws {
    let view = view { $0.replaceSubrange(0..<5, with: [.prompt("Parcel 7741 weighs 5 kg.")]) }
    #expect(ids(view) == [-1, 5, 6, 7])
    guard case .synthesised(_, let covers, let carries) = view.items[0].source else {
      Issue.record("it was not made")
      return
    }
    #expect(covers.map(\.index) == [0, 1, 2, 3, 4])
    #expect(carries.isEmpty)
  }

  @Test func `a text that stands in a summary word for word is carried`() {
    let view = view {
      $0.replaceSubrange(
        0..<5, with: [.prompt("So far. User: Weigh parcel 7741, please. Then: 5 kg.")])
    }
    guard case .synthesised(_, let covers, let carries) = view.items[0].source else {
      Issue.record("it was not made")
      return
    }
    #expect(carries.map(\.index) == [0])
    #expect(covers.map(\.index) == [1, 2, 3, 4])
  }

  @Test func `other instructions are an edit of the head, other labels are not`() {
    #expect(view({ _ in }, head: Head("You weigh.")).isHeadEdited)
    var head = before.head
    head.instructions[0].label = "other"
    #expect(!view({ _ in }, head: head).isHeadEdited)
  }

  @Test func `an edit is judged like any view, and what the record has is inherited`() {
    func rules(_ after: [Entry]) -> [String] {
      Judge.default.hazards(
        before: before, after: Transcript(head: before.head, entries: after)
      ).introduced.map(\.rule)
    }
    #expect(rules(before.entries).isEmpty)
    #expect(rules(Array(before.entries[2...])).contains("orphan-output"))
    // A tool of which nothing is known may have changed something.
    #expect(rules(Array(before.entries[5...])) == ["effect-invisible"])
    #expect(rules(Array(before.entries[6...])).contains("orphan-response"))
    var cut = before.entries
    cut[1].calls.removeLast()
    #expect(rules(cut).contains("split-batch"))
  }
}
