import EvalKit

/// Makes smaller cases of a case: without some entries, or with less in them.
///
/// Every place that the case names moves with its entry; what was said in entries that are gone is no
/// evidence any more.
struct CaseCut: Sendable {
  private let value: EvalCase

  init(_ value: EvalCase) { self.value = value }

  /// The case of one probe alone, as it stood when the probe was asked.
  static func alone(_ value: EvalCase, probe index: Int) -> EvalCase {
    var probe = value.probes[index]
    let end: Int
    switch probe.at {
    case .before(let id): end = id.index
    case .after(let id), .turn(let id): end = id.index + 1
    case .end, .every: end = value.transcript.entries.count
    }
    probe.at = .end
    probe.decoy = nil
    var alone = value
    alone.probes = [probe]
    alone.trajectories = []
    alone.constraints = []
    alone.secrets = []
    alone.facts = value.facts.filter { probe.facts.contains($0.id) }
    return CaseCut(alone).keeping(Array(0..<end))
  }

  /// The case with these entries only, by rising position.
  func keeping(_ kept: [Int]) -> EvalCase {
    let places = Dictionary(
      kept.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    func moved(_ evidence: [Evidence]) -> [Evidence] {
      evidence.compactMap { one in
        guard let entry = one.entry else { return one }
        return places[entry.index].map { Evidence(entry: EntryID($0), quote: one.quote) }
      }
    }
    var transcript = value.transcript
    transcript.entries = kept.map { value.transcript.entries[$0] }
    transcript.compactions = []
    transcript.changes = value.transcript.changes.map { change in
      var change = change
      change.position = kept.count { $0 < change.position }
      return change
    }
    var cut = EvalCase(
      id: value.id, title: value.title, tags: value.tags, cluster: value.cluster,
      transcript: transcript, facts: value.facts, probes: value.probes, file: value.file,
      source: value.source)
    for index in cut.facts.indices {
      cut.facts[index].evidence = moved(cut.facts[index].evidence)
      for older in cut.facts[index].supersedes.indices {
        cut.facts[index].supersedes[older].evidence = moved(
          cut.facts[index].supersedes[older].evidence)
      }
    }
    return cut
  }

  /// The entries that say what the probe asks for, and their rounds: they stay.
  var needed: Set<Int> {
    var needed = Set<Int>()
    for evidence in value.facts.flatMap(\.evidence) {
      guard let entry = evidence.entry else { continue }
      let round = value.structure.round(of: entry)
      needed.formUnion(round.map(\.index))
    }
    return needed
  }

  /// The turns that may go, each as its entries; what comes before the first prompt is one.
  var turns: [[Int]] {
    let needed = needed
    return (-1..<value.structure.turnStarts.count).map { Array(value.structure.range(ofTurn: $0)) }
      .filter { !$0.isEmpty && needed.isDisjoint(with: $0) }
  }

  /// Within the turns, what may go by itself: rounds, and replies that are not evidence.
  var rounds: [[Int]] {
    let needed = needed
    var taken = Set<Int>()
    return value.transcript.entries.indices.compactMap { index -> [Int]? in
      let entry = value.transcript.entries[index]
      guard entry.kind != .prompt, !taken.contains(index) else { return nil }
      let round = value.structure.round(of: EntryID(index)).map(\.index).sorted()
      taken.formUnion(round)
      return needed.isDisjoint(with: round) ? round : nil
    }
  }

  /// The quotes that must stay in an entry.
  private func quotes(in index: Int) -> [String] {
    value.facts.flatMap { fact in
      (fact.evidence + fact.supersedes.flatMap(\.evidence)).filter { $0.entry?.index == index }
        .map(\.quote)
    }
  }

  /// A sentence, or an element of an array in an output, that may go.
  struct Piece: Hashable, Sendable {
    var entry: Int
    var segment: Int
    var piece: Int
  }

  /// What may go out of entries: all sentences and elements that hold no quote; one always stays.
  var pieces: [Piece] {
    value.transcript.entries.indices.flatMap { index -> [Piece] in
      let quotes = quotes(in: index)
      return value.transcript.entries[index].segments.enumerated().flatMap { place, segment in
        let parts = PieceCutter.parts(of: segment)
        return parts.indices.filter { part in
          let text = FoldedText([parts[part]])
          return !quotes.contains { text.contains($0) }
        }.map { Piece(entry: index, segment: place, piece: $0) }
      }
    }
  }

  /// The case without the pieces that may go, but these; nil where nothing would be left of an entry.
  func keeping(_ kept: Set<Piece>, of all: [Piece]) -> EvalCase? {
    var value = value
    let gone = Set(all).subtracting(kept)
    let byEntry = Dictionary(grouping: gone, by: \.entry)
    for (index, pieces) in byEntry {
      for place in value.transcript.entries[index].segments.indices {
        let without = Set(pieces.filter { $0.segment == place }.map(\.piece))
        guard !without.isEmpty else { continue }
        guard
          let segment = PieceCutter.segment(
            value.transcript.entries[index].segments[place], without: without)
        else { return nil }
        value.transcript.entries[index].segments[place] = segment
      }
    }
    return value
  }
}
