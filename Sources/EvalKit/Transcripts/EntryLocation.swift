/// Where in a transcript something is said.
public enum EntryLocation: Hashable, Sendable {
  /// In the instructions the session began with, by their place in the head.
  case head(Int)
  /// In an entry.
  case entry(EntryID)
  /// In the instructions of a change of the head, by its place among the changes.
  case change(Int)
}

extension Transcript {
  /// The place with a name: an entry's label, or a kind and a number counted from 1.
  ///
  /// The kinds are `prompt 3`, `response 1`, `reasoning 1`, `call 2` (the second round of calls)
  /// and `output 2`; `instructions` is the first of the head. A label is looked for
  /// first, also among the instructions of changes.
  public func location(named name: String) -> EntryLocation? {
    if let index = entries.firstIndex(where: { $0.label == name }) {
      return .entry(EntryID(index))
    }
    if let index = head.instructions.firstIndex(where: { $0.label == name }) {
      return .head(index)
    }
    if name == "instructions", !head.instructions.isEmpty { return .head(0) }
    if let index = changes.firstIndex(where: { change in
      change.instructions?.contains { $0.label == name } ?? false
    }) {
      return .change(index)
    }
    let parts = name.split(separator: " ")
    guard parts.count == 2, let number = Int(parts[1]), number > 0 else { return nil }
    let kind = EntryKind.allCases.first { $0.addressName == parts[0] }
    let matches = entries.indices.lazy.filter { entries[$0].kind == kind }
    return matches.dropFirst(number - 1).first.map { .entry(EntryID($0)) }
  }

  /// A second clause for a message about a name no entry has: what may have been meant.
  func hint(for name: String) -> String {
    if let index = entries.firstIndex(where: { $0.calls.contains { $0.id == name } }) {
      return "; a call is addressed by its entry, '\(entries[index].label)'"
    }
    let parts = name.split(separator: " ")
    if parts.count == 2, Int(parts[1]) != nil,
      let kind = EntryKind.allCases.first(where: { $0.addressName == parts[0] })
    {
      let count = entries.count { $0.kind == kind }
      return "; the last is '\(parts[0]) \(count)'"
    }
    let labels = entries.map(\.label).filter { !$0.isEmpty }
    let kinds = ["prompt 1", "call 1", "output 1", "response 1", "reasoning 1", "instructions"]
    return EditDistance.suggestion(for: name, in: labels + kinds)
  }
}

extension EntryKind {
  /// The word that entries of this kind are addressed by.
  package var addressName: String {
    switch self {
    case .toolCalls: "call"
    case .toolOutput: "output"
    case .prompt, .response, .reasoning, .instructions, .opaque: rawValue
    }
  }
}

extension Entry {
  /// The name of one of its calls: the recorded id, or one made of the entry's label, as `m3c0`.
  public func callLabel(_ index: Int) -> String {
    if let id = calls[index].id { return id }
    let stem = label.hasSuffix(".calls") ? String(label.dropLast(6)) : label
    return "\(stem)c\(index)"
  }
}
