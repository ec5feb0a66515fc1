public import EvalKit
import Synchronization

/// A summariser that says what a script has, and records what it was asked.
///
/// Over its window it refuses, as a model does.
public final class ScriptedSummariser: Summariser {
  /// What is asked for and said.
  private struct State: Sendable {
    var requests: [SummaryRequest] = []
  }

  /// The name specs and records carry.
  public let name: String
  /// The largest input in words; nil where there is no window.
  public let window: Int?
  private let write: @Sendable (SummaryRequest, Int) throws -> String
  private let state = Mutex(State())

  /// Makes a summariser that writes by a rule: the request, and its number counted from 1.
  public init(
    name: String = "scripted", window: Int? = nil,
    write: @escaping @Sendable (SummaryRequest, Int) throws -> String = { _, n in "summary \(n)" }
  ) {
    self.name = name
    self.window = window
    self.write = write
  }

  /// Makes a summariser that says these texts in order; the last repeats.
  public convenience init(name: String = "scripted", window: Int? = nil, _ texts: [String]) {
    self.init(name: name, window: window) { _, number in
      texts.isEmpty ? "" : texts[min(number, texts.count) - 1]
    }
  }

  /// What it was asked, refused requests left out.
  public var requests: [SummaryRequest] { state.withLock { $0.requests } }

  /// Says the next summary.
  public func summary(of request: SummaryRequest) async throws -> Reply {
    let texts =
      request.prompt.map { [$0] } ?? request.items.map(\.entry.text) + [request.previous ?? ""]
    let words = texts.reduce(0) { $0 + WordTokenizer().tokens($1).count }
    if let window, words > window {
      throw ModelError.contextSizeExceeded(contextSize: window, tokens: words)
    }
    let number = state.withLock { state in
      state.requests.append(request)
      return state.requests.count
    }
    let text = try write(request, number)
    return Reply(
      text: text, usage: Usage(input: words, output: WordTokenizer().tokens(text).count))
  }
}
