import Synchronization

/// A text read by itself, with what prompts and descriptions are compared by.
final class ReadText: Sendable {
  /// The text.
  let reading: Reading
  private let telling = Mutex<[UInt64]?>(nil)
  private let general = Mutex<Set<UInt64>?>(nil)

  init(_ reading: Reading) { self.reading = reading }

  /// The keys of its words but function words, in order.
  var keys: [UInt64] {
    telling.remembered { reading.words.filter { !$0.isFunctionWord }.map(\.key) }
  }

  /// The words but for the names and values in it: these tell requests of one kind apart.
  var terms: Set<UInt64> {
    general.remembered {
      var terms: Set<UInt64> = []
      for sentence in reading.sentences {
        let range = reading.wordRange(sentence)
        for index in range {
          let word = reading.words[index]
          let hasDigit = (word.start..<word.end).contains {
            ScalarClass.isDigit(reading.folded[Int($0)])
          }
          if hasDigit || (word.isCapitalised && index > range.lowerBound) { continue }
          if !word.isFunctionWord { terms.insert(word.key) }
        }
      }
      return terms
    }
  }
}
