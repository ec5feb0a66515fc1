import EvalKit
import EvalKitTesting
import Strategies
import Testing

/// Presets at work on small sessions.
enum PresetBench {
  /// A session of entries in short notation, each of so many words.
  static func transcript(_ notation: String, tokens: Int = 10) -> Transcript {
    Transcript(notation, tokens: tokens)
  }

  /// The history after the last stage of a preset's spec, its other stages left out.
  static func left(
    _ spec: String, of transcript: Transcript, by bench: Bench = Bench()
  ) async throws -> History {
    let stage = try #require(try Strategies.catalog.parse(spec).stages.last)
    return try await bench.edited(bench.history(transcript), by: stage, transcript)
  }

  /// A summariser that answers in this many words.
  static func summariser(_ text: String = "S") -> ScriptedSummariser {
    ScriptedSummariser(name: "reader", [text])
  }
}
