import EvalKit
import Foundation
import Testing

@testable import evalrun

@Suite struct `The command bless` {
  private static let set = "\(Golden.fixtures)/gate/set"

  private func evalrun(_ arguments: String...) async -> (
    code: ExitCode, output: String, notes: String
  ) {
    let recorder = RecordingConsole(width: 400)
    let code = await Tool.run(arguments, console: recorder.console)
    return (code, recorder.output, recorder.notes)
  }

  @Test func `says what changes against the baseline before`() async throws {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/baseline.json"
    for (name, entries) in [("first", 8), ("second", 4)] {
      let run = await evalrun(
        "run", Self.set, "-s", "ours = rolling-window(entries: \(entries))", "--out",
        "\(folder.path)/\(name)")
      try #require(run.code == .done)
    }
    let first = await evalrun(
      "bless", "\(folder.path)/first", "--by", "Ada", "--reason", "first", "--baseline", file)
    #expect(first.code == .done)
    #expect(first.output.contains("there was no baseline before"))
    let second = await evalrun(
      "bless", "\(folder.path)/second", "--by", "Ada", "--reason", "shorter", "--baseline", file)
    #expect(second.code == .done)
    try Golden.expect(
      second.output.replacing(folder.path, with: "FOLDER"), is: "gate/golden/bless.txt")
    let same = await evalrun(
      "bless", "\(folder.path)/second", "--by", "Eve", "--reason", "again", "--baseline", file,
      "--json")
    #expect(same.code == .done)
    #expect(try JSONValue.parse(same.output)["change"]?["newArms"] == [])
    #expect(try Baselines.read(file).blessing.by == "Eve")
  }

  @Test func `wants a reason and a name`() async throws {
    let folder = try TemporaryFolder()
    for reason in [[], ["--reason", " "]] {
      let recorder = RecordingConsole()
      let code = await Tool.run(["bless", folder.path] + reason, console: recorder.console)
      #expect(code == .usage)
      #expect(recorder.notes.contains("--reason"))
    }
    #expect(GitUser.name(["false"]) == nil)
    #expect(GitUser.name(["no-such-program-anywhere"]) == nil)
    #expect(GitUser.name(["printf", " "]) == nil)
    #expect(GitUser.name(["echo", "Ada Lovelace"]) == "Ada Lovelace")
    let missing = await evalrun("bless", folder.path, "--reason", "x", "--by", "Ada")
    #expect(missing.code == .missingInput)
  }

  @Test func `refuses a run with errors unless it is forced`() async throws {
    let folder = try TemporaryFolder()
    // A stage whose program ends at once: every request errors.
    let run = await evalrun(
      "run", Self.set, "-s", "ours = exec('false')", "--out",
      "\(folder.path)/run")
    try #require(run.code == .incomplete, "\(run.code) \(run.notes)")
    let file = "\(folder.path)/baseline.json"
    let refused = await evalrun(
      "bless", "\(folder.path)/run", "--by", "Ada", "--reason", "x", "--baseline", file)
    #expect(refused.code == .incomplete)
    #expect(refused.notes.contains("errored: "))
    #expect(!FileManager.default.fileExists(atPath: file))
    let forced = await evalrun(
      "bless", "\(folder.path)/run", "--by", "Ada", "--reason", "x", "--baseline", file, "--force")
    #expect(forced.code == .done)
    #expect(try Baselines.read(file).hasErrors)
    // What errored then and errors now is no fall of coverage, and still not measured.
    let gate = await evalrun("gate", "\(folder.path)/run", "--baseline", file)
    #expect(gate.code == .incomplete)
  }

  @Test func `takes runs of one configuration together`() async throws {
    let folder = try TemporaryFolder()
    for name in ["a", "b"] {
      _ = await evalrun("run", Self.set, "--out", "\(folder.path)/\(name)")
    }
    let file = "\(folder.path)/baseline.json"
    let blessed = await evalrun(
      "bless", "\(folder.path)/a", "\(folder.path)/b", "--by", "Ada", "--reason", "x",
      "--baseline", file)
    #expect(blessed.code == .done)
    #expect(blessed.output.contains("2 repeats"))
    #expect(try Baselines.read(file).arms.allSatisfy { !$0.isSampled })
  }
}
