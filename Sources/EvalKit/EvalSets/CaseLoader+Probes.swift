/// Probes: what is asked, what counts as right, and where.
extension CaseLoader {
  mutating func readProbes(_ object: StrictObject) -> [Probe] {
    var index = -1
    var found: [(Int, CasePlaces.Place)] = []
    let probes = object.objects("probes") { probe -> Probe? in
      index += 1
      guard let read = self.probe(probe, number: index + 1) else { return nil }
      found.append((found.count, place(probe)))
      return read
    }
    for (index, place) in found { places[.probe(index)] = place }
    return probes
  }

  private func probe(_ object: StrictObject, number: Int) -> Probe? {
    let id = object.optional("id", as: String.self) ?? "p\(number)"
    let kind = object.optional("kind", default: "recall")
    let cloze = object.optional("cloze", as: String.self)
    let decoy = object.optional("decoy", as: String.self)
    let anyOf = object.optional("anyOf", default: false)
    let must = object.optional("must", default: false)
    let isDraft = object.optional("draft", default: false)
    let facts = object.array("facts") { fact($0, $1) }
    let at = object.node("at").map { probeCheckpoint($0, object.path(of: "at")) } ?? .end
    var expect: Probe.Expectation? = kind == "abstention" ? .abstain : .facts
    if let expectation = object.optionalObject("expect") {
      expect = self.expectation(expectation)
      expectation.finish()
    } else if kind != "abstention", facts.isEmpty, !object.contains("facts") {
      object.error("a probe needs 'facts' or 'expect', else nothing is right")
    }
    if object.contains("facts"), object.node("facts")?.elements?.isEmpty == true,
      !object.contains("expect"), kind != "abstention"
    {
      object.error("there are no facts in 'facts', so nothing is right", at: "facts")
    }
    if decoy != nil, expect != .abstain {
      object.error("a decoy belongs to an abstention probe", at: "decoy")
    }
    if !MarkedText.isIdentifier(id) {
      object.error("an id is made of letters, digits, '-', '_', '.' and ':'", at: "id")
    }
    guard let ask = object.required("ask", as: String.self), let expect, let at else { return nil }
    if ask.allSatisfy(\.isWhitespace) { object.error("the question is empty", at: "ask") }
    return Probe(
      id: id, kind: kind, ask: ask, cloze: cloze, decoy: decoy, facts: facts, anyOf: anyOf,
      must: must, at: at, expect: expect, isDraft: isDraft)
  }

  /// Reads the id of a fact.
  func fact(_ node: JSONNode, _ path: String) -> String? {
    guard let id = String.decode(node, path: path, diagnostics: diagnostics) else { return nil }
    if factIDs.contains(id) { return id }
    diagnostics.error(
      "there is no fact '\(id)'" + EditDistance.suggestion(for: id, in: factIDs),
      at: node.position, path: path)
    return nil
  }

  // MARK: Expectations

  private func expectation(_ object: StrictObject) -> Probe.Expectation? {
    let kinds = ["answer", "number", "list", "abstain"].filter { object.contains($0) }
    guard kinds.count == 1 else {
      for key in ["answer", "number", "list", "abstain"] { _ = object.node(key) }
      object.ignore("aliases", "kind", "order")
      object.error(
        kinds.isEmpty
          ? "an expectation has one of answer, number, list, abstain; it is empty"
          : "an expectation has one of answer, number, list, abstain, not all")
      return nil
    }
    switch kinds[0] {
    case "answer":
      let aliases = object.array("aliases") { text($0, $1) }
      let kind = object.optional("kind", default: "text")
      guard let node = object.node("answer"), let answer = text(node, object.path(of: "answer"))
      else { return nil }
      if answer.isEmpty { object.error("the answer is empty", at: "answer") }
      return .answer(answer, aliases: aliases, kind: kind)
    case "number":
      guard let (value, tolerance) = number(object, "number") else { return nil }
      return .number(value, tolerance: tolerance)
    case "list":
      let values = object.array("list") { text($0, $1) }
      let order = object.optional("order", default: "given")
      if order != "any", order != "given" {
        object.error("expected 'any' or 'given', found '\(order)'", at: "order")
      }
      if values.isEmpty { object.error("the list is empty", at: "list") }
      return .list(values, anyOrder: order == "any")
    default:
      if object.required("abstain", as: Bool.self) == false {
        object.error("'abstain' can only be true; leave it out otherwise", at: "abstain")
      }
      return .abstain
    }
  }

  /// Reads `{ value, tolerance }`, or the value alone.
  func number(_ object: StrictObject, _ key: String) -> (Double, Double)? {
    guard let node = object.node(key) else { return nil }
    if case .number = node.kind {
      return object.required(key, as: Double.self).map { ($0, 0) }
    }
    let inner = StrictObject(node, path: object.path(of: key), diagnostics: diagnostics)
    defer { inner.finish() }
    let tolerance = inner.optional("tolerance", default: 0.0)
    if tolerance < 0 { inner.error("a tolerance is not negative", at: "tolerance") }
    return inner.required("value", as: Double.self).map { ($0, tolerance) }
  }
}
