import EvalKit

/// What `evalrun import` is told.
struct ImportOptions: Sendable {
  var inputs: [String] = []
  var format: String?
  var select: String?
  var out: String?
  var redact: String?
  var expectations: [String] = []
  var isRepairing = false
  var isStrict = false
  var skipsMalformed = false
  var isBeforeCompaction = false
  var isAsSent = false
  var listsFormats = false
  var isJSON = false

  /// The table of parameters.
  static let parameters: [Parameter<ImportOptions>] = [
    .arguments(
      "PATH", to: \.inputs,
      help: "Files with transcripts, or folders of them; - is standard input."),
    .inputFormat(to: \.format),
    .select(to: \.select),
    .option(
      "--out", value: "DIR", to: \.out, completion: .folders,
      help: "Write each transcript there; nothing there is overwritten. Default: report only."),
    .options(
      "--expect", value: "FILE", to: \.expectations, completion: .files,
      help: "A file of what is expected of the transcripts, such as tau2's tasks."),
    .option(
      "--redact", value: "pii|FILE", to: \.redact, completion: .files,
      help: "Replace e-mails, phone and card numbers and tokens; with a file also its words, one a "
        + "line."),
    .flag(
      "--before-compaction", to: \.isBeforeCompaction,
      help: "Take the whole log, without the compactions recorded in it."),
    .flag(
      "--as-sent", to: \.isAsSent,
      help: "Take what the recorded compactions left. Default: the log with them beside it."),
    .flag(
      "--repair", to: \.isRepairing,
      help: "Drop empty responses before tool calls, a fault of some recorders."),
    .flag(
      "--skip-malformed", to: \.skipsMalformed, help: "Skip lines that are no JSON, and count them."
    ),
    .flag("--strict", to: \.isStrict, help: "Refuse a transcript with anything odd in it."),
    .flag("--formats", to: \.listsFormats, help: "List the formats there are."),
    .flag("--json", to: \.isJSON, help: "Print JSON."),
  ]

  /// Which view of recorded compactions is taken.
  ///
  /// - Throws: ``Failure`` if two are asked for.
  func view() throws -> CompactionView {
    if isBeforeCompaction, isAsSent {
      throw Failure(.usage, "--before-compaction and --as-sent do not go together; name one")
    }
    return isBeforeCompaction ? .beforeCompaction : isAsSent ? .asSent : .both
  }

  /// How files are read.
  var reading: TranscriptImporter.Options {
    var options = TranscriptImporter.Options()
    options.skipsMalformedLines = skipsMalformed
    options.dropsEmptyResponses = isRepairing
    return options
  }

  /// A redactor for a file, or nil where nothing is to be replaced.
  ///
  /// - Throws: ``Failure``: a file of words that cannot be read, or has none.
  func redactor() throws -> Redactor? {
    guard let redact else { return nil }
    if redact == "pii" { return Redactor() }
    let text = String(decoding: try Inputs.bytes(redact), as: UTF8.self)
    let words = text.split(whereSeparator: \.isNewline).map(String.init)
      .filter { $0.contains { !$0.isWhitespace } }
    guard !words.isEmpty else {
      throw Failure(.badData, "\(redact): no words; write one a line, or name 'pii'")
    }
    if let short = words.first(where: { word in word.count { !$0.isWhitespace } < 2 }) {
      throw Failure(
        .badData,
        "\(redact): '\(short)' is too short to be told from others; a word has two letters"
      )
    }
    return Redactor(words: words)
  }
}
