import EvalKit
import EvalKitTesting

extension SessionAudit {
  /// Audits with exact counts: a token a word, nothing beside what is recorded.
  static func plain(
    _ transcript: Transcript, context: Int = 4096, reserve: Int = 512,
    limits: AuditLimits = AuditLimits()
  ) async throws -> SessionAudit {
    try await SessionAudit(
      transcript, ledger: transcript.plainLedger,
      budget: ContextBudget(contextSize: context, reserve: reserve), limits: limits)
  }

  /// Audits as the tool does: with role lines and schemas, tokens by pieces.
  static func neutral(
    _ transcript: Transcript, context: Int = 4096, reserve: Int = 512,
    tokenizer: any Tokenizer = PieceTokenizer()
  ) async throws -> SessionAudit {
    try await SessionAudit(
      transcript,
      ledger: TokenLedger(
        entries: transcript.entries, renderer: NeutralRenderer(), tokenizer: tokenizer),
      budget: ContextBudget(contextSize: context, reserve: reserve))
  }

  /// The finding of a rule.
  func finding(_ rule: String) -> AuditFinding? { findings.first { $0.rule == rule } }

  /// What is carried of a kind.
  func carried(_ kind: KindCost.Kind) -> Int { kinds.first { $0.kind == kind }?.carried ?? 0 }
}

extension ToolDefinition {
  /// A tool of exactly so many words under ``PlainRenderer``.
  static func of(tokens: Int, _ name: String = "tool") -> ToolDefinition {
    ToolDefinition(name: name, description: Entry.words("\(name)-is", tokens - 1))
  }
}

extension Entry {
  /// A text of so many paragraphs, of so many words each.
  static func paragraphs(_ count: Int, of words: Int = 10) -> String {
    (0..<count).map { Entry.words("g\($0)", words) }.joined(separator: "\n\n")
  }
}

/// Tools and sessions for the rules.
enum AuditBed {
  static func tool(_ name: String, _ effect: ToolEffect? = nil, schema: JSONValue = [:])
    -> ToolDefinition
  {
    ToolDefinition(name: name, description: "does it", parameters: schema, effect: effect)
  }

  /// Turns that each call some tools, one round a turn, and answer.
  static func turns(_ calls: [[String]], head: Head) -> Transcript {
    var entries: [Entry] = []
    for (place, names) in calls.enumerated() {
      entries.append(.p(place + 1))
      if !names.isEmpty {
        let made = names.enumerated().map {
          ToolCall(id: "k\(place)-\($0)", name: $1, arguments: [:])
        }
        entries.append(.calls(made, label: "c\(place + 1)"))
        for call in made {
          entries.append(.output("yes", callID: call.id, toolName: call.name))
        }
      }
      entries.append(.r(place + 1))
    }
    return Transcript(head: head, entries: entries)
  }
}
