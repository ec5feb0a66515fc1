public import EvalKit

extension EvaluatedModel {
  /// A language model in a GGUF file, asked for answers and for summaries.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - name: The name arms and tables carry; by default the file's.
  ///   - options: How it is run.
  /// - Throws: ``TransformerError`` where the file cannot be used.
  public static func gguf(
    _ path: String, name: String? = nil, options: TransformerModel.Options = .init()
  ) throws -> EvaluatedModel {
    let model = try TransformerModel(
      path: path, name: name ?? "gguf:\(path.split(separator: "/").last ?? "-")", options: options)
    return EvaluatedModel(
      ModelRunner(
        weighing: model, configuration: model.configuration, counting: model.counting))
  }
}
