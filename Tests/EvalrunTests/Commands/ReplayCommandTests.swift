import EvalKit
import Testing

@testable import evalrun

@Suite struct `Replay` {
  private func replay(_ arguments: String..., width: Int = 120) async -> (
    code: ExitCode, output: String, notes: String
  ) {
    let recorder = RecordingConsole(width: width)
    let code = await Tool.run(["replay"] + arguments, console: recorder.console)
    return (code, recorder.output, recorder.notes)
  }

  @Test func `takes a file alone for a session to replay`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("chat.json", Chats.json(turns: 8))
    let recorder = RecordingConsole()
    #expect(await Tool.run([file], console: recorder.console) == .done)
    for spec in ["rolling-window(entries: 10)", "clear-tool-results", "summarize-history"] {
      #expect(recorder.output.contains(spec))
    }
    #expect(recorder.output.hasSuffix("tried 1, replayed 1, refused 0\n"))
  }

  @Test(arguments: [100, 120, 160]) func `keeps to the width of the terminal`(_ width: Int)
    async throws
  {
    let folder = try TemporaryFolder()
    let file = try folder.file("chat.json", Chats.json(turns: 12))
    let report = await replay(file, width: width)
    for line in report.output.split(separator: "\n") {
      #expect(DisplayWidth.of(line) <= width, "\(line)")
    }
  }

  @Test func `counts what it tried, replayed and refused`() async throws {
    let folder = try TemporaryFolder()
    let good = try folder.file("good.json", Chats.json(turns: 3))
    let bad = try folder.file("bad.json", "{\"messages\": [")
    let report = await replay(good, bad)
    #expect(report.code == .badData)
    #expect(report.output.hasSuffix("tried 2, replayed 1, refused 1\n"))
    #expect(report.notes.contains("bad.json:1:"))
  }

  @Test func `refuses one session of a file and replays the others`() async throws {
    let folder = try TemporaryFolder()
    let line = Chats.json(turns: 3).replacing("\n", with: " ")
    let file = try folder.file(
      "many.jsonl", "\(line)\n{\"messages\": [{\"role\": 7}]}\n{\"other\": 1}\n\(line)\n")
    let report = await replay(file)
    #expect(report.code == .badData)
    #expect(report.output.hasSuffix("tried 4, replayed 2, refused 2\n"))
    #expect(report.notes.contains("many.jsonl:2:"))
    #expect(report.notes.contains("many.jsonl:3:"))
  }

  @Test func `takes the folder of an eval set for its cases`() async throws {
    let report = await replay("\(PackageFolder.path)/evalsets/starter", "-s", "rolling-window(4)")
    #expect(report.code == .done)
    #expect(report.output.hasSuffix("tried 6, replayed 6, refused 0\n"))
  }

  @Test func `prefers a missing file to bad data in its exit code`() async throws {
    let folder = try TemporaryFolder()
    let good = try folder.file("good.json", Chats.json(turns: 3))
    let report = await replay(good, "\(folder.path)/absent.json")
    #expect(report.code == .missingInput)
    #expect(report.output.contains("refused 1"))
  }

  @Test func `shows every session by itself when asked to`() async throws {
    let folder = try TemporaryFolder()
    let first = try folder.file("first.json", Chats.json(turns: 4))
    let second = try folder.file("second.json", Chats.json(turns: 6))
    let report = await replay(first, second, "--each", "-s", "rolling-window(4)")
    #expect(report.output.contains("\n\(first)\n"))
    #expect(report.output.contains("\n\(second)\n"))
    #expect(report.output.contains("\nall 2 transcripts\n"))
  }

  @Test func `is the same whatever the number of threads`() async throws {
    let folder = try TemporaryFolder()
    let files = try (1...3).map {
      try folder.file("\($0).json", Chats.json(turns: 10 + $0))
    }
    let one = await replay(files[0], files[1], files[2], "--json", "-j1")
    let four = await replay(files[0], files[1], files[2], "--json", "-j4")
    #expect(one.output == four.output)
    #expect(one.code == .done)
  }

  @Test func `writes a document with a version and a kind`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("chat.json", Chats.json(turns: 8))
    let report = await replay(file, "--json", "--strategy", "short = rolling-window(4)")
    let document = try JSONValue.parse(report.output)
    #expect(document["version"] == 1)
    #expect(document["kind"] == "replay")
    let arms = try #require(document["arms"]?.arrayValue)
    #expect(arms.map { $0["arm"]?.stringValue } == ["no policy", "short"])
    // Eight turns of four entries: one request after each prompt and each output.
    #expect(arms[0]["requests"] == 16)
    // The last request is after the last output: 31 entries, of which 4 are shown.
    #expect(arms[1]["fates"]?["kept"] == 4)
    #expect(arms[1]["fates"]?["dropped"] == 27)
  }

  @Test func `reports the values calls used only where they tell something`() async throws {
    let folder = try TemporaryFolder()
    func support(_ files: String...) async throws -> (shown: JSONValue?, problem: String?) {
      let recorder = RecordingConsole(width: 120)
      let arguments = ["replay", "--json", "-s", "rolling-window(4)"] + files
      _ = await Tool.run(arguments, console: recorder.console)
      let document = try JSONValue.parse(recorder.output)
      return (
        document["arms"]?.arrayValue?[0]["argumentSupport"],
        document["argumentSupportProblem"]?.stringValue
      )
    }
    let long = try folder.file("long.json", Chats.json(turns: 40))
    let enough = try await support(long)
    #expect(enough.shown == 1)
    #expect(enough.problem == nil)
    let few = try await support(try folder.file("short.json", Chats.json(turns: 8)))
    #expect(few.shown == .null)
    #expect(try #require(few.problem).contains("under 30"))
    // The other session holds every value, too.
    let shared = try await support(long, try folder.file("twin.json", Chats.json(turns: 40)))
    #expect(shared.shown == .null)
    #expect(try #require(shared.problem).contains("by coincidence"))
    let table = await replay(long, "\(folder.path)/twin.json", "-s", "rolling-window(4)")
    let row = table.output.split(separator: "\n").first { $0.hasPrefix("no policy") }
    #expect(try #require(row).contains("–"))
  }

  @Test func `saves how far back used values stood`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("chat.json", Chats.json(turns: 8))
    let profile = "\(folder.path)/profile.json"
    #expect(await replay(file, "--profile-out", profile).code == .done)
    let document = try JSONValue.parse(try Inputs.bytes(profile))
    #expect(document["kind"] == "ageProfile")
    // Turn 1 asks for its own order. Turns 2 to 6 ask for order 1, turns 7 and 8 for 2 and 3. An
    // order's number stands in its prompt and in every call that names it, so turn 2 reaches back
    // one turn, as do 3 to 6; turns 7 and 8 reach back five.
    let counts = try #require(document["buckets"]?.arrayValue).map { $0["count"]?.intValue }
    #expect(counts == [5, 0, 2, 0, 0])
  }

  @Test func `refuses a spec and shows where it is wrong`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("chat.json", Chats.json(turns: 2))
    let report = await replay(file, "-s", "roling-window(4)")
    #expect(report.code == .usage)
    #expect(report.notes.contains("did you mean 'rolling-window'"))
    #expect(report.notes.contains("^^^"))
  }

  @Test func `refuses two arms of one name`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("chat.json", Chats.json(turns: 2))
    let report = await replay(file, "-s", "identity", "-s", "identity")
    #expect(report.code == .usage)
    #expect(report.notes.contains("two arms are called 'identity'"))
  }

  @Test func `says that an entry larger than the context overflows`() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.file(
      "wide.json", Chats.json(turns: 2, order: { _ in String(repeating: "word ", count: 3000) }))
    let report = await replay(file, "--context", "1024", "--json", "-s", "rolling-window(2)")
    #expect(report.code == .done)
    let arms = try #require(try JSONValue.parse(report.output)["arms"]?.arrayValue)
    #expect((arms[1]["overflows"]?.intValue ?? 0) > 0)
  }
}
