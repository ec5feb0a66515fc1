import EvalKit
import Foundation
import Testing

/// Measures the parser; in release, with EVALKIT_BENCHMARK set.
@Suite(
  .serialized,
  .enabled(if: corpora != nil && ProcessInfo.processInfo.environment["EVALKIT_BENCHMARK"] != nil))
struct JSONSpeedTests {
  @Test(
    arguments: [
      "tau-bench/gpt-4o-airline-first-80.json", "tau-bench-fork/retail-first-40.json",
      "agentdojo-executed/slack-chained.json",
    ])
  func `the parser reads 80 MB a second`(path: String) throws {
    let bytes = Array(try Data(contentsOf: try #require(corpora).appending(path: path)))
    let clock = ContinuousClock()
    func best(_ body: () throws -> Void) rethrows -> Double {
      var best = Double.infinity
      for _ in 0..<8 {
        let time = try clock.measure { try body() }
        best = min(best, time / .seconds(1))
      }
      return Double(bytes.count) / best / 1e6
    }
    let value = try best { _ = try JSONValue.parse(bytes) }
    let node = try best { _ = try JSONNode.parse(bytes) }
    let full = try best { _ = try TranscriptImporter.read(bytes, file: "f") }
    print("\(path): JSONValue \(Int(value)), JSONNode \(Int(node)), import \(Int(full)) MB/s")
    #expect(value > 80)
  }
}
