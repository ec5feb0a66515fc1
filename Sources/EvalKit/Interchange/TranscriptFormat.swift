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
  /// Reads one transcript.
  let decode: @Sendable (ImportUnit) throws -> DecodedTranscript

  /// The name.
  public var description: String { name }

  /// Every format there is, those that are surest to be recognised first.
  public static let all: [TranscriptFormat] = [.foundationModels, .openAIChat, .caseTranscript]

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
  var notes = ImportNotes()
  var metadata = JSONObject()
  var marks: [Mark] = []
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
