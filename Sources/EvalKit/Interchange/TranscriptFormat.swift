/// A format that transcripts can be read from.
///
/// One value a format; the importer tries those it is given, in order.
public struct TranscriptFormat: Sendable, CustomStringConvertible {
  /// The name it is asked for by, such as `openai-chat`.
  public let name: String
  /// What it is, in a few words.
  public let title: String
  /// Whether a value looks like one transcript in this format; lines come as an array.
  let recognises: @Sendable (JSONValue) -> Bool
  /// Reads the transcripts of a value, each by itself: one that cannot be read leaves the others.
  let decode: @Sendable (ImportUnit) throws -> [Result<DecodedTranscript, Refusal>]

  /// Makes a format whose values hold one transcript each.
  init(
    name: String, title: String, recognises: @escaping @Sendable (JSONValue) -> Bool,
    decode: @escaping @Sendable (ImportUnit) throws -> DecodedTranscript
  ) {
    self.init(
      name: name, title: title, recognises: recognises,
      decodeEach: { unit in [.success(try decode(unit))] })
  }

  /// Makes a format whose values may hold several transcripts, such as a log of samples.
  init(
    name: String, title: String, recognises: @escaping @Sendable (JSONValue) -> Bool,
    decodeEach: @escaping @Sendable (ImportUnit) throws -> [Result<DecodedTranscript, Refusal>]
  ) {
    self.name = name
    self.title = title
    self.recognises = recognises
    self.decode = decodeEach
  }

  /// The name.
  public var description: String { name }

  /// Every format there is, those that are surest to be recognised first.
  public static let all: [TranscriptFormat] = [
    .transcriptFile, .foundationModels, .atif, .openTelemetry, .inspect, .openHands,
    .openHandsV0, .sweAgent, .pi, .trajectoryRows, .shareGPT, .sgd, .apiBank, .openAIChat,
    .caseTranscript,
  ]

  /// The format with a name.
  public static func named(_ name: String) -> TranscriptFormat? { all.first { $0.name == name } }
}

/// A value of a file that is to be read as one transcript.
struct ImportUnit {
  let value: JSONValue
  /// Where it is in the file.
  let steps: [KeyPathStep]
  let document: SourceDocument
}

/// What a format makes of a value.
struct DecodedTranscript {
  var transcript: Transcript
  /// Where it is within the value that holds it; empty where that is the transcript.
  var steps: [KeyPathStep] = []
  var notes = ImportNotes()
  var metadata = JSONObject()
  var marks: [Mark] = []
  var expectations = ImportedExpectations()
}

/// Gives entries labels that are unique within a transcript: repeated ones get `#2`, `#3`.
struct LabelMaker {
  private var uses: [String: Int] = [:]

  mutating func label(_ wanted: String) -> String {
    let count = uses[wanted, default: 0] + 1
    uses[wanted] = count
    return count == 1 ? wanted : label("\(wanted)#\(count)")
  }
}
