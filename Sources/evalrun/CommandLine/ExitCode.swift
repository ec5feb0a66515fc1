/// How a command ended; the numbers are part of the interface.
enum ExitCode: Int32, Hashable, Sendable, CaseIterable {
  /// Done, and every gate met.
  case done = 0
  /// A gate failed, or a check found an error.
  case failed = 1
  /// Ran, but something errored or was not covered.
  case incomplete = 2
  /// No conclusion: nothing could be compared, or with `--strict` not everything.
  case inconclusive = 3
  /// The command line is wrong.
  case usage = 64
  /// A file holds something else than it should.
  case badData = 65
  /// A file is not there.
  case missingInput = 66
  /// The model cannot be used.
  case modelUnavailable = 69
  /// A bug of the tool.
  case bug = 70
  /// A file cannot be made.
  case cannotWrite = 73
  /// Reading or writing failed on the way.
  case inputOutput = 74
  /// Stopped by the user.
  case interrupted = 130

  /// What it means, for `help exit-codes`.
  var meaning: String {
    switch self {
    case .done: "done, and every gate met"
    case .failed: "a gate failed, or a check or a self-test found an error"
    case .incomplete: "ran, but something errored or was not covered"
    case .inconclusive: "nothing could be compared, or with --strict no conclusion"
    case .usage: "the command line is wrong"
    case .badData: "a file holds something else than it should"
    case .missingInput: "a file is not there"
    case .modelUnavailable: "the model cannot be used"
    case .bug: "a bug of the tool"
    case .cannotWrite: "a file cannot be made"
    case .inputOutput: "reading or writing failed on the way"
    case .interrupted: "interrupted"
    }
  }
}

/// A failure with its exit code: the message is for a person.
struct Failure: Error, CustomStringConvertible {
  /// How the tool ends.
  var code: ExitCode
  /// What is wrong, with what, and what to do.
  var description: String

  /// Makes a failure.
  init(_ code: ExitCode, _ description: String) {
    self.code = code
    self.description = description
  }
}
