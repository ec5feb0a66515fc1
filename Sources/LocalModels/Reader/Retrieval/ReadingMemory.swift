import EvalKit
import Synchronization

/// Entries read before: views of one session share most of theirs, and so do the arms of a run.
///
/// Sharing changes time, never a result: what is remembered is a function of the entry alone. What is
/// kept is bounded: past that much text everything is let go and read again when it is shown again.
final class ReadingMemory: Sendable {
  fileprivate struct State {
    var known = KnownWords()
    var entries: [EntryKey: ReadEntry] = [:]
    var texts: [String: ReadText] = [:]
    var questions: [String: Question] = [:]
    var tools: [String: [ReadTool]] = [:]
    var labels: [[String]: LeafLabel] = [:]
    var size = 0
  }

  /// In scalars: some sixty sessions of 15,000 tokens.
  private static let largest = 4 << 20
  private let state = Mutex(State())

  /// What an entry says.
  ///
  /// - Parameter tool: The tool an output came from.
  func entry(_ entry: Entry, tool: String?) -> ReadEntry {
    let key = EntryKey(entry: entry, tool: tool)
    return state.withLock { state in
      if let known = state.entries[key] { return known }
      // Moved out and back, so that the tables are not copied.
      var known = KnownWords()
      var labels: [[String]: LeafLabel] = [:]
      swap(&known, &state.known)
      swap(&labels, &state.labels)
      var reader = EntryReader(tool: tool, known: consume known, labels: consume labels)
      reader.read(entry)
      state.known = reader.known
      state.labels = reader.labels
      let read = ReadEntry(reader.passages)
      state.makeRoom(for: read.passages.reduce(64) { $0 + $1.range.count }, Self.largest)
      state.entries[key] = read
      return read
    }
  }

  /// A text by itself: a prompt, a description.
  func text(_ text: String) -> ReadText {
    state.withLock { state in
      if let known = state.texts[text] { return known }
      let read = ReadText(Reading(text, known: &state.known))
      state.makeRoom(for: 64 + read.reading.scalars.count, Self.largest)
      state.texts[text] = read
      return read
    }
  }

  /// A question taken apart.
  func question(_ text: String) -> Question {
    if let known = state.withLock({ $0.questions[text] }) { return known }
    let question = Question(text)
    state.withLock { state in
      state.makeRoom(for: 64 + text.utf8.count, Self.largest)
      state.questions[text] = question
    }
    return question
  }

  /// A tool as it is defined.
  func tool(_ definition: ToolDefinition) -> ReadTool {
    state.withLock { state in
      let known = state.tools[definition.name]?.first { $0.definition == definition }
      if let known { return known }
      let read = ReadTool(
        definition, description: Reading(definition.description, known: &state.known))
      state.makeRoom(for: 256 + definition.description.utf8.count, Self.largest)
      state.tools[definition.name, default: []].append(read)
      return read
    }
  }
}

extension ReadingMemory.State {
  fileprivate mutating func makeRoom(for added: Int, _ largest: Int) {
    size += added
    guard size > largest else { return }
    self = ReadingMemory.State()
    size = added
  }
}

/// An entry by what it holds.
///
/// Equal entries of a run mostly share their storage, so that they are told equal at once; what is
/// hashed is a sample that tells entries of one session apart.
private struct EntryKey: Hashable {
  let entry: Entry
  let tool: String?

  func hash(into hasher: inout Hasher) {
    hasher.combine(entry.kind)
    hasher.combine(entry.label)
    hasher.combine(tool)
    hasher.combine(entry.segments.count)
    for segment in entry.segments.prefix(4) {
      switch segment.content {
      case .text(let text): Self.sample(text, &hasher)
      case .structure(let value, _), .opaque(let value):
        var left = 12
        Self.sample(value, &left, &hasher)
      case .attachment(let attachment): hasher.combine(attachment.name)
      }
    }
    for call in entry.calls.prefix(4) {
      hasher.combine(call.name)
      var left = 12
      Self.sample(call.arguments, &left, &hasher)
    }
  }

  private static func sample(_ text: String, _ hasher: inout Hasher) {
    let bytes = text.utf8
    hasher.combine(bytes.count)
    for byte in bytes.prefix(48) { hasher.combine(byte) }
  }

  private static func sample(_ value: JSONValue, _ left: inout Int, _ hasher: inout Hasher) {
    guard left > 0 else { return }
    left -= 1
    switch value {
    case .object(let object):
      hasher.combine(object.members.count)
      for member in object.members.prefix(6) { sample(member.value, &left, &hasher) }
    case .array(let values):
      hasher.combine(values.count)
      for element in values.prefix(6) { sample(element, &left, &hasher) }
    case .string(let text): sample(text, &hasher)
    case .number(let number): sample(number.literal, &hasher)
    case .bool(let flag): hasher.combine(flag)
    case .null: hasher.combine(0)
    }
  }
}
