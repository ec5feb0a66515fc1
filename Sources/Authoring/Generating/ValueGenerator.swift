import EvalKit

/// Draws values of one make: codes, numbers, sums, dates, times, versions, or texts.
enum ValueGenerator: Hashable, Sendable {
  /// `A` stands for a capital letter, `a` for a small one, `#` for a digit.
  case code(String)
  /// A number, perhaps with a unit.
  case whole(ClosedRange<Int>, unit: String)
  /// A sum of money.
  case amount(ClosedRange<Int>, unit: String)
  /// A day and a month.
  case date
  /// A time of day, to five minutes.
  case clock
  /// Three numbers.
  case version
  /// A text of a shape of its own: a person, a firm, a path.
  case phrase(PhrasePattern, shape: String)

  /// The name of the rules that speak of such values: `tell-code`, `fix-code`, `cloze-code`.
  var shape: String {
    switch self {
    case .code: "code"
    case .whole: "count"
    case .amount: "amount"
    case .date: "date"
    case .clock: "clock"
    case .version: "version"
    case .phrase(_, let shape): shape
    }
  }

  /// The word a question asks for such a value with, unless the template names another.
  var noun: String {
    switch shape {
    case "count": "value"
    case "amount": "amount"
    case "date": "date"
    case "clock": "time"
    case "version": "version"
    case "path": "path"
    case "person", "firm", "text": "name"
    default: "number"
    }
  }

  /// The shapes there are.
  static let shapes = [
    "code", "count", "amount", "date", "clock", "version", "person", "firm", "path", "text",
  ]

  /// Reads a generator: `code AA-####`, `whole 120..980 kg`, `amount 40..900 euros`, `date`, `clock`,
  /// `version`, `person`, `firm`, `path PATTERN`, `text PATTERN`.
  init(_ text: String) throws(PhraseError) {
    let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
    let rest = parts.count > 1 ? parts[1] : ""
    switch parts.first ?? "" {
    case "code" where rest.contains(where: { "Aa#".contains($0) }): self = .code(rest)
    case "whole":
      let (range, unit) = try Self.range(rest, in: text)
      self = .whole(range, unit: unit)
    case "amount":
      let (range, unit) = try Self.range(rest, in: text)
      self = .amount(range, unit: unit.isEmpty ? "euros" : unit)
    case "date" where rest.isEmpty: self = .date
    case "clock" where rest.isEmpty: self = .clock
    case "version" where rest.isEmpty: self = .version
    case "person" where rest.isEmpty:
      self = .phrase(
        .sequence([
          .slot("given", isCapitalised: false), .text(" "), .slot("family", isCapitalised: false),
        ]), shape: "person")
    case "firm" where rest.isEmpty:
      self = .phrase(.slot("firm", isCapitalised: false), shape: "firm")
    case "path" where !rest.isEmpty: self = .phrase(try PhrasePattern(rest), shape: "path")
    case "text" where !rest.isEmpty: self = .phrase(try PhrasePattern(rest), shape: "text")
    default:
      throw PhraseError(
        description:
          "'\(text)' draws nothing; expected 'code AA-####', 'whole 120..980 kg', 'amount 40..900 "
          + "euros', 'date', 'clock', 'version', 'person', 'firm', 'path …' or 'text …'")
    }
  }

  private static func range(_ text: String, in whole: String) throws(PhraseError) -> (
    ClosedRange<Int>, unit: String
  ) {
    let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
    let bounds = (parts.first ?? "").components(separatedBy: "..").map { Int($0) }
    guard bounds.count == 2, let low = bounds[0], let high = bounds[1], low <= high else {
      throw PhraseError(description: "'\(whole)' names no range; expected one such as 120..980")
    }
    return (low...high, parts.count > 1 ? parts[1] : "")
  }

  /// Draws a value; a phrase is expanded by `expand`.
  func draw(_ dice: inout Dice, expand: (PhrasePattern, inout Dice) -> String) -> String {
    switch self {
    case .code(let form): return Self.code(form, &dice)
    case .whole(let range, let unit), .amount(let range, let unit):
      return "\(dice.within(range))" + (unit.isEmpty ? "" : " \(unit)")
    case .date: return "\(dice.within(10...28)) \(Self.months[dice.below(Self.months.count)])"
    case .clock:
      let minute = 5 * dice.below(12)
      return "\(dice.within(10...21)):\(minute < 10 ? "0" : "")\(minute)"
    case .version: return "\(dice.within(2...9)).\(dice.within(10...39)).\(dice.within(1...9))"
    case .phrase(let pattern, _): return expand(pattern, &dice)
    }
  }

  private static func code(_ form: String, _ dice: inout Dice) -> String {
    var text = ""
    var isFirst = true
    for character in form {
      switch character {
      case "A": text.append(letters[dice.below(letters.count)])
      case "a": text.append(letters[dice.below(letters.count)].lowercased())
      case "#":
        text.append("\(isFirst ? dice.within(1...9) : dice.below(10))")
        isFirst = false
      default: text.append(character)
      }
    }
    return text
  }

  /// Letters that are not taken for digits.
  private static let letters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ")
  private static let months = [
    "January", "February", "March", "April", "June", "July", "August", "September", "October",
    "November", "December",
  ]
}

extension String {
  /// The parts between separators, empty ones kept.
  func components(separatedBy separator: String) -> [String] {
    var parts = [""]
    var rest = self[...]
    while !rest.isEmpty {
      if rest.hasPrefix(separator) {
        parts.append("")
        rest = rest.dropFirst(separator.count)
      } else {
        parts[parts.count - 1].append(rest.removeFirst())
      }
    }
    return parts
  }
}
