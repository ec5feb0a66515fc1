import EvalKit

/// What is doubtful in a set as a whole, told without a model.
struct SetWarnings {
  /// Under so many clusters every comparison is inconclusive.
  static let fewestClusters = 8
  /// Under so many questions nothing is said of how they are spread.
  private static let fewestQuestions = 12
  /// A larger share of one kind, or of the youngest age, is narrow; so is a third with a smaller one.
  private static let largestShare = 0.6
  private static let smallestThird = 0.1

  /// The warnings of a set.
  ///
  /// - Parameter file: Its manifest, as messages name it.
  static func found(in set: EvalSet, file: String) -> [CheckFinding] {
    func warning(_ rule: CheckRule, _ message: String) -> CheckFinding {
      CheckFinding(
        rule: rule,
        diagnostic: Diagnostic(
          severity: .warning, file: file, position: TextPosition(line: 1, column: 1),
          message: message))
    }
    var found = spread(strata(of: set)).map { warning(.narrow, $0) }
    let clusters = Set(set.cases.map(\.cluster)).count
    if clusters < fewestClusters {
      found.append(
        warning(
          .clusters,
          "\(clusters) \(clusters == 1 ? "cluster" : "clusters"): under \(fewestClusters) every "
            + "comparison is inconclusive"))
    }
    return found
  }

  /// What the questions about facts are told apart by.
  private static func strata(of set: EvalSet) -> [Strata] {
    set.cases.flatMap { value -> [Strata] in
      let judged = JudgedCase(value, effects: Judge.default.effects)
      var seen = Set<Int>()
      return judged.questions.reversed().compactMap { question in
        // Of a probe asked at several places the last one counts, where all ages are largest.
        guard case .probe(let index) = question.subject, !value.probes[index].facts.isEmpty,
          seen.insert(index).inserted
        else { return nil }
        return judged.strata(of: question, facts: value.probes[index].facts)
      }
    }
  }

  private static func spread(_ strata: [Strata]) -> [String] {
    guard strata.count >= fewestQuestions else { return [] }
    var messages: [String] = []
    let kinds = counts(strata, of: .kind)
    if kinds.count < 3 || (kinds.map(\.count).max() ?? 0) > limit(strata) {
      messages.append("the kinds of facts asked for are much alike: \(list(kinds))")
    }
    let ages = counts(strata, of: .age)
    let young = strata.count { ($0.turns ?? 0) < 2 }
    if young > limit(strata) {
      messages.append("most of what is asked was said less than two turns before: \(list(ages))")
    }
    let thirds = counts(strata, of: .position)
    let fewest = Double(strata.count) * smallestThird
    if ["start", "middle", "end"].contains(where: { third in
      Double(thirds.first { $0.name == third }?.count ?? 0) < fewest
    }) {
      messages.append("evidence stands in few parts of the sessions: \(list(thirds))")
    }
    return messages
  }

  private static func limit(_ strata: [Strata]) -> Int { Int(Double(strata.count) * largestShare) }

  private static func counts(_ strata: [Strata], of dimension: Strata.Dimension) -> [(
    name: String, count: Int
  )] {
    Dictionary(grouping: strata) { $0.value(of: dimension) }
      .map { (name: $0.key, count: $0.value.count) }
      .sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }

  private static func list(_ counts: [(name: String, count: Int)]) -> String {
    counts.map { "\($0.name) \($0.count)" }.joined(separator: ", ")
  }
}
