/// Facts and secrets: what marks say, and what only `facts` can say.
extension CaseLoader {
  /// A fact as `facts` has it, before marks are added.
  private struct WrittenFact {
    var id: String
    var kind: String?
    var value: String?
    var aliases: [String]
    var isDerived: Bool
    var evidence: [WrittenEvidence]
    var supersedes: [(value: String, evidence: [WrittenEvidence]?)]
    var isDraft = false
    var place: CasePlaces.Place
  }

  /// An address with what is to be found there.
  struct WrittenEvidence {
    var location: EntryLocation
    var quote: String?
  }

  /// Reads `facts` and merges them with the marks; facts that only marks name come last.
  mutating func readFacts(_ object: StrictObject) -> [Fact] {
    var seen: [String: TextPosition] = [:]
    var facts: [Fact] = []
    for written in object.objects("facts", writtenFact) {
      if let first = seen[written.id] {
        diagnostics.error(
          "the fact '\(written.id)' is there twice; it is at \(first) already",
          at: written.place.position, path: written.place.path)
        continue
      }
      seen[written.id] = written.place.position
      places[.fact(written.id)] = written.place
      if let fact = merged(written) { facts.append(fact) }
    }
    for mark in marks where mark.kind != .secret && seen[mark.factID] == nil {
      seen[mark.factID] = mark.position
      let place = CasePlaces.Place(position: mark.position, path: mark.path)
      places[.fact(mark.factID)] = place
      let written = WrittenFact(
        id: mark.factID, aliases: [], isDerived: false, evidence: [], supersedes: [], place: place)
      if let fact = merged(written) { facts.append(fact) }
    }
    return facts
  }

  private func writtenFact(_ object: StrictObject) -> WrittenFact? {
    let kind = object.optional("kind", as: String.self)
    let value = text(object, "value")
    let aliases = object.array("aliases") { text($0, $1) }
    let isDerived = object.optional("derived", default: false)
    let isDraft = object.optional("draft", default: false)
    let evidence = object.array("evidence") { self.evidence($0, $1) }
    let supersedes = object.objects("supersedes") { older -> (String, [WrittenEvidence]?)? in
      let places =
        older.contains("evidence") ? older.array("evidence") { self.evidence($0, $1) } : nil
      guard older.requiredNode("value") != nil, let value = text(older, "value") else {
        return nil
      }
      return (value, places)
    }
    guard let id = object.required("id", as: String.self) else { return nil }
    return WrittenFact(
      id: id, kind: kind, value: value, aliases: aliases, isDerived: isDerived,
      evidence: evidence, supersedes: supersedes, isDraft: isDraft, place: place(object))
  }

  /// A text, or a number as it is written.
  private func text(_ object: StrictObject, _ key: String) -> String? {
    object.node(key).flatMap { text($0, object.path(of: key)) }
  }

  func text(_ node: JSONNode, _ path: String) -> String? {
    if case .number(let number) = node.kind { return number.literal }
    return String.decode(node, path: path, diagnostics: diagnostics)
  }

  /// Reads an address, or an address with a quote.
  func evidence(_ node: JSONNode, _ path: String) -> WrittenEvidence? {
    if let name = node.stringValue {
      return location(name, at: node.position, path: path).map {
        WrittenEvidence(location: $0, quote: nil)
      }
    }
    let object = StrictObject(node, path: path, diagnostics: diagnostics)
    defer { object.finish() }
    let quote = object.optional("quote", as: String.self)
    guard let name = object.required("entry", as: String.self), let place = object.node("entry")
    else { return nil }
    return location(name, at: place.position, path: object.path(of: "entry")).map {
      WrittenEvidence(location: $0, quote: quote)
    }
  }

  // MARK: Merging

  private func merged(_ written: WrittenFact) -> Fact? {
    let marks = self.marks.filter { $0.kind != .secret && $0.factID == written.id }
    let said = marks.filter { $0.kind != .quote }
    var current = written.isDerived ? written.value : said.last?.value ?? written.value
    func report(_ message: String, at place: CasePlaces.Place? = nil) {
      let place = place ?? written.place
      diagnostics.error(message, at: place.position, path: place.path)
    }
    if let value = written.value, let marked = said.last?.value, !written.isDerived,
      value != marked
    {
      report("the fact '\(written.id)' has the value '\(value)', but is marked '\(marked)'")
      current = value
    }
    guard let value = current else {
      let why = written.isDerived ? "a derived fact needs one" : "no mark says one"
      report("the fact '\(written.id)' has no 'value', and \(why)")
      return nil
    }
    // What was said before the last replacement is about older values.
    let turning = said.lastIndex { $0.kind == .supersedes } ?? 0
    var fact = Fact(
      id: written.id, kind: written.kind ?? "text", value: value, aliases: written.aliases,
      isDerived: written.isDerived, isDraft: written.isDraft)
    for (index, mark) in said.enumerated() {
      if index >= turning, mark.value == value || written.isDerived {
        fact.evidence.append(Evidence(entry: mark.location.entryID, quote: mark.value))
      } else if index >= turning {
        report(
          "the fact '\(written.id)' is marked '\(mark.value)' and '\(value)'; a newer value is "
            + "marked [[\(written.id)=\(value)|was \(mark.value)]]",
          at: CasePlaces.Place(position: mark.position, path: mark.path))
      }
    }
    for mark in marks where mark.kind == .quote {
      fact.evidence.append(Evidence(entry: mark.location.entryID, quote: mark.value))
    }
    for evidence in written.evidence {
      fact.evidence.append(self.evidence(evidence, of: fact))
    }
    fact.evidence = Self.sorted(fact.evidence)
    fact.supersedes = superseded(fact, written, said)
    return fact
  }

  /// What a written evidence without quote is to be found by: the value, else an alias it says.
  private func evidence(_ written: WrittenEvidence, of fact: Fact) -> Evidence {
    let words = [fact.value] + fact.aliases
    let quote = written.quote ?? words.first { isSaid($0, at: written.location) } ?? fact.value
    return Evidence(entry: written.location.entryID, quote: quote)
  }

  func isSaid(_ text: String, at location: EntryLocation) -> Bool {
    switch location {
    case .entry(let id): folded[id.index].says(text)
    case .head(let index): FoldedText(transcript.head.instructions[index]).says(text)
    case .change(let index):
      (transcript.changes[index].instructions ?? []).contains { FoldedText($0).says(text) }
    }
  }

  private func superseded(_ fact: Fact, _ written: WrittenFact, _ said: [Mark])
    -> [Fact.Superseded]
  {
    var values: [Fact.Superseded] = []
    func add(_ value: String, _ evidence: [Evidence]) {
      if let index = values.firstIndex(where: { $0.value == value }) {
        values[index].evidence = Self.sorted(values[index].evidence + evidence)
      } else {
        values.append(Fact.Superseded(value: value, evidence: Self.sorted(evidence)))
      }
    }
    for mark in said where mark.kind == .supersedes {
      guard let old = mark.supersededValue else { continue }
      // Going back to an older value makes it current again; that is no mistake.
      if old == fact.value, mark != said.last(where: { $0.kind == .supersedes }) { continue }
      add(old, mentions(of: old, before: mark.location.entryID))
    }
    let first = fact.evidence.compactMap(\.entry).min()
    for older in written.supersedes {
      let evidence =
        older.evidence?.map { place in
          Evidence(entry: place.location.entryID, quote: place.quote ?? older.value)
        } ?? mentions(of: older.value, before: first)
      add(older.value, evidence)
    }
    return values
  }

  /// The earlier entries that say a value.
  private func mentions(of value: String, before end: EntryID?) -> [Evidence] {
    folded.prefix(end?.index ?? 0).enumerated().filter { $0.element.says(value) }
      .map { Evidence(entry: EntryID($0.offset), quote: value) }
  }

  /// By place in the log, the head first; the same evidence once.
  static func sorted(_ evidence: [Evidence]) -> [Evidence] {
    var seen = Set<Evidence>()
    return evidence.filter { seen.insert($0).inserted }
      .enumerated().sorted {
        ($0.element.entry?.index ?? -1, $0.offset) < ($1.element.entry?.index ?? -1, $1.offset)
      }.map(\.element)
  }

  // MARK: Secrets

  /// Reads `secrets` and adds those of marks.
  mutating func readSecrets(_ object: StrictObject) -> [Secret] {
    var secrets: [Secret] = []
    for mark in marks where mark.kind == .secret {
      let evidence = Evidence(entry: mark.location.entryID, quote: mark.value)
      if let index = secrets.firstIndex(where: { $0.id == mark.factID }) {
        secrets[index].evidence.append(evidence)
      } else {
        places[.secret(mark.factID)] = CasePlaces.Place(position: mark.position, path: mark.path)
        secrets.append(Secret(id: mark.factID, value: mark.value, evidence: [evidence]))
      }
    }
    let written = object.objects("secrets") { secret -> (Secret, CasePlaces.Place)? in
      let evidence = secret.array("evidence") { self.evidence($0, $1) }
      let value = secret.required("value", as: String.self)
      guard let id = secret.required("id", as: String.self), let value else { return nil }
      if let known = secrets.first(where: { $0.id == id }), known.value != value {
        secret.error("the secret '\(id)' is '\(value)' here and '\(known.value)' elsewhere")
      }
      let found = evidence.map { Evidence(entry: $0.location.entryID, quote: $0.quote ?? value) }
      let said =
        found.isEmpty
        ? folded.indices.filter { folded[$0].says(value) }.map {
          Evidence(entry: EntryID($0), quote: value)
        } : found
      if said.isEmpty { secret.error("nothing in the transcript says '\(value)'", at: "value") }
      return (Secret(id: id, value: value, evidence: said), place(secret))
    }
    for (secret, place) in written {
      if let index = secrets.firstIndex(where: { $0.id == secret.id }) {
        secrets[index].evidence = Self.sorted(secrets[index].evidence + secret.evidence)
      } else {
        places[.secret(secret.id)] = place
        secrets.append(secret)
      }
    }
    return secrets
  }
}

extension EntryLocation {
  /// The entry; nil for instructions of the head.
  var entryID: EntryID? {
    if case .entry(let id) = self { id } else { nil }
  }
}
