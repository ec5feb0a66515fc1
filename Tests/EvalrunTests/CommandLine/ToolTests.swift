import Testing

@testable import evalrun

@Suite struct `The tool` {
  static let failures: [([String], ExitCode, String)] = [
    (["frobnicate"], .usage, "unknown command 'frobnicate'"),
    (["completoins"], .usage, "did you mean 'completions'?"),
    (["--versoin"], .usage, "did you mean '--version'?"),
    (["completions"], .usage, "missing argument 'SHELL'"),
    (["completions", "tcsh"], .usage, "expected one of bash, zsh, fish"),
    (["help", "nothing"], .usage, "unknown command 'nothing'"),
  ]

  @Test(arguments: failures) func `refuses what it does not understand`(
    _ arguments: [String], _ code: ExitCode, _ message: String
  ) async {
    let recorder = RecordingConsole()
    let actual = await Tool.run(arguments, console: recorder.console)
    #expect(actual == code)
    #expect(recorder.notes.contains(message))
    #expect(recorder.output.isEmpty)
  }

  @Test func `explains itself on standard error when it is given nothing`() async {
    let recorder = RecordingConsole()
    #expect(await Tool.run([], console: recorder.console) == .usage)
    #expect(recorder.notes.contains("Try it:"))
  }

  @Test(arguments: Tool.commands.map(\.name)) func `has a page for every command, with examples`(
    _ name: String
  ) async throws {
    let recorder = RecordingConsole()
    #expect(await Tool.run([name, "--help"], console: recorder.console) == .done)
    let page = recorder.output
    #expect(page.contains("Examples:\n  "))
    #expect(page.contains("\nUsage: evalrun \(name)"))
    #expect(page.split(separator: "\n").allSatisfy { $0.count <= 130 })
    let command = try #require(Tool.commands.first { $0.name == name })
    for parameter in command.parameters {
      #expect(page.contains(parameter.spelling))
      #expect(parameter.help.hasSuffix("."))
    }
  }

  @Test func `lists every command, and no other`() {
    let page = Help.overview(Tool.commands)
    for command in Tool.commands {
      #expect(page.contains("\n  \(command.name) "))
    }
  }

  @Test(arguments: Shell.allCases) func `completes every command and option`(_ shell: Shell) {
    let script = Completions.script(for: shell, Tool.commands)
    for command in Tool.commands {
      #expect(script.contains(command.name))
      for name in command.parameters.filter({ $0.kind != .argument }).map(\.name) {
        let word = shell == .fish ? "-l \(name.dropFirst(2))" : name
        #expect(script.contains(word))
      }
    }
  }
}
