public import EvalKit

/// Makes cases by chance from a seed, for tests that need many: of statistics, comparisons and gates.
///
/// Each is a talk of twelve turns in which some values are said once, one to ten turns before the end, and
/// asked for at the end. All values differ, within a case and between cases, and the reader finds
/// every one in the whole history. Every case is a cluster of its own.
///
/// ```swift
/// let cases = GeneratedSet.cases(count: 30, seed: 1)  // 30 cases, 60 questions
/// ```
public enum GeneratedSet {
  /// How many turns a case has.
  static let turns = 12
  /// The oldest value, in turns before the end.
  static let oldest = 10

  /// Makes cases.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - seed: The same seed gives the same cases.
  ///   - facts: How many values each case has, 1 to 10, with a probe each.
  /// - Complexity: O(count × facts).
  public static func cases(count: Int, seed: UInt64, facts: Int = 2) -> [EvalCase] {
    precondition((1...topics.count).contains(facts), "\(facts) facts; there must be 1 to 10")
    var random = SplitMix64(seed: seed)
    return (0..<count).map { make($0, of: count, facts: facts, &random) }
  }

  private static func make(
    _ number: Int, of count: Int, facts: Int, _ random: inout SplitMix64
  ) -> EvalCase {
    let topics = Self.topics.shuffled(using: &random).prefix(facts)
    var said: [Int: [String]] = [:]
    var values: [(fact: Fact, probe: Probe)] = []
    for (place, topic) in topics.enumerated() {
      // Ages run through 1 to 10 evenly over the set, whatever the seed.
      let age = 1 + (number * facts + place) % oldest
      let turn = turns - age
      let value = identifier(number * facts + place, &random)
      said[turn, default: []].append("The \(topic) is \(value).")
      values.append(
        (
          Fact(
            id: "f\(place + 1)", kind: "identifier", value: value,
            evidence: [Evidence(entry: EntryID(2 * turn), quote: value)]),
          Probe(
            id: "q\(place + 1)", ask: "What is the \(topic)?", cloze: "The \(topic) is",
            facts: ["f\(place + 1)"])
        ))
    }
    var entries: [Entry] = []
    for turn in 0..<turns {
      let remark = Self.remarks[Int.random(in: 0..<Self.remarks.count, using: &random)]
      let reply = Self.replies[Int.random(in: 0..<Self.replies.count, using: &random)]
      entries.append(
        .prompt(([remark] + (said[turn] ?? [])).joined(separator: " "), label: "p\(turn + 1)"))
      entries.append(.response(reply, label: "r\(turn + 1)"))
    }
    let digits = String(max(0, count - 1)).count
    let name = String(number)
    let padding = String(repeating: "0", count: max(0, digits - name.count))
    return EvalCase(
      id: "generated-\(padding)\(name)", title: "A generated talk", tags: ["generated"],
      transcript: Transcript(
        head: Head("You look after a workshop. Answer in a sentence."), entries: entries),
      facts: values.map(\.fact), probes: values.map(\.probe))
  }

  /// Two letters and a number that no other value of the set has.
  private static func identifier(_ serial: Int, _ random: inout SplitMix64) -> String {
    let letters = Array("BCDFGHJKLMNPQRTVWX")
    let pair = (0..<2).map { _ in letters[Int.random(in: 0..<letters.count, using: &random)] }
    return "\(String(pair))\(10_007 + serial * 37)"
  }

  private static let topics = [
    "locker code", "boat registration", "parcel number", "badge number", "invoice number",
    "shelf label", "alarm code", "contract number", "pump serial", "library card",
  ]

  private static let remarks = [
    "The saw was loud again this morning, and nobody knew why it should be.",
    "Somebody moved the ladder, so we lost an hour looking for it in the yard.",
    "It rained all night and the roof over the bench let some of it in.",
    "We are waiting for the varnish to dry, which takes longer in this weather.",
    "The apprentice swept the floor twice and found three of the missing screws.",
    "The radio plays nothing but old songs, and all of us have begun to hum along.",
    "Lunch was late because the stove took its time, as it does on most days.",
    "The new gloves are better than the old ones, everybody says so.",
  ]

  private static let replies = [
    "Noted. I will keep an eye on it and tell you when something changes.",
    "That happens at this time of the year; it should be better by next week.",
    "All right. There is nothing more to do about it for now, as far as I can see.",
    "Thank you for telling me. I have put it with the other notes of the day.",
    "Good. Then we can go on as planned, and look at the rest when there is time.",
  ]
}
