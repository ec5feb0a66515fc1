import EvalKit
import EvalKitTesting
import Synchronization
import Testing

/// The worked numbers of whole replays.
struct ReplayNumbersTests {
  private let bed = Bed()

  /// The share of tokens served from the cache over all requests but the first.
  private func hits(_ records: [RequestRecord]) -> (cached: Int, input: Int) {
    records.dropFirst().reduce(into: (0, 0)) { sum, record in
      sum.0 += record.cached
      sum.1 += record.tokens
    }
  }

  /// Keeps one prompt once there are more entries and, at prompts, the last is one.
  private func summarise(over threshold: Int, at moment: Moment = .prompt) -> Stage {
    .stored(at: moment, .toolOutput) { history, context, _ in
      guard context.moment == moment || moment == .prompt, history.count > threshold,
        moment != .prompt || history.items.last?.kind == .prompt
      else { return }
      history.replace(history.items.indices, with: .prompt("summary of \(history.count)"))
    }
  }

  private let dropCompleted = Stage.stored(at: .prompt, .toolOutput) { history, _, _ in
    let cut =
      history.items.lastIndex { $0.kind == .response || $0.kind == .toolCalls } ?? 0
    let gone = history.items[..<cut].indices.filter {
      [.toolCalls, .toolOutput].contains(history.items[$0].kind)
    }
    history.keep(at: history.items.indices.filter { !gone.contains($0) })
  }

  @Test func `in an append-only session a request reads what was appended and the one that lags`()
    async throws
  {
    let transcript = Transcript("p1 r1 p2 c1 o1 c2 o2 r2 p3 t3 r3 p4 p5 r5", tokens: 13, head: 40)
    let records = try await bed.replay(transcript).records
    for (before, record) in zip(records, records.dropFirst()) {
      let lag = before.replyTokens > 0 ? 1 : 0
      #expect(record.prefilled == 13 + lag)
      #expect(record.cached == before.tokens + before.replyTokens - lag)
    }
  }

  // N2
  @Test(arguments: [(97, true), (96, false)])
  func `a recorded answer past the context size is an overflow`(answer: Int, overflow: Bool)
    async throws
  {
    let bed = Bed(contextSize: 4096, reserve: 512)
    let transcript = Transcript(
      entries: [.p(1, tokens: 4000), .r(1, tokens: answer), .p(2), .r(2)])
    let records = try await bed.replay(transcript).records
    #expect(records.first?.isOverflow == overflow)
    #expect(records.first?.overBy == 416)
    #expect(records.count == 2)
  }

  // N6
  @Test func `a summary needs more entries than its threshold and a prompt at the end`()
    async throws
  {
    let ten = try await bed.replay(Transcript.plain(turns: 6), summarise(over: 10))
    #expect(ten.records.firings(of: 0) == [6])
    let more = try await bed.replay(Transcript.plain(turns: 12), summarise(over: 10))
    #expect(more.records.firings(of: 0) == [6, 11])
    let big = try await bed.replay(Transcript.plain(turns: 5, tokens: 500), summarise(over: 10))
    #expect(big.records.firings(of: 0) == [])
    let two = try await bed.replay(Transcript.plain(turns: 3), summarise(over: 2))
    #expect(two.records.firings(of: 0) == [2, 3])
    #expect(two.session.history.count == 2)
    #expect(two.session.history.items.first?.standsFor == (0...4).map { EntryID($0) })
    let output = try await bed.replay(Transcript("p1 c1 o1 r1"), summarise(over: 2))
    #expect(output.records.firings(of: 0) == [])
  }

  // N6
  @Test func `a summary at prompts never comes within a loop of tools`() async throws {
    let pairs = (1...30).flatMap { [Entry.c($0), .o($0)] }
    let transcript = Transcript(entries: [.p(1)] + pairs + [.r(1), .p(2), .r(2)])
    let outcome = try await bed.replay(transcript, summarise(over: 10))
    #expect(outcome.records.count == 32)
    #expect(outcome.records.firings(of: 0) == [32])
  }

  // N7
  @Test(arguments: [
    (10, 10, 0), (10, 50, 0), (20, 50, 0), (11, 10, 39), (50, 10, 39), (10, 9, 39), (2, 1, 199),
  ])
  func `a window before a summary decides whether that ever fires`(
    window: Int, threshold: Int, firings: Int
  ) async throws {
    let outcome = try await bed.replay(
      .plain(turns: 200, tokens: 1), dropCompleted, .window(window, .stored),
      summarise(over: threshold))
    #expect(outcome.records.firings(of: 2).count == firings)
  }

  // N7
  @Test func `with six entries a turn it depends on whether tools take them first`() async throws {
    let plain = try await bed.replay(
      .plain(turns: 200, tokens: 1, replies: 5), dropCompleted, .window(11, .stored),
      summarise(over: 10))
    #expect(plain.records.firings(of: 2).count == 99)
    let turns = (0..<200).flatMap { turn -> [Entry] in
      let (a, b) = (2 * turn + 1, 2 * turn + 2)
      return [
        .p(turn + 1, tokens: 1), .c(a, tokens: 1), .o(a, tokens: 1), .c(b, tokens: 1),
        .o(b, tokens: 1), .r(turn + 1, tokens: 1),
      ]
    }
    let tools = try await bed.replay(
      Transcript(entries: turns), dropCompleted, .window(11, .stored), summarise(over: 10))
    #expect(tools.records.firings(of: 2).count == 39)
  }

  // N7
  @Test(arguments: [(12, 66), (13, 0), (20, 0)])
  func `a summary at response after a window at prompt fires while it can be reached`(
    threshold: Int, firings: Int
  ) async throws {
    let outcome = try await bed.replay(
      .plain(turns: 200, tokens: 1, replies: 3), .window(10, .stored),
      .stored(at: .response) { history, _, _ in
        if history.count > threshold {
          history.replace(history.items.indices, with: .prompt("summary"))
        }
      })
    #expect(outcome.records.firings(of: 1).count == firings)
  }

  // N12
  @Test func `an edit of equal size from the first request on costs nothing`() async throws {
    let transcript = Transcript.plain(turns: 20, head: 80)
    let plain = try await bed.replay(transcript)
    func redact(from request: Int) -> Stage {
      .view { history, context, _ in
        guard context.request >= request, history.count > 2 else { return }
        history.mask(2, with: Entry.words("redacted", 10))
      }
    }
    let first = try await bed.replay(transcript, redact(from: 1))
    #expect(first.records.cached == plain.records.cached)
    #expect(first.records.breaks == [])
    let late = try await bed.replay(transcript, redact(from: 9))
    #expect(late.records.breaks == [9])
    #expect(late.records[8].cached == 80 + 2 * 10)
  }

  // N12
  @Test func `a window of four reuses the head and nothing else`() async throws {
    let outcome = try await bed.replay(.plain(turns: 20, head: 80), .window(4))
    #expect(outcome.records.dropFirst(2).allSatisfy { $0.cached == 80 && $0.tokens == 120 })
    #expect(outcome.records.breaks == Array(3...20))
  }

  // N12
  @Test func `sorting breaks the prefix at the first item that moved`() async throws {
    let outcome = try await bed.replay(
      .plain(turns: 20, head: 80),
      .view { history, context, _ in if context.request == 7 { history.move(5, to: 3) } })
    #expect(outcome.records[6].cached == 80 + 3 * 10)
    #expect(outcome.records.breaks == [7, 8])
  }

  // N12
  @Test func `a date in the instructions ends reuse there, in the prompt it does not`() async throws
  {
    @Sendable func dated(_ request: Int) -> String {
      "\(Entry.words("i", 10)) day\(request) \(Entry.words("j", 69))"
    }
    let head = try await bed.replay(
      .plain(turns: 20, head: 80),
      .view { history, context, _ in
        history.editHead { $0 = Head(dated(context.request)) }
      })
    #expect(head.records.allSatisfy { $0.cached <= 10 })
    #expect(head.records.breaks == Array(2...20))
    let prompts = Transcript(
      head: .of(tokens: 80),
      entries: (1...20).flatMap { [Entry.prompt("day\($0) and more"), .r($0)] })
    #expect(try await bed.replay(prompts).records.breaks == [])
  }

  // N13
  @Test(arguments: [(true, 0), (false, 950)])
  func `a conditional part costs what stands after it`(isOnTop: Bool, cached: Int) async throws {
    func head(_ condition: String) -> Head {
      let parts = [Entry.words(condition, 50), Entry.words("static", 950)]
      return Head(
        (isOnTop ? parts : parts.reversed()).joined(separator: " "),
        tools: [ToolDefinition(name: "tool", description: Entry.words("tool", 499))])
    }
    var transcript = Transcript.plain(turns: 2, tokens: 1000)
    transcript.entries[2] = .p(2, tokens: 0)
    transcript.head = head("on")
    transcript.changes = [HeadChange(position: 2, instructions: head("off").instructions)]
    let records = try await bed.replay(transcript).records
    #expect(records.tokens == [2500, 3500])
    #expect(records[1].cached == cached)
  }

  // N14
  @Test func `trimming 100 to 50 fires and breaks once in a while`() async throws {
    let plain = try await bed.replay(
      .plain(turns: 129, tokens: 1), .trim(over: 100, to: 50, at: .response))
    #expect(plain.records.firings() == [51, 77, 103, 129])
    #expect(plain.records.breaks == [52, 78, 104])
    let four = try await bed.replay(
      .plain(turns: 52, tokens: 1, replies: 3), .trim(over: 100, to: 50, at: .response))
    #expect(four.records.firings() == [26, 39, 52])
  }

  // N14
  @Test func `checked at every entry it fires at entries 101, 152 and 203`() async throws {
    let transcript = Transcript.plain(turns: 102, tokens: 1)
    let entries = Mutex<[Int]>([])
    let stage = Stage(
      EditingStrategy { history, context, _ in
        guard history.count > 100, let log = context.log else { return }
        entries.withLock { $0.append(log.count) }
        history.keepLast(50)
      }, persistence: .stored, moments: [.prompt, .response])
    _ = try await bed.replay(transcript, stage)
    #expect(entries.withLock { $0 } == [101, 152, 203])
  }

  // N14
  @Test func `trimming now and then breaks the prefix twice where a window breaks it 51 times`()
    async throws
  {
    let transcript = Transcript.plain(turns: 101, tokens: 10, head: 50)
    let trimmed = try await bed.replay(transcript, .trim(over: 100, to: 50, at: .response)).records
    #expect(trimmed.breaks == [52, 78])
    #expect(trimmed.reduce(0) { $0 + $1.prefilled } == 2158)
    #expect(hits(trimmed) == (66_422, 68_520))
    #expect(RequestRecord.cacheHitRate(of: trimmed).map { ($0 * 1000).rounded() } == 969)

    let window = try await bed.replay(transcript, .window(100)).records
    #expect(window.breaks == Array(51...101))
    #expect(window.reduce(0) { $0 + $1.prefilled } == 51_599)
    #expect(hits(window) == (29_451, 80_990))
    #expect(RequestRecord.cacheHitRate(of: window).map { ($0 * 1000).rounded() } == 364)
    #expect(window.last?.cached == 50)
    #expect(window.last?.tokens == 1050)
  }

  // N23
  @Test func `a view evaluated seven times over three turns gives the same views`() async throws {
    let transcript = Transcript("p1 c1 o1 r1 p2 r2 p3 r3", head: 20)
    let evaluations = Mutex(0)
    let stage = Stage.view { history, _, memory in
      evaluations.withLock { $0 += 1 }
      memory = JSONValue((memory.intValue ?? 0) + 1)
      history.drop { $0.kind == .toolOutput }
      if history.count > 2 { history.keepLast(2) }
    }
    let once = try await bed.replay(transcript, stage)
    let needed = evaluations.withLock { $0 }
    var views: [String] = []
    let again = try await Replay(transcript).run(bed.session(transcript, [stage])) {
      session, place in
      guard case .request(let record, let view) = place else { return }
      views.append(view.notation)
      for _ in 0..<(record.number % 2 + 1) {
        let extra = try await session.view(at: record.moment)
        #expect(View.areSame(extra, view))
      }
    }
    #expect(evaluations.withLock { $0 } - needed == needed + 6)
    #expect(views == once.views)
    #expect(again.requests == once.records)
  }

  // N24
  @Test func `five probes leave the parent's cache and usage unchanged`() async throws {
    let transcript = Transcript(
      head: .of(tokens: 1000),
      entries: [.p(1, tokens: 1000), .r(1, tokens: 1000), .p(2), .r(2)])
    let plain = try await bed.replay(transcript)
    var asked = 0
    let probed = try await Replay(transcript).run(bed.session(transcript)) { session, place in
      guard case .boundary(count: 2) = place else { return }
      for number in 1...5 {
        var copy = session
        copy.append(.prompt("question \(number)"))
        let (record, _) = try await copy.request(.prompt)
        #expect(record.cached == 2999)
        try await copy.append(reply: [.response("answer")])
        asked += 1
      }
    }
    #expect(asked == 5)
    #expect(probed.requests == plain.records)
    #expect(probed.requests.last?.cached == 2999)
    #expect(probed.session.usage == plain.session.usage)
  }

  // N24
  @Test func `a sub-agent begins with nothing, and its parent goes on with its prefix intact`()
    async throws
  {
    let child = Transcript.plain(turns: 2, head: 30)
    #expect(try await bed.replay(child).records.first?.cached == 0)
    // To the parent it is one call and one output.
    let parent = try await bed.replay(Transcript("p1 r1 p2 c1 o1 r2", head: 1000)).records
    #expect(parent.breaks == [])
    #expect(parent.last?.prefilled == 11)
  }
}
