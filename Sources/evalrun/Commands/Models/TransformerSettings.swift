import EvalKit
import LocalModels

/// How a command line has language models run.
struct TransformerSettings: Sendable {
  /// The chat template, where the file's own is not known.
  var template: String?
  /// Whether what is held of one request serves the next.
  var reusesPrefix = true
  /// How many run at a time.
  var jobs = 1
  /// The most memory they may take, in bytes; nil: three quarters of the machine's.
  var memory: Int?

  /// The model in a file, ready to be asked.
  ///
  /// - Throws: ``Failure`` where it cannot be used, or does not fit into memory so often.
  func runner(_ path: String, name: String) throws -> ModelRunner {
    var options = TransformerModel.Options()
    options.template = template
    options.reusesPrefix = reusesPrefix
    // Cells run side by side first; what processors they leave share one's work.
    options.threads = max(1, Platform.processors / max(1, jobs))
    do {
      let model = try TransformerModel(path: path, name: name, options: options)
      try check(model, name)
      let digest = try ModelFile.digest(path)
      return ModelRunner(
        weighing: model, configuration: "gguf \(digest); \(model.configuration)",
        counting: model.counting)
    } catch let error as TransformerError {
      throw Failure(
        error.kind == .damaged ? .badData : .modelUnavailable,
        error.description
          + (error.fault.hasSuffix(TransformerModel.templates.joined(separator: ", "))
            ? "; --template names one" : ""))
    }
  }

  private func check(_ model: TransformerModel, _ name: String) throws {
    // The oracle is shown whole logs: its requests may fill the window.
    let need = model.memoryNeed(positions: model.summary.contextLength)
    let limit = memory ?? Platform.memory / 4 * 3
    guard need.total(jobs) > limit else { return }
    let fitting = max(0, limit - need.weights) / max(1, need.each)
    let sum =
      "\(Self.megabytes(need.weights)) of weights + \(jobs) × \(Self.megabytes(need.each)) = "
      + "\(Self.megabytes(need.total(jobs)))"
    throw Failure(
      .usage,
      "\(name) at -j \(jobs) takes \(sum), over the \(Self.megabytes(limit)) of "
        + (memory == nil ? "three quarters of the machine's memory" : "--memory") + "; "
        + (fitting > 0 ? "-j \(fitting) fits" : "a smaller model or --context fits"))
  }

  private static func megabytes(_ bytes: Int) -> String { "\((bytes + 999_999) / 1_000_000) MB" }
}
