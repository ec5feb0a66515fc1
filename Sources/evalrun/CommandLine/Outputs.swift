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
      throw Failure(
        error.isOutOfSpace ? .inputOutput : .cannotWrite, "\(path): cannot be written: \(error)")
    }
  }
}
