extension JudgedCase {
  /// What an answer asserts that the session contradicts or never established: a replaced value as
  /// the one in force, or a value of the asked kind that is nowhere in the record, the instructions,
  /// the tools or the question.
  ///
  /// Of names and other free texts only replaced values are told: which words of an answer are one is
  /// not known.
  ///
  /// - Returns: what is wrong with it, in words; nil of a right answer and of one that declines.
  func contradiction(in judgement: AnswerJudgement, ask: String) -> String? {
    switch judgement.verdict {
    case .correct, .abstained, .overflow: return nil
    case .stale, .wrong, .ambiguous: break
    }
    if let value = judgement.superseded { return "'\(value)' was replaced" }
    let ask = MatchText(ask)
    return judgement.unexpected.first { !isSaid($0) && !$0.isIn(ask) }
      .map { "'\($0.value)' was never said" }
  }

  /// Whether a value is anywhere in the session.
  private func isSaid(_ value: ValueMatcher) -> Bool {
    if !index.texts(with: value, limit: 1).isEmpty { return true }
    let transcript = evalCase.transcript
    let places = [0] + transcript.changes.map(\.position)
    return places.contains { value.isIn(transcript.head(at: $0).matchText) }
  }
}
