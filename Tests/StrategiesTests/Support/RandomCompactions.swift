import EvalKit
import EvalKitTesting

/// Compactions by chance, for properties that must hold of any record.
enum RandomCompactions {
  /// Up to four events: summaries of all that stands before some entry but for a few that are kept,
  /// bare drops, and masks; later ones may summarise earlier ones.
  static func events(of transcript: Transcript, seed: UInt64) -> [CompactionEvent] {
    var random = SplitMix64(seed: seed &+ 99)
    let count = transcript.entries.count
    guard count > 1 else { return [] }
    let positions = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      Int.random(in: 1...count, using: &random)
    }
    return positions.sorted().enumerated().map { number, position in
      event(number, position, transcript, &random)
    }
  }

  private static func event(
    _ number: Int, _ position: Int, _ transcript: Transcript, _ random: inout SplitMix64
  ) -> CompactionEvent {
    var event = CompactionEvent(position: position)
    func some(of range: Range<Int>, oneIn share: Int) -> RangeSet<Int> {
      RangeSet(
        range.filter { _ in Int.random(in: 0..<share, using: &random) == 0 }.map { $0..<$0 + 1 })
    }
    if Int.random(in: 0..<4, using: &random) > 0 {
      let end = Int.random(in: 0..<position, using: &random) + 1
      let kept = some(of: 0..<end, oneIn: 8)
      event.summaries = [
        CompactionEvent.Summary(
          kind: [.prompt, .response, .instructions][number % 3],
          segments: [.text("summary \(number)")], covers: RangeSet(0..<end).subtracting(kept),
          place: end)
      ]
    }
    if Int.random(in: 0..<3, using: &random) == 0 {
      event.dropped = some(of: 0..<position, oneIn: 6)
      event.summaries = event.summaries.map { summary in
        var summary = summary
        summary.covers = summary.covers.subtracting(event.dropped)
        return summary
      }
    }
    event.replacements = some(of: 0..<position, oneIn: 5).ranges.joined().map {
      CompactionEvent.Replacement(entry: $0, text: "[masked \(number)]")
    }
    return event
  }
}
