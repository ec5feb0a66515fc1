import EvalKit
import EvalKitTesting
import Testing

struct EngineFeederTests {
  private func tokens(_ ids: UInt32...) -> [Token] { ids.map(Token.init(rawValue:)) }
  private func tokens(_ range: ClosedRange<UInt32>) -> [Token] { range.map(Token.init(rawValue:)) }

  // N16
  @Test(arguments: [(EngineFeed.whole, 10), (.suffix, 4)])
  func `either contract processes four of ten tokens with six held`(
    feed: EngineFeed, handed: Int
  ) throws {
    var feeder = EngineFeeder(ScriptedEngine(feed: feed))
    _ = try feeder.feed(tokens(1...6) + tokens(90, 91))
    let feeding = try feeder.feed(tokens(1...10))
    #expect(feeding.reused == 6)
    #expect(feeding.fed == 4)
    #expect(feeder.engine.handed.last == handed)
    #expect(feeder.engine.processed.last == 4)
    feeder.engine.generate(tokens(20, 21, 22))
    feeder.note(generated: tokens(20, 21, 22))
    #expect(feeder.contents == tokens(1...10) + tokens(20, 21, 22))
    #expect(feeder.engine.held == tokens(1...10) + tokens(20, 21))
    #expect(feeder.held == 12)
  }

  // N16
  @Test func `a suffix handed to an engine that reads whole sequences is refused`() {
    var engine = ScriptedEngine(feed: .whole)
    #expect(throws: ModelError.self) { try engine.process(.suffix([], retained: 6)) }
    var other = ScriptedEngine(feed: .suffix)
    #expect(throws: ModelError.self) { try other.process(.whole([], retained: 6)) }
    #expect(engine.processed.isEmpty && other.processed.isEmpty)
  }

  // N15
  @Test func `a recurrent engine goes on from all it holds, else reads everything again`() throws {
    var feeder = EngineFeeder(ScriptedEngine(kind: .recurrent))
    _ = try feeder.feed(tokens(1...5))
    #expect(try feeder.feed(tokens(1...8)) == .init(total: 8, reused: 5))
    #expect(try feeder.feed(tokens(1...8)) == .init(total: 8, reused: 0))
    #expect(try feeder.feed(tokens(1...6)) == .init(total: 6, reused: 0))
    #expect(feeder.engine.held == tokens(1...6))
  }

  // N15
  @Test func `an engine that supports no rewind reads everything each time`() throws {
    var feeder = EngineFeeder(ScriptedEngine(kind: .unsupported))
    _ = try feeder.feed(tokens(1...5))
    #expect(try feeder.feed(tokens(1...8)) == .init(total: 8, reused: 0))
    #expect(feeder.engine.processed == [5, 8])
  }

  // N17
  @Test(arguments: [
    ([1, 2, 3], [1, 2, 3], 2), ([1, 2, 3], [1, 2, 3, 4], 3), ([1, 2, 3, 4, 5], [1, 2, 9], 2),
    ([1, 2, 3, 4, 5], [1, 2, 3], 2), ([], [1], 0), ([9], [1, 2], 0), ([1], [], 0),
  ])
  func `what is reused is the common prefix, less the last token`(
    held: [UInt32], request: [UInt32], reused: Int
  ) throws {
    var feeder = EngineFeeder(ScriptedEngine())
    _ = try feeder.feed(held.map(Token.init(rawValue:)))
    #expect(try feeder.feed(request.map(Token.init(rawValue:))).reused == reused)
  }

  @Test func `an engine that fails holds nothing afterwards`() throws {
    var feeder = EngineFeeder(ScriptedEngine())
    _ = try feeder.feed(tokens(1...5))
    feeder.engine.failure = .unavailable("out of memory")
    #expect(throws: ModelError.unavailable("out of memory")) { try feeder.feed(tokens(1...8)) }
    #expect(feeder.held == 0)
    #expect(feeder.engine.held.isEmpty)
    #expect(try feeder.feed(tokens(1...8)).reused == 0)
  }

  @Test func `the engine holds what the feeder says, whatever is fed`() throws {
    var random = SplitMix64(seed: 16)
    for kind in [ScriptedEngine.Kind.attention, .recurrent, .unsupported] {
      for feed in [EngineFeed.whole, .suffix] {
        var feeder = EngineFeeder(ScriptedEngine(feed: feed, kind: kind))
        for _ in 0..<300 {
          let request = (0..<Int.random(in: 1...6, using: &random)).map { _ in
            Token(rawValue: UInt32.random(in: 0...1, using: &random))
          }
          let feeding = try feeder.feed(request)
          #expect(feeding.fed >= 1)
          #expect(feeder.engine.processed.last == feeding.fed)
          let generated = Array(request.prefix(Int.random(in: 0...2, using: &random)))
          feeder.engine.generate(generated)
          feeder.note(generated: generated)
          #expect(feeder.engine.held == Array(feeder.contents.prefix(feeder.held)))
          #expect(feeder.contents == request + generated)
        }
      }
    }
  }
}
