/// What went wrong with a program; the same each time the same goes wrong.
enum ExecFailure: Error, Hashable, Sendable {
  /// It could not be started.
  case cannotStart(String)
  /// It ended before it had replied.
  case exited(status: Int)
  /// A signal ended it before it had replied.
  case killed(signal: Int)
  /// It goes on without its output.
  case closedOutput
  /// It did not reply in time.
  case late(seconds: Int)
  /// Its reply has no end.
  case tooLong(bytes: Int)
  /// It wrote more than a line for the request before.
  case unasked
  /// Its reply is no JSON.
  case noJSON(String, start: String)
  /// Its reply is of another version.
  case badVersion(String)
  /// Its reply has another shape.
  case badReply(String)
  /// The edit was cancelled.
  case cancelled
}

extension ExecFailure: CustomStringConvertible {
  var description: String {
    switch self {
    case .cannotStart(let reason): "could not be started: \(reason)"
    case .exited(status: 127): "ended with status 127: the command was not found"
    case .exited(status: 126): "ended with status 126: the command is not executable"
    case .exited(let status):
      "ended with status \(status) before it replied; it must answer every line until its input "
        + "ends"
    case .killed(let signal): "was ended by signal \(signal) before it replied"
    case .closedOutput: "closed its output before it replied"
    case .late(let seconds):
      "did not reply within \(seconds) s; it must write a line for each line it reads and flush "
        + "it, or be given more with 'time'"
    case .tooLong(let bytes): "wrote a reply of more than \(bytes) bytes"
    case .unasked: "wrote more than one line for a request"
    case .noJSON(let problem, let start):
      "wrote a reply that is no JSON: \(problem); it begins '\(start)'"
    case .badVersion(let found):
      "wrote a reply of version \(found); expected \"version\": \(ExecRequest.version)"
    case .badReply(let problem): "wrote a reply that cannot be used: \(problem)"
    case .cancelled: "was no longer waited for"
    }
  }
}

/// A failure with what the program had to say of it.
struct ExecError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The command.
  let command: String
  /// What went wrong.
  let failure: ExecFailure
  /// The end of what it wrote to its standard error.
  let standardError: String

  var description: String {
    "'\(command)' \(failure)"
      + (standardError.isEmpty ? "" : "; its standard error ends:\n\(standardError)")
  }
}
