import EvalKit
import Foundation

/// `evalrun history`: what was blessed, time after time.
enum HistoryCommand {
  /// What it is told.
  struct Options: Sendable {
    var places: [String] = []
    var metrics: [String] = []
    var arm: String?
    var isJSON = false
  }

  /// The verb.
  static let command = Command(
    "history", group: .decide,
    summary: "Show what gates rest on, over every blessed baseline",
    synopsis: "SET|FILE [REF…]",
    examples: [
      .init(
        "evalrun history evalsets/starter",
        "The set's baseline.json, from every commit that changed it."),
      .init(
        "evalrun history evalsets/starter v1.0 v1.1 main --metric recall",
        "Only as these commits have it, and one metric."),
    ],
    discussion: """
      Values stand as they were blessed. Where cases, judge or model changed in between, the list of \
      blessings says so: what is before and after is then not the same measurement. A baseline that \
      was not committed yet stands last.
      """,
    options: Options(),
    parameters: [
      .arguments(
        "SET|FILE", to: \.places, isRequired: true,
        help: "A set's folder or a baseline, then commits: branches, tags or hashes. Default: all."),
      .options(
        "--metric", value: "NAME", to: \.metrics, completion: .words(Metric.all.map(\.key)),
        help: "Show this metric; may be given again. Default: those that gates rest on."),
      .option(
        "--arm", value: "NAME", to: \.arm,
        help: "Show arms of this name, where * stands for any text. Default: every policy."),
      .flag("--json", to: \.isJSON, help: "Print JSON."),
    ]
  ) { options, console in
    for metric in options.metrics where Metric[metric] == nil {
      throw Failure(
        .usage,
        "--metric: there is no metric '\(metric)'"
          + EditDistance.suggestion(for: metric, in: Metric.all.map(\.key)))
    }
    let (file, refs) = try split(options.places)
    let history = try BaselineHistory(ofFile: file, refs: refs)
    for skipped in history.skipped {
      console.note("\(file) at \(skipped.name): left out: \(skipped.reason)")
    }
    let rows = history.rows(
      options.metrics.isEmpty ? history.metrics : options.metrics,
      arms: options.arm.map { CasePattern($0) })
    if rows.isEmpty, !history.revisions.isEmpty {
      throw Failure(.usage, "nothing to show: \(why(options, history))")
    }
    let page = HistoryPage(history: history, rows: rows)
    try console.print(
      options.isJSON ? page.json.serialised() : page.text(width: console.width))
    return history.skipped.isEmpty ? .done : .incomplete
  }

  /// The file whose history is read, and the commits that are looked at.
  ///
  /// - Throws: ``Failure``, ``UsageError``.
  private static func split(_ places: [String]) throws -> (file: String, refs: [String]) {
    guard let first = places.first else { throw UsageError.missingArgument("SET|FILE") }
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: first, isDirectory: &isFolder) {
      let slash = first.hasSuffix("/") ? "" : "/"
      return (
        isFolder.boolValue ? first + slash + "baseline.json" : first, Array(places.dropFirst())
      )
    }
    // A file that was there once has a history still.
    if first.hasSuffix(".json") { return (first, Array(places.dropFirst())) }
    return (try onlyBaseline(instead: first), places)
  }

  /// The baseline where only commits are named: that of the one set that has one.
  private static func onlyBaseline(instead first: String) throws -> String {
    let sets = (try? FileManager.default.contentsOfDirectory(atPath: "evalsets")) ?? []
    let found = sets.sorted().map { "evalsets/\($0)/baseline.json" }.filter(Platform.exists)
    if found.count == 1 { return found[0] }
    throw Failure(
      found.isEmpty ? .missingInput : .usage,
      "'\(first)' is not on the disk; name a set's folder or a baseline"
        + (found.isEmpty ? "" : "\nthere is: \(found.joined(separator: ", "))"))
  }

  private static func why(_ options: Options, _ history: BaselineHistory) -> String {
    let arms = history.revisions.last?.baseline.arms.map(\.key) ?? []
    let asked = options.metrics.isEmpty ? history.metrics : options.metrics
    return options.arm.map {
      "no arm fits '\($0)'; there is \(arms.prefix(20).joined(separator: ", "))"
    }
      ?? "the baseline has no \(asked.joined(separator: ", "))"
  }
}
