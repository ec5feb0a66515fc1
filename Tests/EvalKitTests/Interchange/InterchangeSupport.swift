import EvalKit
import Foundation
import Testing

/// The bytes of a fixture.
func fixture(_ name: String) throws -> [UInt8] {
  let url = try #require(
    Bundle.module.url(forResource: name, withExtension: nil, subdirectory: "Fixtures"))
  return Array(try Data(contentsOf: url))
}

/// Reads the one transcript of a text.
func imported(_ text: String, file: String = "f.json") throws -> ImportedTranscript {
  let transcripts = try TranscriptImporter.read(Array(text.utf8), file: file)
  #expect(transcripts.count == 1)
  return try #require(transcripts.first)
}

/// The refusal that a text meets; empty if none.
func refusal(_ text: String, file: String = "f.json", select: String? = nil) -> String {
  do {
    _ = try TranscriptImporter.read(Array(text.utf8), file: file, select: select)
    return ""
  } catch {
    return "\(error)"
  }
}

/// What a transcript says, without ids and labels: one line an entry.
func outline(of transcript: Transcript, reasoning: Bool = true) -> [String] {
  let structure = TranscriptStructure(transcript.entries)
  var lines = transcript.head.instructions.map { "head: \($0.text)" }
  lines += transcript.head.tools.map { "tool: \($0.name): \($0.description)" }
  for (index, entry) in transcript.entries.enumerated() where reasoning || entry.kind != .reasoning
  {
    var line = "\(entry.kind.rawValue): \(entry.text)"
    for call in entry.calls {
      line += "\(call.name)(\(call.arguments.serialised(sortedKeys: true))) "
    }
    if let call = structure.answers[index] { line += " <- call \(call.index)" }
    lines.append(line)
  }
  return lines
}

/// The folder of real files, if it is somewhere above the package; they are no part of it.
let corpora: URL? = {
  var folder = URL(filePath: #filePath)
  while folder.path != "/" {
    folder.deleteLastPathComponent()
    let candidate = folder.appending(path: "shared/corpora")
    if FileManager.default.fileExists(atPath: candidate.path) { return candidate }
  }
  print("shared/corpora is absent: the tests on real files are skipped")
  return nil
}()

/// The files in a folder of the corpora, by name.
func corpusFiles(_ folder: String, extension suffix: String) throws -> [URL] {
  let root = try #require(corpora).appending(path: folder)
  let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path)
  return paths.filter { $0.hasSuffix(suffix) }.sorted().map { root.appending(path: $0) }
}
