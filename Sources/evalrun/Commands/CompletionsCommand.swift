/// `evalrun completions`: prints a completion script.
enum CompletionsCommand {
  /// What it is told.
  struct Options: Sendable {
    var shell: Shell?
  }

  /// The verb.
  static let command = Command(
    "completions", group: .upkeep, summary: "Print a completion script for a shell",
    synopsis: "bash|zsh|fish",
    examples: [
      .init("source <(evalrun completions bash)", "Completes evalrun's commands in this bash."),
      .init("evalrun completions fish | source", "The same in fish."),
    ],
    options: Options(),
    parameters: [
      .argument("SHELL", to: \.shell, isRequired: true, help: "bash, zsh or fish.")
    ]
  ) { options, console in
    guard let shell = options.shell else { throw UsageError.missingArgument("SHELL") }
    try console.print(Completions.script(for: shell, Tool.commands))
    return .done
  }
}
