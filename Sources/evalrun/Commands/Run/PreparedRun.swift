import EvalKit
import Foundation

/// Everything a run is made from, decided before anything runs.
struct PreparedRun: Sendable {
  /// The sets, as they are run.
  let sets: [EvalSet]
  /// How answers become scores.
  let judge: Judge
  /// How tokens are counted, and the models.
  let settings: RunSettings
  /// What is run.
  let plan: Plan
  /// What the run's folder is told apart by.
  let spec: RunSpec
  /// What is wrong with the policies before they run.
  let remarks: [String]

  /// Loads sets and judge and plans the run.
  ///
  /// - Throws: ``Failure``.
  init(_ options: RunOptions) throws {
    let loaded = try options.sets.map { path in
      (set: try Self.load(path, includesDrafts: options.includesDrafts), path: path)
    }
    var sets = loaded.map(\.set)
    try Self.checkIDs(sets)
    var notes: [String] = []
    var leftOut: [Summary.Exclusion] = []
    if let limit = options.limit?.value {
      var left = 0
      for set in sets.indices {
        for place in sets[set].cases.indices { left += sets[set].cases[place].limit(to: limit) }
      }
      if left > 0 {
        leftOut.append(Summary.Exclusion(reason: "--limit \(limit)", count: left))
      }
    }
    self.sets = sets
    judge = try Judges.named(options.judge) ?? .default
    let models = try Models.named(
      options.models,
      settings: TransformerSettings(
        template: options.template, reusesPrefix: options.prefixCache != .off,
        jobs: options.jobs?.value ?? Platform.processors, memory: options.memory?.value))
    let arms = try Self.arms(options, loaded)
    let timeLimit = options.timeLimit?.value ?? RunSettings.defaultTimeLimit
    let counting = options.prefillsRequests ? try Self.counting(models) : nil
    var settings = RunSettings(
      renderer: counting?.renderer
        ?? NeutralRenderer(
          imageTokens: options.imageTokens?.value ?? NeutralRenderer.defaultImageTokens),
      tokenizer: counting?.tokenizer ?? PieceTokenizer(), models: models,
      summarisers: Models.summarisers
        + (try Models.summarisers(of: arms, timeLimit: timeLimit)),
      timeLimit: timeLimit)
    settings.prefillsRequests = options.prefillsRequests
    self.settings = settings
    var contexts =
      options.contexts.isEmpty ? Self.unique(sets.flatMap(\.contexts)) : options.contexts
    if contexts.isEmpty {
      let stated = models.compactMap(\.capabilities.contextSize).filter { $0 > 0 }.min()
      if stated == nil {
        notes.append("assumed: a context of \(ContextBudget.assumedSize) tokens; --context sets it")
      }
      contexts = [.tokens(stated ?? ContextBudget.assumedSize)]
    }
    let reserve =
      options.reserve?.value ?? sets.lazy.compactMap(\.reserve).first
      ?? ContextBudget.defaultReserve
    let cases = sets.flatMap(\.cases)
    let pattern = options.casePattern.map { CasePattern($0) }
    if let pattern, !cases.contains(where: { pattern.matches($0.id) }) {
      throw Failure(
        .usage,
        "no case fits '\(options.casePattern ?? "")'; the cases are "
          + Self.shortList(cases.map(\.id)))
    }
    plan = Plan(
      cases: cases,
      arms: Arm.panel(
        policies: arms.map { ($0.name, $0.pipeline) }, models: models.map(\.name),
        contexts: contexts, reserve: reserve),
      settings: settings,
      exclusion: { value in
        guard let pattern, !pattern.matches(value.id) else { return nil }
        return "--case \(options.casePattern ?? "")"
      })
    spec = RunSpec(
      plan, settings: settings, sets: sets, judge: judge.id, judgeDigest: judge.digest,
      leftOut: leftOut, notes: notes, toolVersion: Tool.version)
    remarks = contexts.compactMap { context -> [String]? in
      guard case .tokens(let size) = context else { return nil }
      return Specs.remarks(on: arms, budget: ContextBudget(contextSize: size, reserve: reserve))
    }.flatMap { $0 }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// How the one language model of a run counts tokens.
  ///
  /// - Throws: ``Failure`` where there is no such model, or another beside it.
  private static func counting(_ models: [ModelRunner]) throws -> ModelRunner.Counting {
    guard models.count == 1, let counting = models[0].counting else {
      throw Failure(
        .usage,
        "--prefill-requests has one language model read; expected --model with one, such as "
          + "--model smollm2, found " + Figures.list(models.map(\.name)))
    }
    return counting
  }

  /// The policies: those typed, else those of the sets, else the default panel.
  private static func arms(_ options: RunOptions, _ sets: [(set: EvalSet, path: String)]) throws
    -> [ArmSpec]
  {
    if !options.strategies.isEmpty {
      return try Specs.arms(options.strategies, allowsPrograms: options.allowsPrograms)
    }
    var seen = Set<String>()
    let sources = sets.flatMap { set, path in
      set.strategies.filter { seen.insert($0).inserted }.map {
        Specs.Source(text: $0, access: .set(.folder(URL(fileURLWithPath: path))))
      }
    }
    return sources.isEmpty ? try Specs.arms(Specs.defaultPanel) : try Specs.arms(sources)
  }

  /// The set of a path.
  ///
  /// - Parameter includesDrafts: Whether one with parts that were only suggested is not refused.
  static func load(_ path: String, includesDrafts: Bool = true) throws -> EvalSet {
    do {
      let loaded = try EvalSetLoader.load(path)
      guard !loaded.set.cases.isEmpty else {
        throw Failure(.badData, "\(path): the set has no case")
      }
      if !includesDrafts, let refusal = loaded.draftRefusal {
        throw Failure(.badData, "\(path): \(refusal); --include-drafts measures them all the same")
      }
      return loaded.set
    } catch let error as LoadError {
      throw Failure(.badData, "\(path) cannot be run:\n\(error)")
    } catch let error as FileReaderError {
      if case .missing = error { throw Failure(.missingInput, "\(path): \(error)") }
      throw Failure(.badData, "\(path): \(error)")
    }
  }

  /// Cases of all sets share one plan, so their ids differ.
  private static func checkIDs(_ sets: [EvalSet]) throws {
    var owners: [String: String] = [:]
    for set in sets {
      for value in set.cases {
        if let owner = owners[value.id] {
          throw Failure(
            .badData,
            "case '\(value.id)' is in the set '\(owner)' and in '\(set.id)'; run them apart")
        }
        owners[value.id] = set.id
      }
    }
  }

  private static func unique<Element: Hashable>(_ elements: [Element]) -> [Element] {
    var seen = Set<Element>()
    return elements.filter { seen.insert($0).inserted }
  }

  private static func shortList(_ ids: [String]) -> String {
    ids.count <= 8
      ? Figures.list(ids) : ids.prefix(6).joined(separator: ", ") + " and \(ids.count - 6) more"
  }
}

extension EvalCase {
  /// Keeps the first probes and trajectory checkpoints, that many together.
  ///
  /// - Returns: how many were left out.
  fileprivate mutating func limit(to count: Int) -> Int {
    let before = probes.count + trajectories.count
    probes = Array(probes.prefix(count))
    trajectories = Array(trajectories.prefix(max(0, count - probes.count)))
    return before - probes.count - trajectories.count
  }
}
