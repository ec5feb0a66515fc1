/// The text a model judge is asked with, and the places where a question's own texts go.
public struct PromptTemplate: Hashable, Sendable {
  /// What a place is filled with.
  public enum Placeholder: String, Hashable, Sendable, CaseIterable {
    /// What was asked.
    case question
    /// What an answer has to say.
    case expected
    /// What was answered.
    case answer
    /// The entries of the session that say what is expected.
    case evidence
  }

  /// A run of the text.
  enum Part: Hashable, Sendable {
    case text(String)
    case placeholder(Placeholder)
  }

  /// The text as it was written.
  public let text: String
  private let parts: [Part]

  /// Reads a template: `{question}`, `{expected}`, `{answer}` and `{evidence}` stand for texts, `\{`
  /// for a brace. Braces around anything but a word are text, so that JSON needs no care.
  ///
  /// - Parameter report: Is told every mistake with its place: a word that is no placeholder, and a
  ///   template that never shows the answer.
  init(_ text: String, report: (_ message: String, _ position: TextPosition) -> Void) {
    self.text = text
    var parts: [Part] = []
    var run = ""
    var position = TextPosition(line: 1, column: 1)
    var rest = text[...]
    func advance(_ position: inout TextPosition, over part: some StringProtocol) {
      for byte in part.utf8 {
        if byte == 0x0A {
          position = TextPosition(line: position.line + 1, column: 1)
        } else {
          position = TextPosition(line: position.line, column: position.column + 1)
        }
      }
    }
    while let first = rest.first {
      var taken = rest.prefix(1)
      if first == "\\", rest.dropFirst().first == "{" {
        taken = rest.prefix(2)
        run.append("{")
      } else if first == "{", let word = Self.word(after: rest) {
        taken = rest.prefix(word.count + 2)
        if let placeholder = Placeholder(rawValue: word) {
          parts += [.text(run), .placeholder(placeholder)]
          run = ""
        } else {
          let names = Placeholder.allCases.map(\.rawValue)
          let hint = EditDistance.suggestion(for: word, in: names)
          report(
            "unknown placeholder '{\(word)}'"
              + (hint.isEmpty
                ? "; known are \(names.map { "{\($0)}" }.joined(separator: ", ")); \\{ is a brace"
                : hint),
            position)
        }
      } else {
        run.append(first)
      }
      advance(&position, over: taken)
      rest = rest.dropFirst(taken.count)
    }
    parts.append(.text(run))
    self.parts = parts.filter { $0 != .text("") }
    if !parts.contains(.placeholder(.answer)) {
      report("the prompt never shows {answer}", TextPosition(line: 1, column: 1))
    }
  }

  /// The word between the brace a text begins with and the next.
  private static func word(after text: Substring) -> String? {
    let word = text.dropFirst().prefix { $0.isASCII && $0.isLetter }
    return word.isEmpty || text.dropFirst(word.count + 1).first != "}" ? nil : String(word)
  }

  /// Whether it has a place for something.
  public func shows(_ placeholder: Placeholder) -> Bool {
    parts.contains(.placeholder(placeholder))
  }

  /// The text with its places filled; what is put in is not read for places again.
  public func filled(_ value: (Placeholder) -> String) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .placeholder(let placeholder): value(placeholder)
      }
    }.joined()
  }
}
