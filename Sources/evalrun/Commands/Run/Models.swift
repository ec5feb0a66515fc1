import EvalKit
import LocalModels

/// The models a command line may name.
enum Models {
  /// Their names.
  static let names = ["reader"]

  /// The models with these names; the reader where none is named.
  ///
  /// - Throws: ``Failure`` for a name there is none of.
  static func named(_ names: [String]) throws -> [ModelRunner] {
    try (names.isEmpty ? ["reader"] : names).map { name in
      guard name == "reader" else {
        throw Failure(
          .modelUnavailable,
          "there is no model '\(name)'" + EditDistance.suggestion(for: name, in: self.names)
            + "; known are \(self.names.joined(separator: ", "))")
      }
      return ModelRunner(Reader(), isFree: true)
    }
  }

  /// Who may be asked for summaries, by name.
  static var summarisers: [any Summariser] {
    [ReaderSummariser(), WindowedSummariser(ReaderSummariser(), name: "scripted")]
  }
}
