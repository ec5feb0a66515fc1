import EvalKit
import Strategies
import Testing

@testable import evalrun

@Suite struct `The strategies command` {
  private func run(_ arguments: String...) async -> (
    code: ExitCode, output: String, notes: String
  ) {
    let recorder = RecordingConsole()
    let code = await Tool.run(["strategies"] + arguments, console: recorder.console)
    return (code, recorder.output, recorder.notes)
  }

  @Test func `lists every family, preset and control with a line each`() async throws {
    let list = await run().output.split(separator: "\n")
    for name in Strategies.catalog.names + ControlDefinition.all.map(\.name) {
      #expect(list.contains { $0.hasPrefix("  \(name) ") }, "\(name)")
    }
  }

  @Test func `prints one list in JSON, and every spec in it can be read and printed again`()
    async throws
  {
    let document = try JSONValue.parse(await run("--json").output)
    #expect(document["kind"] == "strategies")
    let list = try #require(document["strategies"]?.arrayValue)
    let kinds = list.compactMap { $0["kind"]?.stringValue }
    #expect(kinds.count == list.count)
    #expect(Set(kinds) == ["family", "preset", "control"])
    #expect(kinds.count { $0 == "family" } == Strategies.catalog.definitions.count)
    #expect(kinds.count { $0 == "preset" } == Strategies.catalog.presets.count)
    for value in list {
      let name = try #require(value["name"]?.stringValue)
      #expect((value["kind"] == "preset") == name.contains("."))
      guard value["kind"] != "control" else { continue }
      let spec = try #require(value["spec"]?.stringValue)
      // Its example names a file that is not there.
      guard name != "instructions" || spec.contains("text") else { continue }
      let read = try Strategies.catalog.parse(spec)
      #expect(try Strategies.catalog.parse(read.description) == read, "\(name)")
      if value["kind"] == "preset" { #expect(read.description == spec, "\(name)") }
    }
  }

  @Test func `finds what a pipeline cannot do, and says with 'may' what a trial shows`() async {
    let dead = await run(
      "check", "rolling-window(10, persistence: stored) | summarize-history(entries: 50)")
    #expect(dead.code == .failed)
    #expect(dead.output.contains("unreachable-stage"))
    let stored = await run("check", "rolling-window(10, persistence: stored)", "--context", "2048")
    #expect(stored.code == .done)
    #expect(stored.output.contains("view-would-do") && stored.output.contains("may"))
  }

  @Test func `checks every arm that a list makes`() async throws {
    let spec = "rolling-window(entries: [4, 60]) | summarize-history(entries: 50)"
    let checked = await run("check", spec)
    #expect(checked.output.contains("rolling-window(entries: 4) | summarize-history(entries: 50)"))
    #expect(checked.output.contains("rolling-window(entries: 60) | summarize-history(entries: 50)"))
    let document = try JSONValue.parse(await run("check", spec, "--json").output)
    #expect(document["kind"] == "strategyChecks")
    #expect(
      document["checks"]?.arrayValue?.map { $0["spec"]?.stringValue } == [
        "rolling-window(entries: 4) | summarize-history(entries: 50)",
        "rolling-window(entries: 60) | summarize-history(entries: 50)",
      ])
    let single = try JSONValue.parse(await run("check", "rolling-window([4])", "--json").output)
    #expect(single["kind"] == "strategyCheck")
  }
}

@Suite struct `Specs on a command line` {
  @Test func `A pattern names every preset that fits and every strategy that needs no argument`()
    throws
  {
    let arms = try Specs.arms(["apple.*", "ident*"])
    let expected = Strategies.catalog.presets.map(\.name).filter { $0.hasPrefix("apple.") }
    #expect(arms.map(\.name) == expected + ["identity"])
    // Two patterns that fit one name make one arm.
    #expect(try Specs.arms(["apple.*", "*.rolling-window"]).count == expected.count)
  }

  @Test func `A list makes an arm of each value, and two arms may not have one name`() throws {
    let arms = try Specs.arms(["win = rolling-window([4, 8])", "rolling-window([4, 8])"])
    #expect(
      arms.map(\.name) == [
        "win(entries: 4)", "win(entries: 8)", "rolling-window(entries: 4)",
        "rolling-window(entries: 8)",
      ])
    let twice = #expect(throws: Failure.self) {
      try Specs.arms(["rolling-window([4, 8])", "rolling-window(8)"])
    }
    #expect(
      twice?.description.contains("two arms are called 'rolling-window(entries: 8)'") == true)
    let wrong = #expect(throws: Failure.self) { try Specs.arms(["rolling-window([4, 4])"]) }
    #expect(wrong?.description.contains("4 stands twice in the list for 'entries'") == true)
  }

  @Test func `A pattern that nothing fits is a mistake, and so is one for what needs arguments`() {
    let none = #expect(throws: Failure.self) { try Specs.arms(["pear.*"]) }
    #expect(none?.description.contains("no name fits 'pear.*'") == true)
    let needs = #expect(throws: Failure.self) { try Specs.arms(["rolling-win*"]) }
    #expect(needs?.description.contains("must be given arguments") == true)
  }
}
