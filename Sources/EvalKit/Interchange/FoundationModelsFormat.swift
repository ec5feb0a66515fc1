extension TranscriptFormat {
  /// What `JSONEncoder().encode(session.transcript)` writes, and the `fm` tool's wrapper around it.
  public static let foundationModels = TranscriptFormat(
    name: "foundation-models", title: "Apple FoundationModels.Transcript",
    recognises: { FoundationModelsFormat.envelope(in: $0) != nil },
    decode: { unit in
      guard let (envelope, steps) = FoundationModelsFormat.envelope(in: unit.value) else {
        throw Refusal(
          "expected an object with 'type': 'FoundationModels.Transcript' and 'transcript'")
      }
      do throws(Refusal) {
        var decoder = FoundationModelsDecoder()
        var decoded = try decoder.decode(envelope)
        if !steps.isEmpty {
          decoded.metadata = unit.value.objectValue?.others(["transcript"]) ?? JSONObject()
        }
        return decoded
      } catch {
        throw steps.reversed().reduce(error) { $0.inside($1) }
      }
    })
}

/// Apple's transcript JSON: versions 1 (OS 26) and 1.1 (OS 27).
public enum FoundationModelsFormat {
  /// A version that can be written.
  public enum Version: String, Hashable, Sendable, CaseIterable {
    /// OS 26: no reasoning, no images.
    case v1 = "1"
    /// OS 27.
    case v1_1 = "1.1"
  }

  static let typeName = "FoundationModels.Transcript"

  /// The envelope, which may be wrapped, and the steps to it.
  static func envelope(in value: JSONValue) -> (envelope: JSONObject, steps: [KeyPathStep])? {
    if let object = value.objectValue, isEnvelope(object) { return (object, []) }
    if let inner = value["transcript"]?.objectValue, isEnvelope(inner) {
      return (inner, [.key("transcript")])
    }
    return nil
  }

  /// Files without a type are Apple's too; this package's own files have a kind.
  private static func isEnvelope(_ object: JSONObject) -> Bool {
    object["type"]?.stringValue == typeName
      || (object["kind"] == nil && object["transcript"]?["entries"]?.arrayValue != nil)
  }

  /// Refuses versions whose major number is not 1; both numbers and strings are in use.
  static func checkVersion(of envelope: JSONObject) throws(Refusal) {
    let version: String
    switch envelope["version"] {
    case nil: return
    case .string(let text)?: version = text
    case .number(let number)?: version = number.literal
    case let other?:
      throw Refusal("expected a version, found \(other.kindName)", at: "version")
    }
    guard version.split(separator: ".").first == "1" else {
      throw Refusal(
        "version '\(version)' of \(typeName); versions 1 and 1.1 are read", at: "version")
    }
  }
}

/// Makes a transcript of Apple's entries.
struct FoundationModelsDecoder {
  private var transcript = Transcript()
  private var notes = ImportNotes()
  private var labels = LabelMaker()

  mutating func decode(_ envelope: JSONObject) throws(Refusal) -> DecodedTranscript {
    if let type = try envelope.string("type"), type != FoundationModelsFormat.typeName {
      throw Refusal("expected '\(FoundationModelsFormat.typeName)', found '\(type)'", at: "type")
    }
    try FoundationModelsFormat.checkVersion(of: envelope)
    guard let content = try envelope.object("transcript") else {
      throw Refusal("missing key 'transcript'")
    }
    guard let entries = try content.array("entries") else {
      throw Refusal("missing key 'entries'", at: "transcript")
    }
    do throws(Refusal) {
      for (index, value) in entries.enumerated() {
        do throws(Refusal) {
          try add(value, index: index)
        } catch {
          throw error.inside(.index(index))
        }
      }
    } catch {
      throw error.inside(.key("transcript"), .key("entries"))
    }
    return DecodedTranscript(transcript: transcript, notes: notes)
  }

  private mutating func add(_ value: JSONValue, index: Int) throws(Refusal) {
    let object = try value.requiredObject("an entry")
    let encoded = EncodedAppleEntry(object)
    let name = object["id"]?.stringValue ?? "m\(index)"
    var entry = try encoded.entry { notes.add(.unknownSegment, at: name, $0) }
    entry.label = labels.label(entry.recordedID ?? "m\(index)")
    for index in entry.calls.indices {
      let call = entry.calls[index]
      entry.calls[index] = ToolCall(
        id: call.id, name: call.name, recordedArguments: call.arguments, extra: call.extra,
        label: entry.label, notes: &notes)
    }
    if entry.kind == .opaque {
      let role = object["role"]?.stringValue ?? "none"
      notes.add(.unknownRole, at: entry.label, "an entry of unknown role '\(role)'")
    }
    if entry.kind == .instructions, transcript.entries.isEmpty {
      transcript.head.tools += try encoded.tools()
      entry.extra["tools"] = nil
      transcript.head.instructions.append(entry)
      return
    }
    if entry.extra["tools"] != nil, entry.kind == .instructions {
      notes.add(
        .toolsMidway, at: entry.label, "tools defined mid-conversation, kept but not in force")
    }
    transcript.entries.append(entry)
  }
}
