import EvalKit

/// Runs as comparisons, gates and blessings read them.
enum MeasuredRuns {
  /// Reads a run's folder.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - judge: The judge's file; nil: the run's own judge.
  ///   - console: Is told where cells are missing.
  /// - Throws: ``Failure``.
  static func read(_ path: String, judge: String?, console: Console) throws -> MeasuredRun {
    let given = try Judges.named(judge)
    let rejudging = try Rejudging(path)
    let missing = rejudging.missingCells
    if missing > 0 {
      console.note(
        "\(path): the run is not complete: \(Figures.counted(missing, "cell")) missing")
    }
    let judge = try given ?? rejudging.ownJudge()
    return MeasuredRun(
      rejudging.run, judged: try rejudging.judged(by: judge), spec: rejudging.directory.spec,
      label: path)
  }

  /// Takes runs as repeats of one.
  ///
  /// - Throws: ``Failure`` where they are not.
  static func together(_ runs: [MeasuredRun], blessing: Baseline.Blessing = .init()) throws
    -> Baseline
  {
    do throws(RepeatError) {
      return try Baseline(runs, blessing: blessing)
    } catch {
      throw Failure(.usage, error.description)
    }
  }
}
