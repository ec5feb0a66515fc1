/// What mends an error without anybody's judgement.
extension CaseCheck {
  private var writer: CasePartWriter { CasePartWriter(transcript: value.transcript) }

  /// The evidence of a plain fact, without what does not say it: where nothing is left, the first
  /// entry that does say it.
  func evidenceFix(_ fact: Fact) -> MechanicalFix? {
    guard !fact.isDerived, let path = path(of: "evidence", in: .fact(fact.id)) else { return nil }
    let words = [fact.value] + fact.aliases
    var kept = fact.evidence.filter { evidence in
      (words + [evidence.quote]).contains { says($0, at: evidence.entry) }
    }
    if kept.isEmpty, let first = folded.indices.first(where: { folded[$0].says(fact.value) }) {
      kept = [Evidence(entry: EntryID(first), quote: fact.value)]
    }
    guard !kept.isEmpty else { return nil }
    var fixed = fact
    fixed.evidence = kept
    return writer.json(fixed)["evidence"].map { MechanicalFix(path: path, change: .replace($0)) }
  }

  /// The superseded values without those that are the value still.
  func supersededFix(_ fact: Fact) -> MechanicalFix? {
    guard let path = path(of: "supersedes", in: .fact(fact.id)) else { return nil }
    var fixed = fact
    fixed.supersedes.removeAll { Self.fold($0.value) == Self.fold(fact.value) }
    return MechanicalFix(
      path: path, change: writer.json(fixed)["supersedes"].map { .replace($0) } ?? .remove)
  }

  /// A question without a cloze that says the answer.
  func clozeFix(_ part: CasePlaces.Part) -> MechanicalFix? {
    path(of: "cloze", in: part).map { MechanicalFix(path: $0, change: .remove) }
  }

  /// The first place between turns where everything asked for was said.
  func placeFix(_ facts: [Fact], _ part: CasePlaces.Part) -> MechanicalFix? {
    guard let path = path(of: "at", in: part) else { return nil }
    let said = facts.flatMap { fact -> [Int] in
      let entries = fact.evidence.map { $0.entry?.index ?? -1 }
      return fact.isDerived ? entries : entries.min().map { [$0] } ?? []
    }
    guard let next = value.structure.turnStarts.first(where: { $0.index > said.max() ?? -1 }) else {
      return MechanicalFix(path: path, change: .remove)
    }
    return MechanicalFix(
      path: path,
      change: .replace(.object(JSONObject([("before", .string(writer.address(next)))]))))
  }

  /// An argument that nothing supplies need only be there.
  func argumentFix(
    _ key: String, of index: Int, in trajectory: TrajectoryExpectation, _ part: CasePlaces.Part
  ) -> MechanicalFix? {
    guard let expect = path(of: "expect", in: part) else { return nil }
    let isOrdered = index < trajectory.ordered.count
    let list = KeyPathText.appending(key: isOrdered ? "ordered" : "unordered", to: expect)
    let call = KeyPathText.appending(
      index: isOrdered ? index : index - trajectory.ordered.count, to: list)
    let arguments = KeyPathText.appending(key: "arguments", to: call)
    return MechanicalFix(
      path: KeyPathText.appending(key: key, to: arguments),
      change: .replace(.object(JSONObject([("keyOnly", true)]))))
  }
}
