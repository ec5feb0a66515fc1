import EvalKitTesting
import Foundation
import Testing

@testable import EvalKit

struct RecordedRunTests {
  private final class Folder {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "evalkit-\(UUID().uuidString)")
    deinit { try? FileManager.default.removeItem(at: url) }
    func bytes(_ name: String) throws -> Data {
      try Data(contentsOf: url.appendingPathComponent(name))
    }
  }

  private static let calls = [
    CallTiming(kind: .prefill, prompt: 300, reused: 200, firstToken: 0.25, total: 0.25),
    CallTiming(kind: .reply, prompt: 310, reused: 0, written: 8, firstToken: 1, total: 3),
  ]
  private static let judgedFiles = ["judge.json", "scores.jsonl", "summary.json"]

  /// A small run that was judged, with a question left out by a limit.
  private func run(in folder: Folder, judge: Judge = .default) async throws -> (
    directory: RunDirectory, judged: JudgedRun
  ) {
    let settings = RunSettings(
      renderer: PlainRenderer(), tokenizer: WordTokenizer(),
      models: [
        ModelRunner(ScriptedModel([.text("p1.0")]), configuration: "x", isFree: true)
      ])
    let cases = ["a", "b"].map { id in
      EvalCase(
        id: id, transcript: .plain(turns: 3, head: 5),
        facts: [
          Fact(id: "f", value: "p1.0", evidence: [Evidence(entry: EntryID(0), quote: "p1.0")])
        ],
        probes: [Probe(id: "p", ask: "what", facts: ["f"])])
    }
    let plan = Plan(
      cases: cases,
      arms: Arm.panel(
        policies: [("nothing", Pipeline())], models: ["scripted"], contexts: [.tokens(500)],
        reserve: 50), settings: settings)
    let spec = RunSpec(
      plan, settings: settings, sets: [EvalSet(id: "s", cases: cases)], judge: judge.id,
      judgeDigest: judge.digest, leftOut: [Summary.Exclusion(reason: "--limit 1", count: 3)],
      notes: ["assumed: something"])
    let (directory, _) = try RunDirectory.open(folder.url, spec: spec, plan: plan)
    let writer = try RunWriter(directory, plan: plan)
    var observations: [Observation] = []
    try await Runner(plan: plan, settings: settings).run(done: writer.done) { cell, observation in
      try writer.append(observation, cell: cell)
      writer.note(seconds: 0.5 * Double(cell), cell: cell)
      if cell == 1 { for call in Self.calls { writer.note(call, cell: cell) } }
      observations.append(observation)
    }
    try writer.finish()
    let judged = RecordedRun(plan, spec: spec, observations: observations).judged(by: judge)
    try directory.write(judged)
    return (directory, judged)
  }

  private func read(_ folder: Folder) throws -> (RunDirectory, RecordedRun) {
    let directory = try RunDirectory(reading: folder.url)
    return (
      directory,
      try RecordedRun(
        directory, renderer: PlainRenderer(), tokenizer: WordTokenizer(),
        pipeline: { $0.isEmpty ? Pipeline() : nil })
    )
  }

  @Test func `a run judged again from its folder gives the same bytes`() async throws {
    let folder = Folder()
    _ = try await run(in: folder)
    let before = try Self.judgedFiles.map { try folder.bytes($0) }
    #expect(before.allSatisfy { !$0.isEmpty })
    let (directory, recorded) = try read(folder)
    let judge = try #require(try directory.judge())
    #expect(judge == .default)
    try directory.write(recorded.judged(by: judge), to: directory.folder(of: judge))
    #expect(try Self.judgedFiles.map { try folder.bytes($0) } == before)
    // Not digested, but needed to judge again.
    #expect(directory.spec.leftOut.map(\.count) == [3])
    #expect(directory.spec.notes == ["assumed: something"])
    #expect(String(decoding: before[2], as: UTF8.self).contains("--limit 1"))
  }

  @Test(arguments: [1, 2, 5])
  func `cases judged side by side give the same bytes`(width: Int) async throws {
    let folder = Folder()
    _ = try await run(in: folder)
    let before = try Self.judgedFiles.map { try folder.bytes($0) }
    let (directory, recorded) = try read(folder)
    let observations = try await directory.observations(of: recorded.values, width: width)
    let codec = ObservationCodec(recorded.values)
    #expect(
      try observations.map { try codec.line($0) }
        == recorded.observations.map { try codec.line($0) })
    try await directory.write(
      try await recorded.judged(by: .default, width: width), width: width)
    #expect(try Self.judgedFiles.map { try folder.bytes($0) } == before)
  }

  @Test func `a damaged line is named, also where lines are read side by side`() async throws {
    let folder = Folder()
    let (directory, _) = try await run(in: folder)
    let file = folder.url.appendingPathComponent("observations.jsonl")
    var lines = String(decoding: try Data(contentsOf: file), as: UTF8.self)
      .split(separator: "\n").map(String.init)
    lines[1] = "{"
    lines[3] = "{"
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
    let cases = try directory.cases()
    let error = await #expect(throws: RunDirectoryError.self) {
      try await directory.observations(of: cases, width: 3)
    }
    #expect(error?.description.contains("observations.jsonl:2") == true, "\(error as Any)")
  }

  @Test func `how long cells and the calls in them took is read back, each by itself`() async throws
  {
    let folder = Folder()
    let (directory, judged) = try await run(in: folder)
    let cells = Set(judged.scores.map { [$0.caseID, $0.arm] }).count
    #expect(
      try directory.timings()
        == Dictionary(uniqueKeysWithValues: (0..<cells).map { ($0, 0.5 * Double($0)) }))
    let found = try directory.calls()
    #expect(found.map(\.call) == Self.calls)
    #expect(found.allSatisfy { $0.cell == 1 })
    #expect(Self.calls.map(\.tokensPerSecond) == [nil, 4])
    #expect(Self.calls.map(\.read) == [100, 310])
    #expect(try folder.bytes("timings.jsonl").count { $0 == 0x0A } == cells + Self.calls.count)
  }

  @Test func `what many tasks transform comes back in order`() async throws {
    let numbers = Array(0..<1000)
    for width in [1, 2, 7, 5000] {
      #expect(try await numbers.mapped(width: width) { $0 * 2 } == numbers.map { $0 * 2 })
    }
    #expect(try await [Int]().mapped(width: 4) { $0 }.isEmpty)
  }

  @Test func `another judge's scores stand beside the run's, each version by itself`() async throws
  {
    let folder = Folder()
    _ = try await run(in: folder)
    let before = try Self.judgedFiles.map { try folder.bytes($0) }
    let (directory, recorded) = try read(folder)
    var other = Judge.default
    other.id = "my judge/1"
    other.metrics = ["recall"]
    var version = other
    version.noRangeBelow = 0.1
    let places = [other, version].map { directory.folder(of: $0) }
    #expect(Set(places.map(\.path)).count == 2)
    #expect(places[0].path == "\(folder.url.path)/judged/my-judge-1-\(other.digest.prefix(8))")
    try directory.write(recorded.judged(by: other), to: places[0])
    #expect(try Self.judgedFiles.map { try folder.bytes($0) } == before)
    let scores = try folder.bytes("judged/my-judge-1-\(other.digest.prefix(8))/scores.jsonl")
    #expect(!String(decoding: scores, as: UTF8.self).contains("\"survival\""))
  }

  @Test func `a judge with a model judge is kept with its prompt, and judges again without it`()
    async throws
  {
    let folder = Folder()
    var judge = Judge.default
    judge.modelJudges = [ModelJudgeFixture.judge]
    let (_, judged) = try await run(in: folder, judge: judge)
    #expect(judged.missing.map(\.key.question) == ["p", "p"])
    #expect(judged.summary().hasErrors)
    let (directory, recorded) = try read(folder)
    #expect(try directory.judge() == judge)
    let asking = ModelJudging(ModelRunner(ScriptedModel([.text("correct"), .text("wrong")])))
    var known = Judgements()
    for request in judged.missing { known.add(try await asking.judgement(of: request)) }
    try directory.write(known)
    try directory.write(recorded.judged(by: judge, judgements: known))
    let before = try (Self.judgedFiles + ["model-judgements.jsonl"]).map { try folder.bytes($0) }
    let (again, other) = try read(folder)
    let judgements = try again.judgements()
    #expect(judgements == known)
    let second = other.judged(by: try #require(try again.judge()), judgements: judgements)
    #expect(second.missing.isEmpty)
    try again.write(judgements)
    try again.write(second)
    let after = try (Self.judgedFiles + ["model-judgements.jsonl"]).map { try folder.bytes($0) }
    #expect(after == before)
    #expect(second.agreements.map(\.count) == [2])
    #expect(String(decoding: after[2], as: UTF8.self).contains("\"agreements\""))
  }

  @Test func `starting over removes what other judges made of the old run`() async throws {
    let folder = Folder()
    let (directory, judged) = try await run(in: folder)
    try directory.write(judged, to: folder.url.appendingPathComponent("judged/x"))
    try directory.write(Judgements())
    let names = ["judged", "model-judgements.jsonl", "judge.json"]
    #expect(names.allSatisfy(directory.exists))
    #expect(Set(names).isSubset(of: RunDirectory.files))
    #expect(try directory.removeOtherJudgings())
    #expect(!directory.exists("judged"))
    #expect(try !directory.removeOtherJudgings())
  }

  @Test(arguments: [0, 7, NeutralRenderer.defaultImageTokens])
  func `a neutral renderer is found again by its name`(tokens: Int) {
    let renderer = NeutralRenderer(imageTokens: tokens)
    #expect(NeutralRenderer(named: renderer.name)?.imageTokens == tokens)
    #expect(NeutralRenderer(named: "neutral(image-tokens: x)") == nil)
    #expect(NeutralRenderer(named: "other") == nil)
  }
}
