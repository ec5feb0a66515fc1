import Foundation
import Testing

@testable import EvalKit
@testable import evalrun

@Suite struct `History of a baseline` {
  /// A repository of its own, with settings of its own.
  private final class Repository {
    let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
      try git("init", "-q", "-b", "main")
      try git("config", "user.name", "Ada")
      try git("config", "user.email", "ada@example.org")
      // What users may have set, and what must not matter.
      try git("config", "log.showSignature", "true")
      try git("config", "color.ui", "always")
      try git("config", "commit.gpgSign", "false")
    }

    func git(_ arguments: String...) throws {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["git", "-C", folder.path] + arguments
      process.environment = ProcessInfo.processInfo.environment.merging([
        "GIT_COMMITTER_DATE": "2026-07-20T12:00:00Z", "GIT_AUTHOR_DATE": "2026-07-20T12:00:00Z",
      ]) { $1 }
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      try #require(process.terminationStatus == 0, "git \(arguments)")
    }

    /// Writes a file and commits it.
    func commit(_ text: String, as name: String, _ message: String = "Bless") throws {
      let url = URL(fileURLWithPath: "\(folder.path)/\(name)")
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
      try git("add", "-A")
      try git("commit", "-q", "-m", message)
    }
  }

  private func tool(_ arguments: String...) async -> (code: ExitCode, output: String, notes: String)
  {
    let recorder = RecordingConsole()
    let code = await Tool.run(arguments, console: recorder.console)
    return (code, recorder.output, recorder.notes)
  }

  private func baseline(
    _ reason: String, recall: Double, tokens: Double? = 900, edited: Int = 0, judge: String = "j1"
  ) -> Baseline {
    func value(_ number: Double) -> Baseline.Value {
      var metric = MetricValue()
      metric.value = number
      metric.scored = 10
      return Baseline.Value(metric)
    }
    var arm = Baseline.Arm(
      name: "mine", model: "reader", context: "2048", reserve: 512, spec: "identity")
    arm.metrics["recall"] = value(recall)
    arm.metrics["survival"] = value(0.5)
    arm.metrics["tokensPerTask"] = tokens.map(value)
    var oracle = Baseline.Arm(
      name: "oracle", model: "reader", context: "2048", reserve: 512, spec: "oracle")
    oracle.metrics["recall"] = value(1)
    let cases = (0..<4).map { place in
      ("c\(place)", Baseline.Case(cluster: "c\(place)", digest: place < edited ? "new" : "old"))
    }
    return Baseline(
      blessing: Baseline.Blessing(by: "Ada", reason: reason, tool: "0.1.0"), repeats: 1,
      sets: [RunSpec.SetReference(id: "s", digest: "d")], primary: "recall", judge: "default",
      judgeDigest: judge, models: ["reader": "c"], tokenizer: "pieces", renderer: "neutral",
      cases: Dictionary(uniqueKeysWithValues: cases), arms: [oracle, arm])
  }

  /// Three blessings, under two names of the file.
  private func threeBlessings() throws -> Repository {
    let repository = try Repository()
    try repository.commit("{}", as: "README", "Something else")
    try repository.commit(baseline("the first", recall: 0.7).file, as: "sets/old/baseline.json")
    try repository.git("tag", "v1")
    try repository.commit(
      baseline("a better window", recall: 0.8, tokens: nil).file, as: "sets/old/baseline.json")
    try repository.git("mv", "sets/old", "sets/mine")
    try repository.commit(
      baseline("two cases edited", recall: 0.75, tokens: 1000, edited: 2, judge: "j2").file,
      as: "sets/mine/baseline.json")
    return repository
  }

  @Test func `every blessing is a bar, and is named`() async throws {
    let repository = try threeBlessings()
    let (code, output, notes) = await tool("history", "\(repository.folder.path)/sets/mine")
    #expect(code == .done, "\(notes)")
    let lines = output.split(separator: "\n").map(String.init)
    #expect(lines[0].hasSuffix("baseline.json: 3 blessings, 2026-07-20"))
    let expected = """
      metric                      trend  first   last  change
      ───────────────────────────────────────────────────────
      mine at 2048, reader
        recall %                  ▁█▅     70.0   75.0    +5.0
        survival %                ▄▄▄     50.0   50.0     0.0
        tokens/task               ▁ █      900  1,000    +100
      """
    let table = lines.drop { !$0.hasPrefix("metric") }.prefix(6)
    #expect(
      table.map(Self.squeezed) == expected.split(separator: "\n").map { Self.squeezed("\($0)") })
    let blessings = lines.drop { !$0.hasPrefix("blessings") }.dropFirst().joined(separator: "\n")
    for reason in ["Ada: the first (evalrun 0.1.0)", "Ada: a better window", "two cases edited"] {
      #expect(blessings.contains(reason))
    }
    #expect(blessings.contains("not the same as before: cases: 2 edited; judge"))
    #expect(!blessings.contains("a better window (evalrun 0.1.0); not"))
  }

  private static func squeezed(_ line: String) -> String {
    line.split(separator: " ").joined(separator: " ").replacing(/─+/, with: "─")
  }

  @Test func `what was not committed stands last`() async throws {
    let repository = try threeBlessings()
    let file = "\(repository.folder.path)/sets/mine/baseline.json"
    try Data(baseline("not yet", recall: 0.9).file.utf8).write(to: URL(fileURLWithPath: file))
    let result = await tool("history", file, "--metric", "recall", "--json")
    #expect(result.code == .done, "\(result.notes)")
    let json = try JSONValue.parse(result.output)
    let rows = try #require(json["rows"]?.arrayValue)
    #expect(rows.count == 1)
    #expect(rows[0]["values"]?.arrayValue?.map(\.doubleValue) == [0.7, 0.8, 0.75, 0.9])
    let revisions = try #require(json["revisions"]?.arrayValue)
    #expect(revisions.last?["name"]?.stringValue == "uncommitted")
    #expect(revisions.last?["date"] == .null)
    #expect(revisions.map { $0["reason"]?.stringValue }.first == "the first")
  }

  @Test func `only the commits that are named, in their order`() async throws {
    let repository = try threeBlessings()
    let set = "\(repository.folder.path)/sets/mine"
    let result = await tool("history", set, "main", "v1", "--json", "--metric", "recall")
    #expect(result.code == .done, "\(result.notes)")
    let json = try JSONValue.parse(result.output)
    #expect(
      json["rows"]?.arrayValue?.first?["values"]?.arrayValue?.map(\.doubleValue) == [0.75, 0.7])
    // Before the file was there.
    let early = await tool("history", set, "v1~1", "v1")
    #expect(early.code == .incomplete)
    #expect(early.notes.contains("at v1~1: left out: the file is not there"))
    #expect(early.output.contains("70.0"))
  }

  @Test func `controls are shown when they are asked for`() async throws {
    let repository = try threeBlessings()
    let set = "\(repository.folder.path)/sets/mine"
    let result = await tool("history", set, "--arm", "ora*", "--metric", "recall")
    #expect(result.code == .done)
    #expect(result.output.contains("oracle at 2048") && !result.output.contains("mine at 2048"))
    let none = await tool("history", set, "--arm", "pear")
    #expect(none.code == .usage && none.notes.contains("mine|reader|2048"))
  }

  @Test func `a blessing that cannot be read is named and left out`() async throws {
    let repository = try threeBlessings()
    let file = baseline("by hand", recall: 0.6).file.replacing("0.6", with: "0.99")
    try repository.commit(file, as: "sets/mine/baseline.json")
    let result = await tool("history", "\(repository.folder.path)/sets/mine")
    #expect(result.code == .incomplete)
    #expect(result.notes.contains("edited by hand"))
    #expect(result.output.contains("3 blessings") && !result.output.contains("by hand"))
  }

  @Test func `a file that is gone has a history still`() async throws {
    let repository = try threeBlessings()
    try repository.git("rm", "-q", "sets/mine/baseline.json")
    try repository.git("commit", "-q", "-m", "Not any more")
    try FileManager.default.createDirectory(
      atPath: "\(repository.folder.path)/sets/mine", withIntermediateDirectories: true)
    let result = await tool("history", "\(repository.folder.path)/sets/mine/baseline.json")
    #expect(result.code == .done, "\(result.notes)")
    #expect(result.output.contains("3 blessings"))
  }

  @Test func `what cannot be read says why`() async throws {
    let repository = try threeBlessings()
    let set = "\(repository.folder.path)/sets/mine"
    let outside = try TemporaryFolder()
    let file = try outside.file("baseline.json", baseline("x", recall: 1).file)
    for (arguments, code, words) in [
      ([file], ExitCode.usage, "not a git repository"),
      ([repository.folder.path], .missingInput, "neither there nor in the history"),
      ([set, "v9"], .usage, "'v9' is neither on the disk nor a commit"),
      ([set, "--metric", "recal"], .usage, "did you mean 'recall'?"),
      ([set, "--metric", "cost"], .usage, "the baseline has no cost"),
      (["pear"], .missingInput, "name a set's folder or a baseline"),
      ([], .usage, "SET|FILE"),
    ] {
      let recorder = RecordingConsole()
      let found = await Tool.run(["history"] + arguments, console: recorder.console)
      #expect(found == code, "\(arguments): \(recorder.notes)")
      #expect(recorder.notes.contains(words), "\(arguments): \(recorder.notes)")
    }
  }
}
