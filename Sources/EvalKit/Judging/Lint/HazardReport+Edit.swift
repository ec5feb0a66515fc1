extension Judge {
  /// What is wrong with an edit that anyone made: the history before it, and the one after.
  ///
  /// The edit is looked at as one request that follows the history before. What only several requests
  /// show, or a policy, is not applicable.
  public func hazards(before: Transcript, after: Transcript, ledger: TokenLedger? = nil)
    -> HazardReport
  {
    let reading = EditReading(before: before, after: after)
    var subject = subject(before)
    subject.ledger = ledger
    var linter = linter(of: subject)
    let count = before.entries.count
    let last = before.entries.last
    let record = RequestRecord(
      number: 1, moment: last?.kind == .toolOutput ? .toolOutput : .prompt,
      entry: EntryID(max(0, count - 1)),
      tokens: ledger.map { $0.count(reading.view.head) + $0.count(reading.view.items) } ?? 0)
    var builder = ViewBuilder(before)
    let change = builder.record(reading.view, at: count)
    linter.observe(record, view: reading.view, change: change)
    linter.finish()
    return linter.report
  }
}
