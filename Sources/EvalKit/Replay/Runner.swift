/// Something that happened while a plan is run; for progress and timings.
public enum RunEvent: Sendable {
  /// A (case, arm) was begun.
  case started(cell: Int)
  /// It is done.
  case finished(cell: Int, duration: Duration)
  /// A model was called for it; told before it is finished.
  case called(cell: Int, CallTiming)
}

/// Runs a plan: a bounded number of cells at a time, results in the order of the plan.
///
/// The runner prints nothing and writes nothing; results are the same bytes whatever the width.
public struct Runner: Sendable {
  /// What is run.
  public let plan: Plan
  /// How.
  public let settings: RunSettings

  /// Makes a runner.
  public init(plan: Plan, settings: RunSettings) {
    self.plan = plan
    self.settings = settings
  }

  /// What one task does: an arm of a case, and its placebo, which needs the arm's sizes.
  private struct Work: Sendable {
    var cells: [Int]
    var sizes: PlaceboSizes
  }

  private typealias Result = (
    cell: Int, observation: Observation, duration: Duration, calls: [CallTiming]
  )

  /// Runs what is not done yet.
  ///
  /// - Parameters:
  ///   - width: How many tasks at a time.
  ///   - done: Observations by cell that were made before; they are not run again, nor emitted.
  ///   - report: Is told what happens, in the order it happens.
  ///   - emit: Is handed each new observation, in the order of the plan.
  /// - Throws: `CancellationError`, and then cells that were not emitted leave no trace; whatever
  ///   `emit` throws.
  public func run(
    width: Int = 1, done: [Int: Observation] = [:], report: (RunEvent) -> Void = { _ in },
    emit: (Int, Observation) throws -> Void
  ) async throws {
    let work = self.work(done)
    var waiting: [Int: Observation] = [:]
    var position = 0
    func flush() throws {
      while position < plan.cells.count {
        if done[position] == nil {
          if let skipped = skipped(position) {
            try emit(position, skipped)
          } else if let observation = waiting.removeValue(forKey: position) {
            try emit(position, observation)
          } else {
            return
          }
        }
        position += 1
      }
    }
    try await withThrowingTaskGroup(of: [Result].self) { group in
      var next = 0
      func start() {
        guard next < work.count else { return }
        let unit = work[next]
        next += 1
        for cell in unit.cells { report(.started(cell: cell)) }
        group.addTask { try await perform(unit) }
      }
      for _ in 0..<max(1, width) { start() }
      try flush()
      while let results = try await group.next() {
        for result in results {
          waiting[result.cell] = result.observation
          for call in result.calls { report(.called(cell: result.cell, call)) }
          report(.finished(cell: result.cell, duration: result.duration))
        }
        start()
        try flush()
      }
    }
    try flush()
  }

  /// Runs everything and returns the observations in the order of the plan.
  ///
  /// - Throws: `CancellationError`.
  public func observations(width: Int = 1) async throws -> [Observation] {
    var observations: [Observation] = []
    try await run(width: width) { _, observation in observations.append(observation) }
    return observations
  }

  private func work(_ done: [Int: Observation]) -> [Work] {
    var work: [Work] = []
    var places: [Int: Int] = [:]
    for (index, cell) in plan.cells.enumerated()
    where done[index] == nil && cell.action == .run && cell.sizesFrom == nil {
      places[index] = work.count
      work.append(Work(cells: [index], sizes: PlaceboSizes()))
    }
    for (index, cell) in plan.cells.enumerated() where done[index] == nil && cell.action == .run {
      guard let origin = cell.sizesFrom else { continue }
      if let place = places[origin] {
        work[place].cells.append(index)
      } else {
        let sizes = done[origin].map { PlaceboSizes(of: $0) } ?? PlaceboSizes()
        work.append(Work(cells: [index], sizes: sizes))
      }
    }
    return work
  }

  private func perform(_ work: Work) async throws -> [Result] {
    var results: [Result] = []
    var sizes = work.sizes
    for index in work.cells {
      try Task.checkCancellation()
      let clock = ContinuousClock()
      let start = clock.now
      let (observation, calls) = try await observe(index, sizes)
      results.append((index, observation, clock.now - start, calls))
      sizes = results.count == 1 ? PlaceboSizes(of: observation) : sizes
    }
    return results
  }

  private func observe(_ index: Int, _ sizes: PlaceboSizes) async throws
    -> (Observation, [CallTiming])
  {
    let cell = plan.cells[index]
    let arm = plan.arms[cell.armIndex]
    guard let model = settings.model(arm.model) else {
      return (blank(index, notApplicable: "no model '\(arm.model)'"), [])
    }
    let run = CellRun(
      plan.cases[cell.caseIndex], arm, cell, model: model, settings: settings, sizes: sizes,
      other: cell.foreignIndex.map { plan.cases[$0].value })
    return (try await run.run(), run.takeTimings())
  }

  /// The observation of a cell that is not run; nil where it is.
  private func skipped(_ index: Int) -> Observation? {
    switch plan.cells[index].action {
    case .run: nil
    case .notApplicable(let reason): blank(index, notApplicable: reason)
    case .excluded(let reason): blank(index, excluded: reason)
    }
  }

  private func blank(_ index: Int, notApplicable: String? = nil, excluded: String? = nil)
    -> Observation
  {
    let cell = plan.cells[index]
    let arm = plan.arms[cell.armIndex]
    return Observation(
      caseID: plan.cases[cell.caseIndex].value.id, arm: arm.key, contextSize: cell.contextSize,
      reserve: arm.reserve, notApplicable: notApplicable, excluded: excluded)
  }
}
