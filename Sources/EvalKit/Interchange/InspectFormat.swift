extension TranscriptFormat {
  /// Logs of Inspect, as `.json` or `.eval`: a transcript a sample.
  public static let inspect = TranscriptFormat(
    name: "inspect", title: "Inspect evaluation logs",
    recognises: { InspectFormat.isLog($0) || InspectFormat.isSample($0) },
    decodeEach: { unit in
      if InspectFormat.isSample(unit.value) {
        return [Result { () throws(Refusal) in try InspectFormat.transcript(of: unit.value) }]
      }
      let samples = unit.value["samples"]?.arrayValue ?? []
      if samples.isEmpty {
        let status = unit.value["status"]?.stringValue.map { " (its status is '\($0)')" } ?? ""
        throw Refusal("the log holds no samples\(status)")
      }
      return samples.enumerated().map { index, sample in
        Result { () throws(Refusal) in
          let place: [KeyPathStep] = [.key("samples"), .index(index)]
          do throws(Refusal) {
            var decoded = try InspectFormat.transcript(of: sample)
            decoded.steps = place
            return decoded
          } catch {
            throw error.inside(place[0], place[1])
          }
        }
      }
    })
}

/// Reads the samples of a log.
enum InspectFormat {
  static func isLog(_ value: JSONValue) -> Bool {
    value["eval"]?["task"] != nil && (value["status"] != nil || value["plan"] != nil)
  }

  static func isSample(_ value: JSONValue) -> Bool {
    value["epoch"] != nil && value["input"] != nil && value["target"] != nil
      && value["messages"] != nil
  }

  /// The transcript of a sample, and its target as what is expected.
  static func transcript(of value: JSONValue) throws(Refusal) -> DecodedTranscript {
    let sample = try value.requiredObject("a sample")
    var notes = ImportNotes()
    let content = InspectAttachments(try sample.object("attachments")).resolved(
      .object(sample.others(unresolved)), &notes)
    var decoder = InspectDecoder(notes: notes)
    return try decoder.decode(try content.requiredObject("a sample"), events: events(of: sample))
  }

  /// What is read apart, if at all: attachments, and the run told a second time.
  private static let unresolved: Set<String> = ["attachments", "events", "transcript"]

  private static func events(of sample: JSONObject) -> [JSONValue] {
    sample["events"]?.arrayValue ?? sample["transcript"]?["events"]?.arrayValue ?? []
  }
}

/// The long texts that a sample keeps apart, by hash.
struct InspectAttachments {
  private let texts: [String: String]
  private static let scheme = Array("attachment://".utf8)

  init(_ attachments: JSONObject?) {
    var texts: [String: String] = [:]
    for member in attachments?.members ?? [] { texts[member.key] = member.value.stringValue }
    self.texts = texts
  }

  /// The value with its references replaced by what they refer to.
  func resolved(_ value: JSONValue, _ notes: inout ImportNotes) -> JSONValue {
    switch value {
    case .string(let text): return .string(resolved(text, &notes))
    case .array(let elements):
      var results: [JSONValue] = []
      results.reserveCapacity(elements.count)
      for element in elements { results.append(resolved(element, &notes)) }
      return .array(results)
    case .object(let object):
      var members = object.members
      for index in members.indices {
        members[index].value = resolved(members[index].value, &notes)
      }
      return .object(JSONObject(uniqueMembers: members))
    case .null, .bool, .number: return value
    }
  }

  /// References are `attachment://` and a hash in hexadecimal digits.
  private func resolved(_ text: String, _ notes: inout ImportNotes) -> String {
    let bytes = Array(text.utf8)
    guard bytes.count > Self.scheme.count else { return text }
    var result: [UInt8] = []
    var copied = 0
    var index = 0
    while index + Self.scheme.count < bytes.count {
      guard bytes[index] == Self.scheme[0], bytes[index...].starts(with: Self.scheme) else {
        index += 1
        continue
      }
      let start = index + Self.scheme.count
      let end = bytes[start...].firstIndex { !Self.isDigit($0) } ?? bytes.count
      let name = String(decoding: bytes[start..<end], as: UTF8.self)
      if let content = texts[name] {
        result += bytes[copied..<index]
        result += content.utf8
        copied = end
      } else if end > start {
        notes.add(
          .missingContent, at: name, "an attachment that the sample refers to and does not have")
      }
      index = end
    }
    if copied == 0 { return text }
    return String(decoding: result + bytes[copied...], as: UTF8.self)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
  }
}
