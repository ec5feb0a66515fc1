/// What a checkpoint's replies come to: no confusion, an arm's, or one that the oracle has as well.
public enum ConfusionVerdict: Hashable, Sendable {
  /// The replies show none.
  case none
  /// The arm is confused and the oracle is not, or by something else.
  case own(ConfusionHit)
  /// The oracle of the same model shows the same at this checkpoint: no edit is to blame.
  case shared(ConfusionHit)

  /// What was found, whoever's it is.
  public var hit: ConfusionHit? {
    switch self {
    case .none: nil
    case .own(let hit), .shared(let hit): hit
    }
  }

  /// Judges a checkpoint.
  ///
  /// - Parameters:
  ///   - steps: The arm's replies.
  ///   - oracle: Those of its model's oracle.
  /// - Complexity: O(kinds × (entries + text that stages made)).
  init(
    _ judged: JudgedCase, _ expectation: TrajectoryExpectation, questions: [Question],
    steps: [ConfusionScene.Step], oracle: [ConfusionScene.Step]
  ) {
    func first(_ steps: [ConfusionScene.Step]) -> ConfusionHit? {
      Self.first(
        in: ConfusionScene(
          judged, expectation, questions: questions, steps: steps, oracle: oracle))
    }
    guard let hit = first(steps) else {
      self = .none
      return
    }
    // The kind alone decides: that both are confused in one way is the model's and not the edit's.
    self = hit.kind == first(oracle)?.kind ? .shared(hit) : .own(hit)
  }

  /// The first kind, in order of precedence, whose signature fits.
  static func first(in scene: ConfusionScene) -> ConfusionHit? {
    for kind in ToolConfusion.allCases {
      if let hit = kind.signature.check(scene) { return hit }
    }
    return nil
  }
}
