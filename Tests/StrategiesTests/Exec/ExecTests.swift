import EvalKit
import EvalKitTesting
import Foundation
import Strategies
import Testing

/// What a program of the user's own can do.
struct ExecTests {
  private static let session = "i p1 c1 o1 r1 p2 r2 p3 r3"

  private func replay(_ notation: String, _ stages: [Stage]) async throws -> (
    records: [RequestRecord], views: [String], session: Session
  ) {
    let transcript = Shorthand.transcript(notation)
    var views: [String] = []
    let start = Bench().session(transcript, Pipeline(stages))
    let result = try await Replay(transcript).run(start) { _, place in
      if case .request(_, let view) = place { views.append(Shorthand.text(view)) }
    }
    return (result.requests, views, result.session)
  }

  @Test func `A program that answers with what it was asked changes nothing`() async throws {
    let result = try await replay(Self.session, [Programs.stage("cat")])
    #expect(result.views.last == "i p1 c1 o1 r1 p2 r2 p3")
    #expect(result.records.allSatisfy { $0.error == nil && $0.firings.isEmpty })
  }

  @Test func `A shell one-liner masks what it replaces`() async throws {
    let stage = try Programs.stage(#"sed -u 's/"text":"o1"/"text":"[gone]"/'"#)
    let result = try await replay(Self.session, [stage])
    #expect(result.views.last == "i p1 c1 o1* r1 p2 r2 p3")
  }

  @Test(.enabled(if: Programs.hasJQ))
  func `A line of jq is a policy`() async throws {
    let stage = try Programs.stage("jq -c --unbuffered '.items |= .[-2:]'")
    let result = try await replay(Self.session, [stage])
    #expect(result.records.allSatisfy { $0.error == nil })
    #expect(result.views == ["i p1", "i c1 o1", "i r1 p2", "i r2 p3"])
  }

  @Test(.enabled(if: Programs.hasPython))
  func `The shipped example keeps the first prompt and the last turns`() async throws {
    let script = Programs.root.appending(path: "docs/examples/last_turns.py").path
    let result = try await replay(Self.session, [Programs.stage("python3 '\(script)' 1")])
    #expect(result.records.allSatisfy { $0.error == nil })
    #expect(result.views == ["i p1", "i p1 c1 o1", "i p1 p2", "i p1 p3"])
  }

  @Test(.enabled(if: Programs.hasPython))
  func `Memory is handed back with the next request, and a fork has its own`() async throws {
    let folder = try Programs.Folder()
    try folder.write(
      """
      import json, sys
      for line in sys.stdin:
          request = json.loads(line)
          count = (request["memory"] or 0) + 1
          print(json.dumps({"version": 1, "items": request["items"][-count:], "memory": count}),
                flush=True)
      """, to: "growing.py")
    let stage = try Programs.stage("python3 \(folder.path("growing.py"))")
    let transcript = Shorthand.transcript("p1 r1 p2 r2 p3 r3")
    var session = Bench().session(transcript, Pipeline([stage]))
    func ask() async throws -> String { Shorthand.text(try await session.request(.prompt).1) }
    session.append(transcript.entries[0])
    #expect(try await ask() == "p1")
    for entry in transcript.entries[1..<5] { session.append(entry) }
    var fork = session
    #expect(Shorthand.text(try await fork.request(.prompt).1) == "r2 p3")
    #expect(try await ask() == "r2 p3")
    #expect(try await ask() == "p2 r2 p3")
  }

  @Test func `A session and its forks have one child, and each stage its own`() async throws {
    let folder = try Programs.Folder()
    let stage = try Programs.stage("echo started >> '\(folder.path("log"))'; cat")
    let transcript = Shorthand.transcript(Self.session)
    let start = Bench().session(transcript, Pipeline([stage, stage]))
    let end = try await Replay(transcript).run(start) { session, place in
      guard case .request = place else { return }
      var fork = session
      _ = try await fork.request(.prompt)
    }.session
    #expect(end.resources.count == 2)
    #expect(folder.text("log") == "started\nstarted\n")
  }

  @Test func `Nothing is started before the first edit`() async throws {
    let folder = try Programs.Folder()
    let stage = try Programs.stage("touch '\(folder.path("log"))'; cat")
    let session = Bench().session(Shorthand.transcript("p1"), Pipeline([stage]))
    #expect(session.resources.count == 0)
    #expect(!FileManager.default.fileExists(atPath: folder.path("log")))
  }

  @Test func `No child is left when the session ends, nor what it started`() async throws {
    let folder = try Programs.Folder()
    let command =
      "echo $$ >> '\(folder.path("log"))'; sleep 300 & "
      + "echo $! >> '\(folder.path("log"))'; trap '' TERM HUP; while true; do cat; done"
    do {
      let result = try await replay("p1 r1 p2", [Programs.stage(command)])
      #expect(result.records.allSatisfy { $0.error == nil })
      let running = folder.text("log").split(separator: "\n").compactMap { Int($0) }
      // The session may end where it is used last.
      withExtendedLifetime(result) {
        #expect(running.count == 2 && running.allSatisfy(Programs.isRunning))
      }
    }
    let left = folder.text("log").split(separator: "\n").compactMap { Int($0) }
    // The orphan's end is the system's to see to.
    for _ in 0..<200 where left.contains(where: Programs.isRunning) {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(!left.contains(where: Programs.isRunning))
  }

  @Test func `A child has time to end by itself`() async throws {
    let folder = try Programs.Folder()
    _ = try await replay("p1 r1", [Programs.stage("cat; echo bye > '\(folder.path("log"))'")])
    #expect(folder.text("log") == "bye\n")
  }

  // More than any pipe holds, both ways, and on standard error, too.
  @Test(arguments: [
    "cat", "sleep 0.3; cat", "head -c 300000 /dev/zero | tr '\\0' x >&2; cat",
    "cat | cat", "tee /dev/stderr",
  ])
  func `A request larger than a pipe holds does not lock up`(command: String) async throws {
    var transcript = Shorthand.transcript("p1 r1 p2")
    transcript.entries[0].segments = [.text(String(repeating: "many words ", count: 100_000))]
    let bench = Bench()
    let history = bench.history(transcript)
    let left = try await bench.edited(history, by: Programs.stage(command), transcript)
    #expect(History.areSame(left, history))
  }

  @Test func `A program that reads nothing may answer all the same`() async throws {
    var transcript = Shorthand.transcript("p1 r1 p2")
    transcript.entries[0].segments = [.text(String(repeating: "many words ", count: 100_000))]
    let bench = Bench()
    let stage = try Programs.stage(#"echo '{"version": 1, "items": [{"label": "p2"}]}'"#)
    let left = try await bench.edited(bench.history(transcript), by: stage, transcript)
    #expect(Shorthand.text(left) == "p2")
  }

  @Test func `The last line may lack its end`() async throws {
    let stage = try Programs.stage(#"read -r line; printf '{"version": 1, "items": []}'"#)
    let bench = Bench()
    let transcript = Shorthand.transcript("p1")
    #expect(try await bench.edited(bench.history(transcript), by: stage, transcript).count == 0)
  }

  // More of them than threads for tasks: each waits until all are there.
  @Test func `Sessions side by side do not hold each other up`() async throws {
    let folder = try Programs.Folder()
    let path = folder.url.path
    let stage = try Programs.stage(
      "touch '\(path)'/$$; while [ $(ls '\(path)' | wc -l) -lt 8 ]; do sleep 0.05; done; cat",
      "time: 60")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let transcript = Shorthand.transcript("p1 r1 p2")
          let bench = Bench()
          _ = try await bench.edited(bench.history(transcript), by: stage, transcript)
        }
      }
      try await group.waitForAll()
    }
  }

  // When it fails
  @Test func `A program that counts its requests answers the same line differently`() async throws {
    let stage = try Programs.stage(
      "n=0; while read -r line; do n=$((n+1)); if [ $n -gt 1 ]; then "
        + "echo '{\"version\": 1, \"items\": []}'; else printf '%s\\n' \"$line\"; fi; done")
    let bench = Bench(resources: SessionResources())
    let transcript = Shorthand.transcript("p1 r1 p2")
    let first = try await bench.edited(bench.history(transcript), by: stage, transcript)
    let second = try await bench.edited(bench.history(transcript), by: stage, transcript)
    #expect(Shorthand.text(first) == "p1 r1 p2")
    #expect(Shorthand.text(second) == "")
  }
}
