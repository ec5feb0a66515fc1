import Testing

@testable import evalrun

struct ActionTallyTests {
  private static func tally(_ points: [(Double?, Double?, Double?)]) -> ActionTally {
    var tally = ActionTally()
    for (action, base, prose) in points {
      tally.add(ActionTally.Checkpoint(action: action, base: base, prose: prose))
    }
    return tally
  }

  @Test func `support, odds and shift are means of differences, of what was weighed`() {
    let whole = Self.tally([(-2, -6, -3), (-4, -5, nil), (-1, -2, -1)])
    let arm = Self.tally([(-3, -6, -2), (-8, -5, nil), (nil, nil, nil)])
    #expect((whole.weighed, arm.weighed) == (3, 2))
    #expect((whole.support, whole.odds) == (2, 0.5))
    #expect((arm.support, arm.odds) == (0, -1))
    #expect(arm.shift(from: whole) == -2.5)
    #expect(whole.shift(from: whole) == 0)
    #expect(ActionTally().support == nil && ActionTally().odds == nil)
    var pooled = whole
    pooled += arm
    #expect(pooled.checkpoints.count == 6)
  }
}
