import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct TransformTests {
  private func views(_ notation: String, _ stage: Stage) async throws -> [String] {
    let transcript = Shorthand.transcript(notation)
    var views: [String] = []
    let session = Bench().session(transcript, Pipeline([stage]))
    let result = try await Replay(transcript).run(session) { _, place in
      if case .request(_, let view) = place { views.append(Shorthand.text(view)) }
    }
    #expect(result.requests.allSatisfy { $0.error == nil })
    return views
  }

  @Test func `A closure of entries is a policy`() async throws {
    let stage = Strategies.transform("last three") { entries in entries.suffix(3) }
    #expect(try await views("i p1 r1 p2 r2 p3 r3", stage) == ["i p1", "i p1 r1 p2", "i p2 r2 p3"])
    #expect(stage.description == "transform(name: 'last three')")
    #expect(stage.persistence == .view)
  }

  @Test func `A closure may store what it left`() async throws {
    let stage = Strategies.transform("last", persistence: .stored) { $0.suffix(1) }
    let transcript = Shorthand.transcript("p1 r1 p2 r2 p3 r3")
    let end = try await Replay(transcript).run(
      Bench().session(transcript, Pipeline([stage]))
    ).session
    #expect(Shorthand.text(end.history) == "p3 r3")
  }

  @Test func `Entries that lost their labels are known by their content`() async throws {
    let stage = Strategies.transform("anonymous") { entries in
      entries.filter { $0.kind != .response }.map { entry in
        var entry = entry
        entry.label = ""
        return entry
      }
    }
    #expect(try await views("p1 r1 p2 r2", stage) == ["p1", "p1 p2"])
  }

  @Test func `Equal entries without labels are matched in order`() async throws {
    var transcript = Shorthand.transcript("p1 r1 p2 r2 p3")
    for index in transcript.entries.indices { transcript.entries[index].segments = [.text("same")] }
    let stage = Strategies.transform("two") { entries in
      entries.filter { $0.kind == .prompt }.prefix(2).map { _ in .prompt("same") }
    }
    let bench = Bench()
    let left = try await bench.edited(bench.history(transcript), by: stage, transcript)
    #expect(left.items.map(\.id) == [EntryID(0), EntryID(2)])
  }

  @Test func `An entry returned twice stands twice, as a closure of first and last has it`()
    async throws
  {
    let stage = Strategies.transform("condense") { entries in
      entries.isEmpty ? [] : [entries[0], entries[entries.count - 1]]
    }
    #expect(try await views("p1 r1 p2", stage) == ["p1 p1"])
    #expect(try await views("p1 r1 p2 r2", stage).last == "p1 p2")
  }

  @Test func `What a closure throws is the error of the stage`() async throws {
    struct Unwilling: Error {}
    let stage = Strategies.transform("unwilling") { _ in throw Unwilling() }
    let transcript = Shorthand.transcript("p1 r1")
    let result = try await Replay(transcript).run(
      Bench().session(transcript, Pipeline([stage])))
    #expect(result.requests.first?.error == "transform: Unwilling()")
  }

  @Test func `A closure cannot be written in a spec`() throws {
    let catalog = try Strategies.catalog.adding(strategies: [Transform.self])
    let error = #expect(throws: SpecError.self) { try catalog.parse("transform('mine')") }
    #expect("\(try #require(error))".contains("Strategies.transform"))
  }
}
