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
  ///   - session: A session that nothing was appended to.
  ///   - visit: Called at every boundary and after every request, with the session as it is then;
  ///     work on a copy changes nothing.
  /// - Returns: the session at the end and the records of its requests.
  /// - Throws: `CancellationError`, checked before each request; what `visit` throws.
  public func run(
    _ session: Session, visit: (Session, Place) async throws -> Void = { _, _ in }
  ) async throws -> (session: Session, requests: [RequestRecord]) {
    var session = session
    var records: [RequestRecord] = []
    records.reserveCapacity(structure.requests.count)
    let entries = transcript.entries
    var nextRequest = 0
    var nextChange = 0
    var position = 0
    while true {
      while nextChange < transcript.changes.count,
        transcript.changes[nextChange].position <= position
      {
        session.change(head: transcript.changes[nextChange].applied(to: session.head))
        nextChange += 1
      }
      try await visit(session, .boundary(count: position))
      guard position < entries.count else { break }
      if entries[position].kind.isInput {
        session.append(entries[position])
        position += 1
        guard nextRequest < structure.requests.count,
          structure.requests[nextRequest].index == position - 1
        else { continue }
        nextRequest += 1
        try Task.checkCancellation()
        let moment: Moment = entries[position - 1].kind == .prompt ? .prompt : .toolOutput
        // A change that stands right after the input is in force for its request.
        while nextChange < transcript.changes.count,
          transcript.changes[nextChange].position <= position
        {
          session.change(head: transcript.changes[nextChange].applied(to: session.head))
          nextChange += 1
        }
        var (record, view) = try await session.request(moment)
        let reply = self.reply(from: position)
        record.replyTokens = session.tokens(ofReply: Array(entries[reply]))
        record.isOverflow = record.tokens + record.replyTokens > session.budget.contextSize
        records.append(record)
        try await visit(session, .request(record, view))
        try await session.append(reply: Array(entries[reply]))
        position = reply.upperBound
      } else {
        let reply = self.reply(from: position)
        try await session.append(reply: Array(entries[reply]))
        position = reply.upperBound
      }
    }
    return (session, records)
  }

  /// The entries of the recorded reply that begins at a position: up to the next input.
  public func reply(from position: Int) -> Range<Int> {
    var end = position
    let entries = transcript.entries
    while end < entries.count, !entries[end].kind.isInput,
      !transcript.changes.contains(where: { $0.position == end && end > position })
    { end += 1 }
    return position..<end
  }
}
