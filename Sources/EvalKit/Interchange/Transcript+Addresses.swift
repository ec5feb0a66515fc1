extension Transcript {
  /// What each entry is addressed by in a case, whether the case has the transcript in it or names
  /// its file: the label where it can be an id, else the kind and a number, as `prompt 3`.
  package var addresses: [String] {
    var counts: [EntryKind: Int] = [:]
    return entries.map { entry in
      let count = counts[entry.kind, default: 0] + 1
      counts[entry.kind] = count
      return MarkedText.isIdentifier(entry.label)
        ? entry.label : "\(entry.kind.addressName) \(count)"
    }
  }
}
