/// A question that comes out otherwise under an arm than under the one it is compared with, and why.
public struct Flip: Hashable, Sendable {
  /// Which of the two does better.
  public enum Direction: String, Hashable, Sendable, CaseIterable {
    /// The reference does: the arm lost it.
    case broken
    /// The arm does.
    case fixed
  }

  /// How a question came out under one of the two.
  public struct Side: Hashable, Sendable {
    /// The score; an error counts as the worst.
    public let value: Double
    /// The verdict's word; `errored` where it failed.
    public let verdict: String
    /// Why, in a sentence for a person.
    public let reason: String
  }

  /// The case.
  public let caseID: String
  /// The metric: recall, trajectoryInOrder, abstentionRight or argumentFill.
  public let metric: String
  /// The question, or the trajectory where several questions make one.
  public let question: String
  /// Which of the two does better.
  public let direction: Direction
  /// Under the arm.
  public let arm: Side
  /// Under the reference.
  public let reference: Side
  /// Why the one that does worse does.
  public let cause: FlipCause
  /// What of the question's needs is changed or gone in the view of the one that does worse.
  public let losses: [FlipLoss]
}

/// Why a question came out worse: what flips are grouped by.
public enum FlipCause: Hashable, Sendable {
  /// A stage did something to what the question needs.
  ///
  /// `isStillInView`: the value can still be read, elsewhere or in other words, and the model did not.
  case edit(stage: Int, spec: String, kind: StageEdit.Kind, isStillInView: Bool)
  /// The view was over the context size, so nothing was asked.
  case overflow
  /// A stage failed, so there is no view: the reason.
  case stageError(String)
  /// The model failed on a view that stands: the reason.
  case modelError(String)
  /// What the question needs is not in view, and no edit on record took it: a control leaves it out, or
  /// the head that said it was edited.
  case notShown
  /// Nothing the question needs was edited: it is the model that did otherwise.
  case untouched

  /// The cause in words.
  public var description: String {
    switch self {
    case .edit(_, let spec, let kind, let isStillInView):
      "\(spec) \(kind.words)" + (isStillInView ? ", but the value is still in view" : "")
    case .overflow: "over the context size, so it was not asked"
    case .stageError(let reason): "a stage failed: \(reason)"
    case .modelError(let reason): "the model failed: \(reason)"
    case .notShown: "what it needed is not in view, by no edit of an entry"
    case .untouched: "nothing it needed was edited: the model did otherwise"
    }
  }
}

/// Something a question needs that is not in view as it was recorded.
public struct FlipLoss: Hashable, Sendable {
  /// An entry it stood in, with the edit that changed or removed it.
  public struct Source: Hashable, Sendable {
    /// The entry.
    public let entry: EntryID
    /// Its label.
    public let label: String
    /// What was done to it; nil where it is a control that leaves it out.
    public let cause: EditCause?
  }

  /// What is needed: a fact, a value, the earlier calls of a tool, the turn's own prompt.
  public let name: String
  /// Whether it can still be read, elsewhere or in other words.
  public let isStillInView: Bool
  /// What became of it, in words.
  public let reason: String
  /// Where it stood: what established it first, then later mentions.
  public let sources: [Source]
}
