/// Reads what a question asks for off its words.
struct QuestionForm {
  /// The kinds of value that answer.
  var kinds = AnswerKinds.phrase
  /// The keys of the nouns that name what is asked for: "dinner plates", "serial number".
  var focus: [UInt64] = []
  /// The preposition the question begins with: "at" what level.
  var preposition: String?
  /// Whether it is answered by yes or no.
  var isYesNo = false
  /// Whether a clock time is wanted as HH:MM AM/PM.
  var wantsPaddedTime = false

  /// Reads a question's folded words, in order.
  init(words: [String], text: String) {
    if let kinds = EastAsianForms.kinds(text) {
      self.kinds = kinds
      return
    }
    guard let place = words.firstIndex(where: { Self.interrogatives[$0] != nil }) else {
      isYesNo = words.first.map(Self.auxiliaries.contains) ?? false
      readNoun(words, after: -1)
      return
    }
    if place > 0, Self.prepositions.contains(words[place - 1]) { preposition = words[place - 1] }
    switch Self.interrogatives[words[place]] {
    case "who": kinds = .typed([.name: 16, .quoted: 6, .phrase: 7])
    case "when": kinds = .typed([.date: 16, .time: 12])
    case "where": kinds = AnswerKinds(weights: [.address: 14, .name: 14, .phrase: 11, .path: 10])
    case "how": readHow(words, place)
    default: readNoun(words, after: place)
    }
  }

  private mutating func readHow(_ words: [String], _ place: Int) {
    let next = place + 1 < words.count ? words[place + 1] : ""
    switch next {
    case "many":
      kinds = .typed([.number: 16])
      focus = nouns(words, from: place + 2)
    case "much":
      kinds = .typed([.money: 16, .number: 13, .phrase: 5])
      focus = nouns(words, from: place + 2)
    case "old", "long", "far", "deep", "high", "tall", "wide", "heavy", "big", "large", "often",
      "fast", "thick", "hot", "cold", "loud", "early", "late", "soon":
      kinds = .typed([.number: 16, .time: 8, .date: 5, .phrase: 3])
    default: break
    }
  }

  private mutating func readNoun(_ words: [String], after place: Int) {
    let phrase = nounPhrase(words, from: place + 1, isDirect: isDirect(words, place))
    focus = phrase.filter { !Self.isEmpty($0) }.map(Lexicon.key)
    guard let found = head(phrase, isDirect: place >= 0 && isDirect(words, place)) else { return }
    var head = phrase[found]
    // An email address, a phone number, a file name: the first noun tells.
    let general = ["number", "address", "name", "id"]
    if general.contains(head), found > 0,
      let earlier = phrase[..<found].last(where: { AnswerKinds.asked(by: $0) != nil }),
      ["email", "e-mail", "mail", "phone", "telephone", "mobile", "file", "version"]
        .contains(earlier)
    {
      head = earlier
    }
    guard let asked = AnswerKinds.asked(by: head) else { return }
    kinds = asked
    let next = (words.firstIndex(of: phrase[found]) ?? -2) + 1
    if head == "number", next > 0, next + 1 < words.count, words[next] == "of",
      words[next + 1].hasSuffix("s")
    {
      kinds = .typed([.number: 16, .identifier: 6])
    }
  }

  /// The place of the noun that tells the kind: of "which key tag belongs" the last of the first run,
  /// of "what is the customer number" the last word.
  private func head(_ phrase: [String], isDirect: Bool) -> Int? {
    let isNoun = { (index: Int) in AnswerKinds.asked(by: phrase[index]) != nil }
    guard isDirect else {
      return phrase.indices.last.flatMap { isNoun($0) ? $0 : nil }
    }
    guard var found = phrase.indices.first(where: isNoun) else { return nil }
    while found + 1 < phrase.count, isNoun(found + 1) { found += 1 }
    return found
  }

  /// Whether the noun phrase follows its interrogative at once: "which code".
  private func isDirect(_ words: [String], _ place: Int) -> Bool {
    place + 1 < words.count && !Self.auxiliaries.contains(words[place + 1])
  }

  /// The words from a place on up to the end of the noun phrase that begins there.
  ///
  /// After "which code" a verb ends it; after "what is the" one begins it.
  private func nounPhrase(
    _ words: [String], from place: Int, isDirect: Bool = false
  ) -> [String] {
    var phrase: [String] = []
    for word in words[min(max(place, 0), words.count)...] {
      if Self.isEmpty(word) {
        let isVerb = isDirect && Self.auxiliaries.contains(word)
        if phrase.isEmpty || (Self.determiners.contains(word) && !isVerb) { continue }
        break
      }
      phrase.append(word)
      if phrase.count == 5 { break }
    }
    return phrase
  }

  private func nouns(_ words: [String], from place: Int) -> [UInt64] {
    nounPhrase(words, from: place).prefix(3).map(Lexicon.key)
  }

  private static func isEmpty(_ word: String) -> Bool {
    Lexicon.isFunctionWord(Array(word.utf8))
  }

  private static let determiners: Set<String> = [
    "the", "a", "an", "my", "your", "our", "his", "her", "their", "its", "is", "was", "are", "were",
    "this", "that", "new",
  ]

  static let interrogatives: [String: String] = [
    "who": "who", "whom": "who", "whose": "who", "who's": "who", "when": "when", "where": "where",
    "how": "how", "what": "what", "which": "what", "what's": "what", "wer": "who", "wann": "when",
    "wo": "where", "was": "", "qui": "who", "quand": "when", "quel": "what", "quelle": "what",
    "welche": "what", "welcher": "what", "welches": "what", "cuando": "when", "cual": "what",
    "quien": "who", "donde": "where",
  ].filter { !$0.value.isEmpty }

  private static let prepositions: Set<String> = [
    "at", "by", "under", "in", "on", "with", "from", "for", "to", "as", "until", "within",
  ]

  static let auxiliaries: Set<String> = [
    "is", "are", "was", "were", "do", "does", "did", "has", "have", "had", "can", "could", "will",
    "would", "should", "may", "must", "am",
  ]
}

/// Question forms of Japanese, Chinese and Korean, told by what stands in the text.
enum EastAsianForms {
  /// The kinds asked for; nil if the text has none of these forms.
  static func kinds(_ text: String) -> AnswerKinds? {
    guard text.unicodeScalars.contains(where: { ScalarClass.isCJK($0.value) }) else { return nil }
    for (marks, kinds) in forms where marks.contains(where: { text.contains($0) }) { return kinds }
    return AnswerKinds.phrase
  }

  /// Whether a pair of characters is part of a question word.
  static func isInterrogative(_ reading: Reading, _ word: Word) -> Bool {
    let range = Int(word.start)..<Int(word.end)
    if range.contains(where: { asking.contains(reading.folded[$0]) }) { return true }
    return ["무엇", "누구", "언제", "어디", "얼마", "什么", "哪里", "多少", "엇입", "니까", "입니", "구입", "인가"]
      .contains(reading.text(range))
  }

  /// Whether a pair of characters is an ending or a particle rather than a word: kana after a
  /// character, the last syllable of a long Korean word.
  static func isInflection(_ reading: Reading, _ word: Word) -> Bool {
    let end = Int(word.end)
    let range = Int(word.start)..<end
    if range.contains(where: { ScalarClass.isHiragana(reading.folded[$0]) }) { return true }
    guard range.allSatisfy({ ScalarClass.isHangul(reading.folded[$0]) }) else { return false }
    let isLast = end >= reading.folded.count || !ScalarClass.isHangul(reading.folded[end])
    return isLast && range.lowerBound > 0
      && ScalarClass.isHangul(reading.folded[range.lowerBound - 1])
  }

  private static let asking: Set<UInt32> = Set("何誰谁哪幾几몇".unicodeScalars.map(\.value))

  private static let forms: [([String], AnswerKinds)] = [
    (["何時", "几点", "몇 시", "時刻", "什么时间"], .typed([.time: 16])),
    (["メール", "邮箱", "이메일"], .typed([.email: 16])),
    (["電話", "电话", "전화"], .typed([.phone: 16, .identifier: 9, .number: 8])),
    (
      ["番号", "コード", "号码", "编号", "代码", "번호", "코드", "單號", "单号"],
      .typed([.identifier: 16, .number: 10, .phone: 9])
    ),
    (
      ["いくら", "料金", "金額", "値段", "価格", "多少钱", "价格", "费用", "얼마", "요금"],
      .typed([.money: 16, .number: 12])
    ),
    (
      ["いつ", "何日", "日付", "何月", "什么时候", "何时", "日期", "哪天", "언제", "날짜"],
      .typed([.date: 16, .time: 12])
    ),
    (
      [
        "いくつ", "何人", "何個", "何枚", "何本", "何台", "何名", "何件", "何回", "何分", "何度", "多少", "几",
        "몇", "何冊", "何匹", "何パーセント",
      ],
      .typed([.number: 16])
    ),
    (["バージョン", "版本", "버전"], .typed([.version: 16, .number: 9])),
    (["ファイル", "パス", "文件", "파일"], .typed([.path: 16, .identifier: 9])),
    (
      ["誰", "だれ", "どなた", "名前", "氏名", "谁", "姓名", "名字", "누구", "이름"],
      AnswerKinds(weights: [.name: 16, .quoted: 11, .phrase: 8])
    ),
  ]
}
