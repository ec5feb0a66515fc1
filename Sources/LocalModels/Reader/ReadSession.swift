package import EvalKit

/// A session that the reader has read once, to be asked many questions with all of it in view.
package struct ReadSession {
  private let answerer: Answerer

  /// Reads a session.
  ///
  /// - Complexity: O(text).
  package init(_ transcript: Transcript, configuration: Reader.Configuration = .init()) {
    answerer = Answerer(
      configuration: configuration, instructions: transcript.head.instructions,
      items: transcript.entries.enumerated().map {
        Item(recorded: EntryID($0.offset), entry: $0.element)
      })
  }

  /// What the reader answers; nil where it abstains.
  ///
  /// - Complexity: O(words of the session).
  package func answer(to question: String) -> String? {
    let answer = answerer.answer(question)
    return answer.abstained ? nil : answer.text
  }
}
