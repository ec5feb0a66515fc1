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

  /// Who may be asked for summaries where no model answers: `arm` is the reader, too.
  static func summarisers(fittedTo contextSize: Int) -> [String: any Summariser] {
    var fitted = Dictionary(
      summarisers.map { ($0.name, $0.fitted(to: contextSize)) }, uniquingKeysWith: { $1 })
    fitted["arm"] = fitted["reader"]
    return fitted
  }

  /// The models that arms ask for summaries by name, beside those that are always there.
  ///
  /// - Throws: ``Failure`` for a name there is no model of.
  static func summarisers(of arms: [ArmSpec], timeLimit: Int) throws -> [any Summariser] {
    let known = Set(summarisers.map(\.name) + ["arm"])
    var names: [String] = []
    for stage in arms.flatMap(\.pipeline.stages) {
      guard let name = stage.strategy.summarising?.summariser ?? stage.summariserName,
        !known.contains(name), !names.contains(name)
      else { continue }
      names.append(name)
    }
    return try names.isEmpty ? [] : named(names).map { ModelSummariser($0, timeLimit: timeLimit) }
  }

  /// Who may be asked for summaries, by name.
  static var summarisers: [any Summariser] {
    [ReaderSummariser(), WindowedSummariser(ReaderSummariser(), name: "scripted")]
  }
}

extension Stage {
  /// Who its `by` names, where it asks a model.
  fileprivate var summariserName: String? {
    guard definition.callsModel, case .string(let name)? = arguments["by"] else { return nil }
    return name
  }
}

extension ArmSpec {
  /// Why the policy can never act in a replay; nil where it can.
  var whyNeverReplayed: String? { pipeline.stages.lazy.compactMap(\.whyNeverReplayed).first }
}
