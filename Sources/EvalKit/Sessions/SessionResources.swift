import Synchronization

/// What stages of a session keep open between edits, such as a program they talk to.
///
/// Forks share it: sharing can change time, never a result. When the last copy of the session goes,
/// what is kept goes, so a resource ends itself when it is freed.
public final class SessionResources: Sendable {
  private let kept = Mutex<[String: any AnyObject & Sendable]>([:])

  /// Makes an empty store.
  public init() {}

  /// The resource with a key, made if there is none of its type.
  ///
  /// - Parameters:
  ///   - key: Names the resource; ``MomentContext/resource(for:make:)`` puts the stage before it.
  ///   - make: Makes the resource. It must not ask this store for another.
  /// - Throws: what `make` throws; then nothing is kept.
  public func resource<Resource: AnyObject & Sendable>(
    for key: String, make: () throws -> Resource
  ) rethrows -> Resource {
    try kept.withLock { kept in
      if let known = kept[key] as? Resource { return known }
      let made = try make()
      kept[key] = made
      return made
    }
  }

  /// How many resources are kept.
  public var count: Int { kept.withLock { $0.count } }
}
