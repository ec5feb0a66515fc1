import EvalKit
import LocalModels

/// Collects the values a session establishes, each once, with what later turns do with it.
struct CandidateFinder {
  private let transcript: Transcript
  private let structure: TranscriptStructure
  private let effects: ToolEffects
  private let index: ValueIndex
  let passages: [ReadPassage]
  /// The passages of each entry.
  private let passagesOfEntry: [EntryID: Range<Int>]
  private var candidates: [Candidate] = []
  private var known: [Key: Int] = [:]

  /// What makes two values the same.
  private struct Key: Hashable {
    let kind: ValueMatcher.Kind
    let text: String
  }

  /// Reads a session.
  ///
  /// - Complexity: O(text + values × entries that share their rarest word).
  init(_ transcript: Transcript, structure: TranscriptStructure, effects: ToolEffects) {
    self.transcript = transcript
    self.structure = structure
    self.effects = effects
    index = ValueIndex(transcript.entries.map(\.matchText))
    passages = ReadPassage.passages(of: transcript)
    var ranges: [EntryID: Range<Int>] = [:]
    for (place, passage) in passages.enumerated() {
      guard let entry = passage.entry else { continue }
      ranges[entry] = (ranges[entry]?.lowerBound ?? place)..<(place + 1)
    }
    passagesOfEntry = ranges
  }

  /// The candidates, in the order they are first said.
  mutating func found() -> [Candidate] {
    let trace = ArgumentTrace(transcript, structure: structure)
    for argument in trace.arguments { add(argument) }
    for (place, passage) in passages.enumerated() { add(passage, at: place) }
    addErrors()
    for place in candidates.indices { addMentions(place) }
    // An older value is part of the fact that took its place.
    let stale = Set(candidates.flatMap(\.replaced).map { Self.key($0.value) })
    return candidates.filter { isTelling($0) && !stale.contains(Self.key($0.value)) }
  }

  // MARK: Values

  private mutating func add(_ passage: ReadPassage, at place: Int) {
    guard let entry = passage.entry, passage.kind != .reasoning, passage.kind != .toolCalls,
      passage.kind != .instructions
    else { return }
    let values = PassageValues(passage).found()
    for value in values where !value.isTakenBack {
      var candidate = Candidate(
        kind: value.kind, value: value.text, matcher: Candidate.matcher(value.text, value.kind),
        place: Candidate.Place(passage: place, range: value.range), entry: entry,
        quality: value.quality)
      if passage.kind == .prompt, passage.isCorrection {
        candidate.replaced = replaced(by: value, among: values, in: passage, entry)
      }
      add(candidate)
    }
  }

  private mutating func add(_ candidate: Candidate) {
    guard !candidate.matcher.value.isEmpty else { return }
    let key = Key(kind: candidate.matcher.kind, text: Self.key(candidate.value))
    guard let place = known[key] else {
      known[key] = candidates.count
      candidates.append(candidate)
      return
    }
    if candidates[place].place == nil { fill(place, from: candidate) }
    if candidates[place].replaced.isEmpty { candidates[place].replaced = candidate.replaced }
  }

  /// Gives a value that an argument told of the looks and the place of its first mention.
  private mutating func fill(_ place: Int, from candidate: Candidate) {
    candidates[place].place = candidate.place
    candidates[place].value = candidate.value
    candidates[place].matcher = candidate.matcher
    candidates[place].kind = candidate.kind
    candidates[place].quality = max(candidates[place].quality, candidate.quality)
    candidates[place].entry = candidate.entry
  }

  private static func key(_ text: String) -> String {
    String(
      text.lowercased().unicodeScalars.filter {
        $0.properties.isAlphabetic || $0.properties.numericType != nil
      })
  }

  private mutating func add(_ argument: ArgumentTrace.Argument) {
    guard let first = argument.holders.first else { return }
    let text = argument.value.value
    let isWrite = effects.effect(of: transcript[argument.entry].calls[argument.call].name) == .write
    let kind: Candidate.Kind =
      switch argument.value.kind {
      case .number: .number
      case .date: .date
      case .identifier: text.contains("/") ? .path : .identifier
      case .text: .name
      }
    let key = Key(
      kind: ValueMatcher.Kind(factKind: kind.rawValue), text: Self.key(text))
    if known[key] == nil {
      known[key] = candidates.count
      candidates.append(
        Candidate(
          kind: kind, value: text, matcher: argument.value, place: nil, entry: first, quality: 12))
    }
    guard let place = known[key] else { return }
    candidates[place].arguments.append(argument)
    if isWrite { candidates[place].writeArguments += 1 }
  }

  // MARK: Corrections

  /// Words that say that something was said wrongly, or was changed: more than that it is new.
  private static let correcting: Set<String> = [
    "sorry", "actually", "instead", "correction", "mistake", "wrong", "meant", "typo", "misread",
    "mistyped", "misspoke", "scratch", "changed", "moved", "rescheduled", "amended", "revised",
    "postponed", "renamed", "replaced", "corrected", "update", "updated",
  ]

  /// What a value in a sentence that corrects took the place of: what the sentence takes back, else
  /// the latest value of the same make that was said about the same thing.
  private func replaced(
    by value: PassageValues.Found, among values: [PassageValues.Found], in passage: ReadPassage,
    _ entry: EntryID
  ) -> [(value: String, entry: EntryID)] {
    let matcher = Candidate.matcher(value.text, value.kind)
    if let old = values.last(where: { $0.isTakenBack && $0.kind == value.kind }) {
      let known = candidates.first { Self.key($0.value) == Self.key(old.text) }
      if let known, let said = known.entry { return [(known.value, said)] }
      return [(old.text, entry)]
    }
    // Other numbers and names are said of too many things to tell which is corrected.
    guard value.kind == .identifier || value.kind == .date, !value.shape.isEmpty,
      passage.words.contains(where: { Self.correcting.contains($0.text.lowercased()) })
    else { return [] }
    let topic = Set(passage.words.filter { !$0.isFunctionWord }.map(\.key))
    let older = candidates.last { candidate in
      guard candidate.kind == value.kind, let place = candidate.place,
        let said = candidate.entry, said < entry, !candidate.matcher.isIn(matcher.value),
        passages[place.passage].kind == .prompt || passages[place.passage].kind == .toolOutput
      else { return false }
      let old = passages[place.passage]
      let shape = old.values.first { $0.range == place.range }?.shape
      guard let shape, shape == value.shape else { return false }
      return !topic.isDisjoint(with: old.words.filter { !$0.isFunctionWord }.map(\.key))
    }
    guard let older, let said = older.entry else { return [] }
    return [(older.value, said)]
  }

  // MARK: Errors

  /// What tools said went wrong: the first line of each failed output.
  private mutating func addErrors() {
    for (position, entry) in transcript.entries.enumerated()
    where entry.kind == .toolOutput && FailedOutput.isFailed(entry) {
      guard let text = Self.message(entry) ?? message(of: EntryID(position)) else { continue }
      var candidate = Candidate(
        kind: .error, value: text, matcher: Candidate.matcher(text, .error), place: nil,
        entry: EntryID(position), quality: 10)
      candidate.tool =
        structure.answers[position].map { transcript[$0.entry].calls[$0.index].name }
        ?? entry.toolName
      add(candidate)
    }
  }

  private static let longestMessage = 120

  /// The first line of a text that is no JSON.
  private static func message(_ entry: Entry) -> String? {
    let line = entry.text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
    return line.isEmpty || line.hasPrefix("{") || line.hasPrefix("[")
      || line.utf8.count > longestMessage ? nil : line
  }

  /// The first value of JSON that is a message.
  private func message(of entry: EntryID) -> String? {
    passagesOfEntry[entry]?.lazy.map { passages[$0] }
      .first { $0.words.count > 1 && $0.text.utf8.count <= Self.longestMessage }?.text
  }

  // MARK: Mentions

  private mutating func addMentions(_ place: Int) {
    if candidates[place].place == nil, candidates[place].kind != .error { locate(place) }
    let start = candidates[place].entry?.index ?? -1
    candidates[place].mentions = index.texts(with: candidates[place].matcher).filter { position in
      let kind = transcript.entries[position].kind
      return position > start && kind != .toolCalls && kind != .reasoning
    }.map { EntryID($0) }
  }

  /// Finds where a value that only an argument told of is said: the first sentence that says it.
  private mutating func locate(_ place: Int) {
    let candidate = candidates[place]
    for holder in candidate.arguments.first?.holders ?? [] {
      guard let range = passagesOfEntry[holder],
        let passage = range.first(where: { candidate.matcher.isIn(passages[$0].text) })
      else { continue }
      let text = passages[passage].text
      candidates[place].entry = holder
      candidates[place].place = Candidate.Place(
        passage: passage, range: Self.range(of: candidate.value, in: text))
      return
    }
  }

  /// Where a text stands in another, ignoring case; all of it where it is written otherwise.
  private static func range(of value: String, in text: String) -> Range<Int> {
    let wanted = Array(value.lowercased().unicodeScalars)
    let scalars = Array(text.lowercased().unicodeScalars)
    guard !wanted.isEmpty, wanted.count <= scalars.count else { return 0..<scalars.count }
    for start in 0...(scalars.count - wanted.count)
    where scalars[start] == wanted[0]
      && scalars[start..<(start + wanted.count)].elementsEqual(wanted)
    {
      return start..<(start + wanted.count)
    }
    return 0..<scalars.count
  }

  /// Whether a value is worth a person's look: of what tools give only what somebody used or said
  /// again, of the rest what is no bare small number.
  private func isTelling(_ candidate: Candidate) -> Bool {
    guard let entry = candidate.entry else { return false }
    if !candidate.arguments.isEmpty { return true }
    let isGiven = transcript[entry].kind == .toolOutput
    if isGiven, candidate.kind != .error {
      return candidate.mentions.contains { transcript[$0].kind != .toolOutput }
    }
    return candidate.value.utf8.count > 1 || candidate.kind == .number
  }
}
