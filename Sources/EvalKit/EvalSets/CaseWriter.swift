/// Writes a case in the format cases are written in by hand, so that a person can go on from it.
///
/// What is written is read back equal, but for the file's name. Every fact, probe, expectation and
/// rule stands on a line or in a block of its own, with evidence as the entry's label and a quote;
/// `draft: true` is a line of its own, so that a draft is accepted by deleting that line and refused
/// by deleting its block.
public struct CaseWriter: Sendable {
  /// Where the transcript of the case is written.
  public enum TranscriptPlace: Hashable, Sendable {
    /// In the case itself.
    case inline
    /// In a file beside it.
    case file(path: String, format: String? = nil, select: String? = nil)
  }

  /// The case.
  public var value: EvalCase
  /// Where its transcript is written.
  public var transcript: TranscriptPlace
  /// What is said above a part, which may be of several lines; `.whole` stands at the top.
  public var comments: [CasePlaces.Part: String]

  /// Makes a writer.
  public init(
    _ value: EvalCase, transcript: TranscriptPlace = .inline,
    comments: [CasePlaces.Part: String] = [:]
  ) {
    self.value = value
    self.transcript = transcript
    self.comments = comments
  }

  /// The case as one JSON object, without comments: a line of `cases.jsonl` once serialised.
  ///
  /// - Throws: ``UnwritableTranscript`` for a transcript that only a file of its own can hold.
  /// - Complexity: O(transcript + parts × entries).
  public func json() throws(UnwritableTranscript) -> JSONValue {
    var members = try head().map { ($0.key, $0.value) }
    for section in sections where !section.items.isEmpty {
      members.append((section.key, .array(section.items.map(\.json))))
    }
    return .object(JSONObject(members))
  }

  /// The case as readable JSON5.
  ///
  /// - Throws: ``UnwritableTranscript`` for a transcript that only a file of its own can hold.
  /// - Complexity: O(transcript + parts × entries).
  public func text() throws(UnwritableTranscript) -> String {
    var text = JSON5Text()
    if let comment = comments[.whole] { text.comment(comment, indent: 0) }
    text.line("{", indent: 0)
    for member in try head() {
      if member.key == "title", let comment = comments[.title] { text.comment(comment, indent: 2) }
      text.value(
        member.value, after: "\(member.key): ", indent: 2,
        isBroken: member.key == "transcript" && transcript == .inline)
    }
    for section in sections where !section.items.isEmpty {
      text.line("", indent: 0)
      text.line("\(section.key): [", indent: 2)
      for item in section.items {
        if let comment = comments[item.part] { text.comment(comment, indent: 4) }
        text.value(item.json, indent: 4, isBroken: item.json["draft"] != nil)
      }
      text.line("],", indent: 2)
    }
    text.line("}", indent: 0)
    return text.text
  }

  /// A value as it is written on one line: keys without quotes where they need none.
  public static func inline(_ value: JSONValue) -> String { JSON5Text.inline(value) }

  // MARK: Parts

  private struct Section {
    var key: String
    var items: [(part: CasePlaces.Part, json: JSONValue)]
  }

  /// Everything before the facts, in order.
  private func head() throws(UnwritableTranscript) -> [JSONObject.Member] {
    let source = value.source
    let cluster =
      source?["template"]?.stringValue ?? source?["task"]?.stringValue ?? value.id
    let members: [(String, JSONValue?)] = [
      ("version", 1), ("id", .string(value.id)),
      ("title", value.title.isEmpty ? nil : .string(value.title)),
      ("tags", JSONValue.strings(value.tags).unlessEmpty), ("source", source),
      ("cluster", value.cluster == cluster ? nil : .string(value.cluster)),
      ("transcript", try writtenTranscript()),
    ]
    return members.compactMap { key, value in
      value.map { JSONObject.Member(key: key, value: $0) }
    }
  }

  private func writtenTranscript() throws(UnwritableTranscript) -> JSONValue {
    switch transcript {
    case .inline: return try CaseTranscriptFormat.encode(value.transcript)
    case .file(let path, let format, let select):
      return .object(
        CasePartWriter.object([
          ("path", .string(path)), ("format", format.map { .string($0) }),
          ("select", select.map { .string($0) }),
        ]))
    }
  }

  private var sections: [Section] {
    let writer = CasePartWriter(transcript: value.transcript)
    return [
      Section(key: "facts", items: value.facts.map { (.fact($0.id), writer.json($0)) }),
      Section(
        key: "probes",
        items: value.probes.enumerated().map { (.probe($0.offset), writer.json($0.element)) }),
      Section(
        key: "trajectories",
        items: value.trajectories.enumerated().map {
          (.trajectory($0.offset), writer.json($0.element))
        }),
      Section(
        key: "constraints",
        items: value.constraints.enumerated().map {
          (.constraint($0.offset), writer.json($0.element))
        }),
      Section(key: "secrets", items: value.secrets.map { (.secret($0.id), writer.json($0)) }),
    ]
  }
}
