import EvalKit

/// Words an argument of free text from the active prompt.
struct FreeText {
  private let view: ActView

  init(_ view: ActView) { self.view = view }

  /// What is quoted, else what follows a colon, else the prompt.
  func text(_ slot: Slot) -> String? {
    guard let prompt = view.activePrompt else { return nil }
    let reading = view.text(prompt).reading
    let whole = 0..<reading.scalars.count
    let quotes = QuoteScanner.quotes(reading, whole)
    if let longest = quotes.max(by: { $0.range.count < $1.range.count }), longest.range.count > 3 {
      return reading.text(longest.range)
    }
    for sentence in reading.sentences {
      guard let colon = sentence.first(where: { reading.folded[$0] == 0x3A }),
        colon + 2 < sentence.upperBound, ScalarClass.isSpace(reading.folded[colon + 1])
      else { continue }
      return reading.text((colon + 2)..<sentence.upperBound)
    }
    return reading.scalars.isEmpty ? nil : reading.text(whole)
  }
}
