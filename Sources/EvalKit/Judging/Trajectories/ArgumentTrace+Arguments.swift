extension ArgumentTrace {
  /// An argument of a recorded call whose value an earlier turn supplies, and not the one in flight.
  package struct Argument: Sendable {
    /// The entry of the call.
    package let entry: EntryID
    /// Which of the entry's calls.
    package let call: Int
    /// Where in the arguments it stands, such as `flights[0].date`.
    package let path: String
    /// The value, as it is looked for.
    package let value: ValueMatcher
    /// The earlier entries that say it, in order.
    package let holders: [EntryID]
  }

  /// The traceable arguments, by position of their calls.
  package var arguments: [Argument] {
    leaves.keys.sorted().flatMap { leaves[$0] ?? [] }.map { leaf in
      Argument(
        entry: EntryID(leaf.entry), call: leaf.place.call, path: leaf.place.path,
        value: leaf.value, holders: leaf.holders.map { EntryID($0) })
    }
  }
}
