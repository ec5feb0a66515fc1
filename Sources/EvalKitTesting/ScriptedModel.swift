public import EvalKit
import Synchronization

/// A model that says what a script has, and records what it was shown.
public struct ScriptedModel: LanguageModel {
  /// One reply of a script.
  public enum Event: Sendable {
    /// A text.
    case text(String)
    /// A call of a tool.
    case call(name: String, arguments: JSONValue)
    /// A whole reply.
    case reply(Reply)
    /// An error.
    case failure(ModelError)
    /// A text after so long.
    case delayed(String, Duration)
  }

  /// What is said, what was heard, and what was asked for: shared by the copies of a model.
  public final class Script: Sendable, Hashable {
    private struct State: Sendable {
      var events: [Event]
      var next = 0
      var counts = Counts()
    }

    /// How often things happened.
    public struct Counts: Hashable, Sendable {
      /// Executors made.
      public var made = 0
      /// Calls of `prewarm`.
      public var prewarms = 0
      /// Loads, by the first of `prewarm` and `respond` on an executor.
      public var loads = 0
      /// Calls of `respond`.
      public var responds = 0

      /// Nothing happened.
      public init() {}
    }

    /// What the model was shown.
    public let recorder = TranscriptRecorder()
    private let state: Mutex<State>

    /// Makes a script; its last event repeats.
    public init(_ events: [Event]) { state = Mutex(State(events: events)) }

    /// How often things happened.
    public var counts: Counts { state.withLock { $0.counts } }

    func count(_ change: (inout Counts) -> Void) { state.withLock { change(&$0.counts) } }

    func next() -> Event {
      state.withLock { state in
        guard !state.events.isEmpty else { return .text("ok") }
        defer { state.next = min(state.next + 1, state.events.count - 1) }
        return state.events[state.next]
      }
    }

    /// Scripts are told apart by identity.
    public static func == (left: Script, right: Script) -> Bool { left === right }
    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  /// The name arms and tables carry.
  public let name: String
  /// What it can do.
  public let capabilities: ModelCapabilities
  /// What it says.
  public let script: Script

  /// Makes a model.
  public init(
    _ events: [Event] = [.text("ok")], name: String = "scripted",
    capabilities: ModelCapabilities = ModelCapabilities()
  ) {
    self.init(script: Script(events), name: name, capabilities: capabilities)
  }

  /// Makes a model that shares a script.
  public init(
    script: Script, name: String = "scripted",
    capabilities: ModelCapabilities = ModelCapabilities()
  ) {
    self.name = name
    self.capabilities = capabilities
    self.script = script
  }

  /// What an executor is made from.
  public var executorConfiguration: Executor.Configuration {
    Executor.Configuration(name: name, capabilities: capabilities, script: script)
  }

  /// What was shown, in order.
  public var recorder: TranscriptRecorder { script.recorder }

  /// What says the script.
  public final class Executor: ModelExecutor {
    /// The model.
    public typealias Model = ScriptedModel

    /// What changes what is said.
    public struct Configuration: Hashable, Sendable {
      /// The model's name.
      public var name: String
      /// What it can do.
      public var capabilities: ModelCapabilities
      /// What it says.
      public var script: Script
    }

    private let script: Script
    private let isLoaded = Mutex(false)

    /// Makes an executor, and counts it.
    public init(configuration: Configuration) {
      script = configuration.script
      script.count { $0.made += 1 }
    }

    private func load() {
      let isFirst = isLoaded.withLock { loaded in
        defer { loaded = true }
        return !loaded
      }
      if isFirst { script.count { $0.loads += 1 } }
    }

    /// Loads, and counts the call.
    public func prewarm(model: ScriptedModel, transcript: [Item]) async {
      script.count { $0.prewarms += 1 }
      load()
    }

    /// Says what comes next.
    public func respond(to request: ModelRequest, model: ScriptedModel) async throws -> Reply {
      load()
      script.count { $0.responds += 1 }
      script.recorder.record(request)
      switch script.next() {
      case .text(let text): return Reply(text: text)
      case .call(let name, let arguments):
        return Reply(calls: [ToolCall(name: name, arguments: arguments)])
      case .reply(let reply): return reply
      case .failure(let error): throw error
      case .delayed(let text, let time):
        try await Task.sleep(for: time)
        return Reply(text: text)
      }
    }
  }
}
