/// A text as pre-tokenisers look at it: the class of every scalar, and where its bytes begin.
struct ScannedText {
  enum Class: UInt8 {
    case letter
    case number
    case lineBreak
    case space
    case other

    init(_ scalar: Unicode.Scalar) {
      if scalar.value < 0x80 {
        self = Self.ascii[Int(scalar.value)]
        return
      }
      if scalar.properties.isWhitespace {
        self = .space
        return
      }
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
        self = .letter
      case .decimalNumber, .letterNumber, .otherNumber: self = .number
      default: self = .other
      }
    }

    private static let ascii: [Class] = (0..<128).map { (byte: UInt8) in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): .letter
      case UInt8(ascii: "0")...UInt8(ascii: "9"): .number
      case 0x0A, 0x0D: .lineBreak
      case 0x09, 0x0B, 0x0C, 0x20: .space
      default: .other
      }
    }

    var isSpace: Bool { self == .space || self == .lineBreak }
  }

  let scalars: [Unicode.Scalar]
  let classes: [Class]
  /// Where each scalar's bytes begin, and at last where they end.
  let starts: [Int]

  init(_ text: some StringProtocol) {
    var scalars: [Unicode.Scalar] = []
    var classes: [Class] = []
    var starts: [Int] = []
    let count = text.utf8.count
    scalars.reserveCapacity(count)
    classes.reserveCapacity(count)
    starts.reserveCapacity(count + 1)
    var place = 0
    for scalar in text.unicodeScalars {
      scalars.append(scalar)
      classes.append(Class(scalar))
      starts.append(place)
      place += UTF8.width(scalar)
    }
    starts.append(place)
    self.scalars = scalars
    self.classes = classes
    self.starts = starts
  }

  /// Where the run of a class that begins at a place ends, at most `width` on.
  func run(of wanted: Class, from start: Int, to end: Int, atMost width: Int = .max) -> Int {
    var place = start
    while place < end, place - start < width, classes[place] == wanted { place += 1 }
    return place
  }

  /// Where the run of white space that begins at a place ends.
  func spaces(from start: Int, to end: Int) -> Int {
    var place = start
    while place < end, classes[place].isSpace { place += 1 }
    return place
  }
}
