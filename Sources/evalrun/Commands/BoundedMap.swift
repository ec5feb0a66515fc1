/// Transforms elements in parallel, at most `width` at a time; the results are in order.
///
/// - Throws: what the first transform to fail throws; the others are cancelled.
func boundedMap<Element: Sendable, Result: Sendable>(
  _ elements: [Element], width: Int,
  _ transform: @escaping @Sendable (Element) async throws -> Result
) async throws -> [Result] {
  try await withThrowingTaskGroup(of: (Int, Result).self) { group in
    var results = [Result?](repeating: nil, count: elements.count)
    var next = 0
    func start(_ group: inout ThrowingTaskGroup<(Int, Result), any Error>) {
      guard next < elements.count else { return }
      let (index, element) = (next, elements[next])
      next += 1
      group.addTask { (index, try await transform(element)) }
    }
    for _ in 0..<max(1, width) { start(&group) }
    while let (index, result) = try await group.next() {
      results[index] = result
      start(&group)
    }
    return results.compactMap { $0 }
  }
}
