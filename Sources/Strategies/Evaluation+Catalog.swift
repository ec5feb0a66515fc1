public import EvalKit
public import Foundation

extension Evaluation {
  /// Reads a set and specs.
  ///
  /// - Parameters:
  ///   - set: The set's folder, its `evalset.json5`, or a file of cases.
  ///   - strategies: Specs, `name = spec`; where there is none, those that the set names.
  ///   - model: The model that is asked.
  ///   - contexts: The context sizes; where there is none, the set's, else what the model states, else
  ///     4,096.
  ///   - reserve: Tokens kept free for the answer; nil is the set's, else 512.
  ///   - judge: How answers become scores.
  ///   - includesDrafts: Whether a set with parts that were only suggested is not refused.
  ///   - catalog: What specs may name; add strategies of your own with
  ///     ``EvalKit/StrategyCatalog/adding(strategies:presets:)``.
  /// - Throws: `LoadError` with everything that is wrong with the set, `FileReaderError` where there is
  ///   none, `SpecError` for a spec.
  public init(
    set: URL, strategies: [String] = [], model: EvaluatedModel, contexts: [ContextSize] = [],
    reserve: Int? = nil, judge: Judge = .default, includesDrafts: Bool = false,
    catalog: StrategyCatalog = Strategies.catalog
  ) throws {
    let read = try EvalSetLoader.load(set.path)
    if !includesDrafts, !read.draftDiagnostics.isEmpty {
      throw LoadError(diagnostics: read.draftDiagnostics)
    }
    let loaded = read.set
    // What a set names reaches no further than its folder; what stands in code is trusted.
    let folder = set.pathExtension.isEmpty ? set : set.deletingLastPathComponent()
    let access: SpecAccess = strategies.isEmpty ? .set(.folder(folder)) : .disk()
    self.init(
      set: loaded,
      strategies: try (strategies.isEmpty ? loaded.strategies : strategies).map {
        try ArmSpec.parse($0, catalog: catalog, access: access)
      }, model: model, contexts: contexts, reserve: reserve, judge: judge)
  }
}
