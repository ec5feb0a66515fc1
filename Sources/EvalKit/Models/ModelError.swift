/// What can go wrong between a session and a model; each case names cause and remedy.
public enum ModelError: Error, Hashable, Sendable {
  /// The request is larger than the context window.
  case contextSizeExceeded(contextSize: Int, tokens: Int)
  /// The provider asks to come back later.
  case rateLimited(until: String?)
  /// The model produced no answer (its cap was spent on reasoning, or it said nothing).
  case noResponse(reason: String)
  /// The request asks for something the model does not declare.
  case unsupportedCapability(String)
  /// A schema the model cannot be held to.
  case unsupportedSchema(String)
  /// A segment the model's template cannot render.
  case unrenderable(String)
  /// The model is not there.
  case unavailable(String)
  /// The call took longer than its limit, in seconds.
  case timeout(seconds: Int)
  /// The call was cancelled.
  case cancelled
}

extension ModelError: CustomStringConvertible, CustomDebugStringConvertible {
  /// Cause and remedy in one line.
  public var description: String {
    switch self {
    case .contextSizeExceeded(let size, let tokens):
      "the request has \(tokens) tokens, the context window \(size); compact the history or use a larger window"
    case .rateLimited(let date):
      "the provider refuses more requests\(date.map { " until \($0)" } ?? ""); wait and run again"
    case .noResponse(let reason):
      "the model gave no response: \(reason); raise the response limit or shorten the reasoning"
    case .unsupportedCapability(let what):
      "the model does not declare \(what); choose a model that does or leave it out of the request"
    case .unsupportedSchema(let why):
      "the response schema cannot be held: \(why); simplify it or raise the response limit"
    case .unrenderable(let what):
      "the model's template cannot render \(what); remove it or choose another model"
    case .unavailable(let why):
      "the model is not available: \(why)"
    case .timeout(let seconds):
      "the call took longer than \(seconds) s; raise --time-limit or shorten the request"
    case .cancelled:
      "the call was cancelled"
    }
  }

  /// The same as the description.
  public var debugDescription: String { description }
}

extension ModelError {
  /// What an HTTP provider's refusal means.
  ///
  /// - Parameters:
  ///   - status: The status it answered with.
  ///   - retryAfter: Its `Retry-After`: a date or seconds.
  public init(status: Int, retryAfter: String?) {
    switch status {
    case 429: self = .rateLimited(until: retryAfter)
    default: self = .unavailable("the provider answered \(status)")
    }
  }
}
