import EvalKit
import EvalKitTesting
import Strategies
import Testing

/// What holds for every strategy.
enum Law: String, CaseIterable {
  /// The input is untouched, and the same input and memory give the same output.
  case determinism
  /// Nothing changes where the trigger is not met.
  case idleness
  /// Fates account for every entry once; what stands is in the order of the record, each once.
  case fates
  /// A view of a view is the same view.
  case idempotence
  /// What is left is within the bounds that are claimed.
  case bounds
  /// A whole replay raises no error and loses nothing of the log.
  case replay
}

/// Arguments of a strategy, and the laws it breaks on purpose, each with the reason.
struct LawSpec: Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
  let spec: String
  let breaks: [Law: String]

  init(_ spec: String, breaks: [Law: String] = [:]) {
    self.spec = spec
    self.breaks = breaks
  }

  init(stringLiteral spec: String) { self.init(spec) }

  var description: String { spec }

  /// All of them: every strategy of the catalog at least once, and every preset; those with sizes for
  /// another window scaled to this one, too, as small histories never meet them as they are.
  static let all: [LawSpec] = {
    let written = base + windows + toolTraffic + summaries + others + programs
    let named = Set(written.map(\.spec))
    return written
      + Strategies.presets.map(\.name).filter { !named.contains($0) }.map { LawSpec($0) }
      + Strategies.presets.filter { $0.window != nil }.map { preset in
        LawSpec(
          "\(preset.name)(scale: window)",
          breaks: written.first { $0.spec == preset.name }?.breaks ?? [:])
      }
  }()

  static let base: [LawSpec] = [
    "identity",
    "rolling-window(0)", "rolling-window(1)", "rolling-window(4)", "rolling-window(7)",
    "rolling-window(3, head: counted)", "rolling-window(30, head: counted)",
    "rolling-window(tokens: 150)", "rolling-window(tokens: 1)", "rolling-window(tokens: 30%)",
    "rolling-window(turns: 2)", "rolling-window(3, start-on: prompt)",
    "rolling-window(tokens: 40%, start-on: prompt)",
    "whole-turn-window(entries: 5)", "whole-turn-window(turns: 2)",
    "whole-turn-window(tokens: 150)",
    "whole-turn-window(tokens: 30%)",
    "keep-first-last(first: 2, last: 3)", "keep-first-last(first: 0, last: 0)",
    "drop-completed-tool-calls",
    "clear-tool-results(keep: 0)", "clear-tool-results(when: always, keep: 1)",
    "clear-tool-results(when: 4 uses)", "clear-tool-results(when: 3 turns, keep: 2)",
    "clear-tool-results(when: [4 uses, 50%])",
    "summarize-history(0)", "summarize-history(6)", "summarize-history(6, postamble: '')",
  ]
}
