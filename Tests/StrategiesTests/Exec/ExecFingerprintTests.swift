import EvalKit
import EvalKitTesting
import Foundation
import Testing

@testable import Strategies

/// A run tells when a program changed.
struct ExecFingerprintTests {
  @Test(arguments: [
    ("python3 a.py", ["python3", "a.py"]), ("  a\tb\n", ["a", "b"]), ("", []),
    ("'a b' \"c d\" e\\ f", ["a b", "c d", "e f"]), ("a''b ''", ["ab", ""]),
    ("cat<in|sort>out;(x&&y)", ["cat", "in", "sort", "out", "x", "y"]),
    (#"echo "it's" 'a\b' "#, ["echo", "it's", #"a\b"#]),
  ])
  func `A command is told apart as a shell does`(command: String, words: [String]) {
    #expect(CommandFiles.words(of: command) == words)
  }

  private func digest(_ command: String) throws -> String {
    try #require(Pipeline([try Programs.stage(command)]).fingerprint)
  }

  @Test func `The content of every argument that is a file counts`() throws {
    let folder = try Programs.Folder()
    try folder.write("one", to: "a policy.py")
    try folder.write("rules", to: "rules.json")
    let command = "python3 '\(folder.path("a policy.py"))' --rules=\(folder.path("rules.json"))"
    let first = try digest(command)
    #expect(try digest(command) == first)
    #expect(try digest(command + " ") != first)
    try folder.write("two", to: "a policy.py")
    let second = try digest(command)
    #expect(second != first)
    try folder.write("other rules", to: "rules.json")
    #expect(try digest(command) != second)
    try folder.write("one", to: "a policy.py")
    try folder.write("rules", to: "rules.json")
    #expect(try digest(command) == first)
  }

  @Test func `A run of another program is another run, and it is said`() throws {
    let folder = try Programs.Folder()
    try folder.write("one", to: "a.py")
    let pipeline = Pipeline([try Programs.stage("python3 \(folder.path("a.py"))")])
    func spec() -> RunSpec {
      let settings = RunSettings(models: [ModelRunner(ScriptedModel(), isFree: true)])
      let plan = Plan(
        cases: [EvalCase(id: "a", transcript: Shorthand.transcript("p1 r1"))],
        arms: Arm.panel(
          policies: [("mine", pipeline), ("plain", Pipeline())], models: ["scripted"],
          contexts: [.tokens(500)]),
        settings: settings)
      return RunSpec(plan, settings: settings, sets: [])
    }
    let first = spec()
    #expect(spec() == first && spec().differences(from: first) == [])
    #expect(first.arms.first { $0.name == "plain" }?.fingerprint == nil)
    try folder.write("two", to: "a.py")
    #expect(spec().digest != first.digest)
    #expect(spec().differences(from: first) == ["programs or files of arms: mine|scripted|500"])
  }

  @Test func `A strategy without files has no fingerprint`() throws {
    #expect(try Strategies.catalog.parse("identity | rolling-window(4)").fingerprint == nil)
  }
}
