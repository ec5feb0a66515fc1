/// Where the arguments of recorded calls came from, worked out once a case.
public struct ArgumentTrace: Sendable {
  /// Why an argument cannot be traced to an earlier turn.
  public enum Untraceable: String, Hashable, Sendable, CaseIterable {
    /// Its value stands in the turn in flight.
    case inTurn
    /// It is a member of an enum, a default, or a word of tools or instructions.
    case schema
    /// It is a boolean, null, empty, a number under 100 or a common word.
    case weak
    /// It is free text, or a number that was worked out.
    case composed
    /// It stands nowhere earlier.
    case unseen
  }

  /// An argument whose value stands in an earlier turn and not in the one in flight.
  struct Leaf: Sendable {
    /// The call it is an argument of, `m4.calls#1/tag`.
    let id: String
    /// The entry of the call.
    let entry: Int
    /// Which call of the entry, and where in its arguments.
    let place: Place
    let value: ValueMatcher
    /// The entries before the turn in flight that hold the value.
    let holders: ArraySlice<Int>
  }

  /// The traceable leaves, by the input of the request that the call answers.
  let leaves: [Int: [Leaf]]
  /// How many leaves are traceable; repeated values count again.
  public let traceable: Int
  /// How many distinct values these have.
  public let distinct: Int
  /// How many leaves are not traceable, by reason.
  public let untraceable: [Untraceable: Int]
  /// The arguments that nothing before their call supplies: no view could.
  let unsupplied: Set<Place>

  /// Where an argument stands.
  struct Place: Hashable, Sendable {
    let entry: Int
    let call: Int
    let path: String
  }

  /// Traces the arguments of a transcript's calls.
  ///
  /// - Complexity: O(total text + leaves × mentions).
  public init(_ transcript: Transcript, structure: TranscriptStructure) {
    self.init(
      transcript, structure: structure, index: ValueIndex(transcript.entries.map(\.matchText)))
  }

  init(_ transcript: Transcript, structure: TranscriptStructure, index: ValueIndex) {
    var tracing = Tracing(transcript: transcript, structure: structure, index: index)
    for reply in Replay(transcript, structure: structure).replies {
      for entry in reply.entries where transcript.entries[entry].kind == .toolCalls {
        tracing.trace(entry, input: reply.input.index)
      }
    }
    leaves = tracing.leaves
    traceable = tracing.leaves.values.reduce(0) { $0 + $1.count }
    distinct = Set(tracing.leaves.values.joined().map(\.value.compact)).count
    untraceable = tracing.untraceable
    unsupplied = tracing.unsupplied
  }

  /// An argument's value as it is looked for in texts.
  static func matcher(_ text: String, isNumber: Bool) -> ValueMatcher {
    ValueMatcher(text, kind: isNumber ? .number : Tracing.kind(of: text))
  }

  /// The share of distinct traceable values that another session holds by coincidence.
  ///
  /// - Returns: nil where nothing is traceable.
  public func foreignRate(in entries: [Entry]) -> Double? {
    let index = ValueIndex(entries.map(\.matchText))
    var seen = Set<[UInt8]>()
    let distinct = leaves.values.joined().filter { seen.insert($0.value.compact).inserted }
    if distinct.isEmpty { return nil }
    let found = distinct.count { !index.texts(with: $0.value, limit: 1).isEmpty }
    return Double(found) / Double(distinct.count)
  }
}

private struct Tracing {
  let transcript: Transcript
  let structure: TranscriptStructure
  let index: ValueIndex
  var leaves: [Int: [ArgumentTrace.Leaf]] = [:]
  var untraceable: [ArgumentTrace.Untraceable: Int] = [:]
  var unsupplied = Set<ArgumentTrace.Place>()
  private var mentions: [String: (value: ValueMatcher, entries: [Int])] = [:]
  private var head: (position: Int, text: ValueIndex)?

  init(transcript: Transcript, structure: TranscriptStructure, index: ValueIndex) {
    self.transcript = transcript
    self.structure = structure
    self.index = index
  }

  mutating func trace(_ entry: Int, input: Int) {
    let label = transcript.entries[entry].label
    for (place, call) in transcript.entries[entry].calls.enumerated() {
      visit(call.arguments, path: "") { tracing, value, path in
        switch tracing.trace(value, at: entry) {
        case .success(let found):
          tracing.leaves[input, default: []].append(
            ArgumentTrace.Leaf(
              id: "\(label.isEmpty ? "\(entry)" : label)#\(place + 1)/\(path)", entry: entry,
              place: ArgumentTrace.Place(entry: entry, call: place, path: path),
              value: found.value, holders: found.holders))
        case .failure(let reason):
          tracing.untraceable[reason.why, default: 0] += 1
          if reason.why == .unseen || reason.why == .composed {
            tracing.unsupplied.insert(.init(entry: entry, call: place, path: path))
          }
        }
      }
    }
  }

  private struct Reason: Error { let why: ArgumentTrace.Untraceable }

  private mutating func visit(
    _ value: JSONValue, path: String, _ leaf: (inout Tracing, JSONValue, String) -> Void
  ) {
    switch value {
    case .object(let object):
      for member in object.members {
        visit(member.value, path: path.isEmpty ? member.key : "\(path).\(member.key)", leaf)
      }
    case .array(let values):
      for (index, value) in values.enumerated() { visit(value, path: "\(path)[\(index)]", leaf) }
    default: leaf(&self, value, path)
    }
  }

  private mutating func trace(_ value: JSONValue, at entry: Int) -> Result<
    (value: ValueMatcher, holders: ArraySlice<Int>), Reason
  > {
    func fail(_ why: ArgumentTrace.Untraceable) -> Result<
      (value: ValueMatcher, holders: ArraySlice<Int>), Reason
    > { .failure(Reason(why: why)) }
    let text: String
    switch value {
    case .string(let string): text = string
    case .number(let number): text = number.literal
    default: return fail(.weak)
    }
    if text.utf8.count > 400 || ArgumentFill.words(text) > 4 { return fail(.composed) }
    let isNumber = value.stringValue == nil
    let found = entries(saying: text, isNumber: isNumber)
    if found.value.isWeak || found.value.compact.isEmpty || CommonWords.contains(text) {
      return fail(.weak)
    }
    let turn = structure.turns[entry]
    let start = turn < 0 ? 0 : structure.turnStarts[turn].index
    let before = found.entries.partitioningIndex { $0 >= start }
    let here = found.entries.partitioningIndex { $0 >= entry }
    if here > before { return fail(.inTurn) }
    if !headText(at: entry).texts(with: found.value, limit: 1).isEmpty { return fail(.schema) }
    if before == 0 { return fail(isNumber ? .composed : .unseen) }
    return .success((found.value, found.entries[..<before]))
  }

  private mutating func entries(saying text: String, isNumber: Bool) -> (
    value: ValueMatcher, entries: [Int]
  ) {
    let key = isNumber ? "#\(text)" : text
    if let known = mentions[key] { return known }
    let value = ArgumentTrace.matcher(text, isNumber: isNumber)
    let found = (value: value, entries: index.texts(with: value))
    mentions[key] = found
    return found
  }

  static func kind(of text: String) -> ValueMatcher.Kind {
    let matcher = ValueMatcher(text, kind: .text)
    if case .moments = matcher.needle { return .date }
    let hasDigits = text.utf8.contains { $0 >= 0x30 && $0 <= 0x39 }
    let isOneWord = !text.contains(where: \.isWhitespace)
    return hasDigits || isOneWord ? .identifier : .text
  }

  private mutating func headText(at entry: Int) -> ValueIndex {
    let position = transcript.changes.last { $0.position <= entry }?.position ?? -1
    if let head, head.position == position { return head.text }
    let text = ValueIndex([transcript.head(at: entry).matchText])
    head = (position, text)
    return text
  }
}

extension Array {
  /// The first index whose element satisfies a condition that all after it satisfy too.
  fileprivate func partitioningIndex(where condition: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// Words that arguments share by chance.
enum CommonWords {
  private static let words = Set(
    ("all any none yes no true false null on off auto default main master en de fr ja us uk today "
      + "tomorrow yesterday now new open closed active name id text json asc desc high low medium "
      + "normal other unknown user test info error warning a an the is to of and or in for it")
      .split(separator: " ").map(String.init))

  static func contains(_ text: String) -> Bool { words.contains(text.lowercased()) }
}
