/// Finds what makes a case measure nothing, or something else than it says.
///
/// Works on any case, loaded, imported or made; what the loader refuses already (unknown ids, empty
/// expectations) is found here too, for cases that no loader saw.
public struct CaseCheck {
  let value: EvalCase
  let places: CasePlaces
  let diagnostics: DiagnosticCollector
  /// What each entry says.
  let folded: [FoldedText]
  /// What the heads say: instructions, and apart from them tool definitions.
  let instructions: FoldedText
  let tools: FoldedText
  let replies: [EntryID: RecordedReply]

  init(_ loaded: LoadedCase, _ diagnostics: DiagnosticCollector) {
    value = loaded.value
    places = loaded.places
    self.diagnostics = diagnostics.inFile(loaded.places.file)
    let transcript = loaded.value.transcript
    folded = transcript.entries.map { FoldedText($0) }
    let heads = [transcript.head] + transcript.changes.map { $0.applied(to: Head()) }
    instructions = FoldedText(heads.flatMap(\.instructions).flatMap(\.leaves))
    tools = FoldedText(
      heads.flatMap(\.tools).flatMap { tool in
        var leaves = [tool.name, tool.description]
        tool.parameters.appendLeaves(to: &leaves)
        return leaves
      })
    let recorded = Replay(transcript, structure: loaded.value.structure).replies
    replies = Dictionary(recorded.map { ($0.start, $0) }, uniquingKeysWith: { $1 })
  }

  /// Adds every error of a case.
  ///
  /// - Complexity: O(values × text).
  public static func errors(of loaded: LoadedCase, to diagnostics: DiagnosticCollector) {
    let check = CaseCheck(loaded, diagnostics)
    check.checkFacts()
    check.checkProbes()
    check.checkTrajectories()
    check.checkConstraints()
  }

  /// Every error of a case.
  public static func errors(of loaded: LoadedCase) -> [Diagnostic] {
    let diagnostics = DiagnosticCollector(file: loaded.places.file)
    errors(of: loaded, to: diagnostics)
    return diagnostics.diagnostics
  }

  func error(_ message: String, at part: CasePlaces.Part, fix: MechanicalFix? = nil) {
    let place = places[part]
    diagnostics.error(message, at: place.position, path: place.path, fix: fix)
  }

  /// The key path of something within a part; nil for a part that a mark made.
  func path(of key: String, in part: CasePlaces.Part) -> String? {
    let path = places[part].path
    return path.hasSuffix("]") ? KeyPathText.appending(key: key, to: path) : nil
  }

  /// How an entry is called in messages.
  func name(_ id: EntryID?) -> String {
    guard let id else { return "the instructions" }
    let label = value.transcript[id].label
    return label.isEmpty ? "entry \(id.index)" : "'\(label)'"
  }

  func says(_ text: String, at entry: EntryID?) -> Bool {
    guard let entry else { return instructions.says(text) }
    return folded.indices.contains(entry.index) && folded[entry.index].says(text)
  }

  // MARK: Facts

  private func checkFacts() {
    for fact in value.facts {
      let part = CasePlaces.Part.fact(fact.id)
      if fact.evidence.isEmpty {
        error("nothing says where '\(fact.id)' was said: no mark and no evidence", at: part)
      }
      for evidence in fact.evidence {
        let words = (fact.isDerived ? [] : [fact.value]) + fact.aliases + [evidence.quote]
        if !words.contains(where: { says($0, at: evidence.entry) }) {
          error(
            "\(name(evidence.entry)) is evidence of '\(fact.id)' and says neither "
              + Self.list(words), at: part, fix: evidenceFix(fact))
        }
      }
      for older in fact.supersedes {
        if Self.fold(older.value) == Self.fold(fact.value) {
          error(
            "the fact '\(fact.id)' supersedes '\(older.value)', which is its value still", at: part,
            fix: supersededFix(fact))
        }
        for evidence in older.evidence
        where !says(older.value, at: evidence.entry) && !says(evidence.quote, at: evidence.entry) {
          error(
            "\(name(evidence.entry)) is evidence of the older value of '\(fact.id)' and does not "
              + "say '\(older.value)'", at: part)
        }
      }
    }
    for secret in value.secrets {
      for evidence in secret.evidence where !says(evidence.quote, at: evidence.entry) {
        error(
          "\(name(evidence.entry)) does not say the secret '\(secret.id)'",
          at: .secret(secret.id))
      }
    }
  }

  static func list(_ words: [String]) -> String {
    var seen = Set<String>()
    return words.filter { seen.insert($0).inserted }.map { "'\($0)'" }.joined(separator: " nor ")
  }

  static func fold(_ text: String) -> [UInt8] { FoldedText.fold(text) }

  // MARK: Constraints

  private func checkConstraints() {
    for (index, constraint) in value.constraints.enumerated() {
      let part = CasePlaces.Part.constraint(index)
      for evidence in constraint.evidence
      where !evidence.quote.isEmpty && !says(evidence.quote, at: evidence.entry) {
        error("\(name(evidence.entry)) does not say '\(evidence.quote)'", at: part)
      }
      if constraint.disallowed.isEmpty, constraint.forbid == nil, constraint.require == nil {
        error("the constraint '\(constraint.id)' forbids and requires nothing", at: part)
      }
    }
  }
}
