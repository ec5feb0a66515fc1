/// Where the tool writes: results to standard output, everything else to standard error.
struct Console: Sendable {
  /// Whether progress may redraw its line.
  let isAnimated: Bool
  /// The columns tables may use.
  let width: Int
  /// The processors at hand.
  let processors: Int
  /// The file that a build machine shows as the summary of a step; nil where there is none.
  let stepSummary: String?
  private let output: @Sendable (String) throws -> Void
  private let notes: @Sendable (String) -> Void

  /// Makes a console; tests pass writers of their own.
  init(
    isAnimated: Bool = false, width: Int = 100, processors: Int = 2, stepSummary: String? = nil,
    output: @escaping @Sendable (String) throws -> Void, notes: @escaping @Sendable (String) -> Void
  ) {
    self.isAnimated = isAnimated
    self.width = width
    self.processors = processors
    self.stepSummary = stepSummary
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
      stepSummary: Platform.environment("GITHUB_STEP_SUMMARY").flatMap { $0.isEmpty ? nil : $0 },
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
