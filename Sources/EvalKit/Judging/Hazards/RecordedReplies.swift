/// What the record says of replies, for rules: read once a session.
struct RecordedReplies {
  /// How many instructions the log begins with: those that are not in the head.
  let leadingInstructions: Int
  /// Whether there is reasoning.
  let hasReasoning: Bool
  /// Signed entries, in order; looked for where the dialect signs.
  let signed: [EntryID]
  /// The tools called, by name, each with the entries that call it.
  let callers: [(tool: String, entries: [EntryID])]

  /// - Complexity: O(entries + calls).
  init(_ subject: HazardSubject) {
    let entries = subject.transcript.entries
    leadingInstructions = entries.prefix { $0.kind == .instructions }.count
    hasReasoning = entries.contains { $0.kind == .reasoning }
    let signs = subject.dialect?.signsReasoning ?? false
    signed = signs ? entries.indices.filter { entries[$0].isSigned }.map { EntryID($0) } : []
    var callers: [String: [EntryID]] = [:]
    if subject.definesTools {
      for (index, entry) in entries.enumerated() {
        for name in Set(entry.calls.map(\.name)) {
          callers[name, default: []].append(EntryID(index))
        }
      }
    }
    self.callers = callers.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

extension EntryKind {
  /// Whether it is a round of calls or an output.
  var isOfTools: Bool { self == .toolCalls || self == .toolOutput }
}
