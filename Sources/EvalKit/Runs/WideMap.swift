extension Array where Element: Sendable {
  /// The elements transformed, runs of them at a time in as many tasks as `width`; in order.
  ///
  /// Every element is transformed, whatever becomes of others: of failures the first in order counts.
  func mapped<Result: Sendable>(
    width: Int, _ transform: @escaping @Sendable (Element) throws -> Result
  ) async throws -> [Result] {
    guard width > 1, count > 1 else { return try map(transform) }
    // Small enough runs that no task waits long for another.
    let length = Swift.max(1, count / (width * 8))
    let runs = stride(from: 0, to: count, by: length).map {
      self[$0..<Swift.min($0 + length, count)]
    }
    typealias Done = (place: Int, results: Swift.Result<[Result], any Error>)
    let done = await withTaskGroup(of: Done.self) { group in
      var done = [Swift.Result<[Result], any Error>?](repeating: nil, count: runs.count)
      var next = 0
      func start() {
        guard next < runs.count else { return }
        let (place, run) = (next, runs[next])
        next += 1
        group.addTask { (place, Swift.Result { try run.map(transform) }) }
      }
      for _ in 0..<width { start() }
      while let (place, results) = await group.next() {
        done[place] = results
        start()
      }
      return done
    }
    return try done.flatMap { try $0?.get() ?? [] }
  }
}
