import EvalKit
import Foundation

/// The self-tests of one eval set.
struct DoctorChecks {
  /// The set's path.
  let path: String
  /// A folder for the runs; removed by whoever made it.
  let scratch: URL
  /// The larger of the two widths.
  let width: Int
  /// The least questions of a metric that a bound is tested on.
  static let leastQuestions = 20

  /// Runs the tests of the set.
  ///
  /// - Throws: ``Failure`` where it cannot be loaded; `CancellationError`.
  func findings(progress: (String) -> Void) async throws -> [DoctorFinding] {
    var options = RunOptions()
    options.sets = [path]
    let run = try PreparedRun(options)
    let name = run.sets.map(\.id).joined(separator: " + ")
    var findings = [try checkedCases(name)]
    progress("\(name): first run")
    let first = try await complete(run, "a", width: 1)
    findings += bounds(name, first.summary)
    progress("\(name): second run")
    let second = try await complete(run, "b", width: width)
    findings.append(identical(name, first.url, second.url))
    findings.append(try rejudged(name, first.url))
    progress("\(name): a policy that fails")
    findings.append(try await throwing(name, run))
    return findings
  }

  /// Every case passes the errors of `check`.
  private func checkedCases(_ name: String) throws -> DoctorFinding {
    let loaded = try EvalSetLoader.load(path)
    let errors = loaded.cases.flatMap { CaseCheck.errors(of: $0) }.filter { $0.severity == .error }
    let count = Figures.counted(loaded.cases.count, "case")
    return .test(
      name,
      errors.isEmpty
        ? "\(count) pass the checks"
        : "\(Figures.counted(errors.count, "error")) in \(count), first: \(errors[0])",
      errors.isEmpty)
  }

  /// Runs the set in a fresh folder.
  private func complete(_ run: PreparedRun, _ folder: String, width: Int) async throws
    -> (url: URL, summary: Summary)
  {
    let url = scratch.appendingPathComponent("\(run.spec.digest.prefix(8))-\(folder)")
    let execution = RunExecution(run: run, url: url, width: width)
    let opened = try execution.open(fresh: true)
    try await execution.observe(opened)
    return (url, try await execution.judge(opened.directory).summary())
  }

  /// What the controls must score for a set to measure anything.
  private func bounds(_ name: String, _ summary: Summary) -> [DoctorFinding] {
    func value(_ control: Control, _ metric: String) -> MetricValue? {
      summary.arms.first { $0.arm.control == control }?.metrics[metric]
    }
    func bound(
      _ control: Control, _ limit: Double, _ isAtLeast: Bool
    ) -> DoctorFinding {
      let wanted = "\(isAtLeast ? "at least" : "at most") \(Figures.percent(limit)) %"
      guard let found = value(control, "recall"), let share = found.value,
        found.scored >= Self.leastQuestions
      else {
        return .skipped(
          name,
          "recall of \(control.name): fewer than \(Self.leastQuestions) questions (\(wanted))")
      }
      return .test(
        name, "recall of \(control.name) is \(Figures.percent(share)) % (\(wanted))",
        isAtLeast ? share >= limit : share <= limit)
    }
    return [
      bound(.oracle, 0.9, true), bound(.null, 0.05, false), bound(.foreign, 0.05, false),
      fillRange(name, value(.oracle, "argumentFill"), value(.null, "argumentFill")),
    ]
  }

  private func fillRange(_ name: String, _ oracle: MetricValue?, _ null: MetricValue?)
    -> DoctorFinding
  {
    let wanted = "(at least 20.0)"
    guard let top = oracle?.value, let bottom = null?.value,
      oracle?.scored ?? 0 >= Self.leastQuestions
    else {
      return .skipped(
        name, "range of argumentFill: fewer than \(Self.leastQuestions) calls \(wanted)")
    }
    return .test(
      name,
      "argumentFill of oracle lies \(Figures.percent(top - bottom)) points over null \(wanted)",
      top - bottom >= 0.2)
  }

  /// The same run twice gives the same bytes, whatever the number of threads.
  private func identical(_ name: String, _ first: URL, _ second: URL) -> DoctorFinding {
    let files = RunDirectory.files.filter { $0 != "timings.jsonl" && $0 != "report.html" }
    let different = files.filter { file in
      Self.bytes(first, file) != Self.bytes(second, file)
    }
    return .test(
      name,
      different.isEmpty
        ? "the same bytes at -j 1 and -j \(width)"
        : "\(Figures.list(different)) differ between -j 1 and -j \(width)",
      different.isEmpty)
  }

  /// Judging a run's folder again, as `evalrun judge` does, gives the same bytes.
  private func rejudged(_ name: String, _ url: URL) throws -> DoctorFinding {
    let files = ["judge.json", "scores.jsonl", "summary.json"]
    let before = files.map { Self.bytes(url, $0) }
    let rejudging = try Rejudging(url.path)
    try rejudging.keep(try rejudging.judged(by: rejudging.ownJudge()))
    let isSame = before == files.map { Self.bytes(url, $0) } && before.allSatisfy { $0 != nil }
    return .test(name, "judging again gives \(isSame ? "the same" : "other") bytes", isSame)
  }

  /// A policy that fails every time is errored everywhere and looks good nowhere.
  private func throwing(_ name: String, _ run: PreparedRun) async throws -> DoctorFinding {
    let arm = Arm(
      name: AlwaysThrows.definition.name,
      policy: .pipeline(Pipeline([Stage(AlwaysThrows())])),
      model: run.plan.arms[0].model, context: run.plan.arms[0].context,
      reserve: run.plan.arms[0].reserve)
    let plan = Plan(cases: run.plan.cases.map(\.value), arms: [arm], settings: run.settings)
    let observations = try await Runner(plan: plan, settings: run.settings).observations(
      width: width)
    let summary = RecordedRun(plan, spec: run.spec, observations: observations)
      .judged(by: run.judge).summary()
    let good = summary.arms.flatMap { arm in
      arm.metrics.filter { key, value in Self.looksGood(value, Metric[key]) }.map(\.key)
    }.sorted()
    return .test(
      name,
      good.isEmpty
        ? "a policy that always fails is errored in every metric"
        : "a policy that always fails looks well in \(Figures.list(good))",
      good.isEmpty && !summary.arms.isEmpty)
  }

  private static func looksGood(_ value: MetricValue, _ metric: Metric?) -> Bool {
    guard let metric, let number = value.value else { return false }
    if let worst = metric.worst { return abs(number - worst) > 1e-9 }
    // Unbounded: a number must at least say that it is not all.
    return metric.higherIsBetter != nil && !value.isIncomplete
  }

  private static func bytes(_ folder: URL, _ file: String) -> [UInt8]? {
    do throws(Platform.SystemError) {
      return try Platform.read(folder.appendingPathComponent(file).path)
    } catch {
      return nil
    }
  }
}
