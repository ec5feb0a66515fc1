import Testing

@testable import evalrun

@Suite struct `The binary` {
  @Test func `ends with the codes that are documented`() throws {
    let tool = try BuiltTool()
    #expect(try tool.run().code == ExitCode.usage.rawValue)
    #expect(try tool.run("--version").code == ExitCode.done.rawValue)
    #expect(try tool.run("replay", "/no/such/file.json").code == ExitCode.missingInput.rawValue)
    #expect(
      try tool.run(
        "strategies", "check",
        "rolling-window(10, persistence: stored) | summarize-history(entries: 50)"
      ).code == ExitCode.failed.rawValue)
  }

  @Test func `keeps results and notes apart`() throws {
    let result = try BuiltTool().run(
      "replay", "-", "/no/such/file.json", input: Chats.json(turns: 3))
    #expect(result.code == ExitCode.missingInput.rawValue)
    #expect(result.output.hasPrefix("standard input: "))
    #expect(!result.output.contains("/no/such/file.json"))
    #expect(result.notes.contains("/no/such/file.json"))
  }
}
