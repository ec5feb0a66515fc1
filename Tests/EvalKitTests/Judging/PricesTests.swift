import EvalKitTesting
import Foundation
import Testing

@testable import EvalKit

struct PricesTests {
  // N30
  @Test func `reuse comes in whole blocks, and none under the minimum`() {
    let prices = Prices(
      name: "own", cached: 0.1, written: 1.25, output: 5, block: 64, minimum: 1024)
    #expect(prices.cached(of: 1000) == 0)
    #expect(prices.cached(of: 1087) == 1024)
    #expect(prices.cached(of: 1088) == 1088)
    #expect(prices.written(of: 1000, cached: 0) == 0)
    #expect(prices.written(of: 1100, cached: 0) == 1088)
    #expect(prices.written(of: 1100, cached: 1024) == 64)
    // 1,024 read, 64 written, 12 fresh, 10 of output.
    #expect(
      abs(prices.cost(tokens: 1100, prefix: 1087, output: 10) - (102.4 + 80 + 12 + 50)) < 1e-9)
    #expect(prices.cost(tokens: 1000, prefix: 1000, output: 0) == 1000)
  }

  @Test func `a task is its requests and its summaries, which are read once and not kept`() {
    let requests = [
      RequestRecord(number: 1, moment: .prompt, entry: EntryID(0), tokens: 100, replyTokens: 10),
      RequestRecord(
        number: 2, moment: .prompt, entry: EntryID(2), tokens: 150, cached: 110, replyTokens: 20),
    ]
    let summaries = [
      SummaryCall(
        by: "reader", request: 2, moment: .prompt, input: 80, output: 8, fed: [], cached: 30),
      SummaryCall(
        by: "digest", request: 2, moment: .prompt, input: 0, output: 5, fed: [], isRemedy: true),
    ]
    let cost = TokenCost(requests, summaries: summaries, prices: .default)
    #expect((cost.cached, cost.written, cost.fresh, cost.output) == (140, 140, 50, 38))
    #expect(cost.total == 14 + 140 + 50 + 190)
    #expect(
      cost.description == "cached 140 × 0.1, written 140 × 1.0, fresh 50, output 38 × 5.0 (default)"
    )
    let uncached = Prices.preset("uncached")
    #expect(uncached.map { TokenCost(requests, prices: $0).total } == 400.0)
  }

  private func judge(_ prices: String) -> Result<Judge, JudgeError> {
    let text = "{ version: 1, id: 'own', prices: \(prices) }"
    return Result { () throws(JudgeError) in try Judge(json5: Array(text.utf8), file: "own.json5") }
  }

  @Test func `a judge file names prices or gives its own`() throws {
    #expect(try judge("'openai'").get().prices.block == 128)
    let own = try judge("{ cached: 0.25, written: 1.5, minimum: 512 }").get().prices
    #expect(own == Prices(name: "own", cached: 0.25, written: 1.5, output: 5, minimum: 512))
    #expect(try judge("{ cached: 0, output: 0 }").get().prices.cached == 0)
    let names = Prices.presets.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(names.first == Judge.default.prices.name)
  }

  @Test(arguments: [
    ("'anthropc'", "unknown prices 'anthropc'; did you mean 'anthropic'?"),
    ("{ cashed: 0.1 }", "unknown key 'cashed'"),
    ("{ cached: -1 }", "expected a price of 0 or more"),
    ("{ block: 0 }", "expected 1 or more, found 0"), ("3", "expected an object"),
  ])
  func `a misspelt preset or a price below nothing is an error with its place`(
    prices: String, message: String
  ) throws {
    guard case .failure(let error) = judge(prices) else {
      Issue.record("it was read")
      return
    }
    #expect("\(error)".contains(message), "\(error)")
    #expect("\(error)".contains("own.json5:1:"))
  }

  @Test func `cost is scored under the judge's prices, with what it is made of`() throws {
    var judge = Judge.default
    judge.prices = Prices(name: "free", cached: 0, written: 1, output: 0)
    var observation = Observation(caseID: "bags", arm: "x|m|1", contextSize: 1000, reserve: 0)
    observation.requests = [
      RequestRecord(number: 1, moment: .prompt, entry: EntryID(0), tokens: 100, replyTokens: 10)
    ]
    observation.changes = [ViewChange()]
    let scores = judge.scores(of: JudgingFixture.judged, observations: [observation])
    let cost = try #require(scores.first { $0.metric == "cost" })
    #expect(cost.outcome == .scored(100))
    #expect(cost.reason.hasSuffix("(free)"))
  }
}
