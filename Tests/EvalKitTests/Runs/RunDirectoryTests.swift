import EvalKit
import EvalKitTesting
import Foundation
import Testing

/// A folder that goes when the test is over.
private final class Folder {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent(
    "evalkit-\(UUID().uuidString)")
  deinit { try? FileManager.default.removeItem(at: url) }
  func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: url.appendingPathComponent(name))
  }
}

private struct Setup {
  let settings: RunSettings
  let plan: Plan
  let spec: RunSpec

  init(seed: Int = 0, ids: [String] = ["a", "b"], model: ScriptedModel = ScriptedModel()) {
    let cases = ids.map { id in
      EvalCase(
        id: id, transcript: .plain(turns: 3, head: 5),
        facts: [
          Fact(id: "f", value: "p1.0", evidence: [Evidence(entry: EntryID(0), quote: "p1.0")])
        ],
        probes: [Probe(id: "p", ask: "what", facts: ["f"])])
    }
    settings = RunSettings(
      renderer: PlainRenderer(), tokenizer: WordTokenizer(),
      models: [ModelRunner(model, configuration: "x", isFree: true)])
    plan = Plan(
      cases: cases,
      arms: Arm.panel(
        policies: [("nothing", Pipeline())], models: ["scripted"], contexts: [.tokens(500)],
        reserve: 50),
      settings: settings)
    spec = RunSpec(plan, settings: settings, sets: [EvalSet(id: "s", cases: cases)], seed: seed)
  }

  /// Makes the run, or what is missing of it; stops after so many cells.
  func run(
    in folder: Folder, fresh: Bool = false, stopAfter: Int = .max, retryErrors: Bool = false
  ) async throws -> (RunDirectory, RunDirectory.State) {
    let (directory, state) = try RunDirectory.open(folder.url, spec: spec, plan: plan, fresh: fresh)
    let writer = try RunWriter(directory, plan: plan, retryErrors: retryErrors)
    var written = 0
    struct Stop: Error {}
    do {
      try await Runner(plan: plan, settings: settings).run(done: writer.done) { cell, observation in
        if written == stopAfter { throw Stop() }
        try writer.append(observation, cell: cell)
        written += 1
      }
    } catch is Stop {}
    try writer.finish()
    return (directory, state)
  }
}

struct RunDirectoryTests {
  @Test func `a run is made once, and made again the same`() async throws {
    let folder = Folder()
    let setup = Setup()
    let (directory, state) = try await setup.run(in: folder)
    #expect(state == .new)
    let bytes = try folder.bytes("observations.jsonl")
    let (_, again) = try await setup.run(in: folder)
    #expect(again == .complete)
    let other = Folder()
    _ = try await setup.run(in: other)
    for name in ["run.json", "cases.jsonl", "observations.jsonl"] {
      #expect(try folder.bytes(name) == other.bytes(name))
    }
    #expect(try folder.bytes("observations.jsonl") == bytes)
    let read = try RunDirectory(reading: folder.url)
    #expect(read.spec == setup.spec)
    #expect(read.spec.digest == setup.spec.digest)
    let cases = try directory.cases()
    #expect(cases.map(\.id) == ["a", "b"])
    #expect(try directory.observations(of: cases).count == setup.plan.cells.count)
  }

  @Test(arguments: [0, 1, 5, 11])
  func `a run that was cut off goes on, also after half a line`(_ cells: Int) async throws {
    let whole = Folder()
    let setup = Setup()
    _ = try await setup.run(in: whole)
    let folder = Folder()
    _ = try await setup.run(in: folder, stopAfter: cells)
    let file = folder.url.appendingPathComponent("observations.jsonl")
    let handle = try FileHandle(forWritingTo: file)
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(#"{"arm":"half a li"#.utf8))
    try handle.close()
    let (_, state) = try await setup.run(in: folder)
    #expect(state == .partial(done: cells))
    #expect(try folder.bytes("observations.jsonl") == whole.bytes("observations.jsonl"))
  }

  @Test func `a run of something else is refused, naming what differs`() async throws {
    let folder = Folder()
    _ = try await Setup().run(in: folder)
    let other = Setup(seed: 7, ids: ["a", "c"])
    let error = await #expect(throws: RunDirectoryError.self) {
      try await other.run(in: folder)
    }
    #expect(error == .differs(folder.url.path, ["cases: b, c", "seed (0 there, 7 now)"]))
    let (_, state) = try await other.run(in: folder, fresh: true)
    #expect(state == .new)
  }

  @Test func `a folder with other files is left alone`() async throws {
    let folder = Folder()
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: folder.url.appendingPathComponent("thesis.txt"))
    await #expect(throws: RunDirectoryError.notARun(folder.url.path)) {
      try await Setup().run(in: folder, fresh: true)
    }
  }

  @Test func `what cannot be written is said`() async throws {
    let folder = Folder()
    try Data("a file".utf8).write(to: folder.url)
    let error = await #expect(throws: RunDirectoryError.self) {
      try await Setup().run(in: folder)
    }
    guard case .cannotCreate = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `cells with errors are made again where asked, in their place`() async throws {
    let whole = Folder()
    _ = try await Setup().run(in: whole)
    let folder = Folder()
    let flaky = ScriptedModel([
      .text("ok"), .failure(.unavailable("for a moment")), .text("ok"), .text("ok"),
    ])
    let (directory, _) = try await Setup(model: flaky).run(in: folder)
    let found = try directory.observations(of: directory.cases())
    #expect(found.filter(\.isErrored).count == 1)
    let (_, state) = try await Setup().run(in: folder, retryErrors: true)
    #expect(state == .complete)
    #expect(try folder.bytes("observations.jsonl") == whole.bytes("observations.jsonl"))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(!names.contains { $0.hasPrefix(".") })
  }

  @Test func `scores are kept and read back`() async throws {
    let folder = Folder()
    let (directory, _) = try await Setup().run(in: folder)
    let scores = [
      Score(
        caseID: "a", arm: "x|y|1", metric: "recall", question: "p", outcome: .scored(1),
        verdict: "correct", reason: "said so"),
      Score(caseID: "a", arm: "x|y|1", metric: "recall", outcome: .errored("timeout")),
      Score(caseID: "b", arm: "x|y|1", metric: "cost", outcome: .scored(0.1)),
    ]
    try directory.write(scores)
    #expect(try directory.scores() == scores)
  }
}
