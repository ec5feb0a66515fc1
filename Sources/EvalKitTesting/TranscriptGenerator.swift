public import EvalKit

/// Makes sessions by chance from a seed, for properties that must hold of any.
///
/// Turns with and without tools; rounds of up to three parallel calls, with ids, without, and with
/// ids that repeat; reasoning; responses that only announce a call; turns broken off at any point;
/// now and then something before the first prompt, and segments that are not text.
public struct TranscriptGenerator: Sendable {
  private var random: SplitMix64
  private var serial = 0

  /// Makes a generator.
  public init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// Makes a session of up to `turns` turns.
  public mutating func transcript(turns: Int = 12) -> Transcript {
    var entries: [Entry] = []
    if chance(16) { entries.append(.response(words(8), label: label("r"))) }
    for _ in 0..<Int.random(in: 0...turns, using: &random) { appendTurn(to: &entries) }
    return Transcript(head: head(), entries: entries)
  }

  private mutating func head() -> Head {
    let tools = Self.tools.map {
      ToolDefinition(name: $0, effect: $0 == "send" ? .write : $0 == "search" ? .read : nil)
    }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return Head()
    case 1: return Head(words(20))
    default: return Head(words(20), tools: tools)
    }
  }

  private mutating func appendTurn(to entries: inout [Entry]) {
    var prompt = Entry.prompt(words(20), label: label("p"))
    if chance(8) { prompt.segments.append(.structure(["amount": 12, "unit": "kg"])) }
    if chance(12) { prompt.responseSchema = ["type": "object"] }
    entries.append(prompt)
    let rounds = chance(2) ? 0 : Int.random(in: 1...4, using: &random)
    let style = Int.random(in: 0..<3, using: &random)
    for _ in 0..<rounds {
      if chance(4) { entries.append(.reasoning(words(12), label: label("t"))) }
      if chance(6) { entries.append(.response(words(6), label: label("r"))) }
      appendRound(to: &entries, style: style)
      if chance(20) { return }
    }
    if chance(10) { return }
    if chance(4) { entries.append(.reasoning(words(12), label: label("t"))) }
    entries.append(.response(words(30), label: label("r")))
  }

  private mutating func appendRound(to entries: inout [Entry], style: Int) {
    let calls = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      ToolCall(
        id: style == 0 ? nil : style == 1 ? "call" : label("id"),
        name: Self.tools.randomElement(using: &random) ?? "search",
        arguments: ["query": .string(words(3))])
    }
    entries.append(.calls(calls, label: label("c")))
    for call in calls where !chance(20) {
      entries.append(
        .output(
          words(60), callID: call.id, toolName: chance(2) ? call.name : nil, label: label("o")))
    }
  }

  private static let tools = ["search", "send", "lookup"]

  private mutating func chance(_ n: Int) -> Bool { Int.random(in: 0..<n, using: &random) == 0 }

  private mutating func label(_ kind: String) -> String {
    serial += 1
    return "\(kind)\(serial)"
  }

  private mutating func words(_ most: Int) -> String {
    (0..<Int.random(in: 1...most, using: &random)).map { _ in
      "w\(Int.random(in: 0..<500, using: &random))"
    }.joined(separator: " ")
  }
}
