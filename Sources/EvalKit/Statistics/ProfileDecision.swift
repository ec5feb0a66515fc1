/// A verdict as if questions were asked at the ages of a profile.
public struct ProfileDecision: Hashable, Sendable {
  /// The profile's name.
  public let profile: String
  /// The estimate under it.
  public let estimate: Double
  /// The differences the test does not refuse under it.
  public let interval: ConfidenceInterval?
  /// The verdict.
  public let verdict: Verdict

  /// Whether it says otherwise than another: with another verdict, and not merely for want of
  /// questions of those ages, so that the other's estimate lies outside its interval.
  func contradicts(_ other: ProfileDecision) -> Bool {
    if verdict == other.verdict { return false }
    guard verdict == .inconclusive else { return other.verdict != .inconclusive }
    return interval.map { !$0.contains(other.estimate) } ?? false
  }
}
