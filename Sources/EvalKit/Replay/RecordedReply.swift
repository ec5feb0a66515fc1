/// A recorded request with the reply that followed it.
public struct RecordedReply: Hashable, Sendable {
  /// The input the request was made after.
  public let input: EntryID
  /// The entries of the reply; empty where the record goes on with another input.
  public let entries: Range<Int>

  /// Where the reply begins: the entry after the input.
  public var start: EntryID { EntryID(input.index + 1) }
}

extension Replay {
  /// The recorded requests in order, each with its reply.
  ///
  /// - Complexity: O(entries + requests × changes of the head).
  public var replies: [RecordedReply] {
    structure.requests.map { input in
      RecordedReply(input: input, entries: reply(from: input.index + 1))
    }
  }
}

extension RecordedReply {
  /// The calls of the reply, in order, each with the entry it stands in.
  public func calls(in transcript: Transcript) -> [(entry: EntryID, call: ToolCall)] {
    entries.flatMap { index in
      transcript.entries[index].calls.map { (EntryID(index), $0) }
    }
  }
}
