/// The words a model judge may say, from the best to the worst.
public struct JudgementScale: Hashable, Sendable {
  /// The labels, the best first; at least two.
  public var labels: [String]
  /// The last label that still counts as right, for comparing with the deterministic verdict.
  public var passes: String

  /// Makes a scale.
  ///
  /// - Parameter passes: The last label that counts as right; the best one unless said.
  public init(_ labels: [String], passes: String? = nil) {
    self.labels = labels
    self.passes = passes ?? labels.first ?? ""
  }

  /// Reads `{ labels: […], passes }` or `{ minimum, maximum, passes }`: whole numbers of which more is
  /// better.
  init(_ object: StrictObject) {
    labels = object.optional("labels", default: [])
    let (minimum, maximum) = (
      object.optional("minimum", as: Int.self), object.optional("maximum", as: Int.self)
    )
    if let minimum, let maximum {
      if object.contains("labels") {
        object.error("a scale has labels, or a minimum and a maximum, not both", at: "labels")
      } else if !(1...100).contains(maximum - minimum) {
        object.error("expected a maximum 1 to 100 over the minimum \(minimum)", at: "maximum")
      } else {
        labels = (minimum...maximum).reversed().map { String($0) }
      }
    } else if minimum != nil || maximum != nil || !object.contains("labels") {
      object.error("a scale needs labels, or both minimum and maximum")
    }
    passes = labels.first ?? ""
    if let node = object.node("passes") {
      // A number of a scale of numbers may be written as one.
      if let number = node.value.intValue {
        passes = String(number)
      } else if let text = object.optional("passes", as: String.self) {
        passes = text
      }
      if !labels.contains(passes) {
        object.error(
          "'\(passes)' is no label\(EditDistance.suggestion(for: passes, in: labels))",
          at: "passes")
      }
    }
    checkLabels(object)
    object.finish()
  }

  private func checkLabels(_ object: StrictObject) {
    guard object.contains("labels") else { return }
    if labels.count < 2 { object.error("expected at least two labels", at: "labels") }
    var seen = Set<String>()
    for label in labels {
      if label != Self.trimmed(label[...]) || label.isEmpty
        || label.contains(where: \.isNewline)
      {
        object.error("'\(label)' cannot stand on a line of its own", at: "labels")
      }
      if !seen.insert(label.lowercased()).inserted {
        object.error("'\(label)' stands twice; case does not tell labels apart", at: "labels")
      }
    }
  }

  /// The label a reply gives: the first line that is one, but for blanks at its ends and for case.
  ///
  /// - Returns: nil where no line is a label: then nothing is guessed.
  public func label(in reply: String) -> String? {
    for line in reply.split(whereSeparator: \.isNewline) {
      let word = Self.trimmed(line).lowercased()
      if let label = labels.first(where: { $0.lowercased() == word }) { return label }
    }
    return nil
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop { $0.isWhitespace }
    let end = start.lastIndex { !$0.isWhitespace }
    return end.map { String(start[...$0]) } ?? ""
  }

  /// What a label is worth: 1 for the best, 0 for the worst, even steps between.
  public func value(of label: String) -> Double {
    guard let place = labels.firstIndex(of: label), labels.count > 1 else { return 0 }
    return Double(labels.count - 1 - place) / Double(labels.count - 1)
  }

  /// Whether a label counts as right.
  public func isRight(_ label: String) -> Bool {
    guard let place = labels.firstIndex(of: label), let last = labels.firstIndex(of: passes) else {
      return false
    }
    return place <= last
  }

  /// The scale as JSON.
  var json: JSONValue { ["labels": .strings(labels), "passes": .string(passes)] }
}
