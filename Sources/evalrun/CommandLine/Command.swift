/// A verb of the tool: its options, what help says of it, and what it does.
struct Command: Sendable {
  /// The headings help lists verbs under.
  enum Group: String, Sendable, CaseIterable {
    case look = "Look"
    case measure = "Measure"
    case decide = "Decide"
    case write = "Write cases"
    case upkeep = "Upkeep"
  }

  /// A command line worth trying, with what it does.
  struct Example: Sendable {
    /// The command line.
    var line: String
    /// What it does.
    var purpose: String

    /// Makes an example.
    init(_ line: String, _ purpose: String) {
      self.line = line
      self.purpose = purpose
    }
  }

  /// The verb.
  let name: String
  /// Where help lists it.
  let group: Group
  /// One line.
  let summary: String
  /// What it takes by place, for the usage line.
  let synopsis: String
  /// Lines worth trying.
  let examples: [Example]
  /// What else there is to say.
  let discussion: String
  /// Its parameters.
  let parameters: [ParameterDescription]
  /// Verbs of its own.
  let subcommands: [Command]
  /// Parses the arguments and does the work.
  let run: @Sendable (_ arguments: [String], _ console: Console) async throws -> ExitCode

  /// Makes a verb from a table of parameters and a function of the options.
  init<Options: Sendable>(
    _ name: String, group: Group, summary: String, synopsis: String, examples: [Example],
    discussion: String = "", options defaults: Options, parameters: [Parameter<Options>],
    subcommands: [Command] = [],
    run: @escaping @Sendable (_ options: Options, _ console: Console) async throws -> ExitCode
  ) {
    self.name = name
    self.group = group
    self.summary = summary
    self.synopsis = synopsis
    self.examples = examples
    self.discussion = discussion
    self.parameters = parameters.map(\.description)
    self.subcommands = subcommands
    let parser = ArgumentParser(parameters)
    self.run = { arguments, console in
      try await run(try parser.parse(arguments, into: defaults), console)
    }
  }
}
