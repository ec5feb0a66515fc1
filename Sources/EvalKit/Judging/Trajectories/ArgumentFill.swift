/// How many of the recorded arguments a model filled right.
struct ArgumentFill {
  /// Leaves that count, and those filled right.
  private(set) var total = 0
  private(set) var right = 0
  /// The first that was filled wrong.
  private(set) var firstWrong: String?

  /// The share of recorded leaves filled right, averaged over calls; nil where none counts.
  ///
  /// Left out for every arm alike: free text of more than four words, and what nothing before the
  /// call supplies, so that no view could.
  static func share(
    recorded: [ToolCall], filled: [ToolCall],
    isUnsupplied: (_ call: Int, _ path: String) -> Bool = { _, _ in false }
  ) -> (share: Double, reason: String)? {
    var shares: [Double] = []
    var reasons: [String] = []
    for (index, call) in recorded.enumerated() {
      var fill = ArgumentFill()
      let made = index < filled.count ? filled[index] : nil
      fill.compare(call.arguments, made?.name == call.name ? made?.arguments : nil, at: "") {
        isUnsupplied(index, $0)
      }
      guard fill.total > 0 else { continue }
      shares.append(Double(fill.right) / Double(fill.total))
      reasons.append(
        "\(call.name): \(fill.right) of \(fill.total)" + (fill.firstWrong.map { ", \($0)" } ?? ""))
    }
    if shares.isEmpty { return nil }
    return (shares.reduce(0, +) / Double(shares.count), reasons.joined(separator: "; "))
  }

  private mutating func compare(
    _ recorded: JSONValue, _ filled: JSONValue?, at path: String,
    leavingOut isUnsupplied: (String) -> Bool
  ) {
    switch recorded {
    case .object(let object):
      for member in object.members {
        compare(
          member.value, filled?[member.key],
          at: path.isEmpty ? member.key : "\(path).\(member.key)", leavingOut: isUnsupplied)
      }
    case .array(let values):
      for (index, value) in values.enumerated() {
        let theirs = filled?.arrayValue.flatMap { index < $0.count ? $0[index] : nil }
        compare(value, theirs, at: "\(path)[\(index)]", leavingOut: isUnsupplied)
      }
    default:
      if let text = recorded.stringValue, Self.words(text) > 4 { return }
      if isUnsupplied(path) { return }
      total += 1
      if let filled, ValueEquality.areEqual(filled, recorded) {
        right += 1
      } else if firstWrong == nil {
        firstWrong =
          "\(path) was \(filled.map(ArgumentRule.shown) ?? "left out"), "
          + "recorded \(ArgumentRule.shown(recorded))"
      }
    }
  }

  /// How many words a text has; four characters of a script without spaces count as one.
  static func words(_ text: String) -> Int {
    let atoms = MatchText(text).atoms
    var words = 0
    var ideographs = 0
    for atom in atoms {
      if atom.kind == .ideograph { ideographs += 1 } else if atom.gap != .none { words += 1 }
    }
    return words + (ideographs + 3) / 4
  }
}
