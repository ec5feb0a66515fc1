import Testing

@testable import EvalKit

/// How a view is laid out: what is edited, made, shown twice or out of place, and where runs end.
struct ShownItemsTests {
  private typealias Fixture = JudgingFixture

  private func shown(_ items: [Item], below limit: Int = .max) -> ShownItems {
    ShownItems(Fixture.view(items), below: limit)
  }

  private static func partial(_ place: Int) -> Item {
    Item(
      source: .recorded(EntryID(place)), form: .whole, isPartial: true,
      entry: Fixture.entries[place])
  }

  @Test func `the log as it is`() {
    let shown = shown(Fixture.whole(0, 1, 2, 3))
    #expect(shown.isWholeLog)
    #expect(shown.firstEdited == .max)
    #expect(shown.ids == [0, 1, 2, 3])
    #expect(shown.kinds == [.prompt, .response, .prompt, .toolCalls])
    #expect(shown.made.isEmpty && shown.synthesised.isEmpty && shown.emptied.isEmpty)
    #expect(shown.repeated.isEmpty && shown.misplaced.isEmpty)
    #expect(shown.place(of: 0) == 0 && shown.place(of: 3) == 3 && shown.place(of: 4) == nil)
    #expect(shown.shows(0) && shown.shows(3) && !shown.shows(4) && !shown.shows(99))
    #expect(shown.showsWhole(0) && !shown.showsWhole(4))
  }

  @Test func `the first edit`() {
    let masked = shown(Fixture.whole(0) + [Fixture.masked(1, "[gone]"), Fixture.masked(2, "x")])
    #expect(masked.isWholeLog)
    #expect(masked.firstEdited == 1)
    #expect(masked.made == [1, 2])
    #expect(masked.shows(1) && !masked.showsWhole(1))
    let cut = shown(Fixture.whole(0, 1, 2) + [Self.partial(3)] + Fixture.whole(4))
    #expect(!cut.isWholeLog)
    #expect(cut.firstEdited == 3)
    #expect(cut.made == [3])
    #expect(cut.shows(3) && !cut.showsWhole(3))
    let left = shown(Fixture.whole(0, 2, 3))
    #expect(!left.isWholeLog)
    #expect(left.firstEdited == 1)
    #expect(shown(Fixture.whole(1)).firstEdited == 0)
  }

  @Test func `what stages made, and what is empty of it`() {
    let shown = shown(
      [Fixture.made("Talk."), Fixture.made("")] + Fixture.whole(2)
        + [Fixture.masked(3, ""), Fixture.masked(1, "")])
    #expect(shown.synthesised == [0, 1])
    #expect(shown.made == [0, 1, 3, 4])
    #expect(shown.emptied == [1, 4])
    #expect(shown.ids == [-1, -1, 2, 3, 1])
    #expect(shown.misplaced == [4])
    #expect(shown.firstEdited == 0)
    #expect(shown.place(of: 2) == 2)
  }

  @Test func `an entry shown twice has its first place, and only that one is out of place`() {
    let first = shown(Fixture.whole(0, 1, 0))
    #expect(first.repeated == [EntryID(0)])
    #expect(first.place(of: 0) == 0)
    #expect(first.misplaced.isEmpty)
    let later = shown(Fixture.whole(0, 2, 1, 1, 2, 3))
    #expect(later.repeated == [EntryID(1), EntryID(2)])
    #expect(later.misplaced == [2])
  }

  @Test func `entries from a limit on are left out`() {
    let shown = shown(Fixture.whole(0, 1, 2), below: 2)
    #expect(shown.ids == [0, 1])
    #expect(self.shown([Fixture.made("x")] + Fixture.whole(2, 3), below: 2).ids == [-1])
  }

  @Test func `whether a view ends on a range, whole and in order`() {
    let log = shown(Fixture.whole(0, 1, 2))
    #expect(log.endsWhole(on: 0..<3) && log.endsWhole(on: 1..<3) && log.endsWhole(on: 3..<3))
    #expect(!log.endsWhole(on: 0..<2) && !log.endsWhole(on: 0..<4))
    let late = shown(Fixture.whole(1, 2))
    #expect(late.endsWhole(on: 1..<3) && !late.endsWhole(on: 0..<3))
    let cleared = shown(Fixture.whole(0) + [Fixture.masked(1, "x")] + Fixture.whole(2, 3))
    #expect(cleared.endsWhole(on: 2..<4) && cleared.endsWhole(on: 3..<4))
    #expect(!cleared.endsWhole(on: 1..<4))
    let open = shown(Fixture.whole(0, 1) + [Fixture.masked(2, "x")])
    #expect(!open.endsWhole(on: 2..<3) && !open.endsWhole(on: 3..<3))
    #expect(!shown([Self.partial(3)]).endsWhole(on: 3..<4))
    #expect(!shown(Fixture.whole(0, 2, 1)).endsWhole(on: 1..<3))
    #expect(!shown([]).endsWhole(on: 0..<0))
    #expect(shown([Fixture.made("x")] + Fixture.whole(1, 2)).endsWhole(on: 1..<3))
    #expect(shown(Fixture.whole(0, 2, 3)).endsWhole(on: 2..<4))
    #expect(!shown(Fixture.whole(0, 2, 3)).endsWhole(on: 0..<4))
  }

  private struct Facts: Equatable {
    let ids: [Int32]
    let kinds: [EntryKind]
    let lists: [[Int]]
    let repeated: [EntryID]
    let firstEdited: Int
    let isWholeLog: Bool
    let places: [Int?]
    let ends: [Bool]

    init(_ shown: ShownItems) {
      ids = shown.ids
      kinds = shown.kinds
      lists = [shown.made, shown.synthesised, shown.emptied, shown.misplaced]
      repeated = shown.repeated
      firstEdited = shown.firstEdited
      isWholeLog = shown.isWholeLog
      places = (0..<12).map(shown.place)
      ends = (0..<8).flatMap { first in (first..<9).map { shown.endsWhole(on: first..<$0) } }
    }
  }

  @Test func `a view laid over another is as one laid out anew`() {
    let views: [[Item]] = [
      Fixture.whole(0, 1, 2, 3), Fixture.whole(0, 1, 2, 3, 4, 5),
      Fixture.whole(0) + [Fixture.masked(1, ""), Fixture.made("")] + Fixture.whole(3, 2),
      Fixture.whole(0, 0, 1), [], Fixture.whole(0, 2, 1) + [Self.partial(3)],
      [Fixture.made("x")] + Fixture.whole(4, 5, 6), Fixture.whole(0, 1, 2, 2, 3),
    ]
    for before in views {
      for after in views {
        let fresh = Facts(shown(after))
        var set = shown(before)
        set.set(Fixture.view(after))
        #expect(Facts(set) == fresh)
        var advanced = shown(before)
        advanced.advance(
          to: Fixture.view(after),
          change: ViewChange(splices: [.init(at: 0, remove: 0, insert: [])]))
        #expect(Facts(advanced) == fresh)
      }
    }
    let grown = Fixture.whole(0, 1, 2, 3, 4)
    for count in 0...5 {
      let start = Array(grown.prefix(count))
      var same = shown(start)
      same.set(Fixture.view(grown))
      #expect(Facts(same) == Facts(shown(grown)))
      var appended = shown(start)
      appended.advance(to: Fixture.view(grown), change: ViewChange())
      #expect(Facts(appended) == Facts(shown(grown)))
    }
  }
}

extension JudgingFixture {
  fileprivate static func view(_ items: [Item]) -> View {
    View(head: evalCase.transcript.head, items: items)
  }
}
