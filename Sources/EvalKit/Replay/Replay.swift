/// Replays a recorded session turn by turn under a pipeline, asking no model.
///
/// Teacher-forced: every arm sees the same conversation, so a difference between arms is the
/// strategy's.
public struct Replay: Sendable {
  /// The session as recorded.
  public let transcript: Transcript
  /// Its structure.
  public let structure: TranscriptStructure

  /// Makes a replay.
  public init(_ transcript: Transcript, structure: TranscriptStructure? = nil) {
    self.transcript = transcript
    self.structure = structure ?? TranscriptStructure(transcript.entries)
  }

  /// A place in the replay at which something may be asked of a copy of the session.
  public enum Place: Sendable {
    /// Between entries: `count` entries were appended, the rest were not.
    case boundary(count: Int)
    /// Right after a request was made, before its recorded reply.
    case request(RequestRecord, View)
  }

  /// Runs the session through.
  ///
  /// - Parameters:
  ///   - session: A session that nothing was appended to; it is told the recorded compactions.
  ///   - visit: Called at every boundary and after every request, with the session as it is then;
  ///     work on a copy changes nothing.
  /// - Returns: the session at the end and the records of its requests.
  /// - Throws: `CancellationError`, checked before each request; what `visit` throws.
  public func run(
    _ session: Session, visit: (Session, Place) async throws -> Void = { _, _ in }
  ) async throws -> (session: Session, requests: [RequestRecord]) {
    var run = Run(replay: self, session: session)
    while true {
      run.applyChanges()
      try await visit(run.session, .boundary(count: run.position))
      guard run.position < transcript.entries.count else { break }
      if transcript.entries[run.position].kind.isInput {
        guard let moment = run.appendInput() else { continue }
        try Task.checkCancellation()
        // A change that stands right after the input is in force for its request.
        run.applyChanges()
        try await run.request(moment, visit)
      }
      try await run.appendReply()
    }
    return (run.session, run.records)
  }

  /// The entries of the recorded reply that begins at a position: up to the next input.
  public func reply(from position: Int) -> Range<Int> {
    var end = position
    while end < transcript.entries.count, !transcript.entries[end].kind.isInput { end += 1 }
    return position..<end
  }
}

/// How far a replay is.
private struct Run {
  let replay: Replay
  var session: Session
  var records: [RequestRecord] = []
  var position = 0
  private var nextRequest = 0
  private var nextChange = 0

  init(replay: Replay, session: Session) {
    self.replay = replay
    self.session = session
    self.session.expect(replay.transcript.compactions)
    records.reserveCapacity(replay.structure.requests.count)
  }

  /// Applies the changes of the head that stand before the next entry.
  mutating func applyChanges() {
    let changes = replay.transcript.changes
    while nextChange < changes.count, changes[nextChange].position <= position {
      session.change(head: changes[nextChange].applied(to: session.head))
      nextChange += 1
    }
  }

  /// Appends the next entry, an input.
  ///
  /// - Returns: the moment of the request that lies after it, if one does.
  mutating func appendInput() -> Moment? {
    let entry = replay.transcript.entries[position]
    session.append(entry)
    position += 1
    let requests = replay.structure.requests
    guard nextRequest < requests.count, requests[nextRequest].index == position - 1 else {
      return nil
    }
    nextRequest += 1
    return entry.kind == .prompt ? .prompt : .toolOutput
  }

  /// Makes a request. Its view is let go before anything is appended: else that copies it.
  mutating func request(
    _ moment: Moment, _ visit: (Session, Replay.Place) async throws -> Void
  ) async throws {
    var (record, view) = try await session.request(moment)
    let reply = replay.transcript.entries[replay.reply(from: position)]
    record.replyTokens = session.tokens(ofReply: Array(reply))
    record.isOverflow = record.tokens + record.replyTokens > session.budget.contextSize
    records.append(record)
    try await visit(session, .request(record, view))
  }

  /// Appends the recorded reply; what stages do after it belongs to the request before it.
  mutating func appendReply() async throws {
    let reply = replay.reply(from: position)
    position = reply.upperBound
    guard !reply.isEmpty else { return }
    try await session.append(reply: Array(replay.transcript.entries[reply]))
    guard let last = records.indices.last else { return }
    let done = session.takePending()
    records[last].firings += done.firings
    if records[last].error == nil { records[last].error = done.error }
  }
}
