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
  /// The file, as it was named by the caller; may be empty.
  public var file: String
  /// The place in the file.
  public var position: TextPosition
  /// The key path of the value, such as `facts[3].id`; empty at the top.
  public var path: String
  /// What is wrong.
  public var message: String

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

/// The text of key paths, such as `facts[3].answer["odd key"]`.
public enum KeyPathText {
  /// A path extended by a key.
  public static func appending(key: String, to path: String) -> String {
    let isPlain =
      !key.isEmpty
      && key.utf8.allSatisfy { byte in
        byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
          || byte == UInt8(ascii: "$") || JSONLexer.isLetterOrDigit(byte)
      }
    guard isPlain else { return path + "[" + JSONValue.string(key).serialised() + "]" }
    return path.isEmpty ? key : "\(path).\(key)"
  }

  /// A path extended by an index.
  public static func appending(index: Int, to path: String) -> String { "\(path)[\(index)]" }
}

/// A failure while reading, before its offset is turned into a position.
struct JSONFailure: Error {
  /// A step of a key path.
  enum Step {
    case key(String)
    case index(Int)
  }

  let offset: Int
  let message: String
  /// The steps to the value, innermost first.
  var steps: [Step] = []

  init(_ offset: Int, _ message: String) {
    self.offset = offset
    self.message = message
  }

  /// This failure, seen from the container of the value it is about.
  func inside(_ step: Step) -> JSONFailure {
    var failure = self
    failure.steps.append(step)
    return failure
  }

  var path: String {
    steps.reversed().reduce("") { path, step in
      switch step {
      case .key(let key): KeyPathText.appending(key: key, to: path)
      case .index(let index): KeyPathText.appending(index: index, to: path)
      }
    }
  }
}
