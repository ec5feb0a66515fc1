/// Numbers as tables and sentences write them.
enum Figures {
  /// What stands for a number there is none of.
  static let none = "–"

  /// A share in percent with one decimal: `0.714` is `71.4`.
  static func percent(_ share: Double?) -> String { decimal(share.map { $0 * 100 }) }

  /// A number with one decimal, rounded half away from zero.
  static func decimal(_ value: Double?) -> String {
    guard let value, value.isFinite else { return none }
    let tenths = (abs(value) * 10).rounded()
    guard tenths < 1e15 else { return none }
    let whole = Int(tenths)
    let sign = value < 0 && whole > 0 ? "-" : ""
    return "\(sign)\(grouped(whole / 10)).\(whole % 10)"
  }

  /// A number with two decimals, rounded half away from zero: for what lies between -1 and 1.
  static func hundredths(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return none }
    let whole = Int((abs(value) * 100).rounded())
    let sign = value < 0 && whole > 0 ? "-" : ""
    return "\(sign)\(grouped(whole / 100)).\(whole % 100 < 10 ? "0" : "")\(whole % 100)"
  }

  /// A whole number with thousands set apart.
  static func count(_ value: Double?) -> String {
    guard let value, value.isFinite, abs(value) < 1e15 else { return none }
    return grouped(Int(value.rounded()))
  }

  /// A whole number with thousands set apart.
  static func grouped(_ value: Int) -> String {
    let digits = String(value.magnitude)
    var text = ""
    for (place, digit) in digits.enumerated() {
      if place > 0, (digits.count - place) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return value < 0 ? "-" + text : text
  }

  /// A count with its noun: `1 request`, `2 requests`.
  static func counted(_ count: Int, _ noun: String, plural: String? = nil) -> String {
    "\(grouped(count)) \(count == 1 ? noun : plural ?? noun + "s")"
  }

  /// The least and the greatest of some numbers, or the one they all are: `120–4,096`.
  static func range(_ values: [Int]) -> String {
    guard let least = values.min(), let most = values.max() else { return none }
    return least == most ? grouped(least) : "\(grouped(least))–\(grouped(most))"
  }

  /// A list as in a sentence: `a, b and c`.
  static func list(_ words: [String]) -> String {
    guard let last = words.last else { return "" }
    return words.count == 1
      ? last : words.dropLast().joined(separator: ", ") + " and " + last
  }
}
