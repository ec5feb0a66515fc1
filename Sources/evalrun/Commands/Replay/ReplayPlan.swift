import EvalKit

/// What is replayed under what: decided before anything runs.
struct ReplayPlan: Sendable {
  /// The row without a policy, which the others are read against.
  static let baselineName = "no policy"

  /// The policies, in the order given.
  let arms: [ArmSpec]
  /// Policies that cannot act in a replay, each with the reason; they have no row.
  let notApplicable: [String]
  /// The context size asked for.
  let context: ContextSize
  /// The reserve, if one was said.
  let reserve: Int?
  /// How the cache behaves.
  let cache: CachePolicy
  /// At how many calls of a session the default model is asked; nil: it is not.
  let nextCalls: Int?
  /// The language model that weighs recorded actions; nil: none does.
  let weigher: ModelRunner?
  /// How many replays run at a time.
  let width: Int?

  /// Reads the options.
  ///
  /// - Throws: ``Failure`` for a spec that is wrong.
  init(_ options: ReplayOptions) throws {
    let read = try Specs.arms(
      options.strategies.isEmpty ? Specs.defaultPanel : options.strategies,
      allowsPrograms: options.allowsPrograms)
    arms = read.filter { $0.whyNeverReplayed == nil }
    notApplicable = read.compactMap { arm in
      arm.whyNeverReplayed.map { "not applicable: \(arm.name): \($0)" }
    }
    context = options.context ?? .share(50)
    reserve = options.reserve?.value
    cache = options.cache ?? CachePolicy()
    nextCalls = options.nextCalls?.value
    width = options.jobs?.value
    weigher = try options.model.map { name in
      let settings = TransformerSettings(
        template: options.template, jobs: options.jobs?.value ?? Platform.processors)
      let model = try Models.named([name], settings: settings)[0]
      guard model.weighs else {
        throw Failure(
          .usage,
          "'\(name)' does not say how likely an action is; expected --model gguf:FILE or a fetched "
            + "language model such as smollm2")
      }
      return model
    }
  }

  /// The names of the rows: no policy, then the policies.
  var names: [String] { [Self.baselineName] + arms.map(\.name) }

  /// Replays every session under every policy.
  ///
  /// - Returns: for each session, a measure a row.
  /// - Throws: `CancellationError`.
  func run(_ sessions: [RecordedSession], console: Console) async throws -> [[ReplayMeasure]] {
    let pipelines = [Pipeline()] + arms.map(\.pipeline)
    let cells = sessions.indices.flatMap { session in pipelines.indices.map { (session, $0) } }
    for line in notApplicable { console.note(line) }
    let progress = Progress("replay", total: cells.count, console: console)
    defer { progress.finish() }
    let measures = try await boundedMap(cells, width: width ?? console.processors) { cell in
      let session = sessions[cell.0]
      let replay = SessionReplay(
        session: session, pipeline: pipelines[cell.1],
        budget: session.budget(context, reserve: reserve), cache: cache,
        summarisers: Models.summarisers(
          fittedTo: session.budget(context, reserve: reserve).contextSize), nextCalls: nextCalls,
        weigher: weigher)
      let measure = try await replay.measure()
      progress.advance(session.label, failed: measure.error != nil)
      return measure
    }
    return sessions.indices.map { session in
      Array(measures[session * pipelines.count..<(session + 1) * pipelines.count])
    }
  }
}
