/// The texts of `--help`: examples first, then what there is to set.
enum Help {
  /// The column help texts are wrapped at.
  static let width = 88

  /// Whether arguments ask for help rather than for work.
  static func isAsked(_ arguments: [String]) -> Bool {
    arguments.prefix { $0 != "--" }.contains { $0 == "--help" || $0 == "-h" }
  }

  /// The page of the whole tool.
  static func overview(_ commands: [Command]) -> String {
    var lines = [
      "evalrun measures what context compaction costs, and what it loses.", "",
      "Try it:",
      "  evalrun session.json              price the default policies on a recorded session",
      "  evalrun run evalsets/starter      ask the questions of a set under each policy",
      "",
    ]
    for group in Command.Group.allCases {
      let verbs = commands.filter { $0.group == group }
      if verbs.isEmpty { continue }
      lines.append("\(group.rawValue):")
      lines += columns(verbs.map { ($0.name, $0.summary) }, left: 14)
      lines.append("")
    }
    lines += [
      "Options:",
      "  --version     print the version",
      "  -h, --help    'evalrun COMMAND --help' explains a command",
      "",
      "'evalrun help exit-codes' lists what the exit codes mean. Results go to standard output,",
      "everything else to standard error.",
    ]
    return lines.joined(separator: "\n")
  }

  /// The page of a verb.
  static func page(_ command: Command, under parent: String = "evalrun") -> String {
    var lines = [command.summary + ".", ""]
    if !command.examples.isEmpty {
      lines.append("Examples:")
      for example in command.examples {
        lines.append("  \(example.line)")
        lines += wrapped(example.purpose, indent: 6)
      }
      lines.append("")
    }
    lines += [usage(command, under: parent), ""]
    let arguments = command.parameters.filter { $0.kind == .argument }
    if !arguments.isEmpty {
      lines.append("Arguments:")
      lines += columns(arguments.map { ($0.spelling, $0.help) }, left: 26)
      lines.append("")
    }
    let options = command.parameters.filter { $0.kind != .argument }.map { ($0.spelling, $0.help) }
    lines.append("Options:")
    lines += columns(options + [("-h, --help", "Print this page.")], left: 26)
    if !command.subcommands.isEmpty {
      lines += ["", "Subcommands:"]
      lines += columns(command.subcommands.map { ($0.name, $0.summary) }, left: 26)
    }
    if !command.discussion.isEmpty {
      for paragraph in command.discussion.split(separator: "\n\n") {
        lines.append("")
        lines += wrapped(paragraph.replacing("\n", with: " "), indent: 0)
      }
    }
    return lines.joined(separator: "\n")
  }

  /// The usage line of a verb.
  static func usage(_ command: Command, under parent: String = "evalrun") -> String {
    let synopsis = command.synopsis.isEmpty ? "" : " " + command.synopsis
    return "Usage: \(parent) \(command.name)\(synopsis)"
  }

  /// The page of exit codes.
  static var exitCodes: String {
    ExitCode.allCases.map { code in
      let number = String(code.rawValue)
      return String(repeating: " ", count: 5 - number.count) + "\(number)  \(code.meaning)"
    }.joined(separator: "\n")
  }

  /// Pairs in two columns; a name too long for its column has the text on the next line.
  static func columns(_ rows: [(name: String, text: String)], left: Int) -> [String] {
    rows.flatMap { row -> [String] in
      var text = wrapped(row.text, indent: left + 2)
      if row.name.count + 4 > left + 2 { return ["  " + row.name] + text }
      let first = text.isEmpty ? "" : String(text.removeFirst().dropFirst(left + 2))
      let padding = String(repeating: " ", count: left - row.name.count)
      return ["  \(row.name)\(padding)\(first)"] + text
    }
  }

  /// A text broken into lines at spaces.
  static func wrapped(_ text: some StringProtocol, indent: Int, width: Int = width) -> [String] {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, indent + DisplayWidth.of(line) + 1 + DisplayWidth.of(word) > width {
        lines.append(margin + line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    if !line.isEmpty { lines.append(margin + line) }
    return lines
  }
}
