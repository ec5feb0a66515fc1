/// Numbers and sentences of gates, in the same words wherever they are read.
enum GateText {
  /// A number with one decimal, rounded half away from zero.
  static func decimal(_ value: Double) -> String {
    let tenths = (abs(value) * 10).rounded()
    guard tenths < 1e15 else { return "\(value)" }
    let whole = Int(tenths)
    return "\(value < 0 && whole > 0 ? "-" : "")\(whole / 10).\(whole % 10)"
  }

  /// A value of a metric: a share in percent.
  static func value(_ value: Double, _ metric: String?) -> String {
    isShare(metric) ? "\(decimal(value * 100)) %" : decimal(value)
  }

  static func isShare(_ metric: String?) -> Bool {
    metric.flatMap { Metric[$0] }?.unit == .share
  }

  /// A change with its sign: of a share in points, else in percent of what it was.
  static func change(_ change: Double, of before: Double, _ metric: String?) -> String {
    let sign = change > 0 ? "+" : ""
    if isShare(metric) { return "\(sign)\(decimal(change * 100)) points" }
    return before == 0
      ? "\(sign)\(decimal(change))" : "\(sign)\(decimal(change / abs(before) * 100)) %"
  }

  static func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }
}

extension GateCheck {
  /// What was found, in a sentence.
  public var sentence: String {
    if let reason = status.reason { return reason }
    switch kind {
    case .must:
      return broken.isEmpty
        ? "none of \(GateText.counted(questions, "must question")) newly fails"
        : "\(GateText.counted(broken.count, "must question")) of \(questions) newly "
          + (broken.count == 1 ? "fails" : "fail")
    case .hazards:
      return hazards.isEmpty
        ? "no new one in \(GateText.counted(questions, "case"))"
        : "\(GateText.counted(hazards.count, "new one")) in \(GateText.counted(questions, "case"))"
    case .coverage:
      return lost.isEmpty
        ? "all of the baseline's questions were scored"
        : "coverage fell: \(GateText.counted(lost.count, "question")) not scored any more"
    case .floor, .ceiling:
      return "\(valueText), \(kind == .floor ? "at least" : "at most") "
        + "\(threshold.map { GateText.value($0, metric) } ?? "") wanted"
    case .cache: return valueText
    case .drift, .sampled, .generalises: return changeText
    }
  }

  private var valueText: String {
    guard let before, let after else { return "" }
    return "\(GateText.value(before, metric)) → \(GateText.value(after, metric))"
  }

  private var changeText: String {
    guard let before, let after else { return "" }
    if before == after, broken.isEmpty, fixed.isEmpty {
      return "unchanged at \(GateText.value(after, metric)) over \(scope)"
    }
    var text = "\(valueText) (\(GateText.change(after - before, of: before, metric))) over \(scope)"
    if let threshold {
      let isLess = metric.flatMap { Metric[$0] }?.higherIsBetter == true
      let bound = GateText.change(isLess ? -threshold : threshold, of: before, metric)
      text += "; fails from \(bound)"
    }
    if let spread { text += "; repeats differ by \(GateText.change(spread, of: before, metric))" }
    text += "; \(broken.count) worse, \(fixed.count) better"
    return text
  }

  private var scope: String { GateText.counted(questions, isOfCases ? "case" : "question") }
}
