import Testing

@testable import Authoring

@Suite struct DeltaDebuggingTests {
  private func minimum(_ count: Int, tests: Int = 1000, _ needed: Set<Int>) async -> [Int] {
    var left = tests
    return await DeltaDebugging.minimum(Array(0..<count), tests: &left) {
      needed.isSubset(of: $0)
    }
  }

  @Test(arguments: [[], [0], [7], [3, 4], [0, 19], [1, 8, 15], Array(0..<20)])
  func `leaves what is needed and nothing else`(needed: [Int]) async {
    #expect(await minimum(20, Set(needed)) == needed)
  }

  @Test func `leaves a part from which nothing can go, though a smaller one exists`() async {
    var left = 1000
    // Three that are even, or all that are odd.
    let kept = await DeltaDebugging.minimum(Array(0..<12), tests: &left) { part in
      part.count { $0 % 2 == 0 } >= 3
    }
    #expect(kept.count == 3)
  }

  @Test func `stops when its tests are used up, with what shows it still`() async {
    let kept = await minimum(64, tests: 5, [10, 50])
    #expect(Set([10, 50]).isSubset(of: Set(kept)))
    #expect(kept.count > 2)
  }

  @Test func `a list without elements stays so`() async { #expect(await minimum(0, []) == []) }
}
