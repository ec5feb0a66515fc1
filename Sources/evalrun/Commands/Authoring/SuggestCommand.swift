import Authoring
import EvalKit

/// `evalrun suggest`: drafts facts, probes and expectations from a session.
enum SuggestCommand {
  /// What it is told.
  struct Options: Sendable {
    var input: String?
    var output: String?
    var format: String?
    var select: String?
    var top: PositiveCount?
    var isJSON = false
  }

  /// The verb.
  static let command = Command(
    "suggest", group: .write, summary: "Draft facts, probes and expected calls from a session",
    synopsis: "FILE [--select PATH] [--top N] [--out FILE]",
    examples: [
      .init(
        "evalrun suggest session.json --out my-case.json5",
        "A case with the session and up to 20 facts, each with a probe, all of them drafts."),
      .init("evalrun suggest runs.json --select '[3]'", "One session of a file of many."),
      .init(
        "evalrun suggest evalsets/mine/cases/a.json5 --json",
        "What a case does not have yet, for a program to read."),
    ],
    discussion: """
      Everything suggested is marked 'draft: true', and 'run' refuses drafts. Look at each: delete that \
      line where the draft is right, and its whole block where it is not; then 'evalrun check' the \
      file. A comment over each says why it was suggested: a later call used the value, a later answer \
      said it, a correction replaced another by it. docs/authoring.md goes through it.
      """,
    options: Options(),
    parameters: [
      .argument(
        "FILE", to: \.input, isRequired: true, help: "A transcript or a case; - is standard input."),
      .option(
        "-o", "--out", value: "FILE", to: \.output, completion: .files,
        help: "Where the case goes; a file that is there is not replaced. Default: standard output."
      ),
      .option("--top", value: "N", to: \.top, help: "Suggest at most N facts. Default: 20."),
      .inputFormat(to: \.format),
      .select(to: \.select),
      .flag(
        "--json", to: \.isJSON, help: "Print JSON: what is suggested, with points and reasons."),
    ]
  ) { options, console in
    guard let path = options.input else { throw UsageError.missingArgument("FILE") }
    if let output = options.output, output != "-", Platform.exists(output) {
      throw Failure(.cannotWrite, "\(output): is there already; name another file, or remove it")
    }
    let source = try SuggestSource(path, format: options.format, select: options.select)
    var limits = CaseSuggester.Limits()
    if let top = options.top { limits.facts = top.value }
    let suggestions = CaseSuggester(source.value, limits: limits).suggestions()
    if options.isJSON {
      try Outputs.write(
        suggestions.json().serialised() + (options.output == nil ? "" : "\n"),
        to: options.output ?? "-", console: console)
    } else {
      try write(suggestions, of: source, to: options.output, console: console)
    }
    console.note(Self.remark(suggestions, options.output))
    return .done
  }

  private static func write(
    _ suggestions: CaseSuggestions, of source: SuggestSource, to output: String?, console: Console
  ) throws {
    var comments = suggestions.comments
    comments[.whole] = """
      Suggested from \(source.name). Look at every draft: where it is right, delete its line
      'draft: true'; where it is not, delete the whole of it. Then: evalrun check THIS-FILE
      """
    var writer = CaseWriter(suggestions.value, comments: comments)
    let text: String
    do throws(UnwritableTranscript) {
      text = try writer.text()
    } catch {
      // What steps cannot say is kept whole in a file beside the case.
      guard let output, output != "-" else {
        throw Failure(
          .badData,
          "\(source.name): \(error), which a case cannot have in it; with --out FILE the transcript "
            + "is written beside the case")
      }
      let beside = transcriptName(of: output)
      if Platform.exists(beside.path) {
        throw Failure(
          .cannotWrite, "\(beside.path): is there already; name another file, or remove it")
      }
      try Outputs.write(
        TranscriptFile.text(suggestions.value.transcript), to: beside.path, console: console)
      writer.transcript = .file(path: beside.name, format: "transcript")
      console.note("the transcript is in \(beside.path): \(error), which a case cannot have in it")
      text = try writer.text()
    }
    try Outputs.write(
      output == nil ? String(text.dropLast()) : text, to: output ?? "-", console: console)
  }

  /// The file for the transcript beside a case: `a.json5` has `a.transcript.json`.
  private static func transcriptName(of path: String) -> (path: String, name: String) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let file = parts.last.map(String.init) ?? path
    let stem = file.hasSuffix(".json5") ? String(file.dropLast(6)) : file
    let name = "\(stem).transcript.json"
    return ((parts.dropLast().map(String.init) + [name]).joined(separator: "/"), name)
  }

  private static func remark(_ suggestions: CaseSuggestions, _ output: String?) -> String {
    let value = suggestions.value
    let counts = [
      (value.facts.count(where: \.isDraft), "fact"),
      (value.probes.count(where: \.isDraft), "probe"),
      (value.trajectories.count(where: \.isDraft), "expected call"),
      (value.constraints.count(where: \.isDraft), "rule"),
    ].filter { $0.0 > 0 }.map { Figures.counted($0.0, $0.1) }
    if counts.isEmpty {
      return "nothing to suggest: no value that later turns could need was found"
    }
    return "drafted \(Figures.list(counts))" + (output.map { " in \($0)" } ?? "")
  }
}

/// The session, or the case, that suggestions are made for.
struct SuggestSource {
  /// The case: what there is of it.
  let value: EvalCase
  /// What messages call it.
  let name: String

  /// Reads a case, or a transcript as a case without anything.
  ///
  /// - Throws: ``Failure``.
  init(_ path: String, format: String?, select: String?) throws {
    let format = try Inputs.format(format)
    if format == nil, select == nil, let cases = try CaseInputs.cases(path) {
      guard cases.count == 1, let only = cases.first else {
        throw Failure(.badData, "\(path): has \(cases.count) cases; name the file of one")
      }
      value = only.value
      name = only.places.file
      return
    }
    let bytes = try Inputs.bytes(path)
    let found = try Inputs.transcripts(path, format: format, select: select)
    guard found.count == 1, let imported = found.first else {
      throw Failure(
        .badData,
        "\(Inputs.name(path)): has \(found.count) transcripts; choose one, such as --select '[0]'")
    }
    let file = path.split(separator: "/").last.map(String.init) ?? path
    name = select.map { "\(file) \($0)" } ?? file
    var source = JSONObject()
    source["kind"] = "imported"
    source["format"] = .string(imported.format)
    source["path"] = .string(file)
    if let select { source["select"] = .string(select) }
    source["digest"] = .string(SHA256.hexadecimal(bytes))
    // What the file itself expects is a draft as well, and not suggested again.
    var expected = imported.expectations
    for index in expected.facts.indices { expected.facts[index].isDraft = true }
    for index in expected.probes.indices { expected.probes[index].isDraft = true }
    for index in expected.trajectories.indices { expected.trajectories[index].isDraft = true }
    value = EvalCase(
      id: CaseInputs.id(of: file, select: select), title: "Suggested from \(name)",
      cluster: expected.cluster, transcript: imported.transcript, facts: expected.facts,
      probes: expected.probes, trajectories: expected.trajectories, source: .object(source))
  }
}
