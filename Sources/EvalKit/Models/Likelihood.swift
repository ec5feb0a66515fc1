internal import Foundation

/// What a reply may go on with.
public enum Continuation: Hashable, Sendable {
  /// A value, which ends there: with a full stop, or with the turn.
  case value(String)
  /// A reply in prose, which ends with the turn.
  case prose(String)
  /// A call, as the model's template writes calls, else in a plain form: that it is one and its tool's
  /// name, then each argument's value given those before. What the form prescribes is given, not weighed.
  case call(ToolCall)

  /// It as one text: for records and for people.
  public var text: String {
    switch self {
    case .value(let text), .prose(let text): text
    case .call(let call): "\(call.name) \(call.argumentsText ?? call.arguments.serialised())"
    }
  }
}

/// A question to a model that is asked how likely continuations are, not what it would say.
public struct LikelihoodRequest: Sendable {
  /// The head in force.
  public var head: Head
  /// The view's items, the last one usually the prompt.
  public var items: [Item]
  /// How the reply begins; empty where nothing is given away.
  public var lead: String
  /// What may follow.
  public var continuations: [Continuation]

  /// Makes a request.
  public init(head: Head, items: [Item], lead: String = "", continuations: [Continuation]) {
    self.head = head
    self.items = items
    self.lead = lead
    self.continuations = continuations
  }
}

/// An executor that can say how likely a continuation is.
public protocol LikelihoodExecutor: ModelExecutor {
  /// The log-probability of each continuation, in nats, in their order.
  ///
  /// - Throws: ``ModelError`` as for a request; whatever the model throws.
  func logLikelihoods(of request: LikelihoodRequest, model: Model) async throws -> [Double]
}

/// How likely a model held something that it might say or do.
public struct ValueLikelihood: Hashable, Sendable {
  /// What it is to the question.
  public enum Role: String, Hashable, Sendable, CaseIterable {
    /// What counts as right, or another way to say it.
    case right
    /// A value that was replaced.
    case superseded
    /// What the record does next.
    case action
    /// What was said at an earlier turn that made no call.
    case prose
    /// Another call, made earlier.
    case call
  }

  /// The value's text, or the action's.
  public var text: String
  /// What it is to the question.
  public var role: Role
  /// Its log-probability on the view, in nats.
  public var logLikelihood: Double

  /// Makes a likelihood.
  public init(text: String, role: Role, logLikelihood: Double) {
    self.text = text
    self.role = role
    self.logLikelihood = logLikelihood
  }
}

extension Sequence where Element == ValueLikelihood {
  /// The log-probability that one of the values with a role is said; nil where there is none.
  public func total(_ role: ValueLikelihood.Role) -> Double? {
    let terms = filter { $0.role == role }.map(\.logLikelihood)
    guard let most = terms.max() else { return nil }
    return most + log(terms.reduce(0) { $0 + exp($1 - most) })
  }

  /// The log-probability of the likeliest with one of some roles; nil where there is none.
  public func best(_ roles: ValueLikelihood.Role...) -> Double? {
    filter { roles.contains($0.role) }.map(\.logLikelihood).max()
  }
}
