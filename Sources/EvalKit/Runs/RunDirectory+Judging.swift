public import Foundation

extension RunDirectory {
  /// The folder in a run's folder for what other judges make of it, one folder a judge.
  public static let judgedFolder = "judged"

  /// Where what a judge makes of the run is kept: in the run's own folder for the judge it was made
  /// with, else beside it, so that no judge writes over another's scores.
  public func folder(of judge: Judge) -> URL {
    if judge.digest == spec.judgeDigest { return url }
    return url.appendingPathComponent(Self.judgedFolder)
      .appendingPathComponent("\(Self.fileName(judge.id))-\(judge.digest.prefix(8))")
  }

  /// An id as the name of a folder.
  private static func fileName(_ id: String) -> String {
    String(
      id.map { character in
        character.isASCII && (character.isLetter || character.isNumber || "-_".contains(character))
          ? character : "-"
      }.prefix(64))
  }

  /// Writes `judge.json`, `scores.jsonl` and `summary.json`.
  ///
  /// - Parameter folder: Where; the run's own folder unless said.
  /// - Throws: ``RunDirectoryError``.
  public func write(_ judged: JudgedRun, to folder: URL? = nil) throws {
    try write(judged, judged.scores.map(ScoreCodec.line), to: folder ?? url)
  }

  /// Writes the same, `width` scores at a time.
  ///
  /// - Throws: ``RunDirectoryError``.
  public func write(_ judged: JudgedRun, width: Int) async throws {
    let lines = try await judged.scores.mapped(width: width) { ScoreCodec.line($0) }
    try write(judged, lines, to: url)
  }

  private func write(_ judged: JudgedRun, _ scores: [String], to folder: URL) throws {
    try Self.create(folder)
    try Self.write([Self.line(of: judged.judge)], to: "judge.json", in: folder)
    try Self.write(scores, to: "scores.jsonl", in: folder)
    try Self.write(
      [judged.summary().json.serialised(sortedKeys: true)], to: "summary.json", in: folder)
  }

  /// Removes what other judges made of the run, which was of the run as it stood.
  ///
  /// - Returns: whether there was anything.
  /// - Throws: ``RunDirectoryError``.
  public func removeOtherJudgings() throws -> Bool {
    guard exists(Self.judgedFolder) else { return false }
    let folder = url.appendingPathComponent(Self.judgedFolder)
    do {
      try FileManager.default.removeItem(at: folder)
    } catch {
      throw RunDirectoryError.failed(folder.path, reason: RunDirectoryError.reason(error))
    }
    return true
  }

  /// Replaces the scores.
  ///
  /// - Throws: ``RunDirectoryError``.
  public func write(_ scores: [Score]) throws {
    try write(scores.map(ScoreCodec.line), to: "scores.jsonl")
  }

  private static func line(of judge: Judge) -> String {
    JSONValue.sorted([
      "digest": .string(judge.digest), "judge": judge.json, "kind": "judge", "version": 1,
    ]).serialised(sortedKeys: true)
  }

  /// The judge the run was made with, its prompts included.
  ///
  /// - Returns: nil where the run was never judged; the default judge where it was made with that.
  /// - Throws: ``RunDirectoryError``.
  public func judge() throws -> Judge? {
    if Judge.default.digest == spec.judgeDigest { return .default }
    guard exists("judge.json") else { return nil }
    return try read("judge.json") { line in
      let fields = try RecordFields(line: line, kind: "judge")
      let text = try fields.value("judge").serialised()
      do throws(JudgeError) {
        return try Judge(json5: Array(text.utf8), file: "judge.json")
      } catch {
        throw RecordError(path: "judge", message: error.description)
      }
    }.first
  }

  // MARK: Judgements of models

  private static let judgementsFile = "model-judgements.jsonl"

  /// What model judges said of the run's answers, by whatever judge.
  ///
  /// - Parameter folder: A folder to look in as well.
  /// - Throws: ``RunDirectoryError``.
  public func judgements(and folder: URL? = nil) throws -> Judgements {
    var found = Judgements()
    for folder in [url, folder].compactMap({ $0 }) {
      let file = folder.appendingPathComponent(Self.judgementsFile)
      guard FileManager.default.fileExists(atPath: file.path) else { continue }
      for judgement in try read(
        Self.judgementsFile, in: folder, { try Judgement(line: $0) })
      {
        found.add(judgement)
      }
    }
    return found
  }

  /// Replaces what model judges said.
  ///
  /// - Parameter folder: Where; the run's own folder unless said.
  /// - Throws: ``RunDirectoryError``.
  public func write(_ judgements: Judgements, to folder: URL? = nil) throws {
    let folder = folder ?? url
    try Self.create(folder)
    try Self.write(judgements.sorted.map(\.line), to: Self.judgementsFile, in: folder)
  }

  private static func create(_ folder: URL) throws {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw RunDirectoryError.cannotCreate(folder.path, reason: RunDirectoryError.reason(error))
    }
  }
}
