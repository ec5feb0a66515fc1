/// Where the tool writes: results to standard output, everything else to standard error.
struct Console: Sendable {
  /// Whether progress may redraw its line.
  let isAnimated: Bool
  /// The columns tables may use.
  let width: Int
  /// The processors at hand.
  let processors: Int
  private let output: @Sendable (String) throws -> Void
  private let notes: @Sendable (String) -> Void

  /// Makes a console; tests pass writers of their own.
  init(
    isAnimated: Bool = false, width: Int = 100, processors: Int = 2,
    output: @escaping @Sendable (String) throws -> Void, notes: @escaping @Sendable (String) -> Void
  ) {
    self.isAnimated = isAnimated
    self.width = width
    self.processors = processors
    self.output = output
    self.notes = notes
  }

  /// The console of the process.
  static func standard() -> Console {
    let isDumb = Platform.environment("TERM") == "dumb"
    let isPlain = Platform.environment("NO_COLOR").map { !$0.isEmpty } ?? false
    return Console(
      isAnimated: Platform.isTerminal(2) && !isDumb && !isPlain,
      width: Platform.isTerminal(1) ? max(60, Platform.columns) : 120,
      processors: Platform.processors,
      output: { text in
        do throws(Platform.SystemError) {
          try Platform.write(Array(text.utf8), to: 1)
        } catch {
          throw Failure(.inputOutput, "cannot write to standard output: \(error)")
        }
      },
      // A note that cannot be written has nowhere else to go.
      notes: { try? Platform.write(Array($0.utf8), to: 2) })
  }

  /// Writes a result and a line feed.
  func print(_ text: String) throws { try output(text + "\n") }

  /// Writes a note and a line feed.
  func note(_ text: String) { notes(text + "\n") }

  /// Writes to the progress line, as it is.
  func draw(_ text: String) { notes(text) }
}
