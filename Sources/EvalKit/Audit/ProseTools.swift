/// Looks in instructions for tools that no request defines.
struct ProseTools {
  /// A name, and the sentence that names it as a tool.
  struct Mention: Hashable {
    let name: String
    let sentence: String
  }

  /// Names that are certainly tools: the session calls or defines them somewhere.
  let known: Set<String>
  /// What a head defines, and what its schemas speak of, which is no tool.
  private let defined: Set<String>
  private let vocabulary: Set<String>

  /// - Complexity: O(schemas).
  init(head: Head, known: Set<String>) {
    self.known = known
    defined = Set(head.tools.map(\.name))
    var words = Set<String>()
    for tool in head.tools { tool.parameters.collectWords(into: &words) }
    vocabulary = words
  }

  /// The tools a text names and the head does not define, each with the first sentence that does.
  ///
  /// A name that is not known from the session must look like one in code, `fetch_order` or
  /// `fetchOrder`, and stand in a sentence about tools.
  ///
  /// - Complexity: O(text).
  func mentions(in text: String) -> [Mention] {
    var seen = defined
    var mentions: [Mention] = []
    for sentence in VolatileText.sentences(of: text) {
      let words = sentence.split { !(Self.isNamePart($0)) }.map(Self.trimmed)
      let isAboutTools = words.contains { Self.cues.contains($0.lowercased()) }
      for word in words where !seen.contains(word) {
        let isTool =
          known.contains(word)
          || (isAboutTools && Self.isCodeName(word) && !vocabulary.contains(word))
        guard isTool, known.contains(word) ? isAboutTools || Self.isCodeName(word) : true else {
          continue
        }
        seen.insert(word)
        mentions.append(Mention(name: word, sentence: sentence))
      }
    }
    return mentions
  }

  private static let cues: Set<String> = [
    "tool", "tools", "function", "functions", "call", "calls", "calling", "invoke", "use", "using",
  ]

  private static func isNamePart(_ character: Character) -> Bool {
    character == "_" || character == "-" || character.isLetter || character.isNumber
  }

  private static func trimmed(_ word: Substring) -> String {
    var word = word
    while word.first == "-" || word.first == "_" { word.removeFirst() }
    while word.last == "-" || word.last == "_" { word.removeLast() }
    return String(word)
  }

  /// Whether a word is written as names in code are: `snake_case` or `camelCase`.
  static func isCodeName(_ word: String) -> Bool {
    guard let first = word.unicodeScalars.first, word.allSatisfy(\.isASCII),
      first.properties.isAlphabetic
    else { return false }
    if word.contains("_") { return word.contains { $0.isLowercase } }
    guard first.properties.isLowercase, !word.contains("-") else { return false }
    return word.dropFirst().contains { $0.isUppercase }
  }
}

extension JSONValue {
  /// The keys and words of a schema: names of arguments, choices, whatever descriptions name.
  fileprivate func collectWords(into words: inout Set<String>) {
    switch self {
    case .string(let text):
      for word in text.split(whereSeparator: { !($0 == "_" || $0.isLetter || $0.isNumber) }) {
        words.insert(String(word))
      }
    case .array(let values): for value in values { value.collectWords(into: &words) }
    case .object(let object):
      for member in object.members {
        words.insert(member.key)
        member.value.collectWords(into: &words)
      }
    default: break
    }
  }
}
