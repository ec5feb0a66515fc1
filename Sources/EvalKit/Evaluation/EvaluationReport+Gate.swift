public import Foundation

extension EvaluationReport {
  /// The run as a baseline, to be written where a later gate reads it.
  ///
  /// ```swift
  /// let baseline = try report.baseline(by: "Ada", reason: "keeps what users ask for")
  /// try Data(baseline.file.utf8).write(to: file)
  /// ```
  ///
  /// - Parameters:
  ///   - by: Who finds it good.
  ///   - reason: Why.
  /// - Throws: ``RepeatError``.
  /// - Complexity: O(scores + text that stages made + items of questions' views).
  public func baseline(by: String, reason: String) throws -> Baseline {
    try Baseline(
      [measured(as: "the evaluation")], blessing: Baseline.Blessing(by: by, reason: reason))
  }

  /// Holds the run against a baseline by the judge's gates, as `evalrun gate --strict` does.
  ///
  /// - Parameter baseline: What was found good.
  /// - Returns: what was looked at.
  /// - Throws: ``GateFailure`` where a gate is not met, where something of the baseline was not
  ///   measured, and where part of it could not be compared or decided; ``GateError`` for rules that
  ///   could not be decided whatever the run did.
  /// - Complexity: O(scores + text that stages made + items of questions' views).
  @discardableResult
  public func gate(against baseline: Baseline) throws -> GateReport {
    let gate = Gate(
      baseline: baseline, run: try self.baseline(by: "", reason: ""), rules: judged.judge.gates)
    let report = try gate.report()
    guard report.verdict(isStrict: true) == .met else {
      throw GateFailure(report: report, causes: causes(report))
    }
    return report
  }

  /// Holds the run against the baseline in a file.
  ///
  /// - Parameter file: What `evalrun bless` wrote, or ``Baseline/file``.
  /// - Returns: what was looked at.
  /// - Throws: ``BaselineFileError`` for a file that is no baseline; all that
  ///   ``gate(against:)-(Baseline)`` throws.
  @discardableResult
  public func gate(against file: URL) throws -> GateReport {
    let name = file.relativePath
    let bytes: [UInt8]
    do {
      bytes = [UInt8](try Data(contentsOf: file))
    } catch {
      throw BaselineFileError(file: name, problem: "cannot be read; bless a run to make it")
    }
    let baseline: Baseline
    do throws(BaselineError) {
      baseline = try Baseline(file: bytes)
    } catch {
      throw BaselineFileError(file: name, problem: error.description)
    }
    return try gate(against: baseline)
  }

  /// Why the metrics that failed are no better, held against the oracle, in words.
  private func causes(_ report: GateReport) -> [String] {
    report.arms.flatMap { arm -> [String] in
      guard let own = arm.counterpart else { return [] }
      let failed = arm.checks.filter { $0.status == .failed }.compactMap(\.metric)
      return failed.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        .compactMap { key in
          guard FlipReport.metrics.contains(key), let metric = Metric[key] else { return nil }
          let value = summary[arm: own.key]?.metrics[key]?.value ?? 0
          return Shortfall(MeasuredValue.Origin(report: self, metric: metric, arm: own))
            .text(value)
        }
    }
  }
}

/// A file that cannot be used as a baseline.
public struct BaselineFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file.
  public var file: String
  /// What is wrong with it.
  public var problem: String

  /// The message.
  public var description: String { "\(file): \(problem)" }
}

/// A run that does not hold against its baseline: what failed, and why.
public struct GateFailure: Error, Sendable {
  /// What was looked at.
  public let report: GateReport
  /// Why the metrics that failed are no better, held against the oracle.
  let causes: [String]
}

extension GateFailure: CustomStringConvertible {
  /// How many questions of a check are told.
  private static let limit = 5

  /// The verdict, what is not met with its questions, and the causes.
  public var description: String {
    var lines = [report.conclusion(isStrict: true)]
    for arm in report.arms {
      for check in arm.checks where check.isTold {
        lines.append(
          "  \(arm.arm.name) at \(arm.arm.context), \(check.name): \(check.status.word): "
            + check.sentence)
        lines += check.details(limit: Self.limit).map { "    \($0)" }
      }
    }
    lines += report.notes.map { "  \($0)" }
    lines += causes.map { "  now " + $0.replacing("\n", with: "\n  ") }
    return lines.joined(separator: "\n")
  }
}

extension GateCheck {
  /// Whether it is why a gate is not met.
  fileprivate var isTold: Bool {
    switch status {
    case .failed, .incomplete, .undecided: true
    case .passed, .skipped: false
    }
  }
}
