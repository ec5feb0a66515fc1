import EvalKit

/// The tool: finds the command, runs it, and turns every failure into a message and an exit code.
enum Tool {
  /// The version printed by `--version`.
  static let version = "0.1.0"

  /// The commands, in the order help lists them.
  static let commands: [Command] = [
    ReplayCommand.command, AuditCommand.command, LintCommand.command, StrategiesCommand.command,
    ModelsCommand.command, RunCommand.command, AskCommand.command, JudgeCommand.command,
    ShowCommand.command,
    ExplainCommand.command, CompareCommand.command, GateCommand.command, BlessCommand.command,
    HistoryCommand.command, ImportCommand.command, NewCommand.command, SuggestCommand.command,
    AuthorCommand.command, CheckCommand.command, GenerateCommand.command, MinimiseCommand.command,
    ExportCommand.command, DoctorCommand.command, CompletionsCommand.command,
  ]

  /// Runs a command line.
  ///
  /// Off the main actor on purpose: nothing of the tool runs there.
  @concurrent
  nonisolated static func run(
    _ arguments: [String], console: Console, commands: [Command] = commands
  ) async -> ExitCode {
    do {
      return try await dispatch(arguments, console: console, commands: commands)
    } catch let error as UsageError {
      console.note("evalrun: \(error)")
      if let found = resolve(arguments, in: commands) {
        console.note(Help.usage(found.command, under: found.parent))
        console.note("'\(found.parent) \(found.command.name) --help' explains it.")
      } else {
        console.note("'evalrun --help' lists the commands.")
      }
      return .usage
    } catch let failure as Failure {
      console.note("evalrun: \(failure.description)")
      return failure.code
    } catch is CancellationError {
      console.note("evalrun: interrupted")
      return .interrupted
    } catch {
      // Everything that can be foreseen is one of the above.
      console.note("evalrun: this is a bug of the tool: \(error)")
      return .bug
    }
  }

  private static func dispatch(
    _ arguments: [String], console: Console, commands: [Command]
  ) async throws -> ExitCode {
    guard let first = arguments.first else {
      console.note(Help.overview(commands))
      return .usage
    }
    switch first {
    case "--help", "-h": try console.print(Help.overview(commands))
    case "help": try help(Array(arguments.dropFirst()), console: console, commands: commands)
    case "--version": try console.print("evalrun \(version)")
    default:
      guard let found = resolve(arguments, in: commands) else {
        if first.hasPrefix("-") {
          throw UsageError.unknownOption(first, known: ["--help", "--version"])
        }
        throw UsageError.unknownCommand(first, known: commands.map(\.name))
      }
      if Help.isAsked(found.rest) {
        try console.print(Help.page(found.command, under: found.parent))
        return .done
      }
      return try await interruptible(console) { try await found.command.run(found.rest, console) }
    }
    return .done
  }

  private static func help(
    _ topic: [String], console: Console, commands: [Command]
  ) throws {
    if topic.isEmpty {
      try console.print(Help.overview(commands))
    } else if topic == ["exit-codes"] {
      try console.print(Help.exitCodes)
    } else if let found = resolve(topic, in: commands), found.rest.isEmpty {
      try console.print(Help.page(found.command, under: found.parent))
    } else {
      throw UsageError.unknownCommand(
        topic.joined(separator: " "), known: commands.map(\.name) + ["exit-codes"])
    }
  }

  /// The command that arguments name, with what is left for it; a file alone is replayed.
  private static func resolve(
    _ arguments: [String], in commands: [Command]
  ) -> (command: Command, parent: String, rest: [String])? {
    guard let first = arguments.first else { return nil }
    if let command = commands.first(where: { $0.name == first }) {
      if let second = arguments.dropFirst().first,
        let inner = command.subcommands.first(where: { $0.name == second })
      {
        return (inner, "evalrun \(command.name)", Array(arguments.dropFirst(2)))
      }
      return (command, "evalrun", Array(arguments.dropFirst()))
    }
    if !first.hasPrefix("-") || first == "-", looksLikeFile(first),
      let replay = commands.first(where: { $0.name == "replay" })
    {
      return (replay, "evalrun", arguments)
    }
    return nil
  }

  /// Whether an argument is a file rather than a mistyped command.
  private static func looksLikeFile(_ text: String) -> Bool {
    text == "-" || text.contains("/") || text.contains(".")
  }
}
