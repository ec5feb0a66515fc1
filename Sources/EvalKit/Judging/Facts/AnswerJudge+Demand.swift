extension AnswerJudge.Demand {
  /// A value found in an answer.
  private struct Mention {
    let range: Range<Int>
    let stance: AnswerReading.Stance
  }

  /// How an answer meets this demand.
  func judgement(in reading: AnswerReading, _ strictness: Strictness) -> AnswerJudgement {
    let all = mentions(current, reading)
    let old = mentions(superseded, reading).filter { mention in
      !all.contains { $0.range.overlaps(mention.range) }
    }
    let replaced = old.filter { $0.stance == .asserted }
    let right = all.filter { mention in
      (mention.stance == .asserted || (strictness == .lenient && mention.stance == .doubted))
        && !isTakenBack(mention, for: replaced, reading)
    }
    guard let first = right.first else { return missing(all, old, replaced, reading) }
    let text = reading.text
    // Where the first value counts, only one before it competes.
    func competes(_ range: Range<Int>) -> Bool {
      strictness != .lenient || range.lowerBound < first.range.lowerBound
    }
    let live = replaced.first { competes($0.range) && isLive($0, beside: all, reading) }
    if let other = live {
      return AnswerJudgement(
        verdict: .ambiguous,
        reason: "both '\(text.text(of: other.range))' and '\(name)' are asserted",
        superseded: text.text(of: other.range))
    }
    if let other = alternative(to: right.map(\.range), reading, strictness, competes) {
      return AnswerJudgement(
        verdict: .ambiguous, reason: "'\(name)' or '\(other.value)' is asserted",
        unexpected: [other])
    }
    if strictness != .lenient, reading.isChoice(first.range) {
      return AnswerJudgement(verdict: .ambiguous, reason: "'\(name)' is one of a choice")
    }
    return AnswerJudgement(verdict: .correct, reason: "'\(text.text(of: first.range))' is said")
  }

  /// An answer that does not assert the current value.
  private func missing(
    _ all: [Mention], _ old: [Mention], _ replaced: [Mention], _ reading: AnswerReading
  ) -> AnswerJudgement {
    let text = reading.text
    let supposed = all.filter { $0.stance == .doubted }
    let supposedOld = old.filter { $0.stance == .doubted }
    if !supposed.isEmpty, !supposedOld.isEmpty {
      return AnswerJudgement(
        verdict: .ambiguous,
        reason: "'\(name)' or '\(text.text(of: supposedOld[0].range))' is supposed")
    }
    if let first = replaced.first(where: { supposed.isEmpty || !text.isRetired($0.range) }) {
      let value = text.text(of: first.range)
      return AnswerJudgement(
        verdict: .stale, reason: "'\(value)' was replaced by '\(name)'", superseded: value)
    }
    let doubted =
      supposed + supposedOld + mentions(others, reading).filter { $0.stance == .doubted }
    if let first = doubted.first {
      return AnswerJudgement(
        verdict: .abstained, reason: "it only supposes '\(text.text(of: first.range))'")
    }
    let how =
      switch all.first?.stance {
      case nil: "not said"
      case .denied: "denied"
      case .asked: "only asked about"
      case .bound: "only a bound or a part"
      case .asserted, .doubted: "taken back"
      }
    return AnswerJudgement(
      verdict: .wrong, reason: "'\(name)' is \(how)",
      unexpected: rivals(reading).map(\.value)
        + others.filter { other in
          other.matches(in: text).contains { reading.stance(of: $0) == .asserted }
        })
  }

  private func mentions(_ values: [ValueMatcher], _ reading: AnswerReading) -> [Mention] {
    values.flatMap { $0.matches(in: reading.text) }
      .map { Mention(range: $0, stance: reading.stance(of: $0)) }
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// Whether the current value is said to have become an old one.
  private func isTakenBack(
    _ mention: Mention, for replaced: [Mention], _ reading: AnswerReading
  ) -> Bool {
    replaced.contains {
      reading.isChange(from: mention.range, to: $0.range) && !reading.text.isRetired($0.range)
    }
  }

  /// Whether an old value is asserted as one that still holds.
  private func isLive(_ mention: Mention, beside all: [Mention], _ reading: AnswerReading) -> Bool {
    !reading.text.isRetired(mention.range)
      && !all.contains { reading.isChange(from: mention.range, to: $0.range) }
  }

  /// Another value that an answer offers beside the right one: "BA4711 or QX7R2M", "BA4711, QX7R2M"; to
  /// a strict judge any that it asserts.
  private func alternative(
    to right: [Range<Int>], _ reading: AnswerReading, _ strictness: Strictness,
    _ competes: (Range<Int>) -> Bool
  ) -> ValueMatcher? {
    for other in others {
      for range in other.matches(in: reading.text)
      where competes(range) && !right.contains(where: { $0.overlaps(range) }) {
        if strictness == .strict, reading.stance(of: range) == .asserted { return other }
        if right.contains(where: {
          reading.areAlternatives($0, range, within: 6) || reading.areBare($0, range)
        }) {
          return other
        }
      }
    }
    return rivals(reading).first { rival in
      competes(rival.range)
        && right.contains { reading.areAlternatives($0, rival.range, within: 3) }
    }?.value
  }

  /// Values of the asked kind that an answer asserts, the expected and the replaced left out.
  private func rivals(_ reading: AnswerReading) -> [(range: Range<Int>, value: ValueMatcher)] {
    guard let value = current.first else { return [] }
    let known = (current + superseded).flatMap { $0.matches(in: reading.text) }
    return value.rivals(in: reading.text).filter { rival in
      !known.contains { $0.overlaps(rival) } && reading.stance(of: rival) == .asserted
    }.map { range in
      (range, ValueMatcher(reading.text.text(of: range), kind: value.kind))
    }
  }
}
