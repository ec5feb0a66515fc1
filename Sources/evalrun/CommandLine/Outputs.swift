/// Writes what a command line names.
enum Outputs {
  /// Writes a text to a file, or to standard output for `-`; a file that is there is replaced whole.
  ///
  /// - Throws: ``Failure``: cannot be made, or a write that failed.
  static func write(_ text: String, to path: String, console: Console) throws {
    if path == "-" { return try console.print(text) }
    do throws(Platform.SystemError) {
      try Platform.replace(path, with: Array(text.utf8))
    } catch {
      throw failure(path, error)
    }
  }

  /// Writes a text at the end of a file, which is made where there is none.
  ///
  /// - Throws: ``Failure``: cannot be made, or a write that failed.
  static func append(_ text: String, to path: String) throws {
    do throws(Platform.SystemError) {
      try Platform.append(Array(text.utf8), to: path)
    } catch {
      throw failure(path, error)
    }
  }

  private static func failure(_ path: String, _ error: Platform.SystemError) -> Failure {
    Failure(
      error.isOutOfSpace ? .inputOutput : .cannotWrite, "\(path): cannot be written: \(error)")
  }
}
