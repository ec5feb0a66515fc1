import EvalKit
import EvalKitTesting
import Strategies
import Testing

/// A view made request after request, with what was made before at hand, is the view made afresh.
@Suite("Laws")
struct RepeatedViewTests {
  @Test(arguments: LawSpec.toolTraffic)
  func `A view does not depend on the views made before it`(spec: LawSpec) async throws {
    let stage = try #require(try Strategies.catalog.parse(spec.spec).stages.first)
    for seed in 0..<25 {
      var generator = TranscriptGenerator(seed: UInt64(seed))
      var transcript = generator.transcript(turns: 8)
      // A head that changes on the way, so that what tools are said to do does, too.
      transcript.changes = [
        HeadChange(
          position: transcript.entries.count / 2,
          tools: [ToolDefinition(name: "send", effect: .read), ToolDefinition(name: "lookup")])
      ]
      try await check(stage, transcript, "\(spec), seed \(seed)")
    }
  }

  private func check(_ stage: Stage, _ transcript: Transcript, _ name: String) async throws {
    let bench = Bench(contextSize: 400)
    let view = Stage(stage.strategy, arguments: stage.arguments, persistence: .view)
    let start = bench.session(transcript, Pipeline([view]))
    let recorded = Recorder()
    _ = try await Replay(transcript).run(start) { _, place in
      if case .request(let record, let view) = place {
        await recorded.add((record.entry.index + 1, record.moment, view))
      }
    }
    for (count, moment, shown) in await recorded.views {
      var cut = transcript
      cut.entries.removeSubrange(count...)
      cut.head = transcript.head(at: count)
      let fresh = Bench(contextSize: 400, moment: moment)
      let history = try await fresh.edited(fresh.history(cut), by: view, cut)
      #expect(history.head == shown.head, "\(name), entry \(count)")
      #expect(
        history.items.map(\.entry) == shown.items.map(\.entry)
          && history.items.map(\.source) == shown.items.map(\.source),
        "\(name), entry \(count): \(Shorthand.text(history)), not \(Shorthand.text(shown))")
    }
  }

  private actor Recorder {
    var views: [(Int, Moment, View)] = []
    func add(_ view: (Int, Moment, View)) { views.append(view) }
  }
}
