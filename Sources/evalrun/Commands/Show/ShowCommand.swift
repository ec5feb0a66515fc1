import EvalKit

/// `evalrun show`: the entries of a transcript, or the questions of a run.
enum ShowCommand {
  /// What it is told.
  struct Options: Sendable {
    var input: String?
    var selection = RunBrowser.Selection()
    var format: String?
    var select: String?
    var isFull = false
    var isJSON = false
  }

  /// The verb.
  static let command = Command(
    "show", group: .measure, summary: "Print a transcript, or single answers of a run",
    synopsis: "FILE [--select PATH] | RUN [--case ID] [--arm NAME] [--probe ID]",
    examples: [
      .init("evalrun show session.json", "One line an entry: its label, and how cases address it."),
      .init(
        "evalrun show runs/starter-1a2b3c4d --case travel-desk --probe budget",
        "That question under every arm, one line each."),
      .init(
        "evalrun show runs/starter-1a2b3c4d --case travel-desk --probe budget --arm 'rolling-window*|2048'",
        "One answer: question, evidence, its fate, the view, answer, verdict, reason."),
    ],
    discussion: """
      A case may name an entry by its label (m4.calls) or by its kind and number (prompt 3, call 2, \
      output 2, response 1). In ids and names * stands for any text; an arm is its name or its key, \
      NAME|MODEL|CONTEXT. Tokens are estimated.
      """,
    options: Options(),
    parameters: [
      .argument(
        "PATH", to: \.input, isRequired: true, completion: .files,
        help: "A transcript (- is standard input), or a run's folder."),
      .option("--case", value: "ID", to: \.selection.caseID, help: "Only this case of a run."),
      .option("--arm", value: "NAME", to: \.selection.arm, help: "Only this arm of a run."),
      .option("--probe", value: "ID", to: \.selection.probe, help: "Only this question of a run."),
      .inputFormat(to: \.format),
      .select(to: \.select),
      .flag("--full", to: \.isFull, help: "Print whole texts, not their first line."),
      .flag("--json", to: \.isJSON, help: "Print JSON."),
    ]
  ) { options, console in
    guard let input = options.input else { throw UsageError.missingArgument("PATH") }
    if RunBrowser.isRun(input) {
      try showRun(input, options, console)
    } else {
      try showTranscripts(input, options, console)
    }
    return .done
  }

  private static func showTranscripts(_ input: String, _ options: Options, _ console: Console)
    throws
  {
    let transcripts = try Inputs.transcripts(
      input, format: try Inputs.format(options.format), select: options.select)
    if options.isJSON {
      let pages = transcripts.map { TranscriptPage($0).json }
      try console.print(
        (["kind": "transcripts", "transcripts": .array(pages), "version": 1] as JSONValue)
          .serialised())
    } else if let only = transcripts.first, transcripts.count == 1 {
      try console.print(TranscriptPage(only).text(width: console.width, isFull: options.isFull))
    } else {
      try console.print(TranscriptPage.list(transcripts, width: console.width))
      console.note("'--select' shows one of them: --select '[0]'")
    }
  }

  private static func showRun(_ input: String, _ options: Options, _ console: Console) throws {
    let browser = try RunBrowser(input)
    let asked = try browser.asked(options.selection)
    let pages = asked.map { QuestionPage(asked: $0, scores: browser.scores(of: $0)) }
    if options.isJSON {
      try console.print(
        ([
          "kind": "questions", "questions": .array(pages.map(\.json)), "version": 1,
        ] as JSONValue).serialised())
    } else if let only = pages.first, pages.count == 1 {
      try console.print(only.text(width: console.width))
    } else {
      try console.print(list(pages, width: console.width))
      console.note("--case, --arm and --probe narrow it down; one answer is shown at length")
    }
  }

  /// One line a question: what was answered, and what was left of the facts it asks for.
  private static func list(_ pages: [QuestionPage], width: Int) -> String {
    var table = TextTable(
      ["arm", "context", "case", "question", "answer", "facts in view"],
      leftColumns: [0, 2, 3, 4, 5])
    for page in pages {
      let arm = ArmIdentity(key: page.asked.observation.arm)
      func verdicts(_ isSurvival: Bool) -> String {
        page.scores.filter { ($0.metric == "survival") == isSurvival }
          .filter { !["gone", "stale"].contains($0.metric) && !$0.verdict.isEmpty }
          .map(\.verdict).joined(separator: ", ")
      }
      table.add([
        arm.name, arm.context, page.asked.value.id, page.asked.question.id, verdicts(false),
        verdicts(true),
      ])
    }
    return table.lines(width: width).joined(separator: "\n")
  }
}
