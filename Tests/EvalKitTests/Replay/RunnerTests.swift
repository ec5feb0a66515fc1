import EvalKit
import EvalKitTesting
import Foundation
import Strategies
import Synchronization
import Testing

/// Always fails.
private struct Failing: Strategy {
  static let definition = StrategyDefinition(name: "failing", summary: "Fails.")
  init(_ arguments: StrategyArguments) {}
  func edit(_ history: History, in context: MomentContext, memory: inout JSONValue) async throws
    -> History
  {
    throw ModelError.unavailable("on purpose")
  }
}

/// Keeps the last entries.
private struct KeepLast: Strategy {
  static let definition = StrategyDefinition(
    name: "keep-last", summary: "Keeps the last entries.", persistence: .stored)
  let count: Int
  init(_ arguments: StrategyArguments) { count = 4 }
  init(_ count: Int) { self.count = count }
  func edit(_ history: History, in context: MomentContext, memory: inout JSONValue) async throws
    -> History
  {
    var edited = history
    edited.keepLast(count)
    return edited
  }
}

private func aCase(_ id: String, turns: Int = 6, probes: Int = 5) -> EvalCase {
  var transcript = Transcript.plain(turns: turns, head: 7)
  transcript.entries.insert(contentsOf: [.c(1), .o(1)], at: 1)
  return EvalCase(
    id: id, transcript: transcript,
    facts: [
      Fact(id: "f", value: "p1.0", evidence: [Evidence(entry: EntryID(0), quote: "p1.0")])
    ],
    probes: (0..<probes).map { Probe(id: "p\($0)", ask: "question number \($0)", facts: ["f"]) }
      + [Probe(id: "mid", ask: "in the middle", facts: ["f"], at: .before(EntryID(4)))],
    trajectories: [TrajectoryExpectation(id: "t", at: .before(EntryID(3)))])
}

private func settings(_ model: ScriptedModel = ScriptedModel(), isFree: Bool = true) -> RunSettings
{
  RunSettings(
    renderer: PlainRenderer(), tokenizer: WordTokenizer(),
    models: [ModelRunner(model, configuration: "scripted", isFree: isFree)])
}

private func arms(
  _ pipelines: [(name: String, pipeline: Pipeline)] = [
    ("last 4", Pipeline([Stage(KeepLast(4))])), ("last 7", Pipeline([Stage(KeepLast(7))])),
  ], context: ContextSize = .tokens(500)
) -> [Arm] {
  Arm.panel(policies: pipelines, models: ["scripted"], contexts: [context], reserve: 50)
}

struct RunnerTests {
  @Test func `the bytes are the same whatever the width`() async throws {
    let cases = ["b", "a", "c"].map { aCase($0, turns: $0 == "a" ? 9 : 5) }
    let settings = settings()
    let plan = Plan(cases: cases, arms: arms(), settings: settings)
    let codec = ObservationCodec(cases)
    var lines: [[String]] = []
    for width in [1, 4] {
      var found: [String] = []
      try await Runner(plan: plan, settings: settings).run(width: width) { cell, observation in
        #expect(cell == found.count)
        found.append(try codec.line(observation))
      }
      lines.append(found)
    }
    #expect(lines[0].count == 3 * 8)
    #expect(lines[0] == lines[1])
  }

  @Test func `questions leave the session as it was`() async throws {
    let settings = settings()
    let asked = Plan(cases: [aCase("a", probes: 5)], arms: arms(), settings: settings)
    let silent = Plan(cases: [aCase("a", probes: 0)], arms: arms(), settings: settings)
    let one = try await Runner(plan: asked, settings: settings).observations()
    let other = try await Runner(plan: silent, settings: settings).observations()
    #expect(one.map(\.requests) == other.map(\.requests))
    #expect(one[0].questions.count == other[0].questions.count + 5)
  }

  @Test func `a stage fires on the copy a probe is asked of, and it is recorded`() async throws {
    let settings = settings()
    let plan = Plan(cases: [aCase("a")], arms: arms(), settings: settings)
    let first = try #require(
      try await Runner(plan: plan, settings: settings).observations().first)
    let probe = try #require(first.questions.first)
    #expect(probe.firings.map(\.stage) == [0])
    #expect(probe.firings.map(\.moment) == [.prompt])
    #expect(probe.firings.flatMap(\.edits).map(\.kind) == [.dropped])
    #expect(probe.view.items.count == 4)
    #expect(probe.view.items.last?.entry.text == "question number 0")
    #expect(probe.status == .answered)
  }

  @Test func `a trajectory is asked on the recorded request's own view`() async throws {
    let model = ScriptedModel([.call(name: "tool", arguments: ["x": 1])])
    let settings = settings(model)
    let plan = Plan(cases: [aCase("a")], arms: arms(), settings: settings)
    let first = try #require(
      try await Runner(plan: plan, settings: settings).observations().first)
    let outcome = try #require(first.questions.first { $0.id == "t" })
    #expect(outcome.view.items.notation == "p1 c1 o1")
    #expect(outcome.reply?.calls.first?.name == "tool")
    let fill = try #require(first.questions.last)
    #expect(fill.id == "fill(c1)")
    #expect(fill.filled.map(\.name) == ["tool"])
    #expect(fill.reply == nil)
  }

  @Test func `controls show what they say`() async throws {
    let settings = settings()
    let plan = Plan(cases: [aCase("a"), aCase("b")], arms: arms(), settings: settings)
    let all = try await Runner(plan: plan, settings: settings).observations()
    func view(_ control: String) throws -> String {
      let observation = try #require(all.first { $0.arm.hasPrefix(control + "|") })
      return try #require(observation.questions.first).view.notation
    }
    #expect(try view("null") == "i ask")
    #expect(try view("evidence") == "i p1 ask")
    #expect(try view("oracle").hasPrefix("i p1 c1 o1 r1 p2"))
    #expect(try view("foreign") == "i p1 c1 o1 r1 p2 r2 p3 r3 p4 r4 p5 r5 p6 r6 ask")
    let placebo = try #require(all.first { $0.arm.hasPrefix("placebo(last 4)") })
    let arm = try #require(all.first { $0.arm.hasPrefix("last 4") })
    for (mine, theirs) in zip(placebo.requests, arm.requests) {
      #expect(mine.tokens <= theirs.tokens)
    }
    #expect(placebo.requests.count == arm.requests.count)
  }

  @Test func `a head over the budget makes the case notApplicable for every arm`() async throws {
    let settings = settings()
    let plan = Plan(
      cases: [aCase("a")], arms: arms(context: .tokens(56)), settings: settings)
    let all = try await Runner(plan: plan, settings: settings).observations()
    #expect(all.allSatisfy { $0.notApplicable == "floor" && $0.questions.isEmpty })
  }

  @Test func `the oracle of a model with a small window does not fit`() async throws {
    let model = ScriptedModel(capabilities: ModelCapabilities(contextSize: 60))
    let settings = settings(model)
    let plan = Plan(cases: [aCase("a")], arms: arms(), settings: settings)
    let oracle = try #require(plan.cells.first { plan.arms[$0.armIndex].name == "oracle" })
    #expect(oracle.action == .notApplicable("oracle does not fit"))
  }

  @Test func `a foreign question of a single case has no other case`() {
    let settings = settings()
    let plan = Plan(cases: [aCase("a")], arms: arms(), settings: settings)
    #expect(plan.cells.last?.action == .notApplicable("no case of another cluster"))
  }

  @Test func `a stranger is of another cluster`() throws {
    var sibling = aCase("b")
    sibling.cluster = "a"
    let plan = Plan(cases: [aCase("a"), sibling, aCase("c")], arms: arms(), settings: settings())
    let foreign = plan.cells.filter { plan.arms[$0.armIndex].name == "foreign" }
    #expect(foreign.map(\.foreignIndex) == [2, 2, 0])
  }

  @Test func `over the context size a question is not asked, and that is the policy's result`()
    async throws
  {
    let settings = settings()
    let plan = Plan(
      cases: [aCase("a")],
      arms: arms([("nothing", Pipeline())], context: .tokens(100)), settings: settings)
    let first = try #require(
      try await Runner(plan: plan, settings: settings).observations().first)
    #expect(first.questions.first?.status == .overflow)
    #expect(first.questions.first?.reply == nil)
    #expect(first.requests.contains { $0.isOverflow })
  }

  @Test func `a strategy that throws is errored everywhere`() async throws {
    let settings = settings()
    let plan = Plan(
      cases: [aCase("a")],
      arms: arms([("failing", Pipeline([Stage(Failing(StrategyArguments()))]))]),
      settings: settings)
    let first = try #require(
      try await Runner(plan: plan, settings: settings).observations().first)
    #expect(first.requests.allSatisfy { $0.error != nil })
    for question in first.questions {
      guard case .errored = question.status else {
        Issue.record("\(question.id) is \(question.status)")
        continue
      }
    }
  }

  @Test func `a model that costs is asked only of the controls that verdicts need`() async throws {
    let settings = settings(isFree: false)
    let plan = Plan(cases: [aCase("a"), aCase("b")], arms: arms(), settings: settings)
    let asked = plan.cells.filter(\.asksModel).map { plan.arms[$0.armIndex].name }
    let wanted = ["last 4", "last 7", "oracle", "null", "evidence", "placebo(last 4)"]
    #expect(asked == wanted + wanted)
  }

  @Test func `a share of the context is one of the session's own peak`() {
    let settings = settings()
    let plan = Plan(
      cases: [aCase("a")], arms: arms(context: .share(50)), settings: settings)
    // Head 7, thirteen entries of 10 at the last request.
    #expect(plan.cases[0].peak == 137)
    #expect(plan.cells[0].contextSize == 68)
  }

  @Test func `a model over its time limit is errored, not waited for`() async throws {
    let model = ScriptedModel([.delayed("late", .seconds(30))])
    var settings = settings(model)
    settings.timeLimit = 0
    let plan = Plan(
      cases: [aCase("a", turns: 2, probes: 1)],
      arms: Array(arms([("nothing", Pipeline())]).prefix(1)), settings: settings)
    let first = try #require(
      try await Runner(plan: plan, settings: settings).observations().first)
    #expect(first.questions.first?.status == .unanswered("\(ModelError.timeout(seconds: 0))"))
    // Recall is the model's and counts as the worst; survival asks no model, so it stands.
    let scores = Judge.default.scores(
      of: Judge.default.prepare(plan.cases[0].value),
      arms: [ArmIdentity(plan.arms[0])], observations: [first])
    let recall = scores.filter { $0.metric == "recall" }.map(\.outcome)
    let survival = scores.filter { $0.metric == "survival" }.map(\.outcome)
    #expect(
      !recall.isEmpty
        && recall.allSatisfy { if case .errored = $0 { true } else { false } })
    #expect(
      !survival.isEmpty
        && survival.allSatisfy { if case .scored = $0 { true } else { false } })
  }

  @Test func `a cancelled run emits no part of a cell`() async throws {
    let model = ScriptedModel([.delayed("late", .seconds(30))])
    let settings = settings(model)
    let plan = Plan(cases: [aCase("a")], arms: arms(), settings: settings)
    let emitted = Mutex(0)
    let task = Task {
      try await Runner(plan: plan, settings: settings).run(width: 2) { _, _ in
        emitted.withLock { $0 += 1 }
      }
    }
    try await Task.sleep(for: .milliseconds(50))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(emitted.withLock { $0 } == 0)
  }
}
