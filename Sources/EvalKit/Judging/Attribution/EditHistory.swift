/// An edit as far as it explains a result: which stage, at which request, did what to an entry.
public struct EditCause: Hashable, Sendable {
  /// The stage's place in the pipeline, counted from 0.
  public let stage: Int
  /// The stage as its spec has it.
  public let spec: String
  /// The number of the request it ran for; at `response` and `toolCalls`, of the request before.
  public let request: Int
  /// When it ran.
  public let moment: Moment
  /// What it did.
  public let kind: StageEdit.Kind
  /// All entries it did that to then, as ranges by rising position.
  public let entries: [Range<Int>]

  /// The cause in words: "rolling-window(entries: 4) dropped it at request 7".
  public var description: String {
    let when =
      switch moment {
      case .response, .toolCalls: "after request \(request)"
      case .overflow: "on overflow at request \(request)"
      case .prompt, .toolOutput: "at request \(request)"
      }
    return "\(spec) \(kind.words) \(when)"
  }
}

extension StageEdit.Kind {
  /// What was done, as the middle of a sentence.
  public var words: String {
    switch self {
    case .dropped: "dropped it"
    case .summarised: "put a summary in its place"
    case .masked: "masked it"
    case .truncated: "cut it"
    case .callsDropped: "dropped some of its calls"
    case .moved: "moved it"
    case .restored: "brought it back"
    }
  }
}

/// The edits of an observation by entry, to tell what is to blame for what a view lacks.
public struct EditHistory: Sendable {
  private struct Firing: Sendable {
    let request: Int
    let firing: StageFiring
  }

  private let stages: [String]
  private let firings: [Firing]

  /// Reads off what was recorded.
  public init(_ observation: Observation) {
    self.init(stages: observation.stages, records: observation.requests)
  }

  /// Reads off the requests of a session under some stages.
  public init(stages: [String], records: [RequestRecord]) {
    self.stages = stages
    firings = records.flatMap { record in
      record.firings.filter { !$0.edits.isEmpty }.map { Firing(request: record.number, firing: $0) }
    }
  }

  /// The latest edit of an entry up to a request; nil where nothing was done to it, or the latest
  /// brought it back.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - request: The number of the request whose view is looked at.
  ///   - copy: What fired on the copy that a question was asked on.
  /// - Complexity: O(firings × log ranges).
  public func cause(
    of entry: EntryID, at request: Int, copy: [StageFiring] = []
  ) -> EditCause? {
    for firing in copy.reversed() {
      if let cause = cause(of: entry, firing, request) { return cause.ifStanding }
    }
    for known in firings.reversed() where known.request <= request {
      // What ran after the reply is in the view of the request after it.
      if known.request == request, known.firing.moment.isAfterReply { continue }
      if let cause = cause(of: entry, known.firing, known.request) { return cause.ifStanding }
    }
    return nil
  }

  private func cause(of entry: EntryID, _ firing: StageFiring, _ request: Int) -> EditCause? {
    // A later kind of the same firing does not undo an earlier one: an entry has one.
    guard let edit = firing.edits.first(where: { $0.contains(entry) }) else { return nil }
    return EditCause(
      stage: firing.stage,
      spec: firing.stage < stages.count ? stages[firing.stage] : "stage \(firing.stage + 1)",
      request: request, moment: firing.moment, kind: edit.kind, entries: edit.entries)
  }
}

extension EditCause {
  fileprivate var ifStanding: EditCause? { kind == .restored ? nil : self }
}

extension Moment {
  /// Whether stages at this moment run once the reply to a request is there.
  public var isAfterReply: Bool { self == .response || self == .toolCalls }
}
