extension Judge {
  /// Reads `choose`; needs the metrics and the model judges to be read.
  mutating func read(choose object: StrictObject) {
    let aims = ChoiceRule.Aim.allCases.compactMap { aim in
      object.optional(aim.rawValue, as: String.self).map { (aim, $0) }
    }
    let objectives = aims.filter { isObjective($0.1, aim: $0.0, object) }
    let subject = object.optionalObject("subject")
    let constraints = subject.map(constraints) ?? []
    object.finish()
    guard object.isObject else { return }
    switch ChoiceRule.Aim.allCases.count(where: { object.contains($0.rawValue) }) {
    case 0: object.error("expected minimise or maximise: the metric that decides")
    case 1: break
    default: object.error("expected minimise or maximise, found both", at: "maximise")
    }
    if let (aim, objective) = objectives.first {
      choose = ChoiceRule(aim, objective, subject: constraints)
    }
  }

  private func isObjective(_ key: String, aim: ChoiceRule.Aim, _ object: StrictObject) -> Bool {
    guard let metric = chosenMetric(key, at: aim.rawValue, object) else { return false }
    guard let isMore = metric.higherIsBetter, isMore != (aim == .maximise) else { return true }
    object.error(
      isMore
        ? "more '\(key)' is better; expected maximise"
        : "less '\(key)' is better; expected minimise", at: aim.rawValue)
    return false
  }

  private func constraints(_ subject: StrictObject) -> [ChoiceRule.Constraint] {
    let found = subject.keys.compactMap { key -> ChoiceRule.Constraint? in
      guard let node = subject.node(key), let metric = chosenMetric(key, at: key, subject),
        let bound = bound(node, of: metric, subject)
      else { return nil }
      return ChoiceRule.Constraint(metric: key, bound: bound)
    }
    subject.finish()
    return found
  }

  private func chosenMetric(_ key: String, at place: String, _ object: StrictObject) -> Metric? {
    if reported.contains(key), let metric = Metric[key] { return metric }
    object.error(
      "'\(key)' is not among the metrics" + EditDistance.suggestion(for: key, in: reported),
      at: place)
    return nil
  }

  private func bound(_ node: JSONNode, of metric: Metric, _ object: StrictObject)
    -> ChoiceRule.Bound?
  {
    let usual = metric.higherIsBetter.map { $0 ? ChoiceRule.Bound.Relation.atLeast : .atMost }
    var bound: ChoiceRule.Bound
    switch node.kind {
    case .number(let number) where number.doubleValue.isFinite:
      guard let usual else {
        object.error(
          "neither more nor less '\(metric.key)' is better; expected a text with ≥ or ≤",
          at: metric.key)
        return nil
      }
      bound = ChoiceRule.Bound(usual, number.doubleValue)
    case .string(let text):
      do throws(BoundError) {
        bound = try ChoiceRule.Bound(reading: text, usual: usual)
      } catch {
        object.error(error.message, at: metric.key)
        return nil
      }
    default:
      object.error(
        "expected a number or a text such as '\(BoundError.example)', found \(node.kindName)",
        at: metric.key)
      return nil
    }
    if let usual, usual != bound.relation {
      object.error(
        "\(usual == .atLeast ? "more" : "less") '\(metric.key)' is better; "
          + "expected \(usual.rawValue)", at: metric.key)
    }
    if bound.term == nil, metric.isBounded, !(0...1).contains(bound.offset) {
      object.error("expected 0 to 1, found \(bound.offset)", at: metric.key)
    }
    return bound
  }
}

/// What is wrong with the text of a bound.
private struct BoundError: Error {
  static let example = "≥ ceiling − 0.05"

  let message: String

  /// Makes an error of what was expected and what stands there.
  init(expected: String, found: some StringProtocol) {
    let text = found.isEmpty ? "the text ends" : "found '\(found)'"
    message = "expected \(expected), as in '\(Self.example)'; \(text)"
  }
}

extension ChoiceRule.Bound {
  /// Reads `≥ ceiling − 0.05`: a relation, a control, a sign and a number; or a relation and a number.
  ///
  /// - Parameters:
  ///   - text: The text; `>=` and `<=` are `≥` and `≤`, `-` is `−`.
  ///   - usual: The relation that the text may leave out.
  fileprivate init(reading text: String, usual: Relation?) throws(BoundError) {
    var rest = Substring(text).trimmed
    var relation = usual
    for (sign, meant) in [
      ("≥", Relation.atLeast), (">=", .atLeast), ("≤", .atMost), ("<=", .atMost),
    ]
    where rest.hasPrefix(sign) {
      relation = meant
      rest = rest.dropFirst(sign.count).trimmed
    }
    guard let relation else { throw BoundError(expected: "≥ or ≤", found: rest) }
    let word = rest.prefix { $0.isLetter }
    guard !word.isEmpty else {
      guard let number = Self.signed(rest) else {
        throw BoundError(expected: "a control or a number", found: rest)
      }
      self.init(relation, number)
      return
    }
    guard let term = Term(rawValue: String(word)) else {
      let known = Term.allCases.map(\.rawValue)
      throw BoundError(
        expected: "\(known.dropLast().joined(separator: ", ")) or \(known.last ?? "")",
        found: word)
    }
    rest = rest.dropFirst(word.count).trimmed
    if rest.isEmpty {
      self.init(relation, 0, from: term)
      return
    }
    guard let sign = rest.first, "+-−".contains(sign),
      let offset = Self.number(rest.dropFirst().trimmed)
    else { throw BoundError(expected: "+ or − and a number", found: rest) }
    self.init(relation, sign == "+" ? offset : -offset, from: term)
  }

  private static func signed(_ text: Substring) -> Double? {
    if text.first == "-" || text.first == "−" {
      return number(text.dropFirst().trimmed).map { -$0 }
    }
    return number(text)
  }

  private static func number(_ text: Substring) -> Double? {
    guard let first = text.first, first.isASCII, first.isNumber || first == ".",
      let value = Double(text), value.isFinite
    else { return nil }
    return value
  }
}

extension Substring {
  /// The text without white space at its ends.
  fileprivate var trimmed: Substring {
    var text = drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}

extension ChoiceRule {
  /// The rule as JSON: it reads back as this rule.
  var json: JSONValue {
    .object(
      JSONObject([
        (aim.rawValue, .string(objective)),
        (
          "subject",
          .object(JSONObject(constraints.map { ($0.metric, .string($0.bound.description)) }))
        ),
      ]))
  }
}
