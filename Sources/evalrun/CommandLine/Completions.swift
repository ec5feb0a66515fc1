/// Completion scripts, made from the tables of parameters.
enum Completions {
  /// The script for a shell.
  static func script(for shell: Shell, _ commands: [Command]) -> String {
    switch shell {
    case .bash: bash(commands)
    case .zsh: zsh(commands)
    case .fish: fish(commands)
    }
  }

  private static func bash(_ commands: [Command]) -> String {
    var lines = [
      "# bash completion of evalrun; 'source <(evalrun completions bash)'",
      "_evalrun() {",
      "  local word=\"${COMP_WORDS[COMP_CWORD]}\" before=\"${COMP_WORDS[COMP_CWORD-1]}\"",
      "  local verb=\"${COMP_WORDS[1]}\"",
      "  COMPREPLY=()",
      "  if [ \"$COMP_CWORD\" -eq 1 ]; then",
      "    COMPREPLY=($(compgen -W \"\(names(commands)) --help --version\" -f -- \"$word\"))",
      "    return",
      "  fi",
      "  case \"$verb\" in",
    ]
    for command in commands {
      lines.append("  \(command.name))")
      lines.append("    case \"$before\" in")
      for option in command.parameters where option.kind == .option {
        lines.append(
          "    \(option.names.joined(separator: "|"))) \(bashReply(option.completion)); return ;;")
      }
      lines.append("    esac")
      let words = (optionNames(command) + places(command)).joined(separator: " ")
      let files = command.parameters.contains { $0.kind == .argument && $0.completion == .files }
      lines.append(
        "    COMPREPLY=($(compgen -W \"\(words)\"\(files ? " -f" : "") -- \"$word\")) ;;")
    }
    lines += ["  esac", "}", "complete -o filenames -F _evalrun evalrun"]
    return lines.joined(separator: "\n")
  }

  private static func bashReply(_ completion: ParameterDescription.Completion) -> String {
    switch completion {
    case .none: "COMPREPLY=()"
    case .files: "COMPREPLY=($(compgen -f -- \"$word\"))"
    case .folders: "COMPREPLY=($(compgen -d -- \"$word\"))"
    case .words(let words):
      "COMPREPLY=($(compgen -W \"\(words.joined(separator: " "))\" -- \"$word\"))"
    }
  }

  private static func zsh(_ commands: [Command]) -> String {
    var lines = [
      "#compdef evalrun",
      "# zsh completion of evalrun; put it in a folder of $fpath as _evalrun",
      "local -a verbs",
      "verbs=(",
    ]
    lines += commands.map { "  '\(quoted("\($0.name):\($0.summary)"))'" }
    lines += [
      ")",
      "if (( CURRENT == 2 )); then",
      "  _describe 'command' verbs",
      "  _files",
      "  return",
      "fi",
      "case $words[2] in",
    ]
    for command in commands {
      lines.append("\(command.name))")
      lines.append("  shift words; (( CURRENT-- ))")
      lines.append("  _arguments \\")
      for parameter in command.parameters {
        lines += zshSpecs(parameter).map { "    '\($0)' \\" }
      }
      lines.append("    '--help[print help]' ;;")
    }
    lines.append("esac")
    return lines.joined(separator: "\n")
  }

  private static func zshSpecs(_ parameter: ParameterDescription) -> [String] {
    let action =
      switch parameter.completion {
      case .none: " "
      case .files: "_files"
      case .folders: "_files -/"
      case .words(let words): "(\(words.joined(separator: " ")))"
      }
    let value = ":\(quoted(parameter.placeholder)):\(action)"
    if parameter.kind == .argument { return [(parameter.isRepeated ? "*" : "") + value] }
    return parameter.names.map { name in
      (parameter.isRepeated ? "*" : "") + name + "[" + quoted(brief(parameter)) + "]"
        + (parameter.kind == .option ? value : "")
    }
  }

  private static func fish(_ commands: [Command]) -> String {
    var lines = ["# fish completion of evalrun; 'evalrun completions fish | source'"]
    for command in commands {
      lines.append(
        "complete -c evalrun -n __fish_use_subcommand -a \(command.name) -d '\(fishQuoted(command.summary))'"
      )
      for parameter in command.parameters {
        var line = "complete -c evalrun -n '__fish_seen_subcommand_from \(command.name)'"
        for name in parameter.names where parameter.kind != .argument {
          line += name.hasPrefix("--") ? " -l \(name.dropFirst(2))" : " -s \(name.dropFirst())"
        }
        if parameter.kind == .option { line += " -r" }
        switch parameter.completion {
        case .none: line += parameter.kind == .flag ? "" : " -f"
        case .files: line += " -F"
        case .folders: line += " -f -a '(__fish_complete_directories)'"
        case .words(let words): line += " -f -a '\(words.joined(separator: " "))'"
        }
        lines.append(line + " -d '\(fishQuoted(brief(parameter)))'")
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func names(_ commands: [Command]) -> String {
    commands.map(\.name).joined(separator: " ")
  }

  private static func optionNames(_ command: Command) -> [String] {
    command.parameters.filter { $0.kind != .argument }.flatMap(\.names) + ["--help"]
  }

  /// The words that may stand by place.
  private static func places(_ command: Command) -> [String] {
    command.subcommands.map(\.name)
      + command.parameters.flatMap { parameter -> [String] in
        guard parameter.kind == .argument, case .words(let words) = parameter.completion else {
          return []
        }
        return words
      }
  }

  /// The first sentence of a help text, without its full stop.
  private static func brief(_ parameter: ParameterDescription) -> String {
    let end = parameter.help.firstRange(of: ". ")?.lowerBound ?? parameter.help.endIndex
    let sentence = parameter.help[..<end]
    return String(sentence.hasSuffix(".") ? sentence.dropLast() : sentence)
  }

  private static func quoted(_ text: String) -> String {
    text.replacing("'", with: "'\\''").replacing("[", with: "\\[").replacing("]", with: "\\]")
  }

  private static func fishQuoted(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
  }
}
