/// The scores of a run as comma-separated values (RFC 4180), for spreadsheets and statistics programs.
public enum ScoresCSV {
  /// The columns, in order.
  public static let columns = [
    "case", "cluster", "arm", "model", "context", "metric", "question", "group", "outcome", "value",
    "verdict", "reason", "factKind", "probeKind", "turns", "tokens", "mentions", "role", "position",
  ]

  /// One row a score, after a row of the columns' names; lines end in CR LF.
  ///
  /// A score without a number has an empty `value`, and its reason says why; a cell that a
  /// spreadsheet would take for a formula is left as it is, since it is a text of the session.
  ///
  /// - Parameters:
  ///   - scores: The scores, in the order of the rows.
  ///   - cases: The cases they are of, for their clusters.
  /// - Complexity: O(size of the text).
  public static func text(_ scores: [Score], cases: [EvalCase]) -> String {
    let clusters = Dictionary(cases.map { ($0.id, $0.cluster) }, uniquingKeysWith: { $1 })
    var text = line(columns)
    for score in scores { text += line(row(score, cluster: clusters[score.caseID] ?? "")) }
    return text
  }

  private static func row(_ score: Score, cluster: String) -> [String] {
    let arm = ArmIdentity(key: score.arm)
    var reason = score.reason
    let (outcome, value): (String, String)
    switch score.outcome {
    case .scored(let number): (outcome, value) = ("scored", JSONValue(number).serialised())
    case .errored(let why): (outcome, value, reason) = ("errored", "", why)
    case .notApplicable(let why): (outcome, value, reason) = ("notApplicable", "", why)
    case .excluded(let why): (outcome, value, reason) = ("excluded", "", why)
    }
    func text(_ number: Int?) -> String { number.map(String.init) ?? "" }
    let strata = score.strata
    return [
      score.caseID, cluster, arm.name, arm.model, arm.context, score.metric, score.question,
      score.group, outcome, value, score.verdict, reason, strata?.kind ?? "", strata?.probe ?? "",
      text(strata?.turns), text(strata?.tokens), text(strata?.mentions), strata?.role ?? "",
      strata?.position ?? "",
    ]
  }

  private static func line(_ cells: [String]) -> String {
    cells.map(quoted).joined(separator: ",") + "\r\n"
  }

  private static func quoted(_ cell: String) -> String {
    let needsQuotes = cell.utf8.contains { byte in
      byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == 0x0A || byte == 0x0D
    }
    guard needsQuotes else { return cell }
    return "\""
      + cell.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }
}
