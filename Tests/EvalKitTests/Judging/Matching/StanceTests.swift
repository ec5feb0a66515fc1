import Testing

@testable import EvalKit

/// A sentence and how the value in it stands.
struct StanceCase: Sendable, CustomTestStringConvertible {
  let text: String
  let stance: AnswerReading.Stance

  var testDescription: String { "\(stance): “\(text)”" }

  static func all(_ stance: AnswerReading.Stance, _ texts: String...) -> [StanceCase] {
    texts.map { StanceCase(text: $0, stance: stance) }
  }
}

struct StanceTests {
  private static let stances =
    StanceCase.all(
      .asserted, "BA4711", "It is BA4711, not BA4117.", "No, BA4711", "not BA4117 but BA4711",
      "I think it is BA4711", "Probably BA4711.", "It should be BA4711", "I believe it's BA4711.",
      "BA4711です", "The tag is BA4711. Is there anything else?", "What is the tag? BA4711",
      "I don't know the fee; the tag is BA4711.", "Don't forget BA4711.",
      "BA4711, if I read it right",
      "I'm not sure about the fee, but the tag is BA4711.", "The tag is BA4711, but it might rain.",
      "You asked for BA4711.", "no later than BA4711", "Not only BA4711 but both.",
      "The tag is BA4711. I'm not sure what the fee is.", "No problem, it is BA4711.",
      "Ce n'est pas BA4117 mais BA4711.", "nicht BA4117, sondern BA4711", "BA4117ではなくBA4711です")
    + StanceCase.all(
      .denied, "It is not BA4711.", "It isn't BA4711", "It's not BA4711", "BA4711 is wrong",
      "BA4711 is not right", "BA4711 isn't it", "BA4711 was a typo", "BA4711ではないです",
      "BA4711じゃないです", "BA4711ではありません", "不是BA4711", "BA4711이 아닙니다", "Use it instead of BA4711",
      "It is no longer BA4711", "rather than BA4711", "anything but BA4711", "never BA4711",
      "It won't be BA4711", "Forget BA4711", "other than BA4711", "nicht BA4711",
      "ce n'est pas BA4711", "no es BA4711", "It is neither BA4711", "everything except BA4711")
    + StanceCase.all(
      .doubted, "Maybe BA4711", "maybe it is BA4711", "Perhaps BA4711.", "It might be BA4711",
      "It could be BA4711.", "It may be BA4711", "I'm not sure, but BA4711", "BA4711, maybe",
      "BA4711. I'm not sure.", "My guess is BA4711", "Possibly BA4711", "BA4711かもしれません",
      "可能是BA4711", "Vielleicht BA4711", "C'est peut-être BA4711", "I am not certain it is BA4711",
      "I'm unsure, BA4711", "quizás BA4711")
    + StanceCase.all(
      .asked, "Is it BA4711?", "BA4711?", "Did you mean BA4711?", "You asked whether it is BA4711.",
      "You asked if it was BA4711", "BA4711ですか。", "It is unknown whether the tag is BA4711",
      "You asked about BA4711.", "I can't tell if it is BA4711", "BA4711ですか？")

  @Test(arguments: stances) func `how a value stands in an answer`(_ test: StanceCase) throws {
    let text = MatchText(test.text)
    let match = try #require(ValueMatcher("BA4711", kind: .identifier).firstMatch(in: text))
    #expect(AnswerReading(text).stance(of: match) == test.stance)
  }

  @Test(arguments: [
    ("more than 1,250", AnswerReading.Stance.bound), ("less than 1250", .bound),
    ("between 1,250 and 1,300", .bound), ("between 1,200 and 1,250", .bound),
    ("1,250 + 50", .bound), ("50 + 1250 = 1300", .bound), ("about 1250", .asserted),
    ("no more than 1250", .asserted), ("almost 1250", .bound), ("at least 1250", .asserted),
    ("1200 + 50 = 1250", .asserted),
    ("up to 1250", .asserted), ("not more than 1,250", .asserted), ("1250-", .asserted),
  ])
  func `a number as a bound, or as a part of a sum`(text: String, stance: AnswerReading.Stance)
    throws
  {
    let text = MatchText(text)
    let match = try #require(ValueMatcher("1250", kind: .number).firstMatch(in: text))
    #expect(AnswerReading(text).stance(of: match) == stance)
  }

  @Test(arguments: [
    ("It was BA4711.", true), ("the old tag BA4711", true), ("Old tag: BA4711", true),
    ("BA4711 was corrected", true), ("from BA4711 to X", true), ("BA4711 at first", true),
    ("previously BA4711", true), ("BA4711", false), ("from X to BA4711", false),
    ("the tag is BA4711", false), ("instead of BA4711", true), ("BA4711. It was late.", false),
    ("BA4711 was the tag", true), ("BA4711 was cancelled", true),
  ])
  func `a value that is told as one that used to hold`(text: String, isRetired: Bool) throws {
    let text = MatchText(text)
    let match = try #require(ValueMatcher("BA4711", kind: .identifier).firstMatch(in: text))
    #expect(text.isRetired(match) == isRetired)
  }

  @Test(arguments: [
    ("from A100 to B200", true), ("changed from A100 to B200", true),
    ("A100 was changed to B200", true),
    ("A100 has been replaced by B200", true), ("A100. Wait, no, B200", true),
    ("A100. Sorry, B200.", true), ("A100 and B200", false), ("A100 to B200", false),
    ("A100. The other is B200", false), ("from A100, via x, y and z, on to the end, B200", false),
  ])
  func `one value that became another`(text: String, isChange: Bool) throws {
    let text = MatchText(text)
    let old = try #require(ValueMatcher("A100", kind: .identifier).firstMatch(in: text))
    let new = try #require(ValueMatcher("B200", kind: .identifier).firstMatch(in: text))
    #expect(AnswerReading(text).isChange(from: old, to: new) == isChange)
  }

  @Test(arguments: [
    "I don't know.", "I do not have access to that.", "It was never mentioned.",
    "No gate was given.",
    "None was mentioned.", "N/A", "The conversation doesn't say.", "I cannot see it.", "不知道",
    "わかりません。", "情報はありません。", "Das weiß ich nicht.", "No lo sé.", "Je ne sais pas.",
    "모르겠습니다.", "I'm sorry, but I can't help with that.", "Could you tell me the gate?",
    "You haven't told me.", "There is no information about it.", "Unknown.", "I have no idea.",
    "I don't remember, maybe B7.", "It hasn't been mentioned.", "It is not clear which.",
    "Nothing in the conversation says which floor.", "I would need more details to answer that.",
    "I lost track of it.", "No one is named.", "That's not something we've talked about.",
  ])
  func `an answer that declines`(text: String) {
    #expect(Abstention.isMade(by: MatchText(text)))
  }

  @Test(arguments: [
    "Gate 12", "It left from Porto.", "It was not mentioned, but it is most likely B7.",
    "No discount was agreed.", "None of them.", "You told me gate 12.", "Is it gate 12?",
    "The gate is known.", "It was mentioned: 12.", "She does not eat meat.",
    "They are in Spain, not Portugal.",
    "You know that it is 12, not 13.",
  ])
  func `an answer that does not decline`(text: String) {
    #expect(!Abstention.isMade(by: MatchText(text)))
  }

  @Test(arguments: [
    ("<think>BA4117? No.</think>BA4711", "BA4711"), ("<think>BA4711", ""),
    ("BA4711<|im_end|>", "BA4711"),
    ("thinking…</think> BA4711", " BA4711"), ("a < b", "a < b"), ("<|", "<|"),
    ("A<think>x</think>B<think>y</think>C", "ABC"),
  ])
  func `an answer without what is not part of it`(reply: String, answer: String) {
    #expect(Reply(text: reply).answerText == answer)
  }
}
