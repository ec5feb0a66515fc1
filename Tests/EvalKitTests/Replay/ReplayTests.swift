import EvalKit
import EvalKitTesting
import Synchronization
import Testing

/// The rules of replay, a test a sentence: `docs/replay-rules.md` says which is whose.
struct ReplayTests {
  private let bed = Bed()

  // MARK: What is appended, and where requests lie

  @Test func `recorded entries are appended in order`() async throws {
    let transcript = Transcript("p1 t1 c1 o1 r1 p2 r2")
    let outcome = try await bed.replay(transcript)
    #expect(outcome.session.log == transcript.entries)
    #expect(outcome.session.history.items.notation == "p1 t1 c1 o1 r1 p2 r2")
    #expect(outcome.session.history.items.compactMap(\.id) == (0..<7).map { EntryID($0) })
  }

  @Test(arguments: [
    ("p1 r1 p2 r2", "p1|p1 r1 p2"), ("p1 r1 p2", "p1"), ("p1 p2 r2", "p1|p1 p2"), ("p1", ""),
    ("", ""),
    ("r1 p1 r2", "r1 p1"), ("p1 c1 o1 r1", "p1|p1 c1 o1"), ("p1 c1 o1", "p1"),
    ("p1 c1 o1 p2 r2", "p1|p1 c1 o1|p1 c1 o1 p2"), ("p1 t1 r1 i1 p2 r2", "p1|p1 t1 r1 i1 p2"),
    ("p1 c1 c2 o1 o2 r1", "p1|p1 c1 c2 o1|p1 c1 c2 o1 o2"),
  ])
  func `a request lies after every input that something follows`(record: String, views: String)
    async throws
  {
    let outcome = try await bed.replay(Transcript(record))
    #expect(outcome.views.joined(separator: "|") == views)
  }

  @Test func `no request lies between the outputs of one round`() async throws {
    let calls = ["a", "b"].map { ToolCall(id: $0, name: "tool", arguments: [:]) }
    let outputs = ["b", "a"].map { (id: String) in
      Entry.output("done", callID: id, label: "o-\(id)")
    }
    let transcript = Transcript(
      entries: [.p(1), .calls(calls, label: "c")] + outputs + [.r(1)])
    let outcome = try await bed.replay(transcript)
    #expect(outcome.views == ["p1", "p1 c o-b o-a"])
    #expect(outcome.records.map(\.moment) == [.prompt, .toolOutput])
  }

  @Test func `the recorded replies are the same for every policy`() async throws {
    let transcript = Transcript.plain(turns: 6)
    let plain = try await bed.replay(transcript)
    let cut = try await bed.replay(transcript, .window(1))
    #expect(plain.records.map(\.replyTokens) == cut.records.map(\.replyTokens))
    #expect(plain.records.map(\.entry) == cut.records.map(\.entry))
    #expect(plain.session.log == cut.session.log)
  }

  // MARK: The four steps of a request

  @Test func `stored stages run at their moments, in order, on the stored history`() async throws {
    let seen = Mutex<[String]>([])
    func stage(_ name: String, at moments: Set<Moment>) -> Stage {
      Stage(
        EditingStrategy { history, context, _ in
          seen.withLock { $0.append("\(name) \(context.moment) \(history.items.notation)") }
        }, persistence: .stored, moments: moments)
    }
    _ = try await bed.replay(
      Transcript("p1 c1 o1 r1 p2 r2"), stage("a", at: [.prompt]), stage("b", at: [.toolOutput]),
      stage("c", at: [.prompt, .toolOutput]))
    #expect(
      seen.withLock { $0 } == [
        "a prompt p1", "c prompt p1", "b toolOutput p1 c1 o1", "c toolOutput p1 c1 o1",
        "a prompt p1 c1 o1 r1 p2", "c prompt p1 c1 o1 r1 p2",
      ])
  }

  @Test func `a stored edit stays, a view edit is of one request`() async throws {
    let transcript = Transcript("p1 r1 p2 r2 p3 r3")
    let drop = { @Sendable (history: inout History, context: MomentContext) in
      if context.request == 2 { history.drop { $0.entry.label == "p1" } }
    }
    let stored = try await bed.replay(transcript, .stored(at: .prompt) { h, c, _ in drop(&h, c) })
    #expect(stored.views == ["p1", "r1 p2", "r1 p2 r2 p3"])
    let view = try await bed.replay(transcript, .view { h, c, _ in drop(&h, c) })
    #expect(view.views == ["p1", "r1 p2", "p1 r1 p2 r2 p3"])
    #expect(view.session.history.items.notation == "p1 r1 p2 r2 p3 r3")
  }

  @Test func `view stages see what stored stages left, and each what the one before left`()
    async throws
  {
    let seen = Mutex<[String]>([])
    let outcome = try await bed.replay(
      Transcript("p1 r1 p2 r2"),
      .view { history, _, _ in
        seen.withLock { $0.append("first \(history.items.notation)") }
        history.drop { $0.kind == .response }
      },
      .view { history, _, _ in seen.withLock { $0.append("second \(history.items.notation)") } },
      .stored(at: .prompt) { history, _, _ in
        seen.withLock { $0.append("stored \(history.items.notation)") }
        if history.count > 1 { history.drop { $0.entry.label == "p1" } }
      })
    #expect(
      seen.withLock { $0 } == [
        "stored p1", "first p1", "second p1", "stored p1 r1 p2", "first r1 p2", "second p2",
      ])
    #expect(outcome.views == ["p1", "p2"])
  }

  @Test func `over the budget, overflow stages run once and the view is made again, once`()
    async throws
  {
    let seen = Mutex<[String]>([])
    var bed = Bed(contextSize: 100, reserve: 65)
    bed.reserve = 65
    let outcome = try await bed.replay(
      Transcript("p1 r1 p2 r2"),
      .stored(at: .prompt) { _, _, _ in seen.withLock { $0.append("stored") } },
      .view { _, context, _ in seen.withLock { $0.append("view \(context.moment)") } },
      .stored(at: .overflow) { history, _, _ in
        seen.withLock { $0.append("overflow") }
        history.keepLast(1)
      })
    #expect(bed.contextSize - bed.reserve == 35)
    #expect(seen.withLock { $0 } == ["stored", "view prompt", "stored", "view prompt"])
    #expect(outcome.records.tokens == [10, 30])

    seen.withLock { $0 = [] }
    bed.reserve = 75
    let over = try await bed.replay(
      Transcript("p1 r1 p2 r2"),
      .stored(at: .prompt) { _, _, _ in seen.withLock { $0.append("stored") } },
      .view { _, context, _ in seen.withLock { $0.append("view \(context.moment)") } },
      .stored(at: .overflow) { history, _, _ in
        seen.withLock { $0.append("overflow") }
        history.drop { $0.entry.label == "p1" }
      })
    #expect(
      seen.withLock { $0 } == [
        "stored", "view prompt", "stored", "view prompt", "overflow", "view overflow",
      ])
    #expect(over.views == ["p1", "r1 p2"])
    #expect(over.records.map(\.overBy) == [0, 0])
    #expect(over.records.last?.firings == [StageFiring(stage: 2, moment: .overflow)])
  }

  @Test func `a view that stays over the budget is recorded with what it is over by`() async throws
  {
    let bed = Bed(contextSize: 100, reserve: 80)
    let outcome = try await bed.replay(
      Transcript("p1 r1 p2 r2"), .stored(at: .overflow) { _, _, _ in })
    #expect(outcome.records.map(\.overBy) == [0, 10])
    #expect(outcome.records.map(\.isOverflow) == [false, false])
  }

  @Test func `a record has number, moment, entry, tokens, cached, over-by and edits`() async throws
  {
    let bed = Bed(contextSize: 60, reserve: 20)
    let outcome = try await bed.replay(
      Transcript("p1 c1 o1 r1", head: 20),
      .view { history, _, _ in history.drop { $0.kind == .toolCalls } })
    let second = try #require(outcome.records.last)
    #expect(outcome.records.count == 2)
    #expect(second.number == 2)
    #expect(second.moment == .toolOutput)
    #expect(second.entry == EntryID(2))
    #expect(second.tokens == 40)
    #expect(second.cached == 30)
    #expect(second.commonPrefix == 30)
    #expect(second.held == 39)
    #expect(second.prefilled == 10)
    #expect(second.overBy == 0)
    #expect(second.replyTokens == 10)
    #expect(second.firings == [StageFiring(stage: 0, moment: .toolOutput)])
    #expect(second.error == nil)
  }

  // MARK: After the reply

  @Test func `the reply is appended to log and history, whatever was edited away before it`()
    async throws
  {
    let outcome = try await bed.replay(
      Transcript("p1 c1 o1 r1 p2 r2"),
      .stored(at: .prompt, .toolOutput) { history, _, _ in history.drop { _ in true } })
    #expect(outcome.views == ["", "", ""])
    #expect(outcome.session.history.items.notation == "r2")
    #expect(outcome.session.log.count == 6)
  }

  @Test func `stages at toolCalls run if it made calls, else those at response`() async throws {
    let seen = Mutex<[String]>([])
    let stage = Stage(
      EditingStrategy { history, context, _ in
        seen.withLock { $0.append("\(context.moment) \(history.items.notation)") }
      }, persistence: .stored, moments: [.toolCalls, .response])
    _ = try await bed.replay(Transcript("p1 r1 c1 o1 t1 r2 p2 p3 i1"), stage)
    #expect(
      seen.withLock { $0 } == ["toolCalls p1 r1 c1", "response p1 r1 c1 o1 t1 r2"])
  }

  @Test func `what a stage does after a reply is recorded with the request it follows`()
    async throws
  {
    let outcome = try await bed.replay(
      Transcript("p1 r1 p2 r2"),
      .stored(at: .response) { history, context, _ in
        if history.count == 4 { history.keepLast(1) }
      })
    #expect(outcome.records.firings(at: .response) == [2])
  }

  @Test func `view plus reply over the context size is an overflow, counted, and replay goes on`()
    async throws
  {
    let bed = Bed(contextSize: 35)
    let outcome = try await bed.replay(Transcript("p1 r1 p2 r2 p3 r3"))
    #expect(outcome.records.map(\.isOverflow) == [false, true, true])
    #expect(outcome.session.log.count == 6)
  }

  @Test func `a stage that throws leaves the history as before it, and replay goes on`()
    async throws
  {
    let outcome = try await bed.replay(
      Transcript("p1 r1 p2 r2 p3 r3"),
      .stored(at: .prompt) { history, context, _ in
        if context.request == 2 { history.drop { $0.entry.label == "p1" } }
      },
      .stored(at: .prompt) { history, _, _ in
        history.drop { _ in true }
        throw Broken()
      },
      .view { history, context, _ in
        if context.request == 3 { throw Broken() }
        history.keepLast(1)
      })
    #expect(outcome.views == ["p1", "p2", "r1 p2 r2 p3"])
    #expect(outcome.records.map(\.error) == Array(repeating: "editing: broken", count: 3))
    #expect(outcome.session.history.items.notation == "r1 p2 r2 p3 r3")
  }

  @Test func `a stage that throws after a reply makes the request before it errored`() async throws
  {
    let outcome = try await bed.replay(
      Transcript("p1 r1 p2 r2"),
      .stored(at: .response) { _, context, _ in if context.request == 2 { throw Broken() } })
    #expect(outcome.records.map(\.error) == [nil, "editing: broken"])
  }

  @Test func `a stage's memory goes on from request to request, and stays where it throws`()
    async throws
  {
    let seen = Mutex<[Int]>([])
    _ = try await bed.replay(
      Transcript("p1 r1 p2 r2 p3 r3 p4 r4"),
      .view { _, context, memory in
        let count = (memory.intValue ?? 0) + 1
        seen.withLock { $0.append(count) }
        memory = JSONValue(count)
        if context.request == 2 { throw Broken() }
      })
    #expect(seen.withLock { $0 } == [1, 2, 2, 3])
  }

  // MARK: Heads

  @Test func `a change of the head is in force from the next request, and breaks the whole prefix`()
    async throws
  {
    var transcript = Transcript("p1 r1 p2 r2 p3 r3", head: 50)
    transcript.changes = [
      HeadChange(position: 2, instructions: Head.of(tokens: 30, name: "j").instructions)
    ]
    let outcome = try await bed.replay(transcript)
    #expect(outcome.records.tokens == [60, 60, 80])
    #expect(outcome.records.cached == [0, 0, 69])
    #expect(outcome.records.breaks == [2])
    #expect(outcome.session.head.instructionsText == Entry.words("j", 30))
  }

  @Test(arguments: [(3, 2), (4, 3), (0, 1), (1, 1), (5, 3)])
  func `a change right after an input is in force for its request`(position: Int, first: Int)
    async throws
  {
    var transcript = Transcript("p1 r1 p2 r2 p3 r3", head: 50)
    transcript.changes = [HeadChange(position: position, tools: [ToolDefinition(name: "tool")])]
    let outcome = try await bed.replay(transcript)
    let sizes = zip(outcome.records.tokens, [60, 80, 100]).map { $0 - $1 }
    #expect(sizes == (1...3).map { $0 >= first ? 1 : 0 })
  }

  @Test func `a change within a reply does not split it`() async throws {
    let seen = Mutex<[Moment]>([])
    var transcript = Transcript("p1 t1 r1 p2 r2", head: 5)
    transcript.changes = [HeadChange(position: 2, tools: [ToolDefinition(name: "tool")])]
    let outcome = try await bed.replay(
      transcript,
      .stored(at: .response, .toolCalls) { _, context, _ in
        seen.withLock { $0.append(context.moment) }
      })
    #expect(seen.withLock { $0 } == [.response, .response])
    #expect(outcome.records.map(\.replyTokens) == [20, 10])
  }

  // MARK: Questions

  @Test func `questions asked on copies change nothing`() async throws {
    let transcript = Transcript.plain(turns: 5, head: 20)
    let stages: [Stage] = [
      .trim(over: 3, to: 2, at: .prompt), .window(4),
      .view { history, _, memory in memory = JSONValue((memory.intValue ?? 0) + history.count) },
    ]
    let plain = try await bed.replay(transcript, stages: stages)
    let asked = try await Replay(transcript).run(bed.session(transcript, stages)) {
      session, place in
      guard case .boundary = place else { return }
      for _ in 0..<2 {
        var copy = session
        copy.append(.prompt("Which colour was it?"))
        _ = try await copy.request(.prompt)
        try await copy.append(reply: [.response("Blue.")])
      }
    }
    #expect(asked.requests == plain.records)
    #expect(asked.session.history.items.notation == plain.session.history.items.notation)
    #expect(asked.session.log == plain.session.log)
  }

  @Test func `a probe is appended as a prompt and stages may fire on its copy`() async throws {
    let transcript = Transcript("p1 r1 p2 r2")
    let firings = Mutex<[Int]>([])
    let stage = Stage.stored(at: .prompt) { history, _, _ in
      if history.count > 4 { history.keepLast(1) }
    }
    _ = try await Replay(transcript).run(bed.session(transcript, [stage])) { session, place in
      guard case .boundary(let count) = place, [0, 2, 4].contains(count) else { return }
      var copy = session
      copy.append(.prompt("ask", label: "ask"))
      let (record, view) = try await copy.request(.prompt)
      firings.withLock { $0.append(record.firings.count) }
      #expect(view.items.last?.entry.label == "ask")
    }
    #expect(firings.withLock { $0 } == [0, 0, 1])
  }

  @Test func `a checkpoint is shown the request's own view, before the recorded reply`()
    async throws
  {
    let transcript = Transcript("p1 c1 o1 r1")
    let seen = Mutex<[String]>([])
    let runs = Mutex(0)
    let stage = Stage.view { history, _, _ in
      runs.withLock { $0 += 1 }
      history.drop { $0.kind == .prompt }
    }
    _ = try await Replay(transcript).run(bed.session(transcript, [stage])) { session, place in
      guard case .request(let record, let view) = place else { return }
      seen.withLock { $0.append("\(record.number) \(view.notation) \(session.log.count)") }
    }
    #expect(seen.withLock { $0 } == ["1  1", "2 c1 o1 3"])
    #expect(runs.withLock { $0 } == 2)
  }

  @Test func `a request's boundaries come before every prompt and at the end`() async throws {
    let counts = Mutex<[Int]>([])
    _ = try await Replay(Transcript("p1 c1 o1 r1 p2 p3 r3")).run(
      bed.session(Transcript("p1 c1 o1 r1 p2 p3 r3"))
    ) { session, place in
      if case .boundary(let count) = place {
        #expect(session.log.count == count)
        counts.withLock { $0.append(count) }
      }
    }
    #expect(Set([0, 4, 5, 7]).isSubset(of: counts.withLock { Set($0) }))
  }

  // MARK: Models, time, cancellation

  @Test func `no model is asked but by stages that summarise, whose calls are kept apart`()
    async throws
  {
    var bed = bed
    let summariser = ScriptedSummariser(["the story so far"])
    bed.summarisers = ["scripted": summariser]
    let outcome = try await bed.replay(
      Transcript("p1 r1 p2 r2 p3 r3"),
      .stored(at: .prompt) { history, context, _ in
        guard history.count > 3 else { return }
        let text = try await context.summary(
          by: "scripted", of: SummaryRequest(items: Array(history.items[..<4])))
        history.replace(0..<4, with: .prompt(text))
      })
    #expect(outcome.session.usage == Usage())
    #expect(summariser.requests.count == 1)
    #expect(
      outcome.session.summaries == [
        SummaryCall(
          by: "scripted", request: 3, moment: .prompt, input: 40, output: 4,
          fed: (0..<4).map { EntryID($0) })
      ])
    #expect(outcome.records.tokens == [10, 30, 14])
    #expect(outcome.session.executors.count == 0)
  }

  @Test func `a stage past its deadline is errored, and replay goes on`() async throws {
    var bed = bed
    bed.timeLimit = 0.02
    let outcome = try await bed.replay(
      Transcript("p1 r1 p2 r2"),
      .view { history, context, _ in
        if context.request == 1 { try await Task.sleep(for: .seconds(3600)) }
        history.keepLast(1)
      })
    #expect(outcome.views == ["p1", "p2"])
    #expect(outcome.records.map { $0.error != nil } == [true, false])
    #expect(outcome.records.first?.error?.contains("longer than") == true)
  }

  @Test func `a summary past its deadline is the stage's error`() async throws {
    struct Slow: Summariser {
      let name = "slow"
      let window: Int? = nil
      func summary(of request: SummaryRequest) async throws -> Reply {
        try await Task.sleep(for: .seconds(3600))
        return Reply(text: "late")
      }
    }
    var bed = bed
    bed.timeLimit = 0.02
    bed.summarisers = ["slow": Slow()]
    let outcome = try await bed.replay(
      Transcript("p1 r1"),
      .stored(at: .prompt) { history, context, _ in
        _ = try await context.summary(by: "slow", of: SummaryRequest(items: history.items))
      })
    #expect(outcome.records.first?.error?.contains("longer than") == true)
    #expect(outcome.session.summaries.map { $0.fault != nil } == [true])
  }

  @Test func `cancellation is checked before each request and ends the replay`() async throws {
    let transcript = Transcript.plain(turns: 10)
    let requests = Mutex(0)
    let task = Task {
      try await Replay(transcript).run(bed.session(transcript)) { _, place in
        guard case .request(let record, _) = place else { return }
        requests.withLock { $0 = record.number }
        if record.number == 3 { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(requests.withLock { $0 } == 3)
  }

  @Test func `a stage that is cancelled ends the replay, and is no error of the policy`()
    async throws
  {
    let transcript = Transcript.plain(turns: 3)
    let stage = Stage.view { _, _, _ in throw CancellationError() }
    await #expect(throws: CancellationError.self) {
      try await Replay(transcript).run(bed.session(transcript, [stage]))
    }
  }

  // MARK: Rebuild, reasoning

  @Test func `a rebuild leaves no cache and no executors`() async throws {
    let transcript = Transcript.plain(turns: 4, head: 50)
    let outcome = try await bed.replay(
      transcript,
      .stored(at: .response, persistence: .rebuild) { history, context, _ in
        if context.request == 2 { history.keepLast(2) }
      })
    #expect(outcome.records.cached == [0, 69, 0, 89])
    #expect(outcome.records.map(\.held) == [0, 69, 0, 89])
    #expect(outcome.records.firings(at: .response) == [2])
  }

  @Test func `reasoning that is stripped ends reuse at its first token`() async throws {
    var bed = bed
    let transcript = Transcript("p1 t1 r1 p2 t2 r2", head: 10)
    #expect(try await bed.replay(transcript).records.cached == [0, 39])
    bed.stripsEarlierReasoning = true
    let outcome = try await bed.replay(transcript)
    #expect(outcome.records.tokens == [20, 40])
    #expect(outcome.records.cached == [0, 20])
    #expect(outcome.records.breaks == [2])
  }

  @Test func `reasoning within the active turn is rendered again`() async throws {
    var bed = bed
    bed.stripsEarlierReasoning = true
    let outcome = try await bed.replay(Transcript("p1 t1 c1 o1 r1"))
    #expect(outcome.records.tokens == [10, 40])
    #expect(outcome.records.cached == [0, 29])
  }

  @Test func `work done after a reply is not in what the user waits for`() async throws {
    let transcript = Transcript.plain(turns: 4, head: 50)
    func trim(_ moment: Moment) -> Stage {
      .stored(at: moment) { history, context, _ in
        if history.count > 3, context.request < 4 { history.keepLast(moment == .prompt ? 3 : 2) }
      }
    }
    let atResponse = try await bed.replay(transcript, trim(.response))
    // After turn 2 two entries are left; request 3 reads them again and its own prompt.
    #expect(atResponse.records.tokens == [60, 80, 80, 80])
    #expect(atResponse.records.cached == [0, 69, 50, 50])
    #expect(atResponse.records.map(\.prefilled) == [60, 11, 30, 30])
    // Head and history were read while nobody waited: the prompt is left.
    #expect(atResponse.records.map(\.blocking) == [60, 11, 10, 10])

    let atPrompt = try await bed.replay(transcript, trim(.prompt))
    #expect(atPrompt.records.tokens == [60, 80, 80, 100])
    #expect(atPrompt.records.map(\.blocking) == atPrompt.records.map(\.prefilled))
  }

  @Test func `a renderer that looks at neighbours gives the same figures when it does not`()
    async throws
  {
    let transcript = Transcript("p1 c1 o1 r1 p2 r2 p3 r3", head: 20)
    let stage = Stage.view { history, _, _ in history.drop { $0.kind == .toolOutput } }
    let ledger = TokenLedger(
      entries: transcript.entries, renderer: PlainRenderer(dependsOnNeighbours: true),
      tokenizer: WordTokenizer())
    let session = Session(
      pipeline: Pipeline([stage]), head: transcript.head,
      budget: ContextBudget(contextSize: 1000, reserve: 0), ledger: ledger)
    var other = Bed(contextSize: 1000)
    other.reserve = 0
    let plain = try await other.replay(transcript, stage)
    let looking = try await Replay(transcript).run(session)
    #expect(looking.requests == plain.records)
  }
}
