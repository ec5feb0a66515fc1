import EvalKit
import Foundation

/// What git knows of a file: asked of the program, nothing is written.
struct GitRepository: Sendable {
  /// A commit that changed the file.
  struct Commit: Hashable, Sendable {
    /// The whole hash.
    var hash: String
    /// As much of it as tells it apart.
    var short: String
    /// The day it was committed, `2026-07-20`.
    var date: String
    /// Where the file stood then, from the top of the repository.
    var path: String
  }

  /// The folder that git is asked in.
  private let folder: String
  /// The file's name in the folder.
  private let name: String
  /// The file as seen from the top of the repository.
  private let path: String

  /// Finds the repository of a file, which need not be there any more.
  ///
  /// - Throws: ``Failure`` where there is no git, or the folder is in no repository.
  init(ofFile file: String) throws {
    let url = URL(fileURLWithPath: file).standardizedFileURL
    folder = url.deletingLastPathComponent().path
    name = url.lastPathComponent
    let answer = try Self.run(["rev-parse", "--show-prefix"], in: folder)
    guard answer.code == 0 else {
      throw Failure(
        .usage, "\(file): its history cannot be read: \(answer.problem)")
    }
    path = answer.text.trimmingCharacters(in: .newlines) + name
  }

  /// The commits that changed the file, oldest first, through changes of its name.
  ///
  /// - Throws: ``Failure``.
  func commits() throws -> [Commit] {
    // A repository without a commit has no history, and no log either.
    guard try ask(["rev-parse", "--verify", "--quiet", "HEAD"]).code == 0 else { return [] }
    let answer = try ask([
      "log", "--follow", "--diff-filter=d", "--name-only", "-z",
      "--format=%x01%H%x1f%h%x1f%cs%x1f", "HEAD", "--", name,
    ])
    guard answer.code == 0 else { throw Failure(.inputOutput, "git log: \(answer.problem)") }
    return answer.text.split(separator: "\u{1}").compactMap { record in
      let parts = record.split(separator: "\u{1F}", maxSplits: 3).map(String.init)
      guard parts.count == 4 else { return nil }
      // A merge that changed nothing itself names no file.
      let path = parts[3].trimmingCharacters(in: CharacterSet(charactersIn: "\0\n"))
      return path.isEmpty
        ? nil : Commit(hash: parts[0], short: parts[1], date: parts[2], path: path)
    }.reversed()
  }

  /// The commit of a ref: a branch, a tag, a hash.
  ///
  /// - Parameter paths: Where the file may have stood, likeliest first.
  /// - Returns: nil where the file was not there.
  /// - Throws: ``Failure`` where there is no such ref.
  func commit(_ ref: String, paths: [String]) throws -> Commit? {
    let answer = try ask([
      "show", "-s", "--format=%H%x1f%h%x1f%cs", "--end-of-options", "\(ref)^{commit}",
    ])
    let parts = answer.text.trimmingCharacters(in: .newlines).split(separator: "\u{1F}")
    guard answer.code == 0, parts.count == 3 else {
      throw Failure(.usage, "'\(ref)' is neither on the disk nor a commit of the repository")
    }
    for place in [path] + paths where try contents(String(parts[0]), place) != nil {
      return Commit(
        hash: String(parts[0]), short: String(parts[1]), date: String(parts[2]), path: place)
    }
    return nil
  }

  /// The file as a commit has it; nil where it is not there.
  ///
  /// - Throws: ``Failure`` where there is no git.
  func contents(_ commit: Commit) throws -> [UInt8]? { try contents(commit.hash, commit.path) }

  /// The file as the current commit has it; nil where it is not there.
  ///
  /// - Throws: ``Failure`` where there is no git.
  func committed() throws -> [UInt8]? { try contents("HEAD", path) }

  /// Whether the repository lacks commits that its origin has.
  ///
  /// - Throws: ``Failure`` where there is no git.
  func isShallow() throws -> Bool {
    try ask(["rev-parse", "--is-shallow-repository"]).text.hasPrefix("true")
  }

  private func contents(_ commit: String, _ path: String) throws -> [UInt8]? {
    let answer = try ask(["show", "\(commit):\(path)"])
    return answer.code == 0 ? answer.bytes : nil
  }

  // MARK: The program

  private struct Answer {
    var code: Int32
    var bytes: [UInt8]
    var problem: String
    var text: String { String(decoding: bytes, as: UTF8.self) }
  }

  private func ask(_ arguments: [String]) throws -> Answer { try Self.run(arguments, in: folder) }

  /// Runs git, whatever the user's settings make of its output.
  private static func run(_ arguments: [String], in folder: String) throws -> Answer {
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      [
        "git", "--no-optional-locks", "-c", "log.showSignature=false", "-c", "color.ui=false",
        "-C", folder,
      ] + arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    do {
      try process.run()
    } catch {
      throw Failure(.missingInput, "git cannot be run: \(error.localizedDescription)")
    }
    // What git says of a problem fits into a pipe, so its output is read first.
    let bytes = [UInt8](output.fileHandleForReading.readDataToEndOfFile())
    let said = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let code = process.terminationStatus
    if code == 127 {
      throw Failure(.missingInput, "there is no git; the history is read with it")
    }
    let lines = String(decoding: said, as: UTF8.self).split(separator: "\n")
    return Answer(code: code, bytes: bytes, problem: lines.first.map(String.init) ?? "git failed")
  }
}
