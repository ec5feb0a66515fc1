import Foundation
import Testing

@testable import EvalKit

/// An answer with the verdict a careful person gives it.
struct LabelledAnswer: Decodable, Sendable {
  struct LabelledFact: Decodable, Sendable {
    let kind: String
    let value: String
    let aliases: [String]?
    let superseded: [String]?

    func fact(_ id: String) -> Fact {
      Fact(
        id: id, kind: kind, value: value, aliases: aliases ?? [],
        supersedes: (superseded ?? []).map { Fact.Superseded(value: $0) })
    }
  }

  struct LabelledNumber: Decodable, Sendable {
    let value: Double
    let tolerance: Double
  }

  struct Expectation: Decodable, Sendable {
    let abstain: Bool?
    let number: LabelledNumber?
    let list: [String]?
    let order: String?
  }

  let ask: String
  let facts: [LabelledFact]?
  /// Other facts of the case, not asked for.
  let others: [LabelledFact]?
  let expect: Expectation?
  let answer: String
  let label: String
  /// Whether it is written the way a small model answers.
  let style: String
  let note: String

  /// All labelled answers, in the order of the file.
  static func all() throws -> [LabelledAnswer] {
    let lines = try #require(String(bytes: fixture("answer-labels.jsonl"), encoding: .utf8))
    return try lines.split(separator: "\n").map {
      try JSONDecoder().decode(LabelledAnswer.self, from: Data($0.utf8))
    }
  }

  private var expectation: Probe.Expectation {
    if expect?.abstain == true { return .abstain }
    if let number = expect?.number { return .number(number.value, tolerance: number.tolerance) }
    if let list = expect?.list { return .list(list, anyOrder: expect?.order == "any") }
    return .facts
  }

  /// What the judge says of it, in a case whose session says every value once, old ones first.
  func judged() -> AnswerJudgement {
    let asked = (facts ?? []).enumerated().map { $1.fact("f\($0)") }
    let beside = (others ?? []).enumerated().map { $1.fact("o\($0)") }
    let said = asked.flatMap(\.supersedes).map(\.value) + (asked + beside).map(\.value)
    let evalCase = EvalCase(
      id: "labels", transcript: Transcript(entries: said.map { .prompt($0) }),
      facts: asked + beside)
    let probe = Probe(id: "q", ask: ask, facts: asked.map(\.id), expect: expectation)
    let judge = AnswerJudge(probe, facts: Judge.default.prepare(evalCase).facts)
    return judge.judgement(of: Reply(text: answer))
  }
}

struct AnswerAgreementTests {
  @Test func `a third of the labelled answers read as a small model writes`() throws {
    let all = try LabelledAnswer.all()
    #expect(all.count >= 150)
    #expect(all.count { $0.style == "model" } * 3 >= all.count)
    for row in all { #expect(AnswerVerdict(rawValue: row.label) != nil, "\(row.label)") }
  }

  @Test func `the judge agrees with a careful person`() throws {
    let all = try LabelledAnswer.all()
    var misses: [String] = []
    for row in all {
      let judged = row.judged()
      if judged.verdict.rawValue != row.label {
        misses.append(
          "\(row.ask) “\(row.answer)”: labelled \(row.label), "
            + "judged \(judged.verdict.rawValue) (\(judged.reason))")
      }
    }
    let share = Double(all.count - misses.count) / Double(all.count)
    #expect(
      share >= 0.97,
      "agrees with \(all.count - misses.count) of \(all.count):\n\(misses.joined(separator: "\n"))")
  }
}
