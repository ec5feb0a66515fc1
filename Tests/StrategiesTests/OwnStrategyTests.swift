// The code between the markers stands in docs/own-strategy.md, word for word.
// doc: strategy
import EvalKit
import LocalModels
import Strategies

/// Cuts tool outputs of past turns after so many characters.
struct ShortOutputs: Strategy {
  static let definition = StrategyDefinition(
    name: "short-outputs",
    summary: "Cuts tool outputs of past turns after so many characters.",
    parameters: [
      StrategyParameter(
        "chars", .count([.chars]), default: .count(200, .chars), minimum: 1,
        summary: "How much of an output stays.")
    ])

  private let chars: Int

  init(_ arguments: StrategyArguments) throws {
    chars = try arguments.count("chars")
  }

  func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    var history = history
    for position in 0..<HistoryStructure(history.items).inFlightStart {
      let item = history.items[position]
      let text = item.entry.text
      guard item.kind == .toolOutput, text.count > chars else { continue }
      history.truncate(position, to: [.text(String(text.prefix(chars)))])
    }
    return history
  }
}
// doc: end

// doc: replay
/// Replays a recorded session and returns the tokens of each request.
func tokensPerRequest(
  of entries: [Entry], under spec: String, contextSize: Int
) async throws -> [Int] {
  let catalog = try Strategies.catalog.adding(strategies: [ShortOutputs.self])
  let session = Session(
    pipeline: try catalog.parse(spec), head: Head("Be brief."),
    budget: ContextBudget(contextSize: contextSize),
    ledger: TokenLedger(
      entries: entries, renderer: NeutralRenderer(), tokenizer: PieceTokenizer()))
  let transcript = Transcript(head: Head("Be brief."), entries: entries)
  let (_, requests) = try await Replay(transcript).run(session)
  return requests.map(\.tokens)
}
// doc: end

// doc: run
/// Runs a set under some policies with the reader and returns the survival of each.
func survival(ofSet path: String, under specs: [String]) async throws -> [String: Double] {
  let catalog = try Strategies.catalog.adding(strategies: [ShortOutputs.self])
  let cases = try EvalSetLoader.load(path).set.cases
  let settings = RunSettings(
    models: [ModelRunner(Reader(), isFree: true)], summarisers: [ReaderSummariser()])
  let arms = Arm.panel(
    policies: try specs.map { (name: $0, pipeline: try catalog.parse($0)) },
    models: ["reader"], contexts: [.tokens(2048)])
  let plan = Plan(cases: cases, arms: arms, settings: settings)

  var observations: [String: [Observation]] = [:]
  try await Runner(plan: plan, settings: settings).run { _, observation in
    observations[observation.caseID, default: []].append(observation)
  }

  let judge = Judge.default
  let scores = plan.cases.flatMap { value in
    judge.scores(
      of: judge.prepare(
        value.value, ledger: value.ledger),
      arms: plan.arms.map { ArmIdentity($0) }, observations: observations[value.value.id] ?? [])
  }
  var survival: [String: Double] = [:]
  for arm in Summary(scores, judge: judge).arms where specs.contains(arm.arm.name) {
    survival[arm.arm.name] = arm.metrics["survival"]?.value
  }
  return survival
}
// doc: end

// doc: transform
/// The transform of a shipping app, pasted: what it keeps of a session's entries.
func appTransform(_ entries: [Entry]) -> [Entry] {
  entries.filter { $0.kind != .reasoning }.suffix(12)
}

let appStage = Strategies.transform("app 1.4", persistence: .view) { appTransform($0) }
// doc: end
