import EvalKit
import Strategies

/// Reads the specs of a command line, so that a mistake in one is shown with its place.
enum Specs {
  /// A spec with what it may reach.
  struct Source: Sendable {
    var text: String
    var access: SpecAccess

    /// A spec that was typed: saved pipelines anywhere on the disk.
    ///
    /// - Parameter allowsPrograms: Whether a saved pipeline may name a program, too.
    static func typed(_ text: String, allowsPrograms: Bool) -> Source {
      Source(text: text, access: .disk(programs: allowsPrograms ? .anywhere : .typed))
    }
  }

  /// Reads arms, an arm for each value of a list that stands for one; two may not have one name.
  ///
  /// - Throws: ``Failure`` with the exit code of a usage error.
  static func arms(_ sources: [Source], catalog: StrategyCatalog = Strategies.catalog) throws
    -> [ArmSpec]
  {
    var arms: [ArmSpec] = []
    for source in sources {
      let isPattern = isPattern(source.text)
      for text in isPattern ? try names(matching: source.text, catalog) : [source.text] {
        let found: [ArmSpec]
        do {
          found = try ArmSpec.sweep(text, catalog: catalog, access: source.access)
        } catch {
          throw Failure(.usage, "strategy: \(error)")
        }
        for arm in found {
          // Two patterns may both fit a name: it is one arm.
          if isPattern, arms.contains(where: { $0.name == arm.name && $0.pipeline == arm.pipeline })
          {
            continue
          }
          guard !arms.contains(where: { $0.name == arm.name }) else {
            throw Failure(
              .usage, "two arms are called '\(arm.name)'; name one: --strategy 'NAME = SPEC'")
          }
          arms.append(arm)
        }
      }
    }
    return arms
  }

  /// Reads typed specs.
  static func arms(_ texts: [String], allowsPrograms: Bool = false) throws -> [ArmSpec] {
    try arms(texts.map { Source.typed($0, allowsPrograms: allowsPrograms) })
  }

  /// Whether a text is a pattern for names and not a spec: one word in which `*` stands for any text.
  private static func isPattern(_ text: String) -> Bool {
    text.contains("*")
      && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "." || $0 == "-" || $0 == "*" }
  }

  /// The presets, and the strategies that need no argument, whose names fit a pattern.
  private static func names(matching text: String, _ catalog: StrategyCatalog) throws -> [String] {
    let pattern = CasePattern(text)
    let bare = catalog.definitions.filter { !$0.needsArguments }.map(\.name)
    let found = (bare + catalog.presets.map(\.name)).filter(pattern.matches)
    if !found.isEmpty { return found }
    let needing = catalog.definitions.filter(\.needsArguments).map(\.name).filter(pattern.matches)
    let hint =
      needing.isEmpty
      ? "'evalrun strategies' lists the names"
      : "\(needing.joined(separator: ", ")) must be given arguments"
    throw Failure(.usage, "strategy: no name fits '\(text)'; \(hint)")
  }

  /// The panel of a command that is given no strategy: six common policies with common settings.
  static let defaultPanel = [
    "rolling-window(entries: 10)",
    "drop-completed-tool-calls",
    "clear-tool-results(when: 50%, keep: 3 uses)",
    "keep-first-last(first: 2, last: 8)",
    "whole-turn-window(tokens: 50%)",
    "summarize-history(entries: 50)",
  ]

  /// What is wrong with arms before they run, one line each; warnings are for `strategies check`.
  static func remarks(on arms: [ArmSpec], budget: ContextBudget) -> [String] {
    arms.flatMap { arm in
      PipelineAnalysis.findings(arm.pipeline, budget: budget)
        .filter { $0.severity == .error || $0.rule == "live-trigger" }
        .map { "note: \(arm.name): \($0.message) [\($0.rule)]" }
    }
  }
}

extension StrategyDefinition {
  /// Whether it cannot stand in a spec without arguments.
  var needsArguments: Bool {
    if parameters.contains(where: { $0.defaultValue == nil && !$0.isOptional }) { return true }
    return (try? Strategies.catalog.parse(name)) == nil
  }
}
