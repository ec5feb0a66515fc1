import EvalKit
import EvalKitTesting
import Foundation
import Testing

@testable import Strategies

/// Everything a program can do wrong, and what is said of it.
struct ExecFailureTests {
  struct Failing: Sendable, CustomTestStringConvertible {
    var name: String
    var command: String
    var failure: ExecFailure
    var standardError = ""
    var testDescription: String { name }
  }

  private static let answer = #"{"version": 1, "items": []}"#

  static let all = [
    Failing(
      name: "crash", command: "read -r line; echo 'no such policy' >&2; exit 3",
      failure: .exited(status: 3), standardError: "no such policy"),
    Failing(
      name: "crash in the middle of a reply", command: #"read -r line; printf '{"vers'; exit 3"#,
      failure: .exited(status: 3)),
    Failing(
      name: "signal", command: "read -r line; echo help >&2; kill -9 $$",
      failure: .killed(signal: 9), standardError: "help"),
    Failing(name: "ends at once", command: "exit 0", failure: .exited(status: 0)),
    Failing(
      name: "not found", command: "no-such-program-anywhere 2>/dev/null",
      failure: .exited(status: 127)),
    Failing(
      name: "hang", command: "echo thinking >&2; sleep 7200", failure: .late(seconds: 1),
      standardError: "thinking"),
    Failing(
      name: "half a line, then nothing", command: "printf '{'; sleep 7200",
      failure: .late(seconds: 1)),
    Failing(
      name: "reads slower than it may", command: "sleep 7200 | cat", failure: .late(seconds: 1)),
    Failing(name: "closed output", command: "exec >&-; sleep 7200", failure: .closedOutput),
    Failing(
      name: "endless reply", command: "yes no | tr -d '\\n'", failure: .tooLong(bytes: 100_000)),
    Failing(
      name: "more than a line",
      command: "while read -r line; do printf '%s\\nx\\n' '\(answer)'; done",
      failure: .unasked),
    Failing(
      name: "garbage", command: "read -r line; echo Loading...",
      failure: .noJSON(
        "1:1: expected a value, found 'Loading'; strings need quotes", start: "Loading...")),
    Failing(
      name: "no object", command: "while read -r line; do echo '[]'; done",
      failure: .badReply("expected an object, found an array")),
    Failing(
      name: "no version", command: #"while read -r line; do echo '{"items": []}'; done"#,
      failure: .badReply("missing key 'version'; it is 1")),
    Failing(
      name: "wrong version",
      command: #"while read -r line; do echo '{"version": 2, "items": []}'; done"#,
      failure: .badVersion("2")),
  ]

  private func failure(_ command: String, time: Int = 60, requests: Int = 1) async throws
    -> ExecError?
  {
    let strategy = try Exec(
      StrategyArguments(["command": .string(command), "time": .number(time)]), limit: 100_000)
    let transcript = Shorthand.transcript("p1 r1 p2")
    let bench = Bench(resources: SessionResources())
    for _ in 0..<requests {
      do {
        _ = try await bench.edited(bench.history(transcript), by: Stage(strategy), transcript)
      } catch let error as ExecError {
        return error
      }
    }
    return nil
  }

  @Test(arguments: all)
  func `Each kind of failure is told, with what the program said, and never hangs`(
    failing: Failing
  ) async throws {
    let time = failing.failure == .late(seconds: 1) ? 1 : 60
    let requests = failing.failure == .unasked ? 2 : 1
    let clock = ContinuousClock()
    let start = clock.now
    let error = try #require(
      try await failure(failing.command, time: time, requests: requests))
    #expect(error.failure == failing.failure)
    #expect(error.standardError == failing.standardError)
    // What hangs would do so for two hours; among thousands of tests a task may be resumed minutes late.
    #expect(clock.now - start < .seconds(3600))
    // What went wrong twice reads the same twice.
    let again = try await failure(failing.command, time: time, requests: requests)
    #expect(again == error)
  }

  @Test(arguments: [
    (#"{"version": 1}"#, "missing key 'items'"),
    (#"{"version": 1, "items": 3}"#, "expected an array, found a number (at items)"),
    (
      #"{"version": 1, "itms": []}"#, "missing key 'items'; is 'itms' meant to be it?"
    ),
    (
      #"{"version": 1, "items": [{"label": "p9"}]}"#,
      "'p9' is no label of the request; a new item needs a 'kind' (at items[0])"
    ),
    (
      #"{"version": 1, "items": [{"text": "new"}]}"#,
      "expected a 'label' of the request, or the 'kind' of a new item (at items[0])"
    ),
    (
      #"{"version": 1, "items": [{"label": "p1", "txt": "new"}]}"#,
      "unknown key 'txt'; did you mean 'text'? (at items[0])"
    ),
    (
      #"{"version": 1, "items": [{"label": "p1"}, {"kind": "user", "text": ""}]}"#,
      "'user' is no kind; there is prompt, response, reasoning, toolCalls, toolOutput, "
        + "instructions, opaque (at items[1].kind)"
    ),
    (
      #"{"version": 1, "items": [{"kind": "prompt"}]}"#,
      "a new item needs a 'text', 'segments' or 'calls' (at items[0])"
    ),
    (
      #"{"version": 1, "items": [{"kind": "prompt", "text": "s", "covers": ["p1", "x"]}]}"#,
      "covers 'x', which is no label of the history"
    ),
    (
      #"{"version": 1, "items": [{"label": "p1", "text": 3}]}"#,
      "expected a string, found a number (at items[0].text)"
    ),
    (
      #"{"version": 1, "items": [{"label": "p1", "segments": [{"image": "x"}]}]}"#,
      "expected a text, or 'structure', 'attachment' or 'opaque' (at items[0].segments[0])"
    ),
    (
      #"{"version": 1, "items": [{"label": "p1", "calls": [{"name": "f"}]}]}"#,
      "only an item of kind toolCalls has calls (at items[0].calls)"
    ),
    (
      #"{"version": 1, "items": [], "head": {"tools": [{"name": "fly"}]}}"#,
      "'fly' is no tool of the request (at head.tools[0].name)"
    ),
  ])
  func `A reply of another shape names the key`(reply: String, problem: String) {
    let history = Bench().history(Shorthand.transcript("p1 r1"))
    #expect(throws: ExecFailure.badReply(problem)) {
      try ExecReply(Array(reply.utf8), to: LabelledEdit(history))
    }
  }

  @Test func `A failure is the error of the request, and the next one starts the program anew`()
    async throws
  {
    let folder = try Programs.Folder()
    let mark = folder.path("mark")
    let stage = try Programs.stage(
      "if [ -e '\(mark)' ]; then exec cat; fi; touch '\(mark)'; read -r line; exit 4")
    let transcript = Shorthand.transcript("p1 r1 p2 r2")
    let result = try await Replay(transcript).run(Bench().session(transcript, Pipeline([stage])))
    let first = try #require(result.requests.first?.error)
    #expect(first.hasPrefix("exec: '") && first.contains("ended with status 4 before it replied"))
    #expect(result.requests.last?.error == nil)
  }

  @Test func `Only the end of standard error is told, from a whole character on`() async throws {
    let error = try #require(
      try await failure("for i in $(seq 3000); do printf 'é%s\\n' $i; done >&2; exit 1"))
    #expect(error.standardError.hasPrefix("…"))
    #expect(error.standardError.hasSuffix("é2999\né3000"))
    #expect(error.standardError.utf8.count <= OutputTail.size + 3)
    #expect(!error.standardError.unicodeScalars.contains("\u{FFFD}"))
  }

  @Test func `An edit that is cancelled does not wait for the program`() async throws {
    let stage = try Programs.stage("sleep 7200", "time: 7200")
    let task = Task {
      let transcript = Shorthand.transcript("p1")
      let bench = Bench()
      return try await bench.edited(bench.history(transcript), by: stage, transcript).count
    }
    let clock = ContinuousClock()
    let start = clock.now
    try await Task.sleep(for: .milliseconds(100))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.now - start < .seconds(3600))
  }

  @Test func `The time limit of a session holds for a program, too`() async throws {
    let transcript = Shorthand.transcript("p1 r1")
    let session = Session(
      pipeline: Pipeline([try Programs.stage("sleep 7200", "time: 7200")]), head: Head(),
      budget: ContextBudget(contextSize: 4096), ledger: Bench().ledger(transcript), timeLimit: 1)
    let clock = ContinuousClock()
    let start = clock.now
    let result = try await Replay(transcript).run(session)
    #expect(result.requests.first?.error != nil)
    #expect(clock.now - start < .seconds(3600))
  }

  @Test func `No descriptor is lost, whatever goes wrong`() async {
    await #expect(processExitsWith: .success) {
      func open() -> Int {
        (0..<512).count { fcntl(Int32($0), F_GETFD) >= 0 }
      }
      let transcript = Shorthand.transcript("p1 r1 p2")
      func round() async throws {
        for command in ["cat", "exit 1", "echo x", "no-such-program-anywhere 2>/dev/null"] {
          let bench = Bench()
          let stage = try Programs.stage(command)
          _ = try? await bench.edited(bench.history(transcript), by: stage, transcript)
        }
      }
      try await round()
      let before = open()
      for _ in 0..<10 { try await round() }
      exit(open() == before ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }
}
