import EvalKit
import EvalKitTesting
import Testing

/// Histories edited at random, as a stage may.
private struct RandomEdits: Strategy {
  static let definition = StrategyDefinition(name: "random-edits", summary: "Edits at random.")
  let seed: UInt64

  init(_ arguments: StrategyArguments) { seed = 0 }
  init(seed: UInt64) { self.seed = seed }

  func edit(_ history: History, in context: MomentContext, memory: inout JSONValue) async throws
    -> History
  {
    var random = SplitMix64(seed: seed &+ UInt64(context.request) &* 977 &+ UInt64(history.count))
    var edited = history
    for _ in 0..<Int.random(in: 0...3, using: &random) where edited.count > 0 {
      let position = Int.random(in: 0..<edited.count, using: &random)
      let end = Int.random(in: position...min(edited.count, position + 4), using: &random)
      switch Int.random(in: 0..<9, using: &random) {
      case 0: edited.keepLast(edited.count - 1)
      case 1: edited.keep(position..<edited.count)
      case 2: edited.mask(position, with: "[masked \(position)]")
      case 3: edited.truncate(position, to: [.text("cut")])
      case 4: edited.move(position, to: Int.random(in: 0..<edited.count, using: &random))
      case 5:
        edited.replace(
          position..<end, with: .response("summary \(position)"),
          carrying: edited.items[position..<end].prefix(1).flatMap(\.standsFor))
      case 6: edited.dropCalls(at: position) { _ in Bool.random(using: &random) }
      case 7: edited.maskArguments(position) { _ in .object(JSONObject([("x", 1)])) }
      default: edited.editHead { $0.instructions = [.response("rules \(position)")] }
      }
    }
    return edited
  }
}

private func transcript(_ seed: UInt64) -> Transcript {
  var random = SplitMix64(seed: seed)
  var entries: [Entry] = []
  for turn in 1...Int.random(in: 2...7, using: &random) {
    entries.append(.p(turn))
    for round in 0..<Int.random(in: 0...2, using: &random) {
      let ids = ["\(turn).\(round).a", "\(turn).\(round).b"]
      entries.append(
        .calls(ids.map { ToolCall(id: $0, name: "look", arguments: ["z": 1, "a": .string($0)]) }))
      entries += ids.map { .output("found \($0)", callID: $0, toolName: "look") }
    }
    entries.append(.r(turn))
  }
  var transcript = Transcript(head: .of(tokens: 5), entries: entries)
  if entries.count > 4 {
    transcript.changes = [
      HeadChange(position: entries.count / 2, tools: [ToolDefinition(name: "late")])
    ]
  }
  return transcript
}

private func aCase(_ seed: UInt64) -> EvalCase {
  let transcript = transcript(seed)
  let turns = TranscriptStructure(transcript.entries).turnStarts
  return EvalCase(
    id: "case\(seed)", transcript: transcript,
    facts: [Fact(id: "f", value: "p1.0", evidence: [Evidence(entry: EntryID(0), quote: "p1.0")])],
    probes: [
      Probe(id: "end", ask: "What was said at first?", facts: ["f"]),
      Probe(id: "mid", ask: "And then?", facts: ["f"], at: .before(turns[turns.count - 1])),
      Probe(id: "often", ask: "And now?", facts: ["f"], at: .every(turns: 2)),
      Probe(
        id: "never", kind: "abstention", ask: "Who?", decoy: "What?", facts: ["f"],
        expect: .abstain),
    ])
}

struct ViewChangeTests {
  @Test(arguments: 0..<40)
  func `a view is the one before with its change, whatever stages did`(_ seed: Int) async throws {
    let transcript = transcript(UInt64(seed))
    let ledger = transcript.plainLedger
    let persistence: Persistence = seed % 2 == 0 ? .view : .stored
    let pipeline = Pipeline([
      Stage(RandomEdits(seed: UInt64(seed)), persistence: persistence)
    ])
    let session = Session(
      pipeline: pipeline, head: transcript.head, budget: ContextBudget(contextSize: 100_000),
      ledger: ledger)
    var writer = ViewBuilder(transcript)
    var reader = ViewBuilder(transcript)
    var count = 0
    _ = try await Replay(transcript).run(session) { _, place in
      guard case .request(let record, let view) = place else { return }
      let change = writer.record(view, at: record.entry.index + 1)
      let next = reader.next(change, at: record.entry.index + 1)
      let rebuilt = try #require(next)
      let isSame = View.areSame(rebuilt, view)
      #expect(isSame)
      #expect(rebuilt.isHeadEdited == view.isHeadEdited)
      count += 1
    }
    #expect(count > 1)
  }

  @Test func `a request that only appended records nothing`() async throws {
    let transcript = Transcript("p1 c1 o1 r1 p2 r2 p3 r3")
    let session = Session(
      pipeline: Pipeline(), head: transcript.head, budget: ContextBudget(contextSize: 10_000),
      ledger: transcript.plainLedger)
    var builder = ViewBuilder(transcript)
    _ = try await Replay(transcript).run(session) { _, place in
      guard case .request(let record, let view) = place else { return }
      #expect(builder.record(view, at: record.entry.index + 1).isEmpty)
    }
  }

  @Test func `a moved item and two dropped ones are three splices and no more`() {
    let log = ViewBuilder(Transcript("p1 r1 p2 r2 p3 r3 p4")).log
    let shown = [log[0], log[2], log[3], log[1], log[6]]
    let change = ViewChange(from: log, to: shown)
    #expect(change.splices.map(\.at) == [1, 4])
    #expect(change.splices.map(\.remove) == [1, 2])
    #expect(change.splices.map(\.insert.count) == [0, 1])
    #expect(change.applied(to: log)?.notation == "p1 p2 r2 r1 p4")
  }

  @Test func `a change that does not fit gives nothing`() {
    let log = ViewBuilder(Transcript("p1 r1")).log
    let change = ViewChange(splices: [.init(at: 1, remove: 5, insert: [])])
    #expect(change.applied(to: log) == nil)
  }
}

struct ObservationCodecTests {
  @Test(arguments: 0..<40)
  func `what is read back shows the same views`(_ seed: Int) async throws {
    let value = aCase(UInt64(seed))
    let settings = RunSettings(
      renderer: PlainRenderer(), tokenizer: WordTokenizer(),
      models: [ModelRunner(ScriptedModel(), isFree: true)])
    let pipeline = Pipeline([
      Stage(
        RandomEdits(seed: UInt64(seed)), persistence: seed % 2 == 0 ? .view : .stored)
    ])
    let arms = Arm.panel(
      policies: [("random", pipeline)], models: ["scripted"], contexts: [.tokens(1000)],
      reserve: 10)
    let cases = [value, aCase(UInt64(seed) + 1000)]
    let plan = Plan(cases: cases, arms: arms, settings: settings)
    let observations = try await Runner(plan: plan, settings: settings).observations()
    let codec = ObservationCodec(cases)
    #expect(observations.count == 12)
    for observation in observations {
      let line = try codec.line(observation)
      let read = try codec.observation(line)
      #expect(try codec.line(read) == line)
      #expect(read.requests == observation.requests)
      #expect(read.notApplicable == observation.notApplicable)
      for (left, right) in zip(read.questions, observation.questions) {
        #expect(left.id == right.id)
        #expect(left.status == right.status)
        let isSame = View.areSame(left.view, right.view)
        #expect(isSame, "\(observation.arm) \(left.id)")
        #expect(left.reply == right.reply)
        #expect(left.filled == right.filled)
        #expect(left.firings == right.firings)
      }
      #expect(read.questions.count == observation.questions.count)
    }
  }

  @Test func `an unknown version is refused, naming the newest`() throws {
    let codec = ObservationCodec([aCase(1)])
    let error = #expect(throws: RecordError.self) {
      try codec.observation(#"{"version":2,"kind":"observation"}"#)
    }
    #expect(error?.description == "unknown version 2; the newest known is 1 (at version)")
  }
}
