extension EvalCase {
  /// The values a model may be asked the likelihood of, and what each is to a probe.
  ///
  /// - Returns: nil where the probe asks for no one value: for an abstention, a list, or several facts
  ///   together.
  func values(of probe: Probe) -> [(text: String, role: ValueLikelihood.Role)]? {
    var values: [(text: String, role: ValueLikelihood.Role)] = []
    var seen = Set<String>()
    func add(_ texts: [String], _ role: ValueLikelihood.Role) {
      for text in texts where !text.isEmpty && seen.insert(text).inserted {
        values.append((text, role))
      }
    }
    switch probe.expect {
    case .facts:
      let facts = probe.facts.compactMap { id in self.facts.first { $0.id == id } }
      guard !facts.isEmpty, facts.count == 1 || probe.anyOf else { return nil }
      for fact in facts { add([fact.value] + fact.aliases, .right) }
      for fact in facts { add(fact.supersedes.map(\.value), .superseded) }
    case .answer(let text, let aliases, _): add([text] + aliases, .right)
    case .number(let number, _):
      let whole = Int(exactly: number)
      add([whole.map { "\($0)" } ?? "\(number)"], .right)
    case .list, .abstain: return nil
    }
    return values.isEmpty ? nil : values
  }
}
