/// The words of a text that say what it is about, common endings taken off.
///
/// What is left out is a closed list of function words: articles, pronouns, auxiliaries, prepositions,
/// conjunctions, interrogatives. Verbs of asking and telling count as content.
public enum ContentWords {
  /// The content words of a text, each once.
  public static func words(of text: String) -> Set<String> {
    var words = Set<String>()
    var word = ""
    func close() {
      while word.last == "'" { word.removeLast() }
      if !word.isEmpty, !functionWords.contains(word) { words.insert(stem(word)) }
      word = ""
    }
    for scalar in text.lowercased().unicodeScalars {
      if scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || (scalar == "'" && !word.isEmpty)
      {
        word.unicodeScalars.append(scalar)
      } else {
        close()
      }
    }
    close()
    return words
  }

  /// The share of a text's content words that another has too; 0 for a text without any.
  public static func share(of text: String, in other: String) -> Double {
    let words = words(of: text)
    guard !words.isEmpty else { return 0 }
    return Double(words.intersection(Self.words(of: other)).count) / Double(words.count)
  }

  private static func stem(_ word: String) -> String {
    for ending in ["'s", "ing", "ed", "es", "s"]
    where word.hasSuffix(ending) && word.utf8.count >= ending.utf8.count + 3 {
      return String(word.dropLast(ending.count))
    }
    return word
  }

  private static let functionWords = Set(
    """
    a an the this that these those it its he she they we you i me my mine your yours our ours us his \
    her hers him their theirs them who whom whose which what when where why how is are was were be \
    been being am do does did done have has had having will would shall should can could may might \
    must of in on at to for from by with about into over under after before between through during \
    above below up down out off as than then so too very just also only even still again once and or \
    but nor if because while until although though not no yes any some all each every both few more \
    most other such own same there here
    """.split(separator: " ").map(String.init))
}
