import EvalKit

/// The audit of one session as it is printed.
struct AuditPage: Sendable {
  /// Tools shown unless all are asked for.
  static let shownTools = 12

  /// The session.
  let session: AuditedSession
  /// Whether nothing is shortened.
  let isFull: Bool

  private var audit: SessionAudit { session.audit }

  /// A window as headings write it.
  static func window(_ budget: ContextBudget) -> String {
    "context \(Figures.grouped(budget.contextSize))\(budget.isAssumed ? " (assumed)" : ""), "
      + "reserve \(Figures.grouped(budget.reserve))"
  }

  /// The page.
  func lines(width: Int) -> [String] {
    let changes =
      audit.headChanges == 0
      ? "" : "; the head changes \(audit.headChanges)×, the largest is shown"
    var lines = Help.wrapped(
      "\(session.label): \(Figures.counted(audit.requests.count, "request")) in "
        + "\(Figures.counted(session.turns, "turn")); \(Self.window(audit.budget)); tokens by "
        + "\(audit.tokenizer), estimated\(changes)", indent: 0, width: width)
    lines += [""] + fixedTable(width: width).lines(width: width)
    if hiddenTools > 0 { lines.append("and \(hiddenTools) more tools; --full lists them") }
    lines += [""] + kindTable.lines(width: width)
    if !audit.largest.isEmpty { lines += [""] + largestTable.lines(width: width) }
    lines.append("")
    for remark in AuditRemarks(audit: audit).all {
      lines += Help.wrapped(remark, indent: 0, width: width)
    }
    lines += ["", "what to do, by tokens saved over the session; savings overlap"]
    lines += AuditAdvice(
      items: audit.findings.map {
        AuditAdvice.Item(
          recommendation: $0.recommendation, rule: $0.rule, severity: $0.severity, saved: $0.saved,
          detail: $0.detail, places: $0.places)
      }, isFull: isFull, areToolsUnknown: audit.fixed.tools.isEmpty && !audit.calls.isEmpty
    ).lines(width: width)
    return lines
  }

  private var hiddenTools: Int {
    isFull ? 0 : max(0, audit.fixed.tools.count - Self.shownTools)
  }

  private func share(_ tokens: Int) -> String {
    Figures.percent(Double(tokens) / Double(audit.budget.contextSize))
  }

  /// What every request pays; the keys give way to the width.
  private func fixedTable(width: Int) -> TextTable {
    let bare = fixedTable(keyWidth: 0).lines(width: .max).map(DisplayWidth.of).max() ?? 0
    return fixedTable(keyWidth: max(4, width - bare + Self.keyHeading.count))
  }

  private static let keyHeading = "worst keys"

  private func fixedTable(keyWidth: Int) -> TextTable {
    let fixed = audit.fixed
    var table = TextTable(
      [
        "paid on every request", "tokens", "of the\nwindow %", "name", "descrip-\ntion", "schema",
        "calls", Self.keyHeading,
      ], leftColumns: [0, 7])
    table.add(["instructions", Figures.grouped(fixed.instructions), share(fixed.instructions)])
    let tools = fixed.tools.enumerated().sorted {
      ($1.element.tokens, $0.offset) < ($0.element.tokens, $1.offset)
    }.map(\.element)
    for tool in tools.prefix(tools.count - hiddenTools) {
      let keys = tool.keys.prefix(2).map { "\($0.path) \(Figures.grouped($0.tokens))" }
      table.add([
        "tool \(TranscriptPage.clean(tool.name))", Figures.grouped(tool.tokens), share(tool.tokens),
        Figures.grouped(tool.nameTokens), Figures.grouped(tool.descriptionTokens),
        Figures.grouped(tool.schemaTokens), Figures.grouped(tool.calls),
        DisplayWidth.cut(TranscriptPage.clean(keys.joined(separator: ", ")), to: keyWidth),
      ])
    }
    if fixed.framing != 0 {
      table.add(["framing", Figures.grouped(fixed.framing), share(fixed.framing)])
    }
    for (name, extra) in [
      ("response schema, at least", fixed.responseSchemas),
      ("reasoning, at least", fixed.reasoning),
    ] where extra.least > 0 {
      table.add([name, Figures.grouped(extra.least), share(extra.least)])
    }
    table.addRule()
    table.add(["before anyone speaks", Figures.grouped(fixed.total), share(fixed.total)])
    return table
  }

  /// Tokens by kind, once and carried.
  private var kindTable: TextTable {
    let now = audit.kinds.reduce(0) { $0 + $1.tokens }
    let carried = audit.kinds.reduce(0) { $0 + $1.carried }
    func percent(_ part: Int, _ whole: Int) -> String {
      Figures.percent(whole > 0 ? Double(part) / Double(whole) : nil)
    }
    var table = TextTable([
      "where the tokens are", "entries", "at the\nend", "%", "carried in\nall requests", "%",
    ])
    for kind in audit.kinds where kind.tokens != 0 || kind.carried != 0 {
      table.add([
        Self.name(of: kind.kind), Figures.grouped(kind.entries), Figures.grouped(kind.tokens),
        percent(kind.tokens, now), Figures.grouped(kind.carried), percent(kind.carried, carried),
      ])
    }
    table.addRule()
    table.add(["together", "", Figures.grouped(now), "", Figures.grouped(carried), ""])
    return table
  }

  /// The largest entries and how long they were carried.
  private var largestTable: TextTable {
    var table = TextTable(
      ["largest entries", "kind", "tokens", "first in\nrequest", "requests", "carried"],
      leftColumns: [0, 1])
    for entry in audit.largest {
      table.add([
        TranscriptPage.clean(entry.label), entry.kind.addressName, Figures.grouped(entry.tokens),
        entry.firstRequest.map(Figures.grouped) ?? Figures.none, Figures.grouped(entry.requests),
        Figures.grouped(entry.carried),
      ])
    }
    return table
  }

  /// A kind in words.
  static func name(of kind: KindCost.Kind) -> String {
    switch kind {
    case .responseSchemas: "response schemas"
    case .toolCalls: "tool calls"
    case .toolOutputs: "tool outputs"
    case .instructions, .tools, .prompts, .attachments, .responses, .reasoning, .other:
      kind.rawValue
    }
  }
}
