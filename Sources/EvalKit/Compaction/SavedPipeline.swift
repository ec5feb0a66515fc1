/// A pipeline kept in a file, named and commented: what `@file.json5` in a spec stands for.
///
/// JSON5: `{ version: 1, name: "…", description: "…", stages: ["one stage", "another | a third"] }`.
public struct SavedPipeline: Sendable {
  /// What tables call it; nil where the file names none.
  public var name: String?
  /// What it is for.
  public var description: String?
  /// Specs of one or more stages, each with where it stands in the file.
  var stages: [(text: String, place: TextPosition)]

  /// Reads a file.
  ///
  /// - Throws: ``SavedPipelineError`` with all mistakes at once.
  init(_ bytes: [UInt8], file: String) throws(SavedPipelineError) {
    let diagnostics = DiagnosticCollector(file: file)
    name = nil
    description = nil
    stages = []
    do {
      let object = StrictObject(
        try JSONNode.parse(bytes, file: file, options: .json5), diagnostics: diagnostics)
      EvalSetLoader.checkVersion(object)
      name = object.optional("name", as: String.self)
      if let name, let problem = ArmSpec.problem(withName: name) {
        object.error(problem, at: "name")
      }
      description = object.optional("description", as: String.self)
      stages = object.array("stages", required: true) { node, path in
        String.decode(node, path: path, diagnostics: diagnostics).map { ($0, node.position) }
      }
      if stages.isEmpty, !diagnostics.hasErrors {
        object.error("a pipeline has at least one stage", at: "stages")
      }
      object.finish()
    } catch {
      diagnostics.add(error.diagnostic)
    }
    if diagnostics.hasErrors {
      throw SavedPipelineError(diagnostics: diagnostics.diagnostics)
    }
  }
}

/// A saved pipeline that cannot be used.
public struct SavedPipelineError: Error, Sendable, CustomStringConvertible {
  /// What is wrong, each with its place.
  public let diagnostics: [Diagnostic]

  /// One mistake a line.
  public var description: String {
    diagnostics.map(\.description).joined(separator: "\n")
  }
}
