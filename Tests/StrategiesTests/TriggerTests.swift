import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct TriggerTests {
  /// Drops everything but the last entry when its trigger is met.
  struct Cut: Strategy {
    static let definition = StrategyDefinition(
      name: "cut", summary: "Keeps the last entry.",
      parameters: [.when(nil)], persistence: .stored, moments: [.prompt, .toolOutput])
    let trigger: Trigger
    init(_ arguments: StrategyArguments) throws { trigger = try arguments.trigger("when") }
    func edit(_ history: History, in context: MomentContext, memory: inout JSONValue)
      async throws -> History
    {
      guard trigger.isMet(by: history, in: context) else { return history }
      var history = history
      history.keepLast(1)
      return history
    }
    func reach(at moment: Moment) -> Reach { .when(trigger) }
  }

  private func catalog() throws -> StrategyCatalog {
    try Strategies.catalog.adding(strategies: [Cut.self])
  }

  @Test(arguments: [
    ("cut(when: [3 entries, 50%])", "cut(when: [3 entries, 50%])"),
    ("cut(when: [3 entries])", "cut(when: 3 entries)"),
    ("cut([prompt, idle])", "cut(when: [prompt, idle])"),
    ("cut(model-request)", "cut(when: model-request)"),
  ])
  func `Alternatives are read and printed`(spec: String, canonical: String) throws {
    let pipeline = try catalog().parse(spec)
    #expect(pipeline.description == canonical)
    #expect(try catalog().parse(canonical) == pipeline)
  }

  @Test func `Any alternative that is met is enough`() async throws {
    let bench = Bench(contextSize: 1000)
    let catalog = try catalog()
    for (spec, fires) in [
      ("cut([9 entries, 2 turns])", true), ("cut([9 entries, 3 turns])", false),
      ("cut(prompt)", true), ("cut(idle)", false), ("cut([idle, 1 entry])", true),
    ] {
      let transcript = Shorthand.turns(2).entries + [.prompt("p3", label: "p3")]
      let stage = try #require(try catalog.parse(spec).stages.first)
      let session = Transcript(entries: transcript)
      let left = try await bench.edited(bench.history(session), by: stage, session)
      #expect((left.count == 1) == fires, "\(spec)")
    }
  }

  @Test func `A trigger that no recording holds makes the arm not applicable, and says so`() throws
  {
    let catalog = try catalog()
    for word in ["idle", "model-request", "provider-usage"] {
      let stage = try #require(try catalog.parse("cut(\(word))").stages.first)
      #expect(stage.whyNeverReplayed == "the trigger '\(word)' cannot fire in a replay")
      let findings = PipelineAnalysis.findings(
        Pipeline([stage]), budget: ContextBudget(contextSize: 4096))
      #expect(findings.map(\.rule) == ["live-trigger"])
      #expect(findings.map(\.severity) == [.warning])
    }
    let either = try #require(try catalog.parse("cut([idle, 50%])").stages.first)
    #expect(either.whyNeverReplayed == nil)

    let value = EvalCase(id: "one", transcript: Shorthand.turns(3))
    let plan = Plan(
      cases: [value],
      arms: Arm.panel(
        policies: [("waits", try catalog.parse("cut(idle)"))], models: ["m"],
        contexts: [.tokens(4096)]),
      settings: RunSettings(models: [ModelRunner(ScriptedModel(name: "m"))]))
    let reasons = plan.cells.filter {
      if case .notApplicable(let reason) = $0.action { reason.contains("'idle'") } else { false }
    }
    #expect(reasons.map { plan.arms[$0.armIndex].name } == ["waits", "placebo(waits)"])
  }
}
