import Synchronization

/// The executors of one session, keyed by executor type and configuration.
///
/// Forks share it: sharing can change time, never a result. When the last copy of the session goes,
/// the store goes.
public final class ExecutorStore: Sendable {
  /// What an executor is found by.
  public struct Key: Hashable, Sendable {
    let type: ObjectIdentifier
    let hashed: AnyHashableSendable
  }

  private let executors = Mutex<[Key: any ModelExecutor]>([:])

  /// Makes an empty store.
  public init() {}

  /// The key of a model's executor.
  public static func key(for model: some LanguageModel) -> Key {
    key(type: type(of: model), configuration: model.executorConfiguration)
  }

  private static func key<M: LanguageModel>(type: M.Type, configuration: M.Executor.Configuration)
    -> Key
  {
    Key(
      type: ObjectIdentifier(M.Executor.self),
      hashed: AnyHashableSendable(configuration))
  }

  /// The executor of a model, made if there is none with its configuration.
  public func executor<M: LanguageModel>(for model: M) -> M.Executor {
    let key = Self.key(for: model)
    return executors.withLock { executors in
      if let known = executors[key] as? M.Executor { return known }
      let made = M.Executor(configuration: model.executorConfiguration)
      executors[key] = made
      return made
    }
  }

  /// The calls of all executors that note how long theirs take, since the last time this was asked.
  public func takeTimings() -> [CallTiming] {
    executors.withLock { Array($0.values) }.flatMap {
      ($0 as? any TimedExecutor)?.takeTimings() ?? []
    }
  }

  /// How many executors there are.
  public var count: Int { executors.withLock { $0.count } }
}

/// A hashable value of any type that can cross tasks.
struct AnyHashableSendable: Hashable, Sendable {
  private let value: any Hashable & Sendable

  init(_ value: some Hashable & Sendable) { self.value = value }

  static func == (left: Self, right: Self) -> Bool {
    AnyHashable(left.value) == AnyHashable(right.value)
  }

  func hash(into hasher: inout Hasher) { AnyHashable(value).hash(into: &hasher) }
}
