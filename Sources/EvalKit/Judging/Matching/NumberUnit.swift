/// What a number counts, so that 30 minutes is not 30 hours and 5 USD is not 5 EUR.
struct NumberUnit: Hashable, Sendable {
  let name: String
  let isCurrency: Bool
  /// How many of the smallest unit of what it measures it is; nil where it is converted to no other.
  let scale: Double?
  /// What it measures: units of one measure are converted.
  let measure: Measure?

  /// What units are converted within.
  enum Measure: Sendable {
    /// In seconds.
    case time
    /// In months, which have no fixed length in seconds.
    case calendar
    /// In grams.
    case weight
    /// In millimetres.
    case length
  }

  static let percent = NumberUnit(name: "percent", isCurrency: false, scale: nil, measure: nil)

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

  static let ordinals = Set(["st", "nd", "rd", "th", "x"].map(MatchText.hash))

  /// The words of each unit, the first its name.
  static let units: [UInt64: NumberUnit] = {
    var table: [UInt64: NumberUnit] = [:]
    func add(_ line: String, isCurrency: Bool = false, scale: Double? = nil, _ measure: Measure?) {
      let words = line.split(separator: " ").map(String.init)
      guard let name = words.first else { return }
      for word in words {
        table[MatchText.hash(word)] = NumberUnit(
          name: name, isCurrency: isCurrency, scale: scale, measure: measure)
      }
    }
    for line in currencies { add(line, isCurrency: true, nil) }
    for line in counted { add(line, nil) }
    for (measure, lines) in [
      (Measure.time, times), (Measure.calendar, calendar), (Measure.weight, weights),
      (Measure.length, lengths),
    ] {
      for (line, scale) in lines { add(line, scale: scale, measure) }
    }
    return table
  }()

  private static let currencies = [
    "usd dollar dollars buck bucks", "eur euro euros", "gbp pound pounds sterling",
    "jpy yen 円", "krw won 원", "cny rmb yuan 元", "chf franken francs", "sek", "nok",
    "dkk", "inr rupee rupees", "cad", "aud", "brl reais", "mxn pesos",
  ]
  private static let counted = [
    "percent pct prozent",
    "night nights nacht nachte 泊", "byte bytes", "kilobyte kb", "megabyte megabytes mb",
    "gigabyte gigabytes gb", "terabyte terabytes tb", "token tokens",
    "person people persons guests 名 人", "litre litres liter liters",
  ]
  private static let times: [(String, Double)] = [
    ("millisecond milliseconds ms", 1e-3), ("second seconds sec secs 秒", 1),
    ("minute minutes min mins minuten 分", 60),
    ("hour hours hr hrs h stunde stunden 時", 3600), ("day days tag tage 日", 86_400),
    ("week weeks woche wochen 週", 604_800),
  ]
  private static let calendar: [(String, Double)] = [
    ("month months monat monate", 1), ("year years yr yrs jahr jahre 年", 12),
  ]
  private static let weights: [(String, Double)] = [
    ("milligram milligrams mg", 1e-3), ("gram grams g", 1),
    ("kilogram kilograms kg kilo kilos", 1e3), ("lb lbs", 453.59237),
    ("oz ounce ounces", 28.349523125),
  ]
  private static let lengths: [(String, Double)] = [
    ("millimetre millimetres millimeter millimeters mm", 1),
    ("centimetre centimetres centimeter centimeters cm", 10),
    ("metre metres meter meters", 1e3),
    ("kilometre kilometres kilometer kilometers km", 1e6), ("mile miles mi", 1_609_344),
    ("inch inches", 25.4), ("foot feet ft", 304.8),
  ]

  static func table<Value>(_ pairs: [(String, Value)]) -> [UInt64: Value] {
    Dictionary(uniqueKeysWithValues: pairs.map { (MatchText.hash($0.0), $0.1) })
  }
}
