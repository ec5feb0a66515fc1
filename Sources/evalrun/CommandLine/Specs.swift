import EvalKit
import Strategies

/// Reads the specs of a command line, so that a mistake in one is shown with its place.
enum Specs {
  /// Reads arms; two may not have one name.
  ///
  /// - Throws: ``Failure`` with the exit code of a usage error.
  static func arms(_ texts: [String], catalog: StrategyCatalog = Strategies.catalog) throws
    -> [ArmSpec]
  {
    var arms: [ArmSpec] = []
    for text in texts {
      let arm: ArmSpec
      do {
        arm = try ArmSpec.parse(text, catalog: catalog)
      } catch {
        throw Failure(.usage, "strategy: \(error)")
      }
      guard !arms.contains(where: { $0.name == arm.name }) else {
        throw Failure(
          .usage, "two arms are called '\(arm.name)'; name one: --strategy 'NAME = SPEC'")
      }
      arms.append(arm)
    }
    return arms
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
}
