/// Tells an answer that declines for want of evidence.
enum Abstention {
  private static let phrases: [ValueMatcher] = [
    "I don't know", "I do not know", "don't have that information", "don't have this information",
    "do not have that information", "do not have this information", "no information",
    "not mentioned",
    "wasn't mentioned", "isn't mentioned", "not specified", "not stated", "not provided",
    "not given", "cannot determine", "can't determine", "cannot find", "can't find",
    "could not find", "couldn't find", "not available", "unknown", "not in our conversation",
    "no record", "I'm not sure", "I am not sure", "unable to", "was never said", "no mention",
    "didn't mention", "did not mention", "haven't mentioned", "have not mentioned",
    "weiß ich nicht", "わかりません", "分かりません", "不明", "記載がありません", "情報がありません", "わかりかねます", "存じません",
  ].map { ValueMatcher($0, kind: .text) }

  /// Whether a reply declines: the model says so, or its words do.
  static func isMade(by reply: Reply, text: MatchText) -> Bool {
    reply.abstained || phrases.contains { $0.isIn(text) }
  }
}
