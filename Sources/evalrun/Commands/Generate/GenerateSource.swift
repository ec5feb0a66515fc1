import Authoring
import EvalKit
import Foundation

/// What sets are generated from: a template, a folder of them, or a plan that names them.
struct GenerateSource: Sendable {
  private let path: String

  init(_ path: String) { self.path = path }

  /// Reads the plan and the templates.
  ///
  /// - Throws: ``Failure``.
  func read() throws -> (plan: SetPlan, templates: [CaseTemplate]) {
    let url = URL(fileURLWithPath: path)
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw Failure(.missingInput, "\(path): there is no such file or folder")
    }
    if isFolder.boolValue {
      let name = url.standardizedFileURL.lastPathComponent
      let files = FileReader.folder(url).matches("*.json5")
      guard !files.isEmpty else {
        throw Failure(.badData, "\(path): holds no template; templates are files named *.json5")
      }
      return (Self.plan(name), try files.map { try template($0, in: path) })
    }
    let folder = Self.folder(of: path)
    let name = url.lastPathComponent
    let bytes = try Inputs.bytes(path)
    guard Self.kind(bytes) == "setPlan" else {
      let template = try template(name, in: folder)
      return (Self.plan(template.id), [template])
    }
    do {
      let plan = try SetPlan(bytes, file: path)
      return (plan, try plan.templates.flatMap { try templates($0, from: folder) })
    } catch let error as LoadError {
      throw Failure(.badData, error.description)
    }
  }

  private static func plan(_ name: String) -> SetPlan {
    SetPlan(id: name, title: "Generated from \(name)")
  }

  private static func folder(of path: String) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return parts.isEmpty ? "." : parts == [""] ? "/" : parts.joined(separator: "/")
  }

  private static func kind(_ bytes: [UInt8]) -> String? {
    (try? JSONNode.parse(bytes, options: .json5))?["kind"]?.stringValue
  }

  /// The templates that a plan's pattern names; a plan is the user's own file and may name others' folders.
  private func templates(_ pattern: String, from folder: String) throws -> [CaseTemplate] {
    let whole = pattern.hasPrefix("/") ? pattern : "\(folder)/\(pattern)"
    let inner = Self.folder(of: whole)
    let name = whole.split(separator: "/").last.map(String.init) ?? ""
    let files = FileReader.folder(URL(fileURLWithPath: inner)).matches(name)
    guard !files.isEmpty else {
      throw Failure(.missingInput, "\(path): no file matches '\(pattern)'")
    }
    return try files.map { try template($0, in: inner) }
  }

  private func template(_ name: String, in folder: String) throws -> CaseTemplate {
    let prefix = folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
    let files = FileReader.folder(URL(fileURLWithPath: folder), prefix: prefix)
    do {
      return try TemplateLoader(files).template(name)
    } catch let error as LoadError {
      throw Failure(.badData, error.description)
    }
  }
}

/// Writes the files of a generated set.
struct GeneratedFiles: Sendable {
  private let set: GeneratedCaseSet

  init(_ set: GeneratedCaseSet) { self.set = set }

  /// Writes them; a file that is there with the same bytes stays, a README always does.
  ///
  /// - Throws: ``Failure``, before anything is written, where a file differs and may not be replaced.
  func write(to folder: String, isReplacing: Bool, console: Console) throws {
    let readme = "\(folder)/README.md"
    var files = [("\(folder)/\(EvalSetLoader.manifest)", set.manifest)]
    files += set.caseFiles().map { ("\(folder)/\($0.name)", $0.text) }
    if !isReplacing {
      for (path, text) in files where Platform.exists(path) {
        if try Platform.read(path) != Array(text.utf8) {
          throw Failure(
            .cannotWrite, "\(path): is there already, and differs; --replace replaces it")
        }
      }
    }
    if !Platform.exists(readme) { files.append((readme, GenerateReport.readme(set))) }
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw Failure(.cannotWrite, "\(folder): cannot be made: \(error.localizedDescription)")
    }
    for (path, text) in files { try Outputs.write(text, to: path, console: console) }
  }
}
