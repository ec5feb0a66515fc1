import Foundation
import Testing

@testable import EvalKit

/// Transcripts read block by block are those read at once.
struct StreamingTests {
  /// Hands out bytes in blocks of a size.
  private func blocks(_ bytes: [UInt8], of size: Int) -> () -> [UInt8] {
    var position = 0
    return {
      let end = min(bytes.count, position + size)
      defer { position = end }
      return Array(bytes[position..<end])
    }
  }

  private func streamed(
    _ bytes: [UInt8], file: String = "f.jsonl", block: Int = 7, probe: Int = 0,
    select: String? = nil, options: TranscriptImporter.Options = TranscriptImporter.Options()
  ) throws -> [Result<ImportedTranscript, ImportError>] {
    var results: [Result<ImportedTranscript, ImportError>] = []
    try TranscriptImporter.readEach(
      from: blocks(bytes, of: block), file: file, format: nil, select: select, options: options,
      probeBytes: probe
    ) { results.append($0) }
    return results
  }

  private func described(_ results: [Result<ImportedTranscript, ImportError>]) -> [String] {
    results.map { result in
      switch result {
      case .success(let imported):
        "\(imported.label) \(imported.format) \(imported.path) \(imported.transcript.hashValue) \(imported.notes)"
      case .failure(let error): error.description
      }
    }
  }

  private func row(_ text: String) -> String {
    #"{"messages": [{"role": "user", "content": "\#(text)"}]}"#
  }

  private var rows: String {
    "\u{feff}\(row("a"))\r\n\n\(row("Ω"))\n{\"messages\": [{\"role\": \"user\", \"content\": 3}]}\n"
      + "{\"other\": 1}\n\(row("d"))"
  }

  @Test(arguments: [1, 3, 50, 4096])
  func `lines are read alike whatever the blocks are`(block: Int) throws {
    let bytes = Array(rows.utf8)
    let whole = try TranscriptImporter.readEach(bytes, file: "f.jsonl")
    #expect(whole.count == 5)
    #expect(described(try streamed(bytes, block: block)) == described(whole))
    #expect(described(try streamed(bytes, block: block, probe: 1 << 20)) == described(whole))
  }

  @Test func `mistakes have the line they have in the file`() throws {
    let failures = try streamed(Array(rows.utf8)).compactMap { result -> String? in
      if case .failure(let error) = result { error.description } else { nil }
    }
    #expect(failures.count == 2)
    #expect(
      failures[0].hasPrefix("f.jsonl:4:") && failures[0].hasSuffix("(at [2].messages[0].content)"))
    #expect(failures[1].hasPrefix("f.jsonl:5:1: an object with the keys 'other'"))
  }

  @Test func `a line is picked by its number`() throws {
    let bytes = Array(rows.utf8)
    for select in ["[1]", "4.messages"] {
      let whole = try TranscriptImporter.readEach(bytes, file: "f.jsonl", select: select)
      #expect(described(try streamed(bytes, select: select)) == described(whole))
    }
    #expect(throws: ImportError.self) { try streamed(bytes, select: "[9]") }
    do {
      _ = try streamed(bytes, select: "[9]")
    } catch {
      #expect("\(error)".contains("there is no '[9]' here; the file has 5 lines"))
    }
  }

  @Test func `lines that are no JSON are refused, or skipped and counted`() throws {
    let bytes = Array("\(row("a"))\n\(row("b"))\n{oops\n\(row("c"))\n".utf8)
    var read = 0
    #expect(throws: ImportError.self) {
      try TranscriptImporter.readEach(
        from: blocks(bytes, of: 9), file: "f", format: nil, select: nil, options: .init(),
        probeBytes: 0
      ) { _ in read += 1 }
    }
    #expect(read == 2)
    var options = TranscriptImporter.Options()
    options.skipsMalformedLines = true
    let skipped = try streamed(bytes, options: options)
    #expect(skipped.count == 3)
    #expect(try skipped[2].get().notes.map(\.kind) == [.skippedLine])
    #expect(try skipped[2].get().notes.map(\.label) == ["line 3"])
  }

  @Test func `what is one session is read whole, and bounded`() throws {
    let message = #"{"role": "user", "content": "a"}"#
    let bytes = Array(Array(repeating: message, count: 30).joined(separator: "\n").utf8)
    let one = try streamed(bytes)
    #expect(try one.map { try $0.get().transcript.entries.count } == [30])
    var options = TranscriptImporter.Options()
    options.maximumBytes = 500
    do {
      _ = try streamed(bytes, options: options)
      Issue.record("read")
    } catch {
      #expect(
        "\(error)"
          == "f.jsonl:1:1: one session, or one JSON text, of more than 500 bytes; it would "
          + "have to be read whole")
    }
    // Lines of their own are bounded each, not together.
    let many = Array(Array(repeating: row("a"), count: 30).joined(separator: "\n").utf8)
    #expect(many.count > 500)
    #expect(try streamed(many, options: options).count == 30)
  }

  @Test func `no more than a line and a block is kept`() throws {
    // 64 MB in rows of 64 KB: what is held at once is measured by what was handed out and not read.
    let text = String(repeating: "word ", count: 13_000)
    let line = Array((row(text) + "\n").utf8)
    let count = 1000
    var given = 0
    var read = 0
    var most = 0
    try TranscriptImporter.readEach(
      from: {
        guard given < count else { return [] }
        given += 1
        return line
      }, file: "f", format: nil, select: nil, options: .init(), probeBytes: 1 << 10
    ) { result in
      _ = try result.get()
      read += 1
      most = max(most, given - read)
    }
    #expect(read == count)
    #expect(most <= 2)
  }

  @Test(.enabled(if: corpora != nil))
  func `every file of the corpora is read alike`() throws {
    for url in try corpusFiles(".", extension: ".jsonl") {
      let bytes = Array(try Data(contentsOf: url))
      guard bytes.count < 200_000 else { continue }
      let whole = try? TranscriptImporter.readEach(bytes, file: "f.jsonl")
      let parts = try? streamed(bytes, block: 5000)
      #expect((whole == nil) == (parts == nil), "\(url.lastPathComponent)")
      if let whole, let parts {
        #expect(described(parts) == described(whole), "\(url.lastPathComponent)")
      }
    }
  }
}
