internal import EvalKit

/// How a summary stands in a history: in what role, under which heading, with what beside it.
struct SummaryForm {
  /// The kind of its entry.
  let kind: EntryKind
  /// What stands above it; nothing where empty.
  let heading: String
  /// What the other speaker says beside it, so that roles alternate.
  let frame: String?

  /// The heading unless the spec says otherwise.
  static let defaultHeading = "Summary of the conversation so far:"

  /// The parameters, for a definition.
  static func parameters(heading: String = defaultHeading) -> [StrategyParameter] {
    [
      StrategyParameter(
        "role", .word(["prompt", "response", "instructions"]), default: .word("prompt"),
        summary: "As what the summary stands in the history."),
      StrategyParameter(
        "heading", .string, default: .string(heading),
        summary: "What stands above the summary; '' for nothing."),
      StrategyParameter(
        "frame", .string, isOptional: true,
        summary:
          "What the other speaker says beside it: a response after a summary that is a prompt, "
          + "a prompt before one that is a response."),
    ]
  }

  /// Reads the arguments.
  ///
  /// - Throws: ``ArgumentError`` for a frame around instructions.
  init(_ arguments: StrategyArguments) throws {
    kind = EntryKind(rawValue: try arguments.text("role")) ?? .prompt
    heading = arguments["heading"] == nil ? "" : try arguments.text("heading")
    frame = arguments["frame"] == nil ? nil : try arguments.text("frame")
    if frame != nil, kind == .instructions {
      throw ArgumentError(
        parameter: "frame",
        problem: "'frame' needs a summary that speaks: role: prompt or role: response")
    }
  }

  /// The entry of a summary; whatever `appended` says follows in a segment of its own.
  func entry(_ summary: String, appended: String = "") -> Entry {
    let texts =
      (heading.isEmpty ? [] : [heading]) + [summary] + (appended.isEmpty ? [] : [appended])
    return Entry(kind: kind, segments: texts.map { .text($0) })
  }

  /// The texts of a summary's entry: the summary, and what was appended.
  func texts(of entry: Entry) -> (summary: String, appended: String) {
    let texts = entry.segments.compactMap(\.text).dropFirst(heading.isEmpty ? 0 : 1)
    return (texts.first ?? "", texts.dropFirst().first ?? "")
  }

  /// Puts what the other speaker says beside the summary at a place.
  func addFrame(to history: inout History, at place: Int) {
    guard let frame else { return }
    if kind == .prompt {
      history.replace(place + 1..<place + 1, with: .response(frame))
    } else {
      history.replace(place..<place, with: .prompt(frame))
    }
  }

  /// The most that is left of a history of at most so much, for a strategy that puts a summary in.
  func bounds(after before: HistoryBounds) -> HistoryBounds {
    let speaks = (kind == .prompt || frame != nil) ? 1 : 0
    return HistoryBounds(
      entries: before.entries.map { $0 + (frame == nil ? 0 : 1) },
      turns: before.turns.map { $0 + speaks }, tokens: nil)
  }
}
