internal import Foundation

/// A question to a model that is asked how likely continuations are, not what it would say.
public struct LikelihoodRequest: Sendable {
  /// The head in force.
  public var head: Head
  /// The view's items, the last one usually the prompt.
  public var items: [Item]
  /// How the reply begins; empty where nothing is given away.
  public var lead: String
  /// What may follow, each ending there: with a full stop, or with the turn.
  public var continuations: [String]

  /// Makes a request.
  public init(head: Head, items: [Item], lead: String = "", continuations: [String]) {
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

/// How likely a model held one way to say a value to be.
public struct ValueLikelihood: Hashable, Sendable {
  /// What the value is to the question.
  public enum Role: String, Hashable, Sendable, CaseIterable {
    /// What counts as right, or another way to say it.
    case right
    /// A value that was replaced.
    case superseded
  }

  /// The value's text.
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

  /// The log-probability of the likeliest value with a role; nil where there is none.
  public func best(_ role: ValueLikelihood.Role) -> Double? {
    filter { $0.role == role }.map(\.logLikelihood).max()
  }
}
