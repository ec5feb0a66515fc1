import EvalKit
import LocalModels

/// The models a command line may name.
enum Models {
  /// Their names; what follows a colon is a file.
  static let names = ["reader", "replay:", "gguf:"] + FetchedModel.all.map(\.name)
  /// What help says of them.
  static let help =
    "reader, gguf:FILE for a language model, one that 'models fetch' got, such as smollm2, or replay:FILE for answers made elsewhere to the prompts of 'ask'"

  /// The models with these names; the reader where none is named.
  ///
  /// - Throws: ``Failure`` for a name there is none of, and for answers that cannot be read.
  static func named(_ names: [String], settings: TransformerSettings = TransformerSettings()) throws
    -> [ModelRunner]
  {
    var models: [ModelRunner] = []
    for name in names.isEmpty ? ["reader"] : names {
      let model = try named(name, settings)
      guard !models.contains(where: { $0.name == model.name }) else {
        throw Failure(
          .usage, "two models are called '\(model.name)'; name each once, files by different names")
      }
      models.append(model)
    }
    return models
  }

  private static func named(_ name: String, _ settings: TransformerSettings) throws -> ModelRunner {
    if name == "reader" { return EvaluatedModel.reader.runner }
    if name.hasPrefix("replay:") { return try replay(String(name.dropFirst(7))) }
    if name.hasPrefix("gguf:") { return try gguf(String(name.dropFirst(5)), settings) }
    if let fetched = FetchedModel.named(name) {
      guard Platform.exists(fetched.path) else {
        throw Failure(
          .modelUnavailable,
          "the model '\(name)' is not there yet; 'evalrun models fetch \(name)' gets it")
      }
      return try settings.runner(fetched.path, name: name)
    }
    throw Failure(
      .modelUnavailable,
      "there is no model '\(name)'" + EditDistance.suggestion(for: name, in: names)
        + "; known are reader, gguf:FILE, replay:FILE, "
        + FetchedModel.all.map(\.name).joined(separator: ", "))
  }

  /// The language model in a file; named without its folder, which changes nothing.
  private static func gguf(_ path: String, _ settings: TransformerSettings) throws -> ModelRunner {
    guard !path.isEmpty else {
      throw Failure(.usage, "model 'gguf:' names no file; expected gguf:model.gguf")
    }
    guard Platform.exists(path) else {
      throw Failure(.modelUnavailable, "\(path): there is no such file")
    }
    let file = String(path.split(separator: "/").last ?? "-")
    guard !file.contains("|") else {
      throw Failure(.usage, "\(path): a model's file has no '|' in its name; rename it")
    }
    return try settings.runner(path, name: "gguf:\(file)")
  }

  /// The model that says what is in a file; named without its folder, which changes nothing.
  private static func replay(_ path: String) throws -> ModelRunner {
    guard !path.isEmpty else {
      throw Failure(.usage, "model 'replay:' names no file; expected replay:answers.jsonl")
    }
    let file = String(path.split(separator: "/").last ?? "-")
    guard !file.contains("|") else {
      throw Failure(.usage, "\(path): a file of answers has no '|' in its name; rename it")
    }
    do {
      let model = ReplayModel(
        try RecordedAnswers(Inputs.bytes(path), file: Inputs.name(path)), name: "replay:\(file)")
      return ModelRunner(model, configuration: model.configuration)
    } catch let error as RecordedAnswersError {
      throw Failure(.badData, "the answers cannot be used:\n\(error)")
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
  static var summarisers: [any Summariser] { EvaluatedModel.reader.summarisers }
}

extension Stage {
  /// Who its `by` names, where it asks a model.
  fileprivate var summariserName: String? {
    guard strategy.asksModel, case .string(let name)? = arguments["by"] else { return nil }
    return name
  }
}

extension ArmSpec {
  /// Why the policy can never act in a replay; nil where it can.
  var whyNeverReplayed: String? { pipeline.stages.lazy.compactMap(\.whyNeverReplayed).first }
}
