import EvalKit

/// `evalrun audit`: where the tokens of recorded sessions go, and what could be done about it.
enum AuditCommand {
  /// What it is told.
  struct Options: Sendable {
    var inputs: [String] = []
    var context: TokenCount?
    var reserve: TokenCount?
    var imageTokens: TokenCount?
    var format: String?
    var select: String?
    var jobs: PositiveCount?
    var isEach = false
    var isFull = false
    var isJSON = false

    /// The window that sessions are held against.
    var budget: ContextBudget {
      ContextBudget(
        contextSize: context?.value ?? 0,
        reserve: reserve?.value ?? ContextBudget.defaultReserve)
    }
  }

  /// The verb.
  static let command = Command(
    "audit", group: .look,
    summary: "Show where a session's tokens go, and what would save them",
    synopsis: "FILE… [--context N]",
    examples: [
      .init("evalrun audit session.json", "Against a window of 4,096 tokens, which is assumed."),
      .init(
        "evalrun audit session.json --context 32k --full",
        "Against another window, with every place of every finding."),
      .init("evalrun audit logs/*.jsonl", "Many sessions: a line each, findings pooled."),
      .init("evalrun audit evalsets/starter --each", "A report for each case of a set."),
    ],
    discussion: """
      No model is asked and nothing is edited: entries are carried as long as the recording has \
      requests. Findings stand under six recommendations, what saves most tokens over the session \
      first; they overlap, so their savings are not to be added up. docs/budget.md says what to do \
      with them.

      Exits 0 whatever is found, 65 or 66 where an input was refused.
      """,
    options: Options(),
    parameters: [
      .arguments(
        "FILE", to: \.inputs, isRequired: true,
        help: "Transcripts, cases or folders of eval sets; - is standard input."),
      .option(
        "--context", value: "N", to: \.context, help: "Context size in tokens. Default: 4096."),
      .option(
        "--reserve", value: "N", to: \.reserve,
        help: "Tokens kept free for the answer. Default: 512."),
      .flag("--each", to: \.isEach, help: "A report for every session, not only a line."),
      .flag("--full", to: \.isFull, help: "Every tool and every place, not the first few."),
      .inputFormat(to: \.format),
      .select(to: \.select),
      .imageTokens(to: \.imageTokens),
      .jobs(to: \.jobs),
      .flag("--json", to: \.isJSON, help: "Print JSON."),
    ]
  ) { options, console in
    let intake = try ReplayIntake(
      options.inputs, verb: "audit", format: options.format, select: options.select,
      imageTokens: options.imageTokens?.value, console: console)
    let progress = Progress("audit", total: intake.sessions.count, console: console)
    defer { progress.finish() }
    let audits = try await boundedMap(
      intake.sessions, width: options.jobs?.value ?? console.processors
    ) { session in
      let audit = try await SessionAudit(
        session.transcript, structure: session.structure, ledger: session.ledger,
        budget: options.budget)
      progress.advance(session.label)
      return AuditedSession(label: session.label, turns: session.structure.turnStarts.count, audit)
    }
    progress.finish()
    let report = AuditReport(audits: audits, intake: intake, isFull: options.isFull)
    try console.print(
      options.isJSON
        ? report.json.serialised() : report.text(width: console.width, each: options.isEach))
    return intake.exitCode
  }
}

/// A session with its audit.
struct AuditedSession: Sendable {
  /// The file, and the place in it where it holds several.
  let label: String
  /// How many turns it has.
  let turns: Int
  /// What was found.
  let audit: SessionAudit

  init(label: String, turns: Int, _ audit: SessionAudit) {
    self.label = label
    self.turns = turns
    self.audit = audit
  }
}
