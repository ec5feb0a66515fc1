import Testing

@testable import EvalKit

/// The right tool with a wrong argument, by where the right value is.
@Suite struct ArgumentConfusionTests {
  private static let permit = Fact(
    id: "permit", kind: "identifier", value: "PF-3360",
    evidence: [Evidence(entry: EntryID(2), quote: "PF-3360")],
    supersedes: [
      Fact.Superseded(
        value: "PF-3306", evidence: [Evidence(entry: EntryID(0), quote: "PF-3306")])
    ])

  /// p1 (old number) · c1 · o1 (new number) · r1 · another topic with a number of its own · ask.
  private static let bed = ConfusionBed(
    exchange(
      "The permit is PF-3306, check it.", "check_permit", ["permit": "PF-3306"],
      "moved, continues as PF-3360", "Moved.", id: "1")
      + [
        .prompt("The crane's papers say CR-7715.", label: "p2"), .response("Noted.", label: "r2"),
        .prompt("Extend it.", label: "ask"),
      ],
    tools: [.reading("check_permit"), .writing("extend_permit")],
    expects: [ExpectedCall(tool: "extend_permit", arguments: ["permit": .fact("permit")])],
    facts: [permit])

  private func call(_ permit: String?) -> Reply {
    .calling("extend_permit", permit.map { ["permit": .string($0)] } ?? .object(JSONObject()))
  }

  @Test func `the right value is no confusion, wherever it comes from`() {
    #expect(Self.bed.hit(call("PF-3360"), shows: [6]) == nil)
  }

  @Test func `a missing argument whose source is gone is lost`() throws {
    let hit = try #require(Self.bed.hit(call(nil), shows: [0, 3, 6]))
    #expect(hit.kind == .wrongArgumentLost)
    #expect(hit.lost == [EntryID(2)])
    #expect(hit.detail == "extend_permit: permit is missing; it was said in o1")
    // So is one made up, and one that was replaced where nothing shows that.
    #expect(Self.bed.hit(call("XX-1"), shows: [0, 3, 6])?.kind == .wrongArgumentLost)
  }

  @Test func `a replaced value is stale where what replaced it is gone`() throws {
    let hit = try #require(Self.bed.hit(call("PF-3306"), shows: [0, 3, 6]))
    #expect(hit.kind == .wrongArgumentStale)
    #expect(hit.lost == [EntryID(2)])
    #expect(WrongArgumentLost().check(Self.bed.scene(call("PF-3306"), shows: [0, 6])) == nil)
  }

  @Test func `with the right value in view a wrong one is the model's choice`() throws {
    for given in ["PF-3306", "XX-1"] {
      let hit = try #require(Self.bed.hit(call(given), shows: [0, 1, 2, 3, 4, 5, 6]))
      #expect(hit.kind == .wrongArgumentPresent)
      #expect(hit.lost.isEmpty)
    }
    #expect(Self.bed.hit(call(nil), shows: [2, 6])?.kind == .wrongArgumentPresent)
  }

  @Test func `what a stage made may hold the right value`() {
    let scene = Self.bed.scene(
      call("PF-3306"),
      items: [
        Item(
          source: .synthesised(
            SynthesisedID(digest: 1, stage: "summarize@0"), covers: [EntryID(2)], carries: []),
          form: .whole, entry: .prompt("The permit is now PF-3360."))
      ] + Self.bed.items([6]))
    #expect(ConfusionVerdict.first(in: scene)?.kind == .wrongArgumentPresent)
    let masked = Self.bed.scene(call("PF-3306"), items: [Self.bed.masked(2)] + Self.bed.items([6]))
    #expect(ConfusionVerdict.first(in: masked)?.kind == .wrongArgumentStale)
  }

  @Test func `another topic's value bleeds over only while the right one is in view`() throws {
    let hit = try #require(Self.bed.hit(call("CR-7715"), shows: [2, 4, 5, 6]))
    #expect(hit.kind == .crossTopicBleed)
    #expect(hit.detail.hasSuffix("it belongs to p2"))
    // What told the topics apart and is gone: the rest of the turn that the right value is of.
    #expect(hit.lost == [EntryID(0), EntryID(1), EntryID(3)])
    #expect(Self.bed.hit(call("CR-7715"), shows: [4, 5, 6])?.kind == .wrongArgumentLost)
  }

  @Test func `a value of the right topic, or of none, is no bleeding`() {
    for given in ["PF-3306", "XX-1"] {
      let scene = Self.bed.scene(call(given), shows: [2, 4, 5, 6])
      #expect(CrossTopicBleed().check(scene) == nil, "\(given)")
    }
  }

  @Test func `of two wrong arguments the one with the worst source counts`() {
    var bed = Self.bed
    bed.expectation.ordered[0].arguments["until"] = .exact("2027-06-21")
    bed.entries[6] = .prompt("Extend it until 2027-06-21.", label: "ask")
    let reply = Reply.calling("extend_permit", ["until": "2027-07-01"])
    #expect(bed.hit(reply, shows: [0, 6])?.detail.contains("permit is missing") == true)
    #expect(bed.hit(reply, shows: [2, 6])?.kind == .wrongArgumentPresent)
  }

  @Test func `a value that nothing says, or that stands anywhere, cannot be lost`() {
    var bed = Self.bed
    bed.facts = []
    bed.expectation.ordered = [
      ExpectedCall(tool: "extend_permit", arguments: ["days": .exact(3), "note": .exact("zzz9")])
    ]
    #expect(
      bed.hit(.calling("extend_permit", ["days": 4, "note": "zzz9"]), shows: [6])?.kind
        == .wrongArgumentPresent)
    #expect(
      bed.hit(.calling("extend_permit", ["days": 3, "note": "q"]), shows: [6])?.kind
        == .wrongArgumentPresent)
  }
}
