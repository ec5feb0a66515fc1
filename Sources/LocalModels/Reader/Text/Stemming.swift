/// Takes the commonest English endings off, by rule, so that forms of a word meet.
enum Stemming {
  /// The stem of a folded ASCII word.
  static func stem(_ word: [UInt8]) -> [UInt8] {
    guard word.count > 3 else { return word }
    var stem = plural(word)
    if let rest = withoutEnding(stem, "ing") ?? withoutEnding(stem, "ed") { stem = rest }
    if stem.count > 3, stem.last == UInt8(ascii: "e") { stem.removeLast() }
    if stem.count > 2, stem.last == UInt8(ascii: "y") { stem[stem.count - 1] = UInt8(ascii: "i") }
    return stem
  }

  private static func plural(_ word: [UInt8]) -> [UInt8] {
    guard word.last == UInt8(ascii: "s") else { return word }
    let before = word[word.count - 2]
    if before == UInt8(ascii: "s") || before == UInt8(ascii: "u") || before == UInt8(ascii: "i") {
      return word
    }
    if word.count > 4, ends(word, "ies") {
      return Array(word.dropLast(3)) + [UInt8(ascii: "y")]
    }
    if word.count > 4,
      ["sses", "xes", "ches", "shes", "zes"].contains(where: { ends(word, $0) })
    {
      return Array(word.dropLast(2))
    }
    return Array(word.dropLast())
  }

  private static func withoutEnding(_ word: [UInt8], _ ending: StaticString) -> [UInt8]? {
    let count = ending.utf8CodeUnitCount
    guard word.count >= count + 3, ends(word, ending) else { return nil }
    var rest = Array(word.dropLast(count))
    guard rest.contains(where: isVowel) else { return nil }
    if let last = rest.last, rest.count > 3, rest[rest.count - 2] == last, !isVowel(last),
      last != UInt8(ascii: "l"), last != UInt8(ascii: "s")
    {
      rest.removeLast()
    }
    return rest
  }

  private static func ends(_ word: [UInt8], _ ending: StaticString) -> Bool {
    let count = ending.utf8CodeUnitCount
    guard word.count > count else { return false }
    return ending.withUTF8Buffer { word.suffix(count).elementsEqual($0) }
  }

  private static func isVowel(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a"), UInt8(ascii: "e"), UInt8(ascii: "i"), UInt8(ascii: "o"),
      UInt8(ascii: "u"), UInt8(ascii: "y"):
      true
    default: false
    }
  }
}
