import EvalKit
import EvalKitTesting
import Foundation
import Strategies
import Testing

/// `docs/own-strategy.md`: its code is compiled, run, and the same as on the page.
struct OwnStrategyDocumentTests {
  private static let page = "docs/own-strategy.md"

  private func lines(_ path: String) throws -> [String] {
    try String(contentsOf: Programs.root.appending(path: path), encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The blocks of a language on a page.
  private func blocks(_ language: String) throws -> [String] {
    var blocks: [String] = []
    var block: (language: Substring, lines: [String])?
    for line in try lines(Self.page) {
      if let open = block, line == "```" {
        if open.language == language { blocks.append(open.lines.joined(separator: "\n")) }
        block = nil
      } else if block == nil, line.hasPrefix("```") {
        block = (line.dropFirst(3), [])
      } else {
        block?.lines.append(line)
      }
    }
    return blocks
  }

  @Test func `The Swift on the page is what the tests compile`() throws {
    var marked: [String] = []
    var block: [String]?
    for line in try lines("Tests/StrategiesTests/OwnStrategyTests.swift") {
      if line == "// doc: end", let done = block {
        marked.append(done.joined(separator: "\n"))
        block = nil
      } else if line.hasPrefix("// doc: ") {
        block = []
      } else {
        block?.append(line)
      }
    }
    #expect(marked.count == 4)
    #expect(try blocks("swift").sorted() == marked.sorted())
  }

  @Test func `The Python on the page is the example that ships`() throws {
    let shipped = try lines("docs/examples/last_turns.py").joined(separator: "\n")
    #expect(try blocks("python").map { $0 + "\n" } == [shipped])
  }

  @Test func `The strategy of the page cuts outputs of past turns only`() async throws {
    let catalog = try Strategies.catalog.adding(strategies: [ShortOutputs.self])
    var transcript = Shorthand.transcript("p1 c1 o1 r1 p2 c2 o2 r2")
    for index in [2, 6] {
      transcript.entries[index].segments = [.text(String(repeating: "long ", count: 50))]
    }
    let views = try await Bench().replay(transcript, "short-outputs(20 chars)", catalog: catalog)
      .views
    #expect(views == ["p1", "p1 c1 o1", "p1 c1 o1* r1 p2", "p1 c1 o1* r1 p2 c2 o2"])
  }

  @Test func `The replay of the page shows fewer tokens under the strategy`() async throws {
    let long = String(repeating: "a long line of output, ", count: 60)
    let entries: [Entry] = [
      .prompt("Find the report."), .calls([ToolCall(name: "search", arguments: ["q": "report"])]),
      .output(long), .response("It is in the archive."), .prompt("Thanks."),
      .response("You are welcome."),
    ]
    let plain = try await tokensPerRequest(of: entries, under: "identity", contextSize: 4096)
    let short = try await tokensPerRequest(of: entries, under: "short-outputs", contextSize: 4096)
    try #require(plain.count == 3 && short.count == 3)
    #expect(short.prefix(2) == plain.prefix(2) && short[2] < plain[2])
  }

  @Test func `The run of the page measures the strategy on a set`() async throws {
    let set = Programs.root.appending(path: "docs/example-case.json5").path
    let report = try await evaluate(set: set)
    #expect(report.survival(of: "short") > report.survival(of: "last"))
  }

  @Test func `The transform of the page is a stage`() async throws {
    let transcript = Shorthand.transcript("p1 t1 r1 p2")
    let bench = Bench()
    let left = try await bench.edited(bench.history(transcript), by: appStage, transcript)
    #expect(Shorthand.text(left) == "p1 r1 p2")
  }

  @Test(.enabled(if: Programs.hasJQ))
  func `The one-liners of the page run`() async throws {
    let commands = try blocks("").flatMap { $0.split(separator: "\n") }.filter {
      $0.hasPrefix("exec(")
    }
    #expect(commands.count >= 3)
    for spec in commands where !spec.contains("python3") {
      let result = try await Bench().replay(
        Shorthand.transcript("i p1 c1 o1 r1 p2 r2"), String(spec))
      #expect(result.records.compactMap(\.error) == [])
    }
  }
}
