import EvalKit
import Foundation

/// A run, or a part of it, on its way into other tools.
struct RunExport {
  private let browser: RunBrowser
  private let cases: [EvalCase]
  private let scores: [Score]
  private let arms: [RunSpec.ArmReference]

  /// Reads a run's folder.
  ///
  /// - Throws: ``Failure``: a folder that cannot be read, a run that is not judged, a case or arm that
  ///   is not in it.
  init(_ path: String, _ options: ExportCommand.Options) throws {
    browser = try RunBrowser(path)
    let known = browser.cases.values.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
    func fits(_ pattern: String?, _ names: String...) -> Bool {
      pattern.map { pattern in names.contains { CasePattern(pattern).matches($0) } } ?? true
    }
    cases = known.filter { fits(options.caseID, $0.id) }
    arms = browser.directory.spec.arms.filter { fits(options.arm, $0.key, $0.name) }
    if cases.isEmpty, let id = options.caseID {
      throw Failure(
        .usage, "no case fits '\(id)'" + EditDistance.suggestion(for: id, in: known.map(\.id)))
    }
    if arms.isEmpty, let arm = options.arm {
      let names = browser.directory.spec.arms.map(\.name)
      throw Failure(
        .usage,
        "no arm fits '\(arm)'" + EditDistance.suggestion(for: arm, in: names)
          + "\nthere is: \(names.joined(separator: ", "))")
    }
    let caseIDs = Set(cases.map(\.id))
    let armKeys = Set(arms.map(\.key))
    scores = browser.scores.filter { caseIDs.contains($0.caseID) && armKeys.contains($0.arm) }
    if browser.scores.isEmpty {
      throw Failure(.badData, "\(path) is not judged yet; 'evalrun judge \(path)' does it")
    }
  }

  /// The scores as comma-separated values.
  var csv: String { ScoresCSV.text(scores, cases: cases) }

  /// Writes a log an arm into a folder, or the log of the only arm to standard output.
  ///
  /// - Throws: ``Failure``.
  func writeInspectLogs(to folder: String?, console: Console) throws {
    let summary: JSONValue?
    do {
      summary = try browser.directory.summary()
    } catch let error as RunDirectoryError {
      throw Failure(error)
    }
    let caseIDs = Set(cases.map(\.id))
    let observations = browser.observations.filter { caseIDs.contains($0.caseID) }
    // The run's own figures are of all its cases.
    let isWhole = cases.count == browser.cases.count
    func text(_ arm: RunSpec.ArmReference) -> String {
      InspectLog(
        arm: arm, spec: browser.directory.spec, cases: cases, observations: observations,
        scores: scores, summary: isWhole ? summary : nil
      ).json.serialised()
    }
    guard let folder, folder != "-" else {
      guard let only = arms.first, arms.count == 1 else {
        throw Failure(
          .usage,
          "the run has \(arms.count) arms, and a log is of one: name a folder with --out, or an arm "
            + "with --arm")
      }
      return try console.print(text(only))
    }
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw Failure(
        .cannotWrite, "\(folder): cannot be made: \((error as NSError).localizedDescription)")
    }
    let names = Self.fileNames(arms)
    for (arm, name) in zip(arms, names) {
      try Outputs.write(text(arm) + "\n", to: "\(folder)/\(name)", console: console)
    }
    console.note(
      "\(folder): \(arms.count == 1 ? "one log" : "\(arms.count) logs"); 'inspect view --log-dir "
        + "\(folder)' shows them")
  }

  /// A name an arm, told apart by number where nothing else does: Inspect reads the time and the task
  /// out of names, so there are both.
  private static func fileNames(_ arms: [RunSpec.ArmReference]) -> [String] {
    var uses: [String: Int] = [:]
    return arms.map { arm in
      let letters = arm.key.unicodeScalars.map { scalar -> Character in
        let isPlain = scalar.isASCII && scalar.properties.isAlphabetic
        return isPlain || ("0"..."9").contains(scalar) ? Character(scalar) : "-"
      }
      let words = String(letters).split(separator: "-").joined(separator: "-").prefix(60)
      let stem = words.isEmpty ? "arm" : String(words)
      uses[stem, default: 0] += 1
      let number = uses[stem, default: 1]
      return "1970-01-01T00-00-00+00-00_\(number == 1 ? stem : "\(stem)-\(number)")_evalrun.json"
    }
  }
}
