import Synchronization

/// What is read of a case's record when an arm first needs it, and kept for the others.
final class CaseNotes: Sendable {
  private struct State: Sendable {
    var references: [HazardTexts.BackReference]?
    var likeTurns: [Int: [LikeTurns.Turn]] = [:]
    var terms: [EntryID: Set<UInt64>] = [:]
  }

  private let state = Mutex(State())

  /// The entries that point back at something.
  func references(_ make: () -> [HazardTexts.BackReference]) -> [HazardTexts.BackReference] {
    if let known = state.withLock({ $0.references }) { return known }
    let made = make()
    state.withLock { $0.references = made }
    return made
  }

  /// The turns before a request that ask for the same sort of thing as the one in flight.
  func likeTurns(before count: Int, _ make: () -> [LikeTurns.Turn]) -> [LikeTurns.Turn] {
    if let known = state.withLock({ $0.likeTurns[count] }) { return known }
    let made = make()
    state.withLock { $0.likeTurns[count] = made }
    return made
  }

  /// The words that a prompt is compared by.
  func terms(of prompt: EntryID, _ make: () -> Set<UInt64>) -> Set<UInt64> {
    if let known = state.withLock({ $0.terms[prompt] }) { return known }
    let made = make()
    state.withLock { $0.terms[prompt] = made }
    return made
  }
}
