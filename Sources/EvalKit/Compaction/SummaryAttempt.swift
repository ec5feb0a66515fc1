/// One way of asking for a summary, with whatever items.
struct SummaryAttempt {
  enum Outcome: Equatable {
    case text(String)
    case failed(tooLong: Bool)
    /// It said something, not in the form it was to have.
    case unread
  }

  let summariser: String
  let told: String?
  let previous: String?
  let limit: Int?
  /// The most tokens that are no fault.
  let most: Int
  let prompt: (([Item]) -> String)?
  let sections: [String]
  let check: ((String) -> SummaryFault?)?
  let context: MomentContext

  func request(_ items: [Item], session: History? = nil) -> SummaryRequest {
    var request = SummaryRequest(
      items: items, prompt: session == nil ? prompt?(items) : nil, instructions: told,
      previous: previous, limit: limit, session: session)
    request.sections = sections
    return request
  }

  func ask(_ items: [Item], session: History? = nil) async throws -> Outcome {
    do {
      let text = try await context.summary(by: summariser, of: request(items, session: session)) {
        reply, tokens in
        if !reply.calls.isEmpty { return .calledTool }
        if !reply.text.contains(where: { !$0.isWhitespace }) { return .empty }
        if let fault = check?(reply.text) { return fault }
        return tokens > most ? .tooLong(tokens: tokens, limit: most) : nil
      }
      return .text(text)
    } catch let error as CancellationError {
      throw error
    } catch ModelError.unavailable(let reason) {
      throw ModelError.unavailable(reason)
    } catch ModelError.contextSizeExceeded {
      return .failed(tooLong: true)
    } catch SummaryFault.missing, SummaryFault.unusable {
      return .unread
    } catch {
      return .failed(tooLong: false)
    }
  }

  /// A summary of as many of the latest items as are accepted, a tenth fewer each time.
  func withoutOldest(_ items: [Item]) async throws -> String? {
    var rest = items[...]
    while rest.count > 1 {
      rest = rest.dropFirst(max(1, rest.count / 10))
      let items = Array(rest)
      // A known window needs no asking: only what may be accepted is asked for.
      if let window = context.window(of: summariser),
        context.tokens(of: request(items)) > window
      {
        continue
      }
      switch try await ask(items) {
      case .text(let text): return text
      case .failed(tooLong: false), .unread: return nil
      case .failed(tooLong: true): continue
      }
    }
    return nil
  }
}
