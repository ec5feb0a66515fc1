/// Tells a reply that does not do what was asked: it lacks the evidence, or says that it cannot.
enum Declining {
  private static let phrases: [ValueMatcher] = [
    "I cannot", "I can't", "I can not", "I could not", "I couldn't", "I am unable", "I'm unable",
    "I am not able", "I'm not able", "we cannot", "we can't", "it is not possible",
    "it isn't possible", "is out of my reach", "ich kann nicht", "kann ich nicht", "できません",
    "いたしかねます",
  ].map { ValueMatcher($0, kind: .text) }

  /// Whether a model's reply declines.
  static func isMade(by reply: Reply) -> Bool {
    let text = MatchText(reply.text)
    return Abstention.isMade(by: reply, text: text) || isMade(in: text)
  }

  /// Whether a recorded response declines.
  static func isMade(by entry: Entry, text: MatchText) -> Bool {
    entry.kind == .response
      && (Abstention.isMade(by: Reply(), text: text) || isMade(in: text))
  }

  private static func isMade(in text: MatchText) -> Bool {
    phrases.contains { $0.isIn(text) }
  }
}
