/// Placeholders with the shape of what they stand for.
///
/// Letters become `x`, digits `0`, wider characters one of their width; marks and spaces stay. The
/// number of the value among those of its shape is written over the end: `xxxa`, `xxxb`.
struct Placeholders: Sendable {
  private var numbers: [String: Int] = [:]
  private var counts: [String: Int] = [:]

  /// The placeholder of a value, and whether the value is met for the first time; case is no
  /// difference.
  mutating func placeholder(for value: String) -> (text: String, isNew: Bool) {
    let key = value.lowercased()
    let classes = value.unicodeScalars.map(Class.init)
    let shape = String(String.UnicodeScalarView(classes.map(\.zero))).lowercased()
    let known = numbers[key]
    let number = known ?? counts[shape, default: 0] + 1
    if known == nil {
      numbers[key] = number
      counts[shape] = number
    }
    return (Self.text(number, classes), known == nil)
  }

  private static func text(_ number: Int, _ classes: [Class]) -> String {
    var scalars = classes.map(\.zero)
    var rest = number
    for place in classes.indices.reversed() where rest > 0 {
      let signs = classes[place].signs
      guard !signs.isEmpty else { continue }
      scalars[place] = signs[rest % signs.count]
      rest /= signs.count
    }
    // Numbers do not begin with a zero: they may be numbers in JSON.
    if classes.allSatisfy({ $0.isInNumber }), let first = scalars.firstIndex(of: "0"),
      scalars[..<first].allSatisfy({ !("1"..."9").contains($0) })
    {
      scalars[first] = "1"
    }
    return String(String.UnicodeScalarView(scalars))
  }

  /// What a character is to a tokenizer.
  private enum Class {
    case lower, upper, digit, letter, wide
    case other(Unicode.Scalar)

    init(_ scalar: Unicode.Scalar) {
      switch scalar {
      case "a"..."z": self = .lower
      case "A"..."Z": self = .upper
      case "0"..."9": self = .digit
      default:
        switch scalar.value {
        case 0x80..<0x800 where scalar.properties.isAlphabetic: self = .letter
        case 0x800...: self = scalar.properties.isAlphabetic ? .wide : .other(scalar)
        default: self = .other(scalar)
        }
      }
    }

    /// What stands for it.
    var zero: Unicode.Scalar {
      switch self {
      case .lower: "x"
      case .upper: "X"
      case .digit: "0"
      case .letter: "\u{F8}"
      case .wide: "\u{3007}"
      case .other(let scalar): scalar
      }
    }

    /// The signs a number may be written with in its place, that of zero first.
    var signs: [Unicode.Scalar] {
      switch self {
      case .lower: Self.lowerSigns
      case .upper: Self.upperSigns
      case .digit: Self.digits
      case .letter: ["\u{F8}", "\u{E5}", "\u{E6}"]
      case .wide: Self.wideSigns
      case .other: []
      }
    }

    var isInNumber: Bool {
      switch self {
      case .digit, .other: true
      case .lower, .upper, .letter, .wide: false
      }
    }

    private static let lowerSigns = Array("xabcdefghijklmnopqrstuvw".unicodeScalars)
    private static let upperSigns = Array("XABCDEFGHIJKLMNOPQRSTUVW".unicodeScalars)
    private static let digits = Array("0123456789".unicodeScalars)
    private static let wideSigns =
      ["\u{3007}"] + (0..<20).compactMap { Unicode.Scalar(0x2460 + $0) }
  }
}
