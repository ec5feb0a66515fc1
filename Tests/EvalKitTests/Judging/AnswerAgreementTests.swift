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
  func judged(_ strictness: Strictness = .normal) -> AnswerJudgement {
    let asked = (facts ?? []).enumerated().map { $1.fact("f\($0)") }
    let beside = (others ?? []).enumerated().map { $1.fact("o\($0)") }
    let said = asked.flatMap(\.supersedes).map(\.value) + (asked + beside).map(\.value)
    let evalCase = EvalCase(
      id: "labels", transcript: Transcript(entries: said.map { .prompt($0) }),
      facts: asked + beside)
    let probe = Probe(id: "q", ask: ask, facts: asked.map(\.id), expect: expectation)
    let judge = AnswerJudge(
      probe, facts: Judge.default.prepare(evalCase).facts, strictness: strictness)
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

  private static let judged = Result { try LabelledAnswer.all().map { ($0, $0.judged()) } }

  @Test(arguments: [Strictness.normal, .strict])
  func `the judge agrees with a careful person`(_ strictness: Strictness) throws {
    let all = try LabelledAnswer.all().map { ($0, $0.judged(strictness)) }
    let misses = all.filter { $0.0.label != $0.1.verdict.rawValue }.map { row, judged in
      "\(row.ask) “\(row.answer)”: labelled \(row.label), "
        + "judged \(judged.verdict.rawValue) (\(judged.reason))"
    }
    #expect(
      Double(all.count - misses.count) >= 0.97 * Double(all.count),
      "\(strictness) agrees with \(all.count - misses.count) of \(all.count):\n\(misses.joined(separator: "\n"))"
    )
  }

  @Test func `what it misses stands in the documentation, and nothing else does`() throws {
    let misses = try Self.judged.get().filter { $0.0.label != $0.1.verdict.rawValue }.map {
      row, judged in [row.ask, row.answer, row.label, judged.verdict.rawValue]
    }
    let page = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("docs/judging.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let start = try #require(text.firstRange(of: "| asked | answer | label | judge | why |\n"))
    let listed = text[start.upperBound...].split(separator: "\n", omittingEmptySubsequences: false)
      .dropFirst().prefix { $0.hasPrefix("|") }
      .map { line in
        line.split(separator: "|").prefix(4).map {
          $0.trimmingCharacters(in: .whitespaces)
        }
      }
    #expect(listed == misses)
    let all = try Self.judged.get().count
    #expect(text.contains("\(all - misses.count) of \(all)"))
  }
}
