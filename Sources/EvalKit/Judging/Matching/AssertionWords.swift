/// The words that tell what a text asserts from what it denies, doubts, asks or reports: English, and
/// the commonest of German, French, Spanish, Italian, Portuguese, Japanese, Chinese and Korean.
enum AssertionWords {
  /// Words that deny what follows within four words in the same clause.
  static let negations = words(
    "not no never neither nor without cannot except isnt wasnt dont doesnt didnt nicht kein keine "
      + "ni pas non")
  /// Words after which a denial before them does not count.
  static let turns = words("but only because mais sondern sino aber")
  /// Words that take a value back.
  static let forgetting = words("forget ignore disregard")
  /// Words before a value that say it used to hold.
  static let retired = words(
    "was were previously formerly old older earlier originally original formerly former from "
      + "replaced replaces superseded outdated initially instead than used forget ignore first")
  /// Words after a value that say so.
  static let retiredAfter = words(
    "first originally initially earlier before previously changed corrected updated replaced moved "
      + "superseded revised raised lowered upgraded rescheduled postponed cancelled canceled was "
      + "were used had stepped left retired expired migrated")
  /// Words that say one value became another.
  static let changes = words(
    "changed corrected updated replaced moved superseded revised raised lowered upgraded switched "
      + "rescheduled postponed amended became becomes")
  /// Words before the value that something became.
  static let become = words("to into by with zu auf a en")
  /// Words that begin a sentence which takes back the one before.
  static let corrections = words("wait no sorry actually correction oops nein non")
  static let copulas = words("is was are were isn wasn aren weren won can isnt wasnt")
  static let denials = words(
    "not no wrong incorrect outdated invalid obsolete superseded typo mistake mistaken false")
  static let articles = words("a an the")
  static let everything = words("anything everything all any nothing")
  static let rather = words("rather other")
  static let comparatives = words(
    "more less fewer greater later earlier higher lower longer shorter bigger smaller")

  /// Words that leave open what follows in their clause.
  static let doubts = words(
    "maybe perhaps possibly might guess guessing vielleicht moglicherweise eventuell quizas quiza "
      + "forse talvez")
  /// Two words that do.
  static let doubtPairs: [[UInt64]] = ["may be", "could be", "peut etre", "tal vez", "can be"].map(
    sequence)
  /// Words that, denied, doubt the whole sentence; unless they go on to say what is not known.
  static let sure = words("sure certain confident")
  static let unsure = words("unsure uncertain")
  static let objects = words(
    "about of how which what where when who whom why whether if regarding")
  /// Verbs whose "if" reports a question.
  static let asking = words(
    "ask asked asking asks wonder wondered wondering know sure tell say see")
  static let whether = hash("whether"), ifWord = hash("if"), about = hash("about")
  /// Words that say what is believed.
  static let beliefs = words("likely probably presumably")
  /// Words right before a number that make it one that is not reached.
  static let almost = words("almost nearly")
  /// Words that begin a choice: "either A or B".
  static let either = words("either entweder")
  static let between = hash("between"), from = hash("from")

  /// Words that say nothing of what a sentence is about.
  static let function = words(
    "the and for are was were has have had with that this from you your our its not but his her "
      + "their will would can could should been being they them she him who what which when where "
      + "der die das und ist den dem ein eine les des est une pour avec los las una que por con")

  /// Words between two values that leave it open which.
  static let or = words("or oder ou または 或")
  static let and = hash("and")

  static let t = hash("t"), but = hash("but"), than = hash("than"), of = hash("of")
  static let instead = hash("instead"), questionMark = hash("か")
  static let chineseIs = hash("是"), chineseNot = words("不 非")

  /// What denies a value it follows.
  static let deniedAfter = Endings("ではな じゃな でな ではあ ではご 이아닙 이아니 가아닙 가아니 은아닙 은아니")
  /// What doubts a value it follows.
  static let doubtedAfter = Endings("かも 일지도 일수도")
  /// What doubts a value it stands before.
  static let doubtedBefore = ["可能", "也许", "或许", "也許", "或許", "もしかし"].map(characters)

  /// Characters that follow a value, behind a form of address.
  struct Endings: Sendable {
    private let endings: [[UInt64]]

    init(_ text: String) { endings = text.split(separator: " ").map { characters(String($0)) } }

    func isNext(in text: MatchText, at start: Int) -> Bool {
      for title in [[]] + AssertionWords.titles {
        let next = text.atoms[start..<min(start + title.count + 5, text.atoms.count)].map(\.hash)
        guard next.starts(with: title) else { continue }
        if endings.contains(where: { next.dropFirst(title.count).starts(with: $0) }) { return true }
      }
      return false
    }
  }

  private static let titles = ["さん", "様", "さま", "氏", "君", "くん", "씨", "님"].map(characters)

  static func hash(_ word: String) -> UInt64 { MatchText.hash(word) }

  private static func words(_ text: String) -> Set<UInt64> {
    Set(text.split(separator: " ").map { hash(String($0)) })
  }

  private static func sequence(_ text: String) -> [UInt64] {
    text.split(separator: " ").map { hash(String($0)) }
  }

  private static func characters(_ text: String) -> [UInt64] { text.map { hash(String($0)) } }
}
