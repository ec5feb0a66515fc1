public import EvalKit

/// A page to mark facts in a transcript and to write probes: one HTML file that opens from the disk,
/// asks nothing of any network, and hands over the case as a download.
///
/// What it cannot edit (the transcript, trajectories, constraints, the source, keys it does not
/// know) is in the download letter by letter as it was in the case. The page checks what can be
/// told from the case alone as it is edited, in the words of ``CaseCheck``.
public struct AuthorPage: Sendable {
  /// The case, as it was loaded.
  let value: EvalCase
  /// The case as it was written.
  let written: JSONObject
  /// How the page names the file.
  let file: String
  /// What was found in the case when the page was made.
  let findings: [Diagnostic]
  /// The steps of the transcript; nil where it stays in a file of its own.
  let steps: [JSONValue]?

  /// Makes a page for a case.
  ///
  /// A transcript in a file of its own stays there, unless the file says facts by marks.
  ///
  /// - Parameters:
  ///   - loaded: The case.
  ///   - written: The object it was read from.
  ///   - findings: What is to be shown as found when the page was made; nil for what `check` finds
  ///     without a model.
  /// - Throws: ``UnwritableTranscript`` if the transcript has to be written as steps, and cannot.
  public init(_ loaded: LoadedCase, written: JSONObject, findings: [Diagnostic]? = nil)
    throws(UnwritableTranscript)
  {
    value = loaded.value
    self.written = written
    file = loaded.places.file
    self.findings = findings ?? Self.findings(in: loaded)
    if written["transcript"]?.objectValue != nil, !Self.saysFactsByMarks(value, written) {
      steps = nil
    } else {
      steps = try CaseTranscriptFormat.encode(value.transcript).arrayValue
    }
  }

  /// Makes a page for a transcript that is to become a case.
  ///
  /// - Parameters:
  ///   - imported: The transcript.
  ///   - id: The id of the case.
  ///   - reference: How the case names the transcript's file, for one that cannot be written as
  ///     steps: `{ path, format, select }`.
  public init(_ imported: ImportedTranscript, id: String, reference: JSONObject) {
    let expected = imported.expectations
    value = EvalCase(
      id: id, cluster: expected.cluster, transcript: imported.transcript, facts: expected.facts,
      probes: expected.probes, trajectories: expected.trajectories)
    file = imported.label
    findings = expected.isEmpty ? [] : Self.findings(in: LoadedCase(value))
    let writer = CasePartWriter(transcript: imported.transcript)
    var written = JSONObject()
    if !expected.isEmpty {
      written["probes"] = .array(expected.probes.map { writer.json($0) })
      written["trajectories"] = .array(expected.trajectories.map { writer.json($0) })
    }
    do throws(UnwritableTranscript) {
      steps = try CaseTranscriptFormat.encode(imported.transcript).arrayValue
      let source = [("kind", JSONValue.string("imported")), ("format", .string(imported.format))]
      written["source"] = .object(JSONObject(source))
    } catch {
      steps = nil
      written["transcript"] = .object(reference)
    }
    if let cluster = expected.cluster { written["cluster"] = .string(cluster) }
    self.written = written
  }

  private static func findings(in loaded: LoadedCase) -> [Diagnostic] {
    let warnings = CaseWarnings.found(
      in: loaded, context: nil, reserve: ContextBudget.defaultReserve)
    return CaseCheck.errors(of: loaded) + warnings.map(\.diagnostic)
  }

  /// Whether the case that is downloaded names the transcript's file, and is to be kept beside it.
  public var namesTranscriptFile: Bool { steps == nil }

  /// Whether any fact or secret is not wholly in the case's own lists, so that marks say it.
  private static func saysFactsByMarks(_ value: EvalCase, _ written: JSONObject) -> Bool {
    func ids(_ key: String, having keys: [String]) -> Set<String> {
      Set(
        (written[key]?.arrayValue ?? []).filter { item in keys.allSatisfy { item[$0] != nil } }
          .compactMap { $0["id"]?.stringValue })
    }
    let facts = ids("facts", having: ["value", "evidence"])
    let secrets = ids("secrets", having: ["value"])
    return !value.facts.allSatisfy { facts.contains($0.id) }
      || !value.secrets.allSatisfy { secrets.contains($0.id) }
  }

  /// The page.
  ///
  /// - Complexity: O(size of the transcript).
  public var html: String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src \
    'unsafe-inline'; script-src '\(PageScript.digest)'; base-uri 'none'; form-action 'none'">
    <title>evalrun author</title>
    <style>
    \(PageStyle.text)
    </style>
    </head>
    <body>
    \(PageMarkup.body)
    <script type="application/json" id="payload">\(Self.inert(payload.serialised()))</script>
    <script>\(PageScript.text)</script>
    </body>
    </html>

    """
  }

  /// JSON that an HTML parser takes for text: nothing in it closes or opens a tag or comment.
  private static func inert(_ json: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(json.utf8.count)
    let escaped = Array(#"\u003c"#.utf8)
    for byte in json.utf8 {
      if byte == UInt8(ascii: "<") { bytes += escaped } else { bytes.append(byte) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
