import EvalKit
import EvalKitTesting
import Testing

@testable import EvalKit

struct LabelledEditTests {
  private typealias Part = LabelledEdit.Part

  private func edit(_ notation: String) -> LabelledEdit {
    var history = Bench().history(Shorthand.transcript(notation))
    history.stage = "mine@0"
    return LabelledEdit(history)
  }

  private func fates(_ history: History, of count: Int) -> [String] {
    EntryFate.fates(of: count, in: history.items).map { fate in
      fate.fate.rawValue + (fate.moved ? " moved" : "") + (fate.carried ? " carried" : "")
        + (fate.partial ? " partial" : "")
    }
  }

  // MARK: Labels

  @Test func `Labels are made unique in the order of the history`() {
    var transcript = Shorthand.transcript("p1 r1 p1 r1 p1")
    transcript.entries[1].label = "p1#2"
    transcript.entries[3].label = ""
    let edit = LabelledEdit(Bench().history(transcript))
    #expect(edit.labels == ["p1", "p1#2", "p1#3", "#3", "p1#4"])
    #expect(edit.entries.map(\.label) == edit.labels)
    #expect(edit.item(labelled: "p1#4")?.id == EntryID(4))
  }

  // MARK: Fates

  @Test func `What comes back as it was is kept and what does not is dropped`() throws {
    let edit = edit("p1 r1 p2 r2")
    let left = try edit.applied([Part(label: "p2"), Part(label: "r2")])
    #expect(Shorthand.text(left) == "p2 r2")
    #expect(fates(left, of: 4) == ["dropped", "dropped", "kept", "kept"])
  }

  @Test func `Everything returned is the history itself`() throws {
    let edit = edit("i p1 c1 o1 r1")
    let all = edit.parts(from: edit.entries)
    #expect(History.areSame(try edit.applied(all), edit.history))
  }

  @Test func `Another order is a move`() throws {
    let left = try edit("p1 r1 p2").applied(["p2", "p1", "r1"].map { Part(label: $0) })
    #expect(Shorthand.text(left) == "p2 p1 r1")
    #expect(fates(left, of: 3) == ["kept moved", "kept moved", "kept"])
  }

  @Test(arguments: [
    ("abcdefghij", "abcde", Fate.truncated), ("abcdefghij", "fghij", .truncated),
    ("abcdefghij", "ab[cut]ij", .masked), ("abcdefghij", "abcd[]ij", .truncated),
    ("abcdefghij", "cdef", .truncated), ("one\ntwo\nthree\nfour", "two\nfour", .truncated),
    ("one\ntwo\nthree\nfour", "four\ntwo", .masked),
    ("abcdefghij", "[taken out]", .masked), ("abcdefghij", "", .masked),
    ("abcdefghij", "abcdefghij", .kept), ("e\u{301}", "\u{E9}", .masked),
    ("abcdefghij", "abcdefghijk", .masked),
  ])
  func `Changed text is truncated if it was cut and masked if it was replaced`(
    old: String, new: String, fate: Fate
  ) throws {
    let transcript = Transcript(entries: [.prompt("p", label: "p"), .output(old, label: "o")])
    let edit = LabelledEdit(Bench().history(transcript))
    var entry = transcript.entries[1]
    entry.segments = [.text(new)]
    let left = try edit.applied([Part(label: "p"), Part(label: "o", entry: entry)])
    #expect(EntryFate.fates(of: 2, in: left.items)[1].fate == fate)
    #expect(left.items[1].entry.text.utf8.elementsEqual(new.utf8))
  }

  @Test func `Segments left out are a cut`() throws {
    let parts: [Segment] = [.text("one"), .structure(["a": 1]), .text("two")]
    let transcript = Transcript(entries: [Entry(label: "p", kind: .prompt, segments: parts)])
    let edit = LabelledEdit(Bench().history(transcript))
    var entry = transcript.entries[0]
    entry.segments = [parts[0], parts[2]]
    let left = try edit.applied([Part(label: "p", entry: entry)])
    #expect(left.items.map(\.form) == [.truncated])
  }

  @Test func `Calls left out make an item partial, and other arguments mask it`() throws {
    let calls = (0..<3).map { ToolCall(name: "search", arguments: ["q": JSONValue($0)]) }
    let transcript = Transcript(entries: [.calls(calls, label: "c")])
    let edit = LabelledEdit(Bench().history(transcript))
    func left(_ calls: [ToolCall]) throws -> History {
      try edit.applied([Part(label: "c", entry: .calls(calls, label: "c"))])
    }
    #expect(try fates(left([calls[0], calls[2]]), of: 1) == ["kept partial"])
    #expect(try left([calls[0], calls[2]]).items[0].entry.calls == [calls[0], calls[2]])
    #expect(try left([calls[1]]).items[0].entry.calls == [calls[1]])
    var other = calls
    other[1].arguments = ["q": "…"]
    #expect(try fates(left(other), of: 1) == ["masked"])
    #expect(try left(other).items[0].entry.calls == other)
    #expect(try left([]).count == 0)
    #expect(try left([ToolCall(name: "send", arguments: 1)]).items[0].isSynthesised)
  }

  @Test func `Another kind of entry is made and covers what it was`() throws {
    let left = try edit("p1 r1 p2").applied([
      Part(label: "r1", entry: .prompt("r1 was said")), Part(label: "p2"),
    ])
    #expect(Shorthand.text(left) == "S p2")
    #expect(fates(left, of: 3) == ["dropped", "kept carried", "kept"])
  }

  @Test func `An item that comes back twice stands twice`() throws {
    let left = try edit("p1 r1").applied([Part(label: "p1"), Part(label: "p1")])
    #expect(Shorthand.text(left) == "p1 p1")
  }

  // MARK: Made

  @Test func `What has no label is made, covers what it says and carries what it holds`() throws {
    var transcript = Shorthand.transcript("p1 r1 p2 r2 p3")
    transcript.entries[0].segments = [.text(" Budget: 1,200 euros.\n")]
    transcript.entries[1].segments = [.text("Noted")]
    transcript.entries[2].segments = [.text("go")]
    let edit = LabelledEdit(Bench().history(transcript))
    let made = Entry.prompt("Said before: Budget: 1,200 euros. Notedly good.", label: "summary")
    let left = try edit.applied([
      Part(label: "summary", entry: made, covers: ["p1", "r1", "p2"]), Part(label: "p3"),
    ])
    #expect(
      fates(left, of: 5) == ["kept carried", "summarised", "summarised", "dropped", "kept"])
    #expect(left.items[0].entry.label != "summary")
  }

  @Test func `What covers nothing carries what did not come back`() throws {
    let left = try edit("p1 r1 p2").applied([
      Part(entry: .prompt("p1, r1 and p2")), Part(label: "p2"),
    ])
    #expect(fates(left, of: 3) == ["kept carried", "kept carried", "kept"])
  }

  @Test func `What was made before and is edited again stands for the same entries`() throws {
    let first = try edit("p1 r1 p2").applied([
      Part(entry: .prompt("a summary of both"), covers: ["p1", "r1"]), Part(label: "p2"),
    ])
    let again = LabelledEdit(first)
    let left = try again.applied([
      Part(label: again.labels[0], entry: .prompt("a summary")), Part(label: "p2"),
    ])
    #expect(fates(left, of: 3) == ["summarised", "summarised", "kept"])
    #expect(left.items[0].entry.text == "a summary")
  }

  @Test func `A prompt that takes a summary in stands for both`() throws {
    var entry = Shorthand.transcript("p2").entries[0]
    entry.segments = [.text("Before: things.\n\np2")]
    let left = try edit("p1 r1 p2").applied([Part(label: "p2", entry: entry, covers: ["p1", "r1"])])
    #expect(fates(left, of: 3) == ["summarised", "summarised", "kept carried"])
  }

  @Test func `What is not there cannot be covered or shown`() {
    let edit = edit("p1 r1")
    #expect(throws: LabelledEditError.unknownCover("p9")) {
      try edit.applied([Part(entry: .prompt("s"), covers: ["p9"])])
    }
    #expect(throws: LabelledEditError.nothingToShow("p9")) { try edit.applied([Part(label: "p9")]) }
  }

  // MARK: Searches

  @Test func `A text is found as whole words wherever it stands`() {
    let texts = ["no", "Budget: 1,200", "a", "été", "1,200"]
    let search = VerbatimSearch(texts.enumerated().map { ($0.offset, Array($0.element.utf8)) })
    func found(_ text: String) -> [String] { search.keys(in: Array(text.utf8)).map { texts[$0] } }
    #expect(found("nothing is now") == [])
    #expect(found("oh, no") == ["no"])
    #expect(found("The Budget: 1,200. Cet été a fini.") == ["Budget: 1,200", "a", "été", "1,200"])
    #expect(found("Budget: 1,2003") == [])
    #expect(found("") == [])
  }

  @Test func `Ten thousand entries are matched in little time`() throws {
    let entries = (0..<10_000).map { Entry.prompt("entry number \($0) of many", label: "e\($0)") }
    let edit = LabelledEdit(Bench().history(Transcript(entries: entries)))
    let made = (0..<10_000).map { Entry.response("entry number \($0) of many, again") }
    let clock = ContinuousClock()
    let time = try clock.measure {
      let left = try edit.applied(edit.parts(from: made))
      #expect(left.items[7].standsFor == [EntryID(7)])
    }
    #expect(time < .seconds(20))
  }
}
