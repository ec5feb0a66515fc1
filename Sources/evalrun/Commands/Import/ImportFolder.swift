import EvalKit
import Foundation

/// The folder that transcripts are written to: nothing in it is overwritten.
struct ImportFolder: Sendable {
  /// A file that was asked for.
  struct Written: Hashable, Sendable {
    /// Its path.
    var path: String
    /// Whether it was there, with the same bytes.
    var wasThere: Bool
  }

  private let path: String

  /// Makes the folder where there is none.
  ///
  /// - Throws: ``Failure``.
  init(_ path: String) throws {
    self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw Failure(.cannotWrite, "\(path): the folder cannot be made: \(error)")
    }
  }

  /// Writes a transcript to a file named for its source, and beside it a case that names the file,
  /// where something is expected of it.
  ///
  /// - Throws: ``Failure``.
  func write(_ imported: ImportedTranscript, of source: String) throws -> [Written] {
    var origin = JSONObject()
    origin["format"] = .string(imported.format)
    // The name alone: where it lay is of no use to whoever reads this.
    origin["path"] = .string(source.split(separator: "/").last.map(String.init) ?? source)
    if !imported.path.isEmpty { origin["select"] = .string(KeyPathText.text(of: imported.path)) }
    let text = TranscriptFile.text(
      imported.transcript, source: origin, metadata: imported.metadata)
    let name = Self.name(of: source, at: imported.path)
    let transcript = try write(text, named: name, suffix: "transcript.json")
    guard !imported.expectations.isEmpty else { return [transcript] }
    let file = transcript.path.split(separator: "/").last.map(String.init) ?? transcript.path
    let written = try write(
      try Self.caseText(of: imported, named: name, in: file, origin: origin), named: name,
      suffix: "case.json5")
    return [transcript, written]
  }

  /// The text of a case whose transcript is in a file beside it.
  private static func caseText(
    of imported: ImportedTranscript, named name: String, in file: String, origin: JSONObject
  ) throws -> String {
    var source = JSONObject([("kind", "imported")])
    for member in origin.members { source[member.key] = member.value }
    let expected = imported.expectations
    let value = EvalCase(
      id: ExpectationFile.identifier(name), title: "What \(imported.format) expects of \(name)",
      cluster: expected.cluster, transcript: imported.transcript, facts: expected.facts,
      probes: expected.probes, trajectories: expected.trajectories, source: .object(source))
    do throws(UnwritableTranscript) {
      return try CaseWriter(
        value, transcript: .file(path: file, format: TranscriptFormat.transcriptFile.name)
      ).text()
    } catch {
      throw Failure(.bug, "\(imported.label): \(error)")
    }
  }

  /// Writes a text: under the name, or with the next number where it is taken by something else.
  private func write(_ text: String, named name: String, suffix: String) throws -> Written {
    let bytes = Array(text.utf8)
    var number = 1
    while true {
      let file = "\(path)/\(name)\(number == 1 ? "" : ".\(number)").\(suffix)"
      do throws(Platform.SystemError) {
        if Platform.exists(file) {
          if try Platform.read(file) == bytes { return Written(path: file, wasThere: true) }
        } else if try Platform.create(file, with: bytes) {
          return Written(path: file, wasThere: false)
        }
      } catch {
        throw Failure(
          error.isOutOfSpace ? .inputOutput : .cannotWrite, "\(file): cannot be written: \(error)")
      }
      number += 1
    }
  }

  /// The name of a source without its extension, with the places of the transcript in it.
  static func name(of source: String, at steps: [KeyPathStep]) -> String {
    var name =
      source == "-" ? "stdin" : source.split(separator: "/").last.map(String.init) ?? source
    for suffix in [".json", ".jsonl", ".json5", ".traj", ".eval", ".transcript", ".test"]
    where name.hasSuffix(suffix) && name.count > suffix.count {
      name.removeLast(suffix.count)
    }
    let places = steps.compactMap { step -> String? in
      if case .index(let index) = step { "\(index)" } else { nil }
    }
    let parts = steps.isEmpty ? [] : places.isEmpty ? [KeyPathText.text(of: steps)] : places
    return String(
      ([name] + parts).joined(separator: "-").map { character in
        character.isLetter || character.isNumber || "-_.".contains(character) ? character : "-"
      })
  }
}
