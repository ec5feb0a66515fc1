/// A place in a text file.
public struct TextPosition: Hashable, Comparable, Sendable, CustomStringConvertible {
  private let packedLine: UInt32
  private let packedColumn: UInt32

  /// Makes a position from a line and a column, both counted from 1.
  public init(line: Int, column: Int) {
    packedLine = UInt32(clamping: line)
    packedColumn = UInt32(clamping: column)
  }

  /// The line, counted from 1; lines end at a line feed.
  public var line: Int { Int(packedLine) }

  /// The column, counted from 1 in UTF-8 bytes, as Swift's own diagnostics do.
  public var column: Int { Int(packedColumn) }

  /// The line and column, as `12:7`.
  public var description: String { "\(line):\(column)" }

  /// Whether one place is before another.
  public static func < (left: Self, right: Self) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// A refusal to read a JSON text, with the place it is about.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What to make of a refusal when there may be more texts in a file.
  enum Reason {
    /// A mistake within a value.
    case mistake
    /// Something follows a complete value.
    case trailing
    /// The text ends within a value.
    case cutOff
  }

  /// The file, as it was named by the caller; may be empty.
  public var file: String
  /// The place in the file.
  public var position: TextPosition
  /// The key path of the value, such as `facts[3].id`; empty at the top.
  public var path: String
  /// What is wrong.
  public var message: String
  var reason = Reason.mistake

  /// Makes an error.
  public init(file: String, position: TextPosition, path: String = "", message: String) {
    self.file = file
    self.position = position
    self.path = path
    self.message = message
  }

  /// The error on one line: `file:line:column: message (at key.path)`.
  public var description: String {
    (file.isEmpty ? "" : "\(file):") + "\(position): \(message)"
      + (path.isEmpty ? "" : " (at \(path))")
  }

  /// The same as a diagnostic.
  public var diagnostic: Diagnostic {
    Diagnostic(severity: .error, file: file, position: position, path: path, message: message)
  }
}

/// A failure while reading, before its offset is turned into a position.
struct JSONFailure: Error {
  let offset: Int
  let message: String
  let isAfterValue: Bool
  /// The steps to the value, innermost first.
  var steps: [KeyPathStep] = []

  init(_ offset: Int, _ message: String, isAfterValue: Bool = false) {
    self.offset = offset
    self.message = message
    self.isAfterValue = isAfterValue
  }

  /// This failure, seen from the container of the value it is about.
  func inside(_ step: KeyPathStep) -> JSONFailure {
    var failure = self
    failure.steps.append(step)
    return failure
  }

  /// The path to the value.
  var path: String { KeyPathText.text(of: steps.reversed()) }
}
