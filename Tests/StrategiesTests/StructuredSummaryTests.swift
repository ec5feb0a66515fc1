import EvalKit
import EvalKitTesting
import Foundation
import LocalModels
import Strategies
import Testing

struct StructuredSummaryTests {
  private static let whole = "## goal\nship\n## open\nnone"
  private let spec = "structured-summary(sections: [goal, open], when: always, keep: 1 turn"

  /// Enough words that a summary is shorter than what it stands for.
  private func transcript(_ count: Int = 2) -> Transcript {
    var transcript = Shorthand.turns(count)
    for index in transcript.entries.indices {
      transcript.entries[index].segments.append(.text(Entry.words("w\(index)", 20)))
    }
    return transcript
  }

  private func left(_ texts: [String], _ more: String) async throws
    -> (history: History, bench: Bench)
  {
    let bench = Bench(summariser: ScriptedSummariser(name: "reader", texts))
    let transcript = transcript()
    let stage = try #require(try Strategies.catalog.parse("\(spec)\(more))").stages.first)
    let history = try await bench.edited(bench.history(transcript), by: stage, transcript)
    return (history, bench)
  }

  @Test func `The summariser is told its sections`() async throws {
    let (history, bench) = try await left([Self.whole], "")
    let request = try #require(bench.summariser.requests.first)
    #expect(request.sections == ["goal", "open"])
    #expect(request.instructions?.hasSuffix("## goal\n## open") == true)
    #expect(history.items.first?.entry.segments.last == .text(Self.whole))
  }

  @Test(arguments: [
    "ship it", "## goal\nship", "## Goal\nship\n### open", "goal\nopen", "## goals\n## open", "",
  ])
  func `A summary without every section is a fault`(text: String) async throws {
    let isGood = text == "## Goal\nship\n### open"
    let (history, _) = try await left([text], ", fallback: []")
    #expect(history.items.contains(where: \.isSynthesised) == isGood)
  }

  @Test func `A form that fails meets the ladder`() async throws {
    let (digest, _) = try await left(["no form"], ", fallback: [digest]")
    #expect(digest.items.first?.entry.text.contains("prompt: p1") == true)
    let (empty, _) = try await left(["no form"], ", fallback: [empty]")
    #expect(empty.items.first?.entry.segments.last == .text(""))
    #expect(empty.items.count == 3)
  }

  @Test func `A second look replaces the summary, and a bad one does not`() async throws {
    let better = "## goal\nship soon\n## open\nnone"
    let (checked, bench) = try await left([Self.whole, better], ", verify: true")
    #expect(checked.items.first?.entry.segments.last == .text(better))
    #expect(bench.summariser.requests.count == 2)
    #expect(bench.summariser.requests[1].instructions?.contains(Self.whole) == true)
    #expect(bench.summariser.requests[1].previous == Self.whole)
    let (kept, _) = try await left([Self.whole, "no form"], ", verify: true")
    #expect(kept.items.first?.entry.segments.last == .text(Self.whole))
  }

  @Test func `An earlier summary is handed over where that is asked for`() async throws {
    for (earlier, previous) in [("handed", Optional(Self.whole)), ("summarised", nil)] {
      let bench = Bench(summariser: ScriptedSummariser(name: "reader", [Self.whole]))
      _ = try await bench.replay(
        transcript(3), "\(spec), earlier: \(earlier))")
      #expect(bench.summariser.requests.last?.previous == previous)
    }
  }

  @Test func `The reader keeps to the form`() async throws {
    let bench = Bench()
    let transcript = Transcript(entries: [
      .prompt("Please book a flight to Porto for order BA4711."),
      .calls([ToolCall(name: "search", arguments: [:])]),
      .output("Saved the plan in notes/plan.md.", toolName: "search"),
      .response("I decided on the 9:40 with number TP-1203. \(Entry.words("w", 120))"),
      .prompt("And the hotel?"),
      .response("Not yet."), .prompt("Go on."),
    ])
    var context = bench.context(transcript)
    context = MomentContext(
      moment: .prompt, budget: context.budget, request: 1, head: Head(), log: nil,
      ledger: context.ledger, summarisers: ["reader": ReaderSummariser()], calls: SummaryLog())
    let stage = try #require(
      try Strategies.catalog.parse(
        "structured-summary(when: always, keep: 1 turn, summary: 400 tokens, fallback: [])"
      ).stages.first)
    var memory = JSONValue.null
    let left = try await stage.strategy.edit(
      bench.history(transcript), in: context, memory: &memory)
    let text = try #require(left.items.first?.entry.segments.last?.text)
    #expect(left.items.count == 2)
    #expect(text.hasPrefix("## goal\n- Please book a flight to Porto for order BA4711."))
    #expect(text.contains("## artifacts\n- Saved the plan in notes/plan.md."))
  }

  @Test(arguments: ["[]", "[a, A]", "['']", "['a\\nb']"])
  func `Sections that cannot be told apart are refused`(list: String) {
    #expect(throws: SpecError.self) {
      try Strategies.catalog.parse("structured-summary(sections: \(list))")
    }
  }

  @Test(arguments: [("no form", true), ("", false)])
  func `Only a form that is not read makes an empty summary`(text: String, stands: Bool)
    async throws
  {
    let (history, _) = try await left([text], ", fallback: [unread]")
    #expect(history.items.contains(where: \.isSynthesised) == stands)
  }

  // When it fails
  @Test func `What fits no section stands under another`() async throws {
    let bench = Bench()
    let transcript = Transcript(entries: [
      .prompt("Please book a flight to Porto for order BA4711."),
      .response("Porto smells of oranges in spring. \(Entry.words("w", 120))"),
      .prompt("Go on."), .response("Yes."), .prompt("Next."),
    ])
    let context = MomentContext(
      moment: .prompt, budget: ContextBudget(contextSize: 4096), request: 1, head: Head(), log: nil,
      ledger: bench.ledger(transcript), summarisers: ["reader": ReaderSummariser()],
      calls: SummaryLog())
    let stage = try #require(
      try Strategies.catalog.parse(
        "\(spec), summary: 400 tokens, fallback: [])"
      ).stages.first)
    var memory = JSONValue.null
    let left = try await stage.strategy.edit(
      bench.history(transcript), in: context, memory: &memory)
    let text = try #require(left.items.first?.entry.segments.last?.text)
    let goal = try #require(text.components(separatedBy: "## open").first)
    #expect(goal.hasPrefix("## goal") && goal.contains("oranges"))
  }
}
