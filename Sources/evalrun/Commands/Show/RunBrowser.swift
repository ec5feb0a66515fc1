import EvalKit
import Foundation

/// A run's folder read for showing: its cases, what happened and how it was judged.
struct RunBrowser: Sendable {
  /// The run.
  let directory: RunDirectory
  /// The cases, by id.
  let cases: [String: EvalCase]
  /// What happened.
  let observations: [Observation]
  /// How it was judged.
  let scores: [Score]

  /// Whether a path is a run's folder.
  static func isRun(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: path + "/run.json")
  }

  /// Reads a run.
  ///
  /// - Throws: ``Failure``.
  init(_ path: String) throws {
    do {
      directory = try RunDirectory(reading: URL(fileURLWithPath: path))
      let cases = try directory.cases()
      self.cases = Dictionary(cases.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
      observations = try directory.observations(of: cases)
      scores = try directory.scores()
    } catch let error as RunDirectoryError {
      throw Failure(error)
    }
  }

  /// What to show of a run: ids, or patterns with `*`.
  struct Selection: Sendable {
    var caseID: String?
    var arm: String?
    var probe: String?
  }

  /// A question as it was asked of an arm.
  struct Asked: Sendable {
    var value: EvalCase
    var observation: Observation
    var question: Question
    var outcome: QuestionObservation
  }

  /// The questions a selection fits, by case, then by arm, as they were run.
  ///
  /// - Throws: ``Failure`` where a part of the selection fits nothing.
  func asked(_ selection: Selection) throws -> [Asked] {
    func fits(_ pattern: String?, _ id: String) -> Bool {
      pattern.map { CasePattern($0).matches(id) } ?? true
    }
    func isArm(_ key: String) -> Bool {
      fits(selection.arm, key) || fits(selection.arm, ArmIdentity(key: key).name)
    }
    let ofCase = observations.filter { fits(selection.caseID, $0.caseID) }
    try Self.check(ofCase.isEmpty, "case", selection.caseID, Array(cases.keys))
    let ofArm = ofCase.filter { isArm($0.arm) }
    try Self.check(
      ofArm.isEmpty, "arm", selection.arm, ofCase.map { ArmIdentity(key: $0.arm).name })
    let found = ofArm.flatMap { observation -> [Asked] in
      guard let value = cases[observation.caseID] else { return [] }
      let questions = Dictionary(
        value.questions.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      return observation.questions.compactMap { outcome in
        guard let question = questions[outcome.id],
          fits(selection.probe, question.id) || fits(selection.probe, question.group)
        else { return nil }
        return Asked(
          value: value, observation: observation, question: question, outcome: outcome)
      }
    }
    try Self.check(
      found.isEmpty, "probe", selection.probe, ofArm.flatMap { $0.questions.map(\.id) })
    return found
  }

  /// The scores of a question under an arm: its own, and those of its facts.
  func scores(of asked: Asked) -> [Score] {
    scores.filter { score in
      score.caseID == asked.value.id && score.arm == asked.observation.arm
        && (score.question == asked.question.id || score.question == asked.question.group
          || score.question.hasPrefix(asked.question.id + "/"))
    }
  }

  private static func check(_ isEmpty: Bool, _ what: String, _ wanted: String?, _ known: [String])
    throws
  {
    guard isEmpty, let wanted else { return }
    let names = Set(known).sorted()
    throw Failure(
      .usage,
      "no \(what) fits '\(wanted)'" + EditDistance.suggestion(for: wanted, in: names)
        + "\nthere is: \(names.prefix(20).joined(separator: ", "))")
  }
}
