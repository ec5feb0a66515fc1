import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct TruncateToolOutputTests {
  private func text(_ output: String, _ arguments: String) async throws -> String {
    let entries = ToolSession.round(1, "search", gives: output)
    return try await Bench().edited(
      Transcript(entries: entries), by: "truncate-tool-output(\(arguments))"
    ).items[1].entry.text
  }

  @Test(arguments: [
    ("head", "abcdefg\n…"), ("tail", "…\ntuvwxyz"), ("both", "abc\n…\nxyz"),
    ("middle", "…\nklmno\n…"),
  ])
  func `A part of a long output stays, marker included in the size`(keep: String, left: String)
    async throws
  {
    let letters = "abcdefghijklmnopqrstuvwxyz"
    let arguments = "9 chars, keep: \(keep), marker: '…'"
    #expect(try await text(letters, arguments) == left)
    #expect(left.count <= 9)
    #expect(try await text("abcdefghi", arguments) == "abcdefghi")
  }

  @Test func `The marker says how much was left out`() async throws {
    let output = String(repeating: "x", count: 1000)
    let left = try await text(output, "100 chars, keep: head")
    let kept = left.prefix { $0 == "x" }.count
    #expect(left.hasSuffix("\n[\(1000 - kept) characters left out]"))
    #expect(left.count <= 100 && kept > 60)
  }

  @Test(arguments: [
    ("head", "a\nb\n#"), ("tail", "#\nd\ne"), ("both", "a\n#\ne"), ("middle", "#\nc\n#"),
  ])
  func `Lines are counted, too`(keep: String, left: String) async throws {
    #expect(
      try await text("a\nb\nc\nd\ne\n", "max-lines: 3, keep: \(keep), marker: '#'") == left)
    #expect(try await text("a\nb\nc\n", "max-lines: 3, keep: \(keep)") == "a\nb\nc\n")
  }

  @Test func `Tokens are counted as the session counts them`() async throws {
    let entries = ToolSession.round(1, "search", gives: ToolSession.words(200))
    let transcript = Transcript(entries: entries)
    let bench = Bench()
    let items = try await bench.edited(transcript, by: "truncate-tool-output(40 tokens)").items
    let tokens = bench.context(transcript).tokens(items[1])
    #expect(tokens <= 40 && tokens > 20)
    #expect(items[1].entry.text.contains("characters left out"))
  }

  @Test func `Outputs of excluded tools stay`() async throws {
    let output = String(repeating: "x", count: 100)
    #expect(try await text(output, "10 chars, exclude-tools: [search]") == output)
  }

  @Test func `What is cut as it comes in never breaks the cache`() async throws {
    let records = try await Bench().replay(
      ToolSession.turns(10, words: 80), "truncate-tool-output(60 chars)"
    ).records
    #expect(records.allSatisfy { $0.commonPrefix >= $0.held })
  }

  // When it fails
  @Test func `A size smaller than the marker leaves a bare piece`() async throws {
    #expect(try await text(String(repeating: "x", count: 100), "10 chars") == "xxxxxxxxxx")
  }

  @Test func `What was asked for may stand in the part that is cut`() async throws {
    let output = ToolSession.words(100) + " CODE-4711 " + ToolSession.words(100)
    #expect(try await !text(output, "200 chars").contains("4711"))
    #expect(try await text(output, "200 chars, keep: middle").contains("4711"))
  }
}
