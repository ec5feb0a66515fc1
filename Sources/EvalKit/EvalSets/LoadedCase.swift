/// Where the parts of a case were written, so that later findings name the line too.
public struct CasePlaces: Sendable {
  /// A place in a file.
  public struct Place: Hashable, Sendable {
    /// The line and column.
    public var position: TextPosition
    /// The key path.
    public var path: String

    /// Makes a place.
    public init(position: TextPosition, path: String) {
      self.position = position
      self.path = path
    }
  }

  /// A part of a case.
  public enum Part: Hashable, Sendable {
    /// The case itself.
    case whole
    /// Its title.
    case title
    /// A fact, by id.
    case fact(String)
    /// A probe, by place.
    case probe(Int)
    /// A trajectory expectation, by place.
    case trajectory(Int)
    /// A constraint, by place.
    case constraint(Int)
    /// A secret, by id.
    case secret(String)
  }

  /// The file, as messages name it.
  public var file: String
  private var places: [Part: Place] = [:]

  /// Makes an empty map.
  public init(file: String = "") { self.file = file }

  /// The place of a part; the start of the file where it is not known.
  public subscript(part: Part) -> Place {
    get { places[part] ?? Place(position: TextPosition(line: 1, column: 1), path: "") }
    set { places[part] = newValue }
  }

  /// Whether a part was written somewhere.
  public func contains(_ part: Part) -> Bool { places[part] != nil }
}

/// A case with the places its parts were read from.
public struct LoadedCase: Sendable {
  /// The case.
  public var value: EvalCase
  /// Where its parts were written.
  public var places: CasePlaces

  /// Makes a loaded case.
  public init(_ value: EvalCase, places: CasePlaces = CasePlaces()) {
    self.value = value
    self.places = places
  }
}

/// A set, or a single case, as it was loaded.
public struct LoadedSet: Sendable {
  /// The set.
  public var set: EvalSet
  /// Its cases with their places, in the order of the set.
  public var cases: [LoadedCase]
}

/// Everything that is wrong with a set or a case.
public struct LoadError: Error, Sendable, CustomStringConvertible {
  /// What is wrong, with places, in the order it was found.
  public var diagnostics: [Diagnostic]

  /// Makes an error of what was found.
  public init(diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }

  /// One line a finding.
  public var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}

/// How large a set may be; each limit is named when it is exceeded.
public struct LoadLimits: Hashable, Sendable {
  /// Bytes of a case, or of a file of cases.
  public var caseBytes = 64_000_000
  /// Bytes of a transcript kept beside its case.
  public var transcriptBytes = 256_000_000
  /// Questions of a case, instances counted.
  public var questions = 10_000
  /// Cases of a set.
  public var cases = 100_000

  /// Makes the default limits.
  public init() {}
}
