extension TranscriptFormat {
  /// The format cases are written in by hand: an array of steps, or an object with `transcript`.
  public static let caseTranscript = TranscriptFormat(
    name: "case", title: "a case's own transcript",
    recognises: { CaseTranscriptFormat.recognises($0) },
    decode: { unit in
      let diagnostics = DiagnosticCollector(file: unit.document.file)
      guard var node = unit.document.node(at: unit.steps) else {
        throw Refusal("expected an array of steps")
      }
      var path = KeyPathText.text(of: unit.steps)
      if let inner = node["transcript"] {
        node = inner
        path = KeyPathText.appending(key: "transcript", to: path)
      }
      let decoded = CaseTranscriptFormat.decode(node, path: path, diagnostics: diagnostics)
      if diagnostics.hasErrors { throw ImportError(diagnostics.diagnostics) }
      return DecodedTranscript(
        transcript: decoded.transcript,
        metadata: unit.value.objectValue?.others(["transcript"]) ?? JSONObject(),
        marks: decoded.marks)
    })
}

/// The transcript of a case as it is written by hand: steps, with marks in their texts.
///
/// A step is an object with one of `instructions` (and `tools`), `tools`, `prompt` (and `schema`),
/// `response`, `reasoning`, `calls` or `output` (with `text` or `json`), and perhaps an `id`.
/// `instructions` and `tools` before the first entry are the head, after it a change of the head.
/// A text may be a string or an array of `{text}`, `{structure, source}` and
/// `{attachment, mediaType, tokens}`.
///
/// A `compaction` says what the session's own compaction took out; it is no entry (keys as in
/// ``CompactionEvent``: `through`, `keep`, `summary` or `opaque`, `as`, `drop`, `mask`, `by`,
/// `trigger`).
///
/// `output` names the call it answers. Without it, with `text` or `json` alone or `output: null`, a
/// step answers the earliest unanswered call; where calls of two rounds are unanswered that is
/// ambiguous, and refused.
public enum CaseTranscriptFormat {
  static let stepKeys = [
    "instructions", "tools", "prompt", "response", "reasoning", "calls", "output", "compaction",
    "profile",
  ]

  /// Whether a value looks like steps, or is an object that has them.
  ///
  /// An object need only have a `transcript` of objects, so that mistakes in it are reported; a
  /// bare array is told from lists of other things by the keys of its first element.
  static func recognises(_ value: JSONValue) -> Bool {
    if let steps = value["transcript"]?.arrayValue {
      guard let first = steps.first else { return true }
      return first.objectValue != nil && first["role"] == nil
    }
    guard let first = value.arrayValue?.first?.objectValue else { return false }
    let known = stepKeys + ["id", "schema", "text", "json"]
    return first.keys.contains { EditDistance.nearest($0, in: stepKeys) != nil }
      && first.keys.allSatisfy { EditDistance.nearest($0, in: known) != nil }
  }

  /// Reads steps; what is wrong is added to `diagnostics`, and left out.
  public static func decode(_ node: JSONNode, path: String, diagnostics: DiagnosticCollector)
    -> CaseTranscript
  {
    var reader = CaseTranscriptReader(diagnostics: diagnostics)
    guard let steps = node.elements else {
      diagnostics.error(
        "expected an array of steps, found \(node.kindName)", at: node.position, path: path)
      return CaseTranscript(transcript: Transcript(), marks: [])
    }
    for (index, step) in steps.enumerated() {
      reader.add(
        StrictObject(
          step, path: KeyPathText.appending(index: index, to: path), diagnostics: diagnostics))
    }
    return CaseTranscript(transcript: reader.transcript, marks: reader.marks)
  }
}
