import Synchronization

/// A change of a file that mends a finding without a person's judgement.
public struct MechanicalFix: Hashable, Sendable {
  /// What is done to a value.
  public enum Change: Hashable, Sendable {
    /// Another value takes its place; where a key is missing it is added.
    case replace(JSONValue)
    /// It is taken out, with its key.
    case remove
  }

  /// The key path of the value.
  public var path: String
  /// What is done to it.
  public var change: Change

  /// Makes a fix.
  public init(path: String, change: Change) {
    self.path = path
    self.change = change
  }
}

/// A finding about a file, with its place.
public struct Diagnostic: Hashable, Sendable, CustomStringConvertible {
  /// How bad a finding is.
  public enum Severity: String, Hashable, Sendable {
    /// What was read cannot be used.
    case error
    /// It can be used; something is odd.
    case warning
  }

  /// How bad it is.
  public var severity: Severity
  /// The file.
  public var file: String
  /// The place in the file.
  public var position: TextPosition
  /// The key path of the value, such as `facts[3].id`; empty at the top.
  public var path: String
  /// What was found.
  public var message: String
  /// What mends it, where that takes no judgement.
  public var fix: MechanicalFix?

  /// Makes a diagnostic.
  public init(
    severity: Severity, file: String, position: TextPosition, path: String = "", message: String,
    fix: MechanicalFix? = nil
  ) {
    self.severity = severity
    self.file = file
    self.position = position
    self.path = path
    self.message = message
    self.fix = fix
  }

  /// The line, counted from 1.
  public var line: Int { position.line }
  /// The column, counted from 1 in UTF-8 bytes.
  public var column: Int { position.column }

  /// The finding on one line: `file:line:column: message (at key.path)`; warnings say so.
  public var description: String {
    (file.isEmpty ? "" : "\(file):") + "\(position): "
      + (severity == .warning ? "warning: " : "") + message
      + (path.isEmpty ? "" : " (at \(path))")
  }
}

/// Collects findings about one file or many, to be reported together.
///
/// Copies share what they collect, so one can be handed down, and one made for each file.
public struct DiagnosticCollector: Sendable {
  private final class Storage: Sendable {
    let found = Mutex<(kept: [Diagnostic], errors: Int, warnings: Int)>(([], 0, 0))
  }

  /// The file that findings are about.
  public let file: String
  private let storage: Storage
  private let maximum: Int

  /// Makes an empty collector.
  ///
  /// - Parameters:
  ///   - file: The file that findings are about.
  ///   - maximum: How many findings are kept; all are counted.
  public init(file: String = "", maximum: Int = 1000) {
    self.file = file
    self.maximum = maximum
    storage = Storage()
  }

  private init(file: String, maximum: Int, storage: Storage) {
    self.file = file
    self.maximum = maximum
    self.storage = storage
  }

  /// A collector for another file, which collects into the same list.
  public func inFile(_ file: String) -> DiagnosticCollector {
    DiagnosticCollector(file: file, maximum: maximum, storage: storage)
  }

  /// Adds a finding.
  public func add(_ diagnostic: Diagnostic) {
    storage.found.withLock { found in
      if found.kept.count < maximum { found.kept.append(diagnostic) }
      switch diagnostic.severity {
      case .error: found.errors += 1
      case .warning: found.warnings += 1
      }
    }
  }

  /// Adds an error about the collector's file.
  public func error(
    _ message: String, at position: TextPosition, path: String = "", fix: MechanicalFix? = nil
  ) {
    add(
      Diagnostic(
        severity: .error, file: file, position: position, path: path, message: message, fix: fix))
  }

  /// Adds a warning about the collector's file.
  public func warning(_ message: String, at position: TextPosition, path: String = "") {
    add(
      Diagnostic(severity: .warning, file: file, position: position, path: path, message: message))
  }

  /// What was found, in the order it was added; at most `maximum`.
  public var diagnostics: [Diagnostic] { storage.found.withLock { $0.kept } }
  /// How many errors were found.
  public var errorCount: Int { storage.found.withLock { $0.errors } }
  /// How many warnings were found.
  public var warningCount: Int { storage.found.withLock { $0.warnings } }
  /// Whether any error was found.
  public var hasErrors: Bool { errorCount > 0 }
}
