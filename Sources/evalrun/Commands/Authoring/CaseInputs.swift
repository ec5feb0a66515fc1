import EvalKit

/// Reads what a command that works on cases is given.
enum CaseInputs {
  /// The cases that a path names: a set, or a file of cases.
  ///
  /// - Returns: nil where the path names something else, such as a transcript.
  /// - Throws: ``Failure``: a set or case that cannot be loaded.
  static func cases(_ path: String) throws -> [LoadedCase]? {
    guard try isCases(path) else { return nil }
    do {
      return try EvalSetLoader.load(path).cases
    } catch let error as LoadError {
      throw Failure(.badData, error.description)
    } catch let error as FileReaderError {
      throw Failure(.badData, "\(path): \(error)")
    }
  }

  /// Whether a path is a set's folder or manifest, or a file whose first value is a case.
  private static func isCases(_ path: String) throws -> Bool {
    let name = path.split(separator: "/").last.map(String.init)
    if name == EvalSetLoader.manifest || Platform.exists("\(path)/\(EvalSetLoader.manifest)") {
      return true
    }
    guard path.hasSuffix(".json5") || path.hasSuffix(".json") || path.hasSuffix(".jsonl"),
      let bytes = try? Platform.read(path)
    else { return false }
    let isLines = path.hasSuffix(".jsonl")
    let first = isLines ? bytes.prefix { $0 != 0x0A } : bytes[...]
    let options = path.hasSuffix(".json5") ? JSONParser.Options.json5 : .json
    guard let node = try? JSONNode.parse(Array(first), file: path, options: options) else {
      return false
    }
    return node["version"] != nil && node["id"] != nil && node["transcript"] != nil
  }

  /// The id of a case made from a file: its name without ending, and the place in it.
  static func id(of file: String, select: String?) -> String {
    let stem = file.split(separator: ".").first.map(String.init) ?? file
    let place = select.map { $0.filter { $0.isLetter || $0.isNumber || $0 == "." } } ?? ""
    let text = place.isEmpty ? stem : "\(stem)-\(place)"
    let id = String(
      text.map { $0.isLetter || $0.isNumber || "-_.".contains($0) ? $0 : "-" })
    return id.allSatisfy { $0 == "-" } ? "case" : id
  }
}
