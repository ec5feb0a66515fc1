/// Tells an answer that declines for want of evidence.
enum Abstention {
  /// Whether a reply declines: the model says so, or its words do.
  static func isMade(by reply: Reply, text: MatchText) -> Bool {
    reply.abstained || isMade(by: text)
  }

  /// Whether an answer declines and does not go on to say what it believes all the same.
  static func isMade(by text: MatchText) -> Bool {
    if text.atoms.map(\.hash) == notApplicable { return true }
    let ends = phraseEnds(in: text, declining) + denials(in: text)
    guard let end = ends.min() else { return asksBack(text) }
    return !believes(text, from: end)
  }

  /// Phrases by the atom they begin with, each as its atoms.
  private typealias Phrases = [UInt64: [[UInt64]]]

  /// The atoms after each phrase that is in a text.
  private static func phraseEnds(in text: MatchText, _ phrases: Phrases) -> [Int] {
    text.atoms.indices.flatMap { index in
      (phrases[text.atoms[index].hash] ?? []).filter { phrase in
        text.atoms[index...].prefix(phrase.count).map(\.hash) == phrase
      }.map { index + $0.count }
    }
  }

  private static func prepared(_ phrases: [String]) -> Phrases {
    Dictionary(grouping: phrases.map { MatchText($0).atoms.map(\.hash) }) { $0.first ?? 0 }
  }

  /// Denied words for knowing or saying: "don't recall", "no gate was given", "nothing says which",
  /// "it isn't clear". The atoms after each.
  private static func denials(in text: MatchText) -> [Int] {
    text.atoms.indices.compactMap { index in
      let isNothing = nothing.contains(text.atoms[index].hash)
      guard
        isNothing || AssertionWords.negations.contains(text.atoms[index].hash)
          || text.isContractedNot(index)
      else { return nil }
      // What is missing may stand between: "no gate was given".
      let reach = isNothing ? 7 : 5
      for next in index + 1..<index + reach where next < text.atoms.count {
        if text.isClauseBreak(before: next) || text.atoms[next].kind == .digits { return nil }
        if AssertionWords.turns.contains(text.atoms[next].hash) { return nil }
        if knowing.contains(text.atoms[next].hash) { return next + 1 }
      }
      return nil
    }
  }

  /// Whether what stands from an atom on says what is likely.
  private static func believes(_ text: MatchText, from start: Int) -> Bool {
    text.atoms[min(start, text.atoms.count)...].contains {
      AssertionWords.beliefs.contains($0.hash)
    }
  }

  /// Whether an answer only asks for what it lacks.
  private static func asksBack(_ text: MatchText) -> Bool {
    guard let last = text.atoms.last, !phraseEnds(in: text, requests).isEmpty else { return false }
    let tail = text.bytes[Int(last.end)...]
    return tail.contains(UInt8(ascii: "?")) && !text.atoms.contains { $0.kind == .digits }
  }

  private static let notApplicable = ["n", "a"].map(MatchText.hash)
  private static let nothing = words("no none nothing nobody")
  /// Words for knowing and for saying, and for what is known or said.
  private static let knowing = words(
    "know known knows see find found recall remember remembered tell tells told say says said "
      + "mention mentions mentioned specify specifies specified state states stated provide provided "
      + "give given share shared discuss discussed disclose disclosed indicate indicated list listed "
      + "record recorded reference include included contain contains available access determine "
      + "identify confirm answer help assist information info details detail data idea clear "
      + "certain sure named talked")

  private static func words(_ text: String) -> Set<UInt64> {
    Set(text.split(separator: " ").map { MatchText.hash(String($0)) })
  }

  private static let requests = prepared([
    "could you", "can you", "would you", "please provide", "please share", "please tell",
    "please clarify",
  ])

  private static let declining = prepared(english + others)

  private static let english = [
    "unknown", "unclear", "not in our conversation", "unable to", "enough information",
    "enough context", "need more information", "need more details", "need more context",
    "without access", "lost track", "don't have that", "don't have it", "don't have this",
    "do not have that", "do not have this", "don't have any",
  ]

  private static let others = [
    "weiß ich nicht", "ich weiß nicht", "keine Ahnung", "keine Information", "keine Angabe",
    "nicht erwähnt", "je ne sais pas", "pas mentionné", "pas précisé", "no lo sé", "no sé",
    "no se menciona", "non lo so", "não sei", "わかりません", "分かりません", "不明", "記載がありません",
    "記載はありません", "情報がありません", "情報はありません", "わかりかねます", "存じません", "言及されていません",
    "覚えていません", "不知道", "没有提到", "没有提及", "未提及", "没有说", "没有信息", "沒有提到", "모르겠습니다",
    "알 수 없습니다", "언급되지 않았습니다",
  ]
}
