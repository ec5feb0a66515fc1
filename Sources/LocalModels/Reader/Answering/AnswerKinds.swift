/// What kinds of value a question asks for, each with its weight in sixteenths.
struct AnswerKinds: Sendable {
  /// The weights; a kind that is not here does not answer.
  var weights: [SpanKind: Int] = [:]
  /// Whether a value of a wanted kind must be found: otherwise a phrase will do.
  var isTyped = false

  /// The weight of a kind.
  subscript(kind: SpanKind) -> Int { weights[kind] ?? 0 }

  /// Any phrase, names and quotes before others.
  static let phrase = AnswerKinds(weights: [.name: 13, .quoted: 13, .phrase: 12])

  static func typed(_ weights: [SpanKind: Int]) -> AnswerKinds {
    AnswerKinds(weights: weights, isTyped: true)
  }

  /// The kinds that a noun asks for: a code, a date, a price; nil for one that says nothing.
  static func asked(by noun: String) -> AnswerKinds? { byNoun[noun] ?? byNoun[singular(noun)] }

  private static func singular(_ noun: String) -> String {
    noun.hasSuffix("s") ? String(noun.dropLast()) : noun
  }

  private static let byNoun: [String: AnswerKinds] = {
    var table: [String: AnswerKinds] = [:]
    func add(_ nouns: String, _ kinds: AnswerKinds) {
      for noun in nouns.split(separator: " ") { table[String(noun)] = kinds }
    }
    add(
      "name surname nickname alias",
      typed([.name: 16, .quoted: 14, .identifier: 6, .phrase: 6]))
    add(
      "person colleague manager doctor owner contact author neighbour driver guest member",
      AnswerKinds(weights: [.name: 16, .quoted: 8, .phrase: 9]))
    add(
      "company firm brand city country airline hotel restaurant town airport magazine platform "
        + "tool language place street station school university book film song title theme model",
      AnswerKinds(weights: [.name: 15, .quoted: 14, .identifier: 7, .phrase: 12]))
    add("date day birthday deadline weekday", typed([.date: 16, .time: 4, .number: 3]))
    add("month year", typed([.date: 16, .number: 8]))
    add("time hour", typed([.time: 16, .date: 6, .number: 4]))
    add(
      "price cost fee amount sum budget fare rent salary refund balance charge deposit payment "
        + "surcharge limit",
      typed([.money: 16, .number: 12]))
    add(
      "count quantity percentage percent rate level value score age temperature weight height "
        + "depth width length size distance speed capacity duration reading result dose dosage "
        + "handicap threshold timeout interval average ratio voltage humidity total discount "
        + "pressure stock share maximum minimum",
      typed([.number: 16, .money: 12, .phrase: 3]))
    add(
      "code id identifier reference ref ticket tag serial key extension pin password passcode "
        + "token sku iban licence license confirmation booking tracking voucher coupon permit "
        + "port branch commit hash issue postcode zip room seat gate flight handle username "
        + "account invoice card locker bay track",
      typed([.identifier: 16, .number: 9, .quoted: 9, .phone: 9, .path: 7, .name: 5, .version: 6]))
    add("number", typed([.identifier: 16, .number: 12, .phone: 12, .version: 6]))
    add(
      "path file folder directory filename script", typed([.path: 16, .identifier: 10, .quoted: 8]))
    add("version release build", typed([.version: 16, .identifier: 9, .number: 9]))
    add("email e-mail mail", typed([.email: 16]))
    add("phone telephone mobile", typed([.phone: 16, .identifier: 10, .number: 8]))
    add("address", typed([.address: 16, .email: 9, .url: 7, .identifier: 5, .phrase: 8]))
    add("url link website site webpage page", typed([.url: 16, .path: 9, .identifier: 11]))
    return table
  }()
}
