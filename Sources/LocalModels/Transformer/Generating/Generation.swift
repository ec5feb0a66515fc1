internal import EvalKit

/// Generates a reply after what an engine holds.
struct Generation {
  /// What came of it.
  struct Result {
    var tokens: [Token] = []
    /// Whether the limit ended it, not the model.
    var isTruncated = false
    /// The text, up to a stop string.
    var text: [UInt8] = []
  }

  let tokenizer: ModelTokenizer
  let sampling: Sampling
  /// The most tokens.
  let limit: Int
  /// Texts that end a reply, and are no part of it.
  let stops: [[UInt8]]
  /// Whether a reply ends with its first JSON object, as the arguments of a call do.
  var endsWithObject = false

  /// Generates; the last token is not read back.
  func run(on engine: TransformerEngine) throws -> Result {
    var result = Result()
    var chooser = Sampling.Chooser(sampling)
    var object = ObjectEnd()
    while true {
      guard result.tokens.count < limit else {
        result.isTruncated = true
        return result
      }
      let token = engine.logits.withUnsafeBufferPointer { chooser.choose($0) }
      if tokenizer.ends.contains(token) { return result }
      result.tokens.append(token)
      let written = tokenizer.bytes(of: [token])
      result.text += written
      if endsWithObject, written.contains(where: { object.isReached(by: $0) }) { return result }
      if let stop = firstStop(in: result.text) {
        result.text.removeSubrange(stop...)
        return result
      }
      if result.tokens.count < limit { try engine.read([token]) }
    }
  }

  private func firstStop(in text: [UInt8]) -> Int? {
    stops.compactMap { stop -> Int? in
      guard !stop.isEmpty, text.count >= stop.count else { return nil }
      return (0...text.count - stop.count).first { text[$0...].starts(with: stop) }
    }.min()
  }
}
