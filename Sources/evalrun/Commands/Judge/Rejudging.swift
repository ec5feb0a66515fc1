import EvalKit
import Foundation
import Strategies

/// A finished run, to be judged from its folder alone.
struct Rejudging: Sendable {
  /// The run's folder.
  let directory: RunDirectory
  /// What happened.
  let run: RecordedRun

  /// What judging writes; a folder with anything else in it is left alone.
  static let files = ["judge.json", "scores.jsonl", "summary.json", "model-judgements.jsonl"]

  /// Reads a run.
  ///
  /// - Throws: ``Failure``.
  init(_ path: String) throws {
    do {
      directory = try RunDirectory(reading: URL(fileURLWithPath: path))
      guard let renderer = NeutralRenderer(named: directory.spec.renderer) else {
        throw Failure(
          .badData, "\(path): there is no renderer '\(directory.spec.renderer)' in this tool")
      }
      let tokenizer = PieceTokenizer()
      guard tokenizer.name == directory.spec.tokenizer else {
        throw Failure(
          .badData, "\(path): there is no tokenizer '\(directory.spec.tokenizer)' in this tool")
      }
      run = try RecordedRun(directory, renderer: renderer, tokenizer: tokenizer) { spec in
        // What is not known to this tool any more was still run: it is judged by what happened.
        try? Strategies.catalog.parse(spec)
      }
    } catch let error as RunDirectoryError {
      throw Failure(error)
    }
  }

  /// How many cells of the run's plan are not there.
  var missingCells: Int { max(0, directory.cells - run.observations.count) }

  /// The judge the run was made with.
  ///
  /// - Throws: ``Failure`` where its folder does not hold it.
  func ownJudge() throws -> Judge {
    let judge = try RunExecution.explaining { try directory.judge() }
    guard let judge else {
      throw Failure(
        .missingInput,
        "\(directory.path): the run was made with the judge '\(directory.spec.judge)', which is not "
          + "kept there; name its file with --judge")
    }
    return judge
  }

  /// Judges the run.
  ///
  /// - Parameter output: A folder that may hold judgements of models beside the run's.
  /// - Throws: ``Failure``.
  func judged(by judge: Judge, output: URL? = nil) throws -> JudgedRun {
    try RunExecution.explaining {
      run.judged(by: judge, judgements: try directory.judgements(and: output))
    }
  }

  /// Keeps what a judge made of the run: beside the run, or where `--out` says.
  ///
  /// - Returns: the folder, and the files in it that held something else before.
  /// - Throws: ``Failure``.
  @discardableResult
  func keep(_ judged: JudgedRun, in output: URL? = nil) throws -> (
    folder: URL, replaced: [String]
  ) {
    let folder = output ?? directory.folder(of: judged.judge)
    let before = Self.files.map { Self.bytes(folder, $0) }
    try RunExecution.explaining { try directory.write(judged, to: folder) }
    let replaced = zip(Self.files, before).filter { file, bytes in
      bytes != nil && bytes != Self.bytes(folder, file)
    }.map(\.0)
    return (folder, replaced)
  }

  /// The folder of `--out`, if it can be written to without harm.
  ///
  /// - Throws: ``Failure`` where it holds anything else than judging writes.
  static func output(_ path: String?) throws -> URL? {
    guard let path else { return nil }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    if let other = names.sorted().first(where: { !$0.hasPrefix(".") && !files.contains($0) }) {
      throw Failure(
        .badData, "'\(path)' holds '\(other)', which no judge wrote; choose another --out")
    }
    return URL(fileURLWithPath: path)
  }

  private static func bytes(_ folder: URL, _ file: String) -> Data? {
    try? Data(contentsOf: folder.appendingPathComponent(file))
  }
}
