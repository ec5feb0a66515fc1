import EvalKit
import LocalModels

/// Puts candidates in order: what later turns depend on most first, and of several values from one
/// entry the later ones further down, so that a few suggestions reach over the whole session.
struct CandidateRanking {
  /// A candidate with its points and what they are for.
  struct Ranked: Sendable {
    var candidate: Candidate
    var points: Int
    var reasons: [String]
  }

  private let transcript: Transcript
  private let structure: TranscriptStructure
  private let passages: [ReadPassage]
  private let hasCalls: Bool
  /// The first entry of the last turn: what is said there cannot be lost.
  private let lastTurn: Int

  init(
    _ transcript: Transcript, structure: TranscriptStructure, passages: [ReadPassage]
  ) {
    self.transcript = transcript
    self.structure = structure
    self.passages = passages
    hasCalls = transcript.entries.contains { !$0.calls.isEmpty }
    lastTurn =
      structure.turnStarts.count > 1 ? structure.turnStarts.last?.index ?? .max : .max
  }

  /// The candidates in order.
  ///
  /// - Complexity: O(candidates²) in the number that are asked for.
  func ranked(_ candidates: [Candidate], limit: Int) -> [Ranked] {
    var left = candidates.map(weighed).enumerated().sorted {
      ($1.element.points, $0.offset) < ($0.element.points, $1.offset)
    }.map(\.element)
    var taken: [EntryID: Int] = [:]
    var chosen: [Ranked] = []
    while chosen.count < limit, !left.isEmpty {
      var best = 0
      var points = Int.min
      for (place, item) in left.enumerated() {
        if item.points <= points { break }
        let own =
          item.points - Self.repetition * taken[item.candidate.entry ?? EntryID(-1), default: 0]
        if own > points { (best, points) = (place, own) }
      }
      let item = left.remove(at: best)
      // A value that a call needs is needed whatever else its entry says.
      if item.candidate.arguments.isEmpty {
        taken[item.candidate.entry ?? EntryID(-1), default: 0] += 1
      }
      chosen.append(item)
    }
    return chosen
  }

  /// What another value of the same entry is worth less.
  private static let repetition = 8

  // MARK: Points

  private func weighed(_ candidate: Candidate) -> Ranked {
    var ranked = Ranked(candidate: candidate, points: looks(candidate), reasons: [])
    func add(_ points: Int, _ reason: String) {
      ranked.points += points
      ranked.reasons.append(reason)
    }
    let turn = turn(of: candidate.entry)
    if let use = candidate.arguments.first {
      let reads = candidate.arguments.count - candidate.writeArguments
      add(
        60 * min(candidate.writeArguments, 3) + 30 * min(reads, 2),
        "used later as \(use.path) of \(transcript[use.entry].calls[use.call].name) in "
          + "'\(transcript.name(of: use.entry))'" + more(candidate.arguments.count))
    }
    if !candidate.replaced.isEmpty {
      add(
        25,
        "takes the place of "
          + candidate.replaced.map { "'\($0.value)'" }.joined(separator: " and "))
    }
    // A small number is met everywhere: another mention need not be one.
    let later =
      candidate.matcher.isWeak ? [] : candidate.mentions.filter { self.turn(of: $0) > turn }
    let answered = later.filter { transcript[$0].kind == .response }
    let repeated = later.filter { transcript[$0].kind == .prompt }
    if let first = answered.first {
      add(
        10 * min(answered.count, 3),
        "answered in '\(transcript.name(of: first))'" + more(answered.count))
    }
    if let first = repeated.first {
      add(
        8 * min(repeated.count, 2),
        "said again in '\(transcript.name(of: first))'" + more(repeated.count))
    }
    if later.count > 3 {
      // Where calls are made, what none of them needs and everybody repeats is worth no question.
      let isIdle = hasCalls && candidate.arguments.isEmpty
      add(isIdle ? -45 : -15, "said \(later.count) times later, so it is hard to lose")
    }
    if let entry = candidate.entry, entry.index >= lastTurn {
      add(-60, "said in the last turn only, so it cannot be lost")
    }
    if ranked.reasons.isEmpty {
      ranked.reasons.append("said once, and nothing later depends on it")
    }
    return ranked
  }

  private func more(_ count: Int) -> String { count > 1 ? " and \(count - 1) more" : "" }

  private func turn(of entry: EntryID?) -> Int { entry.map { structure.turns[$0.index] } ?? -1 }

  /// What a value is worth by its looks and by who said it.
  private func looks(_ candidate: Candidate) -> Int {
    var points = Self.worth(candidate.kind) + min(candidate.quality, 18)
    if let entry = candidate.entry {
      switch transcript[entry].kind {
      case .prompt: points += 8
      case .response: points -= 4
      default: break
      }
    }
    points += Self.precision(of: candidate)
    guard let place = candidate.place else { return points }
    let passage = passages[place.passage]
    if passage.isQuestion { points -= 8 }
    if passage.object == nil { points += Self.relation(of: place.range, in: passage) }
    if let first = passage.words.first, first.range.lowerBound == place.range.lowerBound,
      candidate.kind == .name
    {
      // The first word of a sentence is capitalised whatever it is.
      points -= candidate.value.contains(" ") ? 0 : 6
    }
    return points
  }

  /// What it is worth that a value is exact: a measure, a long number, a code of some length.
  private static func precision(of candidate: Candidate) -> Int {
    let digits = candidate.value.utf8.count { (0x30...0x39).contains($0) }
    switch candidate.kind {
    case .number:
      // "Twice" and "two" are said of anything.
      if digits == 0 { return candidate.value.contains(" ") ? 0 : -2 }
      return (candidate.value.contains(" ") ? 4 : 0) + (digits > 2 ? 2 : 0)
    case .identifier: return candidate.value.utf8.count < 4 ? -8 : 0
    case .name: return candidate.value.utf8.count < 4 ? -6 : 0
    default: return 0
    }
  }

  private static func worth(_ kind: Candidate.Kind) -> Int {
    switch kind {
    case .identifier, .path: 12
    case .number, .name: 10
    case .date: 8
    case .decision, .negative, .error: 8
    case .preference, .state: 7
    case .quote: 4
    case .text: 2
    }
  }

  /// What it is worth that a sentence ties a value to who says it ("my doctor is …"), or sets it
  /// apart from all others ("the first …").
  private static func relation(of range: Range<Int>, in passage: ReadPassage) -> Int {
    let words = passage.words.map { word in
      (text: word.text.lowercased().replacingCurlyApostrophes, place: word.range.lowerBound)
    }
    let before = words.filter { $0.place < range.lowerBound }.suffix(6)
    let after = words.filter { $0.place >= range.upperBound }.prefix(4)
    var points = 0
    if (before + after).contains(where: { owners.contains($0.text) }) {
      points += 6
    } else if words.contains(where: { speakers.contains($0.text) || owners.contains($0.text) }) {
      points += 4
    }
    if words.contains(where: { superlatives.contains($0.text) }) { points += 2 }
    return points
  }

  private static let owners: Set<String> = ["my", "mine", "our", "ours"]
  private static let speakers: Set<String> = [
    "i", "i'm", "i've", "i'd", "i'll", "me", "we", "we're", "we've", "we'd", "we'll", "us",
  ]
  private static let superlatives: Set<String> = [
    "first", "last", "only", "best", "biggest", "largest", "most", "favorite", "favourite", "main",
    "exactly", "called", "named", "every", "latest",
  ]
}

extension String {
  /// The text with typographic apostrophes made plain.
  var replacingCurlyApostrophes: String {
    String(String.UnicodeScalarView(unicodeScalars.map { $0 == "\u{2019}" ? "'" : $0 }))
  }
}
