/// What a spec may reach beside the catalog: saved pipelines and outside programs.
public struct SpecAccess: Sendable {
  /// Where a program may be named.
  public enum Programs: Sendable {
    /// Nowhere: in what comes from somewhere else, such as an eval set.
    case nowhere
    /// In the text itself, which is consent enough; not in a file it names.
    case typed
    /// In saved pipelines, too.
    case anywhere
  }

  /// Where programs may be named.
  public var programs: Programs
  /// Reads a saved pipeline, by its path as written or joined to that of the file that names it;
  /// nil where none may be named.
  public var read: (@Sendable (_ path: String) throws(FileReaderError) -> [UInt8])?

  /// Makes access.
  public init(
    programs: Programs = .typed,
    read: (@Sendable (_ path: String) throws(FileReaderError) -> [UInt8])? = nil
  ) {
    self.programs = programs
    self.read = read
  }

  /// The largest saved pipeline, in bytes.
  public static let largestFile = 1_000_000

  /// What a set's own specs may reach: saved pipelines in the set's folder, no program.
  public static func set(_ files: FileReader) -> SpecAccess {
    SpecAccess(programs: .nowhere) { path throws(FileReaderError) in
      guard FileReader.staysInside(path) else { throw .outside(path) }
      return try files.read(path, largestFile)
    }
  }

  /// The folder of a path, with its slash; empty where it has none.
  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }
}
