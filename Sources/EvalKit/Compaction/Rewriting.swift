/// What an edit puts in the place of an item's content.
public struct Rewriting: Hashable, Sendable {
  /// The segments; nil leaves them.
  public var segments: [Segment]?
  /// The arguments of its calls that change, by the call's place.
  public var arguments: [Int: JSONValue]

  /// Makes an edit.
  public init(segments: [Segment]? = nil, arguments: [Int: JSONValue] = [:]) {
    self.segments = segments
    self.arguments = arguments
  }

  /// Changes an entry; returns whether that made a difference.
  func apply(to entry: inout Entry) -> Bool {
    let before = entry
    if let segments { entry.segments = segments }
    for index in entry.calls.indices {
      guard let arguments = arguments[index], arguments != entry.calls[index].arguments else {
        continue
      }
      entry.calls[index].arguments = arguments
      entry.calls[index].argumentsText = nil
    }
    return entry != before
  }
}
