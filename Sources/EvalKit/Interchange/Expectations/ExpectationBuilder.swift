/// Turns what a benchmark says of a session into facts, probes and trajectories of a transcript.
///
/// What cannot be used is noted, with the reason: an answer nothing in the session says, a question
/// that gives its answer away, a call that was not made.
struct ExpectationBuilder {
  let transcript: Transcript
  let structure: TranscriptStructure
  /// What could not be used.
  private(set) var notes = ImportNotes()
  private(set) var expectations = ImportedExpectations()
  private var labels = LabelMaker()
  private let effects: ToolEffects
  private let texts: [FoldedText]

  /// Makes a builder of nothing yet.
  ///
  /// - Parameters:
  ///   - transcript: The session.
  ///   - cluster: The task, which statistics cluster on.
  ///   - reads: Name patterns of tools that only look, beside the usual ones.
  init(_ transcript: Transcript, cluster: String? = nil, reads: [String] = []) {
    self.transcript = transcript
    structure = TranscriptStructure(transcript.entries)
    var effects = Judge.default.effects
    effects.read += reads
    self.effects = effects.stating(transcript)
    texts = transcript.entries.map { FoldedText($0) }
    expectations.cluster = cluster
  }

  /// Adds the expectations and the notes to what was decoded.
  func finish(_ decoded: inout DecodedTranscript) {
    decoded.expectations = expectations
    for note in notes.notes {
      decoded.notes.add(note.kind, count: note.count, at: note.label, note.message)
    }
  }

  /// Notes that something cannot be used.
  mutating func refuse(_ message: String, at label: String) {
    notes.add(.unusableExpectation, at: label, message)
  }

  // MARK: Facts

  /// The entries that say any of some texts, in order.
  func places(of answers: [String], among places: some Sequence<Int>) -> [EntryID] {
    places.filter { place in answers.contains { texts[place].says($0) } }.map { EntryID($0) }
  }

  /// Adds what a question asks for, with the question.
  ///
  /// An answer that none of the places says is taken to be computed from them.
  ///
  /// - Parameters:
  ///   - answers: The answers that are accepted, the usual one first.
  ///   - places: Where the answer was said, or what it follows from.
  mutating func addFact(
    id: String, kind: String = "recall", ask: String, answers: [String], places: [EntryID]
  ) {
    let id = labels.label(Self.identifier(id))
    let answers = answers.map(Self.trimmed).filter { !$0.isEmpty }
    guard let first = answers.first else { return refuse("a question without an answer", at: id) }
    if let given = answers.first(where: FoldedText([ask]).says) {
      return refuse("a question that gives its answer away, such as '\(given.prefix(40))'", at: id)
    }
    guard !places.isEmpty else {
      expectations.probes.append(
        Probe(
          id: id, kind: kind, ask: ask,
          expect: .answer(first, aliases: Array(answers.dropFirst()), kind: Self.factKind(first))))
      return
    }
    let said = places.compactMap { place in
      answers.first { texts[place.index].says($0) }.map { Evidence(entry: place, quote: $0) }
    }
    let value = said.first?.quote ?? first
    var fact = Fact(
      id: id, kind: Self.factKind(value), value: value, aliases: answers.filter { $0 != value })
    if said.isEmpty {
      fact.isDerived = true
      fact.evidence = places.compactMap { place in
        quote(from: place, about: [ask] + answers).map { Evidence(entry: place, quote: $0) }
      }
      guard !fact.evidence.isEmpty else {
        return refuse("an answer whose evidence has no text", at: id)
      }
    } else {
      fact.evidence = said
    }
    expectations.facts.append(fact)
    expectations.probes.append(Probe(id: id, kind: kind, ask: ask, facts: [id]))
  }

  /// Adds a value that was said, and no question.
  mutating func addFact(id: String, value: String, evidence: [Evidence]) {
    expectations.facts.append(
      Fact(
        id: labels.label(Self.identifier(id)), kind: Self.factKind(value), value: value,
        evidence: evidence))
  }

  /// Adds a question that has no answer in the session.
  mutating func addAbstention(id: String, ask: String) {
    expectations.probes.append(
      Probe(
        id: labels.label(Self.identifier(id)), kind: "abstention", ask: ask, expect: .abstain))
  }

  /// The line or sentence of an entry that has most words of some texts.
  private func quote(from place: EntryID, about texts: [String]) -> String? {
    let wanted = Set(texts.flatMap(Self.words))
    var best: (text: String, count: Int)?
    for segment in transcript[place].segments {
      for sentence in Self.sentences(of: segment.text ?? "") {
        let count = Set(Self.words(sentence)).intersection(wanted).count
        if best.map({ count > $0.count }) ?? true { best = (sentence, count) }
      }
    }
    return best?.text ?? transcript[place].leaves.first { !$0.isEmpty }
  }

  private static func words(_ text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
      .filter { $0.count > 2 }
  }

  private static func sentences(of text: String) -> [String] {
    text.split { ".!?\n".contains($0) || $0.isNewline }.map { trimmed(String($0)) }
      .filter { !$0.isEmpty }
  }

  // MARK: Trajectories

  /// A call that a benchmark expects.
  struct Call {
    var name: String
    var arguments: JSONObject
    /// The arguments that count; nil: all.
    var compared: [String]?
  }

  /// Adds the calls expected in a turn, in order.
  ///
  /// Where none is expected, none may be made; else others are allowed.
  mutating func addTrajectory(id: String, inTurnOf prompt: EntryID, _ calls: [Call]) {
    let turn = structure.turns[prompt.index]
    let id = labels.label(Self.identifier(id))
    guard structure.requests.contains(where: { structure.turns[$0.index] == turn }) else {
      return refuse("calls expected in a turn without a recorded request", at: id)
    }
    expectations.trajectories.append(
      TrajectoryExpectation(
        id: id, at: .turn(prompt), ordered: calls.map { expected($0, in: turn) },
        allowsAdditionalCalls: !calls.isEmpty))
  }

  /// Adds the calls that a run made as they were expected, by the turns it made them in: those that
  /// change something in any order, those that only look as optional ones.
  mutating func addTrajectories(of calls: [Call]) {
    var taken = Set<TranscriptStructure.CallReference>()
    var waiting: [Call] = []
    var turns: [(turn: Int, writes: [ExpectedCall], reads: [ExpectedCall])] = []
    for call in calls {
      let isRead = effects.effect(of: call.name) == .read
      guard let found = recorded(call, apartFrom: taken) else {
        if isRead {
          waiting.append(call)
        } else {
          refuse("an expected call of '\(call.name)' that the run does not make", at: "")
        }
        continue
      }
      taken.insert(found)
      let turn = structure.turns[found.entry.index]
      let index = turns.firstIndex { $0.turn == turn } ?? turns.count
      if index == turns.count { turns.append((turn, [], [])) }
      if isRead {
        turns[index].reads.append(expected(call, in: turn))
      } else {
        turns[index].writes.append(expected(call, in: turn, found: found))
      }
    }
    turns.sort { $0.turn < $1.turn }
    for (turn, writes, reads) in turns where !writes.isEmpty && turn >= 0 {
      let late = turn == turns.last?.turn ? waiting.map { expected($0, in: turn) } : []
      expectations.trajectories.append(
        TrajectoryExpectation(
          id: labels.label("turn-\(turn + 1)"), at: .turn(structure.turnStarts[turn]),
          unordered: writes, optional: reads + late))
    }
  }

  /// The first recorded call that does what is expected.
  private func recorded(_ call: Call, apartFrom taken: Set<TranscriptStructure.CallReference>)
    -> TranscriptStructure.CallReference?
  {
    for (position, entry) in transcript.entries.enumerated() {
      for (index, made) in entry.calls.enumerated() where made.name == call.name {
        let reference = TranscriptStructure.CallReference(entry: EntryID(position), index: index)
        guard !taken.contains(reference), let arguments = made.arguments.objectValue else {
          continue
        }
        let fits = counted(call).allSatisfy { member in
          arguments[member.key].map { Self.fits($0, expected: member.value) } ?? false
        }
        if fits { return reference }
      }
    }
    return nil
  }

  private func counted(_ call: Call) -> [JSONObject.Member] {
    call.arguments.members.filter { call.compared?.contains($0.key) ?? true }
  }

  /// Whether a recorded value does for an expected one: objects may have more keys, free text may be
  /// any.
  private static func fits(_ recorded: JSONValue, expected: JSONValue) -> Bool {
    if recorded.isEquivalent(to: expected) { return true }
    switch (recorded, expected) {
    case (.object(let recorded), .object(let expected)):
      return expected.members.allSatisfy { member in
        recorded[member.key].map { fits($0, expected: member.value) } ?? false
      }
    case (.array(let recorded), .array(let expected)):
      return recorded.count == expected.count
        && zip(recorded, expected).allSatisfy { fits($0, expected: $1) }
    case (.string, .string): return !RecordedReference.isFixed(expected, nil)
    default: return false
    }
  }

  /// The matchers of a call: what can be said in one way only, or was said in these words, is exact;
  /// other free text need only be there.
  private func expected(
    _ call: Call, in turn: Int, found: TranscriptStructure.CallReference? = nil
  ) -> ExpectedCall {
    let range = structure.range(ofTurn: turn)
    let tool = transcript.head(at: range.lowerBound).tools.first { $0.name == call.name }
    let recorded = found.map { transcript[$0.entry].calls[$0.index].arguments }
    var matchers: [String: ArgumentMatcher] = [:]
    for member in counted(call) {
      let schema = tool?.parameters["properties"]?[member.key]
      let isFixed =
        RecordedReference.isFixed(member.value, schema) || isSaid(member.value, before: range)
      if !isFixed {
        matchers[member.key] = .keyOnly
      } else if let made = recorded?[member.key], !made.isEquivalent(to: member.value) {
        matchers[member.key] = .oneOf([member.value, made])
      } else {
        matchers[member.key] = .exact(member.value)
      }
    }
    return ExpectedCall(tool: call.name, arguments: matchers)
  }

  /// Whether a text was said before the end of a turn by anyone but in a call.
  private func isSaid(_ value: JSONValue, before range: Range<Int>) -> Bool {
    guard let text = value.stringValue, !text.isEmpty else { return false }
    return (0..<range.upperBound).contains { place in
      transcript.entries[place].calls.isEmpty && texts[place].says(text)
    }
  }

  // MARK: Words

  static func trimmed(_ text: String) -> String {
    var text = Substring(text)
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }

  /// A text as an id: what may not stand in one becomes a hyphen.
  static func identifier(_ text: String) -> String {
    let id = String(
      text.map { MarkedText.isIdentifier(String($0)) ? $0 : "-" })
    return id.isEmpty ? "x" : id
  }

  /// The tag of a value: a number, a date, an identifier, or text.
  static func factKind(_ value: String) -> String {
    let bytes = Array(value.utf8)
    let digits = bytes.count { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard digits > 0 else { return "text" }
    if bytes.allSatisfy({ "0123456789.,-+$%".utf8.contains($0) }) {
      let parts = value.split(separator: "-")
      let isDate = parts.count == 3 && parts[0].count == 4 && digits == 8
      return isDate ? "date" : "number"
    }
    return value.contains(where: \.isWhitespace) ? "text" : "identifier"
  }
}

extension ExpectationBuilder.Call {
  /// Reads a call as benchmarks write it: a name, and arguments under one of some keys.
  init(_ value: JSONValue, arguments keys: [String] = ["arguments"], name: String = "name")
    throws(Refusal)
  {
    let object = try value.requiredObject("a call")
    var arguments = JSONObject()
    for key in keys {
      if let found = try object.object(key) { arguments = found }
    }
    self.init(name: try object.requiredString(name), arguments: arguments, compared: nil)
  }
}
