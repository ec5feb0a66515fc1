/// Feeds an engine whole requests, of which it reads what it does not hold.
///
/// What is held is found by comparing tokens from the first on, never by length: a request that is
/// shorter, or begins otherwise, reuses the common prefix and no more.
public struct EngineFeeder<Engine: PrefixEngine> {
  /// What feeding a request came to.
  public struct Feeding: Hashable, Sendable {
    /// Tokens of the request.
    public var total: Int
    /// Of these, tokens that were held.
    public var reused: Int

    /// Makes a figure.
    public init(total: Int, reused: Int) {
      self.total = total
      self.reused = reused
    }

    /// Tokens that were read.
    public var fed: Int { total - reused }
  }

  /// The engine.
  public var engine: Engine
  /// The sequence so far: the latest request and what was generated after it.
  public private(set) var contents: [Token] = []
  /// Tokens of `contents` the engine holds: without the last, if that was generated, whose row the
  /// next step would have written.
  public private(set) var held = 0

  /// Makes a feeder of an engine that holds nothing.
  public init(_ engine: Engine) { self.engine = engine }

  /// Feeds a request; at least its last token is read, so that there is something to answer from.
  ///
  /// - Throws: whatever the engine throws; it then holds nothing.
  public mutating func feed(_ request: [Token]) throws -> Feeding {
    let want = min(commonPrefix(with: request), max(0, request.count - 1))
    let retained: Int
    switch engine.trim(to: want) {
    case .retained(let count): retained = min(max(0, count), want)
    case .reset: retained = 0
    }
    // An engine that says it kept more than was asked for has not said what it holds.
    contents = Array(request.prefix(retained))
    held = retained
    let feeding = Feeding(total: request.count, reused: retained)
    guard feeding.fed > 0 else { return feeding }
    do {
      switch engine.feed {
      case .whole: try engine.process(.whole(request, retained: retained))
      case .suffix:
        try engine.process(.suffix(Array(request.dropFirst(retained)), retained: retained))
      }
    } catch {
      reset()
      throw error
    }
    contents = request
    held = request.count
    return feeding
  }

  /// Notes what the engine generated after the request.
  public mutating func note(generated: [Token]) {
    guard !generated.isEmpty else { return }
    contents += generated
    held = contents.count - 1
  }

  /// Lets everything go.
  public mutating func reset() {
    _ = engine.trim(to: -1)
    contents = []
    held = 0
  }

  private func commonPrefix(with request: [Token]) -> Int {
    let longest = min(held, request.count)
    var common = 0
    while common < longest, contents[common] == request[common] { common += 1 }
    return common
  }
}

extension EngineFeeder: Sendable where Engine: Sendable {}
