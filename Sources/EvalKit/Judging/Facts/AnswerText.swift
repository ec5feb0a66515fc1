extension Reply {
  /// The answer without what is not part of it: thinking aloud between tags, the marks of chat
  /// templates. Thinking that was cut off before it ended is all thinking.
  var answerText: String {
    var rest = text[...]
    var kept = ""
    while let open = rest.firstRange(of: "<think>") {
      kept += rest[..<open.lowerBound]
      guard let close = rest.firstRange(of: "</think>"), close.lowerBound >= open.upperBound else {
        return kept
      }
      rest = rest[close.upperBound...]
    }
    // Some templates open the thinking themselves, so that only its end is in the reply.
    if let close = rest.firstRange(of: "</think>") { rest = rest[close.upperBound...] }
    kept += rest
    guard let mark = kept.firstRange(of: "<|"), kept[mark.upperBound...].contains("|>") else {
      return kept
    }
    return String(kept[..<mark.lowerBound])
  }
}
