import EvalKit

/// What is wrong with a command line: data only; the text is made apart.
enum UsageError: Error, Hashable {
  /// An option no table knows, with those it does.
  case unknownOption(String, known: [String])
  /// A command there is none of, with those there are.
  case unknownCommand(String, known: [String])
  /// An option at the end that needs a value.
  case missingValue(option: String, placeholder: String)
  /// A value where none is taken.
  case unexpectedValue(option: String, value: String)
  /// A value that cannot be read.
  case badValue(option: String, value: String, expected: String)
  /// An option given twice that may stand once.
  case repeated(String)
  /// An argument that must be given.
  case missingArgument(String)
  /// Arguments nobody takes.
  case unexpectedArguments([String])
  /// Two options that exclude each other, or another rule over several.
  case conflict(String)
}

extension UsageError: CustomStringConvertible {
  /// One line: what is wrong, what was expected, the near miss.
  var description: String {
    switch self {
    case .unknownOption(let option, let known):
      "unknown option '\(option)'" + EditDistance.suggestion(for: option, in: known)
    case .unknownCommand(let name, let known):
      "unknown command '\(name)'" + EditDistance.suggestion(for: name, in: known)
    case .missingValue(let option, let placeholder):
      "missing value for '\(option) \(placeholder)'"
    case .unexpectedValue(let option, let value):
      "option '\(option)' takes no value, found '\(value)'"
    case .badValue(let option, let value, let expected):
      "value '\(value)' for '\(option)' is not valid; expected \(expected)"
    case .repeated(let option):
      "option '\(option)' may be given once"
    case .missingArgument(let name):
      "missing argument '\(name)'"
    case .unexpectedArguments(let arguments):
      (arguments.count == 1 ? "unexpected argument " : "\(arguments.count) unexpected arguments: ")
        + arguments.map { "'\($0)'" }.joined(separator: ", ")
    case .conflict(let text):
      text
    }
  }
}
