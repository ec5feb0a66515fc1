extension TranscriptFormat {
  /// This package's own format of a transcript: everything that any format can carry.
  public static let transcriptFile = TranscriptFormat(
    name: "transcript", title: "a transcript as this package writes it",
    recognises: { $0["kind"]?.stringValue == TranscriptFile.kind && $0["transcript"] != nil },
    decode: { unit in try TranscriptFile.decode(unit.value) })
}

/// The file of a transcript that `import` writes: `{ version, kind: "transcript", … }`.
///
/// Nothing that was read is lost in it: recorded ids, keys of other formats, opaque content, changes
/// of the head, compactions. Entries are one a line, so that people can read it and tools compare it.
public enum TranscriptFile {
  static let kind = "transcript"

  /// The text of a file, which ends in a line feed.
  ///
  /// - Parameters:
  ///   - transcript: What is written.
  ///   - source: Where it came from, kept beside it: `format`, `path`, `digest`.
  ///   - metadata: What stood beside it in its file.
  /// - Complexity: O(size of the text).
  public static func text(
    _ transcript: Transcript, source: JSONObject = JSONObject(),
    metadata: JSONObject = JSONObject()
  ) -> String {
    var file = JSONObject(uniqueMembers: [
      JSONObject.Member(key: "version", value: JSONValue(1)),
      JSONObject.Member(key: "kind", value: .string(kind)),
    ])
    if !source.isEmpty { file["source"] = .object(source) }
    if !metadata.isEmpty { file["metadata"] = .object(metadata) }
    file["transcript"] = EncodedTranscript.json(transcript)
    var lines = "{\n"
    let members = file.members
    for (index, member) in members.enumerated() {
      let key = JSONValue.string(member.key).serialised()
      let end = index + 1 < members.count ? "," : ""
      if member.key == "transcript", let parts = member.value.objectValue {
        lines += "\(key): {\n\(byLine(parts))}\(end)\n"
      } else {
        lines += "\(key): \(member.value.serialised())\(end)\n"
      }
    }
    return lines + "}\n"
  }

  /// The members of a transcript: lists with one element a line.
  private static func byLine(_ object: JSONObject) -> String {
    let members = object.members.map { member in
      let key = JSONValue.string(member.key).serialised()
      guard case .array(let elements) = member.value, !elements.isEmpty else {
        return "\(key): \(member.value.serialised())"
      }
      return "\(key): [\n" + elements.map { $0.serialised() }.joined(separator: ",\n") + "\n]"
    }
    return members.joined(separator: ",\n") + "\n"
  }

  static func decode(_ value: JSONValue) throws -> DecodedTranscript {
    do {
      let fields = try RecordFields(line: value, kind: kind)
      let transcript = try EncodedTranscript.transcript(
        try fields.value("transcript"), path: fields.path(of: "transcript"))
      try checkPlaces(of: transcript)
      return DecodedTranscript(
        transcript: transcript, metadata: fields.object["metadata"]?.objectValue ?? JSONObject())
    } catch let error as RecordError {
      // Paths of records are texts; the place in the file is found by the steps.
      throw Refusal(error.message).inside(KeyPathText.steps(of: error.path))
    }
  }

  /// A file may have been edited: places in it must be places of its entries.
  private static func checkPlaces(of transcript: Transcript) throws {
    let places = 0...transcript.entries.count
    var last = 0
    for (index, change) in transcript.changes.enumerated() {
      guard places.contains(change.position), change.position >= last else {
        throw RecordError(
          path: "transcript.changes[\(index)].position",
          message: "expected a place from \(last) to \(places.upperBound), in rising order")
      }
      last = change.position
    }
    last = 0
    for (index, event) in transcript.compactions.enumerated() {
      let path = "transcript.compactions[\(index)]"
      guard places.contains(event.position), event.position >= last else {
        throw RecordError(
          path: path + ".position",
          message: "expected a place from \(last) to \(places.upperBound), in rising order")
      }
      last = event.position
      let before = 0..<event.position
      let sets = [event.dropped] + event.summaries.flatMap { [$0.covers, $0.carries] }
      let isWithin =
        sets.allSatisfy { RangeSet(before).isSuperset(of: $0) }
        && event.replacements.allSatisfy { before.contains($0.entry) }
        && event.summaries.allSatisfy { (0...event.position).contains($0.place) }
      guard isWithin else {
        throw RecordError(
          path: path,
          message:
            "it names entries that do not stand before it; expected places under \(event.position)")
      }
    }
  }
}

extension Refusal {
  /// This refusal, seen from the container at the start of a path.
  fileprivate func inside(_ steps: [KeyPathStep]) -> Refusal {
    steps.reversed().reduce(self) { $0.inside($1) }
  }
}
