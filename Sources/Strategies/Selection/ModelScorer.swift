internal import EvalKit

/// Has a model say which passages of a conversation matter most for what is asked now.
struct ModelScorer {
  /// What the model is told.
  static let instructions = """
    You decide which passages of a conversation stay in view. Answer with the numbers of the \
    passages that are needed to go on, the most needed first, separated by commas. Answer with \
    numbers only.
    """

  /// How many characters of a passage the model is shown.
  static let shownCharacters = 400

  /// Who is asked.
  let name: String

  /// Scores passages by the order in which the model names them; those it does not name score 0.
  ///
  /// - Returns: nil where nothing usable came: too large a prompt, an error, no number.
  /// - Throws: ``ModelError/unavailable(_:)``; `CancellationError`.
  func scores(
    of texts: [String], items: [Item], for question: String, in context: MomentContext
  ) async throws -> [Int]? {
    let passages = texts.enumerated().map { "[\($0 + 1)] \($1.prefix(Self.shownCharacters))" }
    let prompt =
      "What is asked now:\n\(question)\n\nPassages:\n\(passages.joined(separator: "\n"))\n\n"
      + "Which passages are needed to go on? Numbers only, the most needed first."
    let expected = "numbers from 1 to \(texts.count), separated by commas"
    do {
      let reply = try await context.summary(
        by: name,
        of: SummaryRequest(items: items, prompt: prompt, instructions: Self.instructions)
      ) { reply, _ in
        if !reply.calls.isEmpty { return .calledTool }
        return Self.numbers(in: reply.text, upTo: texts.count).isEmpty ? .unusable(expected) : nil
      }
      var scores = texts.map { _ in 0 }
      for (rank, number) in Self.numbers(in: reply, upTo: texts.count).enumerated() {
        scores[number - 1] = texts.count - rank
      }
      return scores
    } catch ModelError.unavailable(let reason) {
      throw ModelError.unavailable(reason)
    } catch {
      if error is CancellationError || error as? ModelError == .cancelled || Task.isCancelled {
        throw CancellationError()
      }
      return nil
    }
  }

  /// The numbers a text names, each once, in its order; digits within words are none.
  static func numbers(in text: String, upTo most: Int) -> [Int] {
    var numbers: [Int] = []
    var seen = Set<Int>()
    let words = text.utf8.split { byte in
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"), 0x80...0xFF:
        false
      default: true
      }
    }
    for word in words {
      guard let number = Int(String(decoding: word, as: UTF8.self)),
        (1...max(1, most)).contains(number),
        number <= most, seen.insert(number).inserted
      else { continue }
      numbers.append(number)
    }
    return numbers
  }
}
