internal import EvalKit

extension TransformerDesk {
  /// The log-probability of each continuation.
  func logLikelihoods(of request: LikelihoodRequest) async throws -> [Double] {
    let writer = TemplateTokenizer(base: source.tokenizer)
    let lead = ChatTemplate.content(request.lead)
    let prefix =
      source.tokens(head: request.head, items: request.items)
      + writer.tokens(source.template.opening() + lead)
    let continuations = request.continuations.map(weighed)
    try check(prefix.count + (continuations.map(\.tokens.count).max() ?? 0))
    let reuses = configuration.options.reusesPrefix
    let clock = ContinuousClock()
    let start = clock.now
    let (feeding, first, found) = try await perform { feeder in
      if !reuses { feeder.reset() }
      let feeding = try feeder.feed(prefix)
      let first = clock.now
      do {
        return (feeding, first, try Weighing.logLikelihoods(of: continuations, on: feeder.engine))
      } catch {
        feeder.reset()
        throw error
      }
    }
    note(
      CallTiming(
        kind: .likelihood, prompt: feeding.total, reused: feeding.reused,
        written: continuations.reduce(0) { $0 + $1.tokens.count },
        firstToken: (first - start).inSeconds, total: (clock.now - start).inSeconds))
    return found
  }

  /// A continuation's tokens, of which those that the form prescribes are given.
  private func weighed(_ continuation: Continuation) -> Weighing.Continuation {
    var found = Weighing.Continuation()
    switch continuation {
    case .value(let text):
      source.tokenizer.encode(plain: text, opening: false, into: &found.tokens)
      found.closing = Set(source.tokenizer.tokens(".").prefix(1)).union(source.tokenizer.ends)
      found.isWeighed = found.tokens.map { _ in true }
    case .prose(let text):
      source.tokenizer.encode(plain: text, opening: false, into: &found.tokens)
      found.closing = Set(source.tokenizer.ends)
      found.isWeighed = found.tokens.map { _ in true }
    case .call(let call):
      for piece in source.template.pieces(of: call) {
        let tokens = TemplateTokenizer(base: source.tokenizer).tokens(continuing: piece.text)
        found.tokens += tokens
        found.isWeighed += tokens.map { _ in piece.isWeighed }
      }
    }
    return found
  }
}
