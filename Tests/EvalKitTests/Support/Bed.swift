import EvalKit
import EvalKitTesting

/// Replays worked examples with exact counts.
struct Bed: Sendable {
  var contextSize = 1_000_000
  var reserve = 0
  var cache = CachePolicy()
  var stripsEarlierReasoning = false
  var summarisers: [String: any Summariser] = [:]
  var timeLimit: Double?
  var tracksEdits = false

  struct Outcome {
    var session: Session
    var records: [RequestRecord]
    /// What each request showed, as `i p1 r1 p2`.
    var views: [String]
  }

  func session(_ transcript: Transcript, _ stages: [Stage] = []) -> Session {
    Session(
      pipeline: Pipeline(stages), head: transcript.head,
      budget: ContextBudget(contextSize: contextSize, reserve: reserve),
      ledger: transcript.plainLedger, summarisers: summarisers, cache: cache,
      stripsEarlierReasoning: stripsEarlierReasoning, timeLimit: timeLimit,
      tracksEdits: tracksEdits)
  }

  func replay(_ transcript: Transcript, _ stages: Stage...) async throws -> Outcome {
    try await replay(transcript, stages: stages)
  }

  func replay(_ transcript: Transcript, stages: [Stage]) async throws -> Outcome {
    var views: [String] = []
    let result = try await Replay(transcript).run(session(transcript, stages)) { _, place in
      if case .request(_, let view) = place { views.append(view.notation) }
    }
    return Outcome(session: result.session, records: result.requests, views: views)
  }
}

extension Sequence<RequestRecord> {
  var cached: [Int] { map(\.cached) }
  var tokens: [Int] { map(\.tokens) }
  /// The numbers of the requests that left what was held before its end.
  var breaks: [Int] { filter(\.isBreak).map(\.number) }

  /// The numbers of the requests for or after which a stage acted.
  func firings(of place: Int = 0, at moment: Moment? = nil) -> [Int] {
    flatMap { record in
      record.firings.filter { $0.stage == place && (moment == nil || $0.moment == moment) }
        .map { _ in record.number }
    }
  }
}

/// A run of so many tokens, all different from those of a run with another name.
func run(_ name: String, _ count: Int) -> TokenRun {
  TokenRun(WordTokenizer().tokens(Entry.words(name, count)))
}

/// A failure of a stage.
struct Broken: Error, CustomStringConvertible {
  var description: String { "broken" }
}
