internal import Synchronization

/// The weights that are loaded, one set a file: who asks while they load waits for them, and they go
/// when nobody holds them any more.
final class WeightsStore: Sendable {
  static let shared = WeightsStore()

  /// A file's weights, while somebody holds them.
  private final class Shelf: Sendable {
    private struct Held { weak var weights: NetworkWeights? }

    private let held = Mutex(Held())

    /// - Throws: What loading throws; then nothing is kept, and the next to ask tries again.
    func weights(_ load: () throws -> NetworkWeights) throws -> NetworkWeights {
      try held.withLock { held in
        if let known = held.weights { return known }
        let made = try load()
        held.weights = made
        return made
      }
    }
  }

  private let shelves = Mutex<[MappedFile.Identity: Shelf]>([:])

  /// The weights of a file; blocks while they are loaded.
  func weights(of file: GGUFFile, _ load: () throws -> NetworkWeights) throws -> NetworkWeights {
    let shelf = shelves.withLock { shelves in
      if let known = shelves[file.mapped.identity] { return known }
      let made = Shelf()
      shelves[file.mapped.identity] = made
      return made
    }
    return try shelf.weights(load)
  }
}
