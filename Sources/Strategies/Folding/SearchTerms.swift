internal import EvalKit

/// The words of a text as a search over history compares them, with what a match is worth.
///
/// Words are folded to small letters; a run of letters and figures with joiners (`FD-2217-P`,
/// `src/a.swift`) counts as a whole and by its parts; Chinese, Japanese and Korean by pairs of
/// characters. Function words and words under three letters are left out.
enum SearchTerms {
  /// What a match of a whole identifier is worth.
  static let identifierWeight = 4

  /// The terms, each with its weight.
  ///
  /// - Complexity: O(text).
  static func terms(of text: String) -> [UInt64: Int] {
    var terms: [UInt64: Int] = [:]
    var run: [Unicode.Scalar] = []
    func close() {
      if !run.isEmpty { add(run, to: &terms) }
      run.removeAll(keepingCapacity: true)
    }
    var last: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      if isIdeograph(scalar) {
        close()
        if let last, isIdeograph(last) { terms[hash([last, scalar])] = 2 }
      } else if isWord(scalar) || isJoiner(scalar) {
        run.append(folded(scalar))
      } else {
        close()
      }
      last = scalar
    }
    close()
    return terms
  }

  private static func add(_ run: [Unicode.Scalar], to terms: inout [UInt64: Int]) {
    let isEdge = { (scalar: Unicode.Scalar) in isJoiner(scalar) }
    let whole = run.drop(while: isEdge).reversed().drop(while: isEdge).reversed()
    let parts = whole.split(whereSeparator: isJoiner)
    let hasDigit = whole.contains { isDigit($0) }
    if hasDigit && whole.count >= 3 || parts.count > 1 && whole.contains("/") {
      terms[hash(whole)] = identifierWeight
    }
    for part in parts where part.count >= 3 || part.contains(where: isDigit) && part.count == 2 {
      let key = hash(part)
      guard terms[key] == nil, !stopHashes.contains(key) else { continue }
      terms[key] = part.count >= 5 || part.contains(where: isDigit) ? 2 : 1
    }
  }

  private static func hash(_ scalars: some Sequence<Unicode.Scalar>) -> UInt64 {
    var hash = StableHash()
    for scalar in scalars { hash.combine(Int(scalar.value)) }
    return hash.value
  }

  private static let stopHashes: Set<UInt64> = Set(
    """
    the and for are was were been has have had not but you your our their his her its this that \
    these those with from into what when where which who whom whose why how can could would should \
    will shall may might must did does done please tell say said about there then than them they \
    all any some get got let now one out use yes also just like more most only over such very
    """.split(separator: " ").map { hash($0.unicodeScalars) })

  private static func folded(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    if scalar.isASCII {
      return (65...90).contains(scalar.value)
        ? Unicode.Scalar(UInt8(scalar.value) | 0x20) : scalar
    }
    let small = scalar.properties.lowercaseMapping.unicodeScalars
    return small.count == 1 ? small.first ?? scalar : scalar
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { (48...57).contains(scalar.value) }

  private static func isJoiner(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "-", "_", ".", "/", "#", "@", ":": true
    default: false
    }
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return isDigit(scalar) || (97...122).contains(scalar.value | 0x20) }
    return scalar.properties.isAlphabetic
  }

  private static func isIdeograph(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF,
      0x20000...0x2FFFF:
      true
    default: false
    }
  }
}
