/// How one kind of confusion is told: by comparison alone, without a model.
///
/// A signature looks at a checkpoint of one arm beside the reference and beside the same model's
/// oracle arm. It does not ask whether the oracle is confused too: who judges a checkpoint does, and
/// charges nothing that the oracle shows as well.
public protocol ConfusionSignature: Sendable {
  /// The kind.
  var kind: ToolConfusion { get }
  /// What it looks like, in one sentence for a user.
  var sentence: String { get }
  /// What in an edited history brings it about.
  var origin: String { get }
  /// What to do about it.
  var remedy: String { get }
  /// Looks for it at a checkpoint.
  ///
  /// - Returns: nil where it is not there.
  /// - Complexity: O(entries + text that stages made).
  func check(_ scene: ConfusionScene) -> ConfusionHit?
}

/// What a signature found at a checkpoint.
public struct ConfusionHit: Hashable, Sendable {
  /// The kind.
  public let kind: ToolConfusion
  /// What exactly, in words.
  public let detail: String
  /// The entries whose loss explains it, in order; none where the view lost nothing that would have
  /// helped.
  public let lost: [EntryID]
  /// The reply of the checkpoint it is in, counted from 0: the request whose view explains it.
  public let step: Int

  /// Makes a hit.
  public init(_ kind: ToolConfusion, _ detail: String, lost: [EntryID] = [], step: Int = 0) {
    self.kind = kind
    self.detail = detail
    self.lost = Array(Set(lost)).sorted()
    self.step = step
  }
}
