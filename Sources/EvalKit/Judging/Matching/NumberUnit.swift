/// What a number counts, so that 30 minutes is not 30 hours and 5 USD is not 5 EUR.
struct NumberUnit: Hashable, Sendable {
  let name: String
  let isCurrency: Bool

  static let percent = NumberUnit(name: "percent", isCurrency: false)
  static let hour = NumberUnit(name: "hour", isCurrency: false)

  /// A word that multiplies the number before it.
  struct Multiplier: Sendable {
    let value: Double
    /// Whether it counts only where it is written on to the number.
    let isSuffix: Bool
  }

  static let multipliers: [UInt64: Multiplier] = table([
    ("k", Multiplier(value: 1e3, isSuffix: true)),
    ("m", Multiplier(value: 1e6, isSuffix: true)),
    ("thousand", Multiplier(value: 1e3, isSuffix: false)),
    ("million", Multiplier(value: 1e6, isSuffix: false)),
    ("millions", Multiplier(value: 1e6, isSuffix: false)),
    ("mn", Multiplier(value: 1e6, isSuffix: false)),
    ("bn", Multiplier(value: 1e9, isSuffix: false)),
    ("billion", Multiplier(value: 1e9, isSuffix: false)),
    ("千", Multiplier(value: 1e3, isSuffix: false)),
    ("万", Multiplier(value: 1e4, isSuffix: false)),
    ("億", Multiplier(value: 1e8, isSuffix: false)),
  ])

  /// English number words; "one" is left out: it is mostly a pronoun.
  static let words: [UInt64: Int] = table([
    ("two", 2), ("three", 3), ("four", 4), ("five", 5), ("six", 6), ("seven", 7), ("eight", 8),
    ("nine", 9), ("ten", 10), ("eleven", 11), ("twelve", 12), ("thirteen", 13), ("fourteen", 14),
    ("fifteen", 15), ("sixteen", 16), ("seventeen", 17), ("eighteen", 18), ("nineteen", 19),
    ("twenty", 20), ("thirty", 30), ("forty", 40), ("fifty", 50), ("sixty", 60), ("seventy", 70),
    ("eighty", 80), ("ninety", 90), ("hundred", 100),
  ])

  static let ordinals = Set(["st", "nd", "rd", "th", "x"].map(MatchText.hash))

  /// The words of each unit, the first its name.
  static let units: [UInt64: NumberUnit] = {
    let currencies = [
      "usd dollar dollars buck bucks", "eur euro euros", "gbp pound pounds sterling",
      "jpy yen 円", "krw won 원", "cny rmb yuan 元", "chf franken francs", "sek", "nok",
      "dkk", "inr rupee rupees", "cad", "aud", "brl reais", "mxn pesos",
    ]
    let measures = [
      "percent pct", "millisecond milliseconds ms", "second seconds sec secs 秒",
      "minute minutes min mins 分", "hour hours hr hrs h 時", "day days 日", "week weeks 週",
      "month months", "year years yr yrs 年", "night nights 泊",
      "kilometre kilometres kilometer "
        + "kilometers km", "metre metres meter meters", "centimetre centimetres cm",
      "millimetre millimetres mm", "mile miles mi", "gram grams g", "kilogram kilograms kg kilos",
      "byte bytes", "kilobyte kb", "megabyte megabytes mb", "gigabyte gigabytes gb",
      "terabyte terabytes tb", "person people persons guests 名 人", "token tokens",
    ]
    var table: [UInt64: NumberUnit] = [:]
    for (lines, isCurrency) in [(currencies, true), (measures, false)] {
      for line in lines {
        let words = line.split(separator: " ").map(String.init)
        guard let name = words.first else { continue }
        for word in words {
          table[MatchText.hash(word)] = NumberUnit(name: name, isCurrency: isCurrency)
        }
      }
    }
    return table
  }()

  private static func table<Value>(_ pairs: [(String, Value)]) -> [UInt64: Value] {
    Dictionary(uniqueKeysWithValues: pairs.map { (MatchText.hash($0.0), $0.1) })
  }
}
