import EvalKit
import EvalKitTesting
import Strategies
import Testing

/// Sessions with calls of named tools, for policies that look at what was called.
enum ToolSession {
  /// A round: calls of tools with an argument each, and their outputs.
  static func round(
    _ number: Int, _ calls: [(tool: String, argument: JSONValue)], outputs: [String]
  ) -> [Entry] {
    let made = calls.enumerated().map { index, call in
      ToolCall(id: "id\(number).\(index)", name: call.tool, arguments: call.argument)
    }
    return [.calls(made, label: "c\(number)")]
      + outputs.enumerated().map { index, text in
        .output(text, callID: made[index].id, label: "o\(number).\(index)")
      }
  }

  /// A round of one call.
  static func round(_ number: Int, _ tool: String, _ argument: String = "a", gives text: String)
    -> [Entry]
  { round(number, [(tool, ["path": .string(argument)])], outputs: [text]) }

  /// Turns of one round each, whose outputs have so many words: `p1 c1 o1.0 r1 …`.
  static func turns(_ count: Int, words: Int, tool: String = "search") -> Transcript {
    Transcript(
      entries: (1...count).flatMap { turn in
        [.prompt("p\(turn)", label: "p\(turn)")]
          + round(turn, tool, "a\(turn)", gives: Self.words(words, from: turn))
          + [.response("r\(turn)", label: "r\(turn)")]
      })
  }

  /// So many words on one line.
  static func words(_ count: Int, from number: Int = 0) -> String {
    (0..<count).map { "w\(number)x\($0)" }.joined(separator: " ")
  }
}

extension Bench {
  /// What is left of a session after the only stage of a spec.
  func edited(_ transcript: Transcript, by spec: String) async throws -> History {
    let stage = try #require(try Strategies.catalog.parse(spec).stages.first)
    return try await edited(history(transcript), by: stage, transcript)
  }

  /// What is left in shorthand.
  func left(of transcript: Transcript, by spec: String) async throws -> String {
    Shorthand.text(try await edited(transcript, by: spec))
  }
}
