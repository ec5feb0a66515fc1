/// Finds the call that an output answers and the tool it came from.
///
/// Most outputs stand right after the calls they answer and are looked up there; the pairs of the
/// whole history are worked out only for those that do not, once.
public struct CallFinder {
  /// How far back from an output its calls are looked for.
  private static let reach = 64

  private let items: [Item]
  private var pairs: TranscriptStructure?

  /// Makes a finder for items.
  public init(_ items: [Item]) { self.items = items }

  /// The call that an output answers, by position in the history; nil where it answers none.
  ///
  /// - Complexity: O(1) beside its calls, else O(items) once.
  public mutating func call(ofOutputAt position: Int) -> TranscriptStructure.CallReference? {
    if let near = nearCall(ofOutputAt: position) { return near }
    let known = pairs ?? TranscriptStructure(items.map(\.entry))
    pairs = known
    return known.answers[position]
  }

  /// The tool an output came from: as recorded, else as its call says.
  public mutating func tool(ofOutputAt position: Int) -> String? {
    if let name = items[position].entry.toolName { return name }
    return call(ofOutputAt: position).map { items[$0.entry.index].entry.calls[$0.index].name }
  }

  /// The call of an output that stands among the outputs right after a round of calls.
  ///
  /// - Returns: nil where pairing the whole history might say otherwise.
  private func nearCall(ofOutputAt position: Int) -> TranscriptStructure.CallReference? {
    let id = items[position].entry.callID ?? ""
    let tool = items[position].entry.toolName
    // Outputs before it among those of the round that take a call it might have answered.
    var taken = 0
    var place = position - 1
    while place >= 0, items[place].kind == .toolOutput, position - place < Self.reach {
      let other = items[place].entry.callID ?? ""
      let otherTool = items[place].entry.toolName
      // Two outputs of one call, or some with and some without an id or a tool: pairs tell.
      if other.isEmpty != id.isEmpty || (!id.isEmpty && other == id) { return nil }
      if id.isEmpty {
        if (tool == nil) != (otherTool == nil) { return nil }
        if tool == otherTool { taken += 1 }
      }
      place -= 1
    }
    guard place >= 0, items[place].kind == .toolCalls else { return nil }
    // By position: a call is too large a value to copy for every output of every request.
    let calls = items[place].entry.calls
    var found: Int?
    for index in calls.indices {
      if id.isEmpty {
        guard tool == nil || calls[index].name == tool else { continue }
        if taken == 0 {
          found = index
          break
        }
        taken -= 1
      } else if calls[index].id == id {
        // Two calls with one id: pairs tell.
        if found != nil { return nil }
        found = index
      }
    }
    return found.map { TranscriptStructure.CallReference(entry: EntryID(place), index: $0) }
  }
}
