/// Tells an answer that declines for want of evidence.
enum Abstention {
  /// Whether a reply declines: the model says so, or its words do.
  static func isMade(by reply: Reply, text: MatchText) -> Bool {
    reply.abstained || isMade(by: text)
  }

  /// Whether an answer declines and does not go on to say what it believes all the same.
  static func isMade(by text: MatchText) -> Bool {
    if text.atoms.map(\.hash) == notApplicable { return true }
    let ends = phraseEnds(in: text, declining) + nothingSaid(in: text)
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

  /// "no gate was given", "none were mentioned": the atoms after it.
  private static func nothingSaid(in text: MatchText) -> [Int] {
    text.atoms.indices.compactMap { index in
      guard none.contains(text.atoms[index].hash) else { return nil }
      var was = index + 1
      while was < min(index + 6, text.atoms.count), !copulas.contains(text.atoms[was].hash) {
        if text.isClauseBreak(before: was) { return nil }
        was += 1
      }
      guard was < text.atoms.count, copulas.contains(text.atoms[was].hash) else { return nil }
      let said = text.atoms[(was + 1)..<min(was + 3, text.atoms.count)].firstIndex {
        given.contains($0.hash)
      }
      return said.map { $0 + 1 }
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
  private static let none = Set(["no", "none"].map(MatchText.hash))
  private static let copulas = Set(["was", "were", "is", "are", "been"].map(MatchText.hash))
  private static let given = Set(
    [
      "given", "mentioned", "provided", "specified", "stated", "said", "shared", "recorded",
      "found", "told", "named", "available", "listed", "known",
    ].map(MatchText.hash))

  private static let requests = prepared([
    "could you", "can you", "would you", "please provide", "please share", "please tell",
    "please clarify",
  ])

  private static let declining = prepared(english + others)

  /// Every pairing of two lists of words.
  private static func each(_ subjects: String, _ verbs: [String]) -> [String] {
    subjects.split(separator: "|").flatMap { subject in verbs.map { "\(subject) \($0)" } }
  }

  private static let english: [String] =
    each(
      "don't|do not",
      [
        "know", "remember", "recall", "have that information", "have this information",
        "have any information", "have enough information", "have access", "see any mention",
        "have a record", "have any record", "have information", "have enough context",
      ])
    + each(
      "doesn't|does not",
      ["say", "mention", "specify", "state", "contain", "include", "indicate"])
    + each(
      "cannot|can't|can not|could not|couldn't",
      [
        "determine", "find", "help", "assist", "answer", "provide", "say", "confirm", "recall",
        "see", "remember", "tell",
      ])
    + each(
      "didn't|did not", ["tell", "say", "mention", "provide", "share", "specify", "give"])
    + each(
      "haven't|have not",
      ["told", "said", "mentioned", "provided", "shared", "specified", "given"])
    + each(
      "not|never|wasn't|isn't|weren't",
      [
        "mentioned", "specified", "stated", "provided", "given", "shared", "available", "known",
        "recorded", "listed", "disclosed", "included", "said", "told", "found",
      ])
    + [
      "no information", "no record", "no mention", "no idea", "no details", "no data",
      "no reference", "unknown", "unclear", "not in our conversation", "I'm not sure",
      "I am not sure", "unable to", "nothing about", "enough information", "enough context",
      "need more information", "without access",
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
