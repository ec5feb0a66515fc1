/// Tells the output of a call that failed.
package enum FailedOutput {
  /// Words that say so at the beginning of a text.
  private static let words: [ValueMatcher] = [
    "error", "failed", "failure", "exception", "traceback", "timeout", "timed out", "denied",
    "forbidden", "unauthorized", "unavailable", "not available", "out of service", "no answer",
    "does not answer", "did not answer", "could not", "cannot", "try again later", "fehler",
    "エラー", "失敗",
  ].map { ValueMatcher($0, kind: .text) }
  /// How many words of a text are looked at: what comes later may only speak of an error.
  private static let wordsRead = 12
  private static let keys: Set<String> = ["error", "errors", "exception"]
  private static let states: Set<String> = ["status", "state", "result", "outcome"]

  /// Whether an output in view says that its call failed; found once an item.
  package static func isFailed(_ item: Item) -> Bool {
    !item.note(noteKey) { isFailed($0) ? ["failed"] : [] }.isEmpty
  }

  private static let noteKey = MatchText.hash("failed output")

  /// Whether an output says that its call failed.
  package static func isFailed(_ entry: Entry) -> Bool {
    entry.segments.contains { segment in
      switch segment.content {
      case .structure(let value, _): return isFailed(value)
      case .text(let text):
        if text.first(where: { !$0.isWhitespace }) == "{", let value = try? JSONValue.parse(text) {
          return isFailed(value)
        }
        return isFailed(text)
      default: return false
      }
    }
  }

  private static func isFailed(_ value: JSONValue) -> Bool {
    guard let object = value.objectValue else { return value.stringValue.map(isFailed) ?? false }
    return object.members.contains { member in
      let key = member.key.lowercased()
      if keys.contains(key) { return !isNothing(member.value) }
      if key == "ok" || key == "success" { return member.value.boolValue == false }
      return states.contains(key) && (member.value.stringValue.map(isFailed) ?? false)
    }
  }

  private static func isNothing(_ value: JSONValue) -> Bool {
    switch value {
    case .null, .bool(false): true
    case .string(let text): text.isEmpty
    case .array(let values): values.isEmpty
    case .object(let object): object.isEmpty
    case .number(let number): number.intValue == 0
    case .bool(true): false
    }
  }

  private static func isFailed(_ text: String) -> Bool {
    let text = MatchText(String(text.prefix(200)))
    return words.contains { word in
      word.firstMatch(in: text).map { $0.lowerBound < wordsRead } ?? false
    }
  }
}
