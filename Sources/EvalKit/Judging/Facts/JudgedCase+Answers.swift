extension JudgedCase {
  /// How one answer to a probe comes out, outside any run.
  ///
  /// - Complexity: O(atoms of the answer × values).
  package func verdict(of reply: Reply, to probe: Probe) -> AnswerVerdict {
    AnswerJudge(probe, facts: facts).judgement(of: reply).verdict
  }
}
