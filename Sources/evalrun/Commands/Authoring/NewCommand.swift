import Authoring
import EvalKit
import Foundation

/// `evalrun new`: begins a set or a case with a commented template.
enum NewCommand {
  /// What it is told.
  struct Options: Sendable {
    var path: String?
  }

  /// The verb.
  static let command = Command(
    "new", group: .write, summary: "Begin a set or a case with a commented template",
    synopsis: "set DIR | case FILE",
    examples: [
      .init("evalrun new set evalsets/mine", "A folder with a set, a case and a README."),
      .init("evalrun new case evalsets/mine/cases/late-order.json5", "One more case."),
    ],
    discussion: """
      The templates load and pass 'check' as they are; comments say what to put in their place. Nothing \
      that is there is replaced.
      """,
    options: Options(), parameters: [], subcommands: [set, single]
  ) { _, _ in
    throw UsageError.missingArgument("set or case")
  }

  private static let set = Command(
    "set", group: .write, summary: "Begin an eval set", synopsis: "DIR",
    examples: [.init("evalrun new set evalsets/mine", "A folder with a set, a case and a README.")],
    options: Options(),
    parameters: [
      .argument(
        "DIR", to: \.path, isRequired: true, completion: .folders,
        help: "The set's folder; its last name becomes the set's id.")
    ]
  ) { options, console in
    guard let path = options.path else { throw UsageError.missingArgument("DIR") }
    let folder = path.hasSuffix("/") ? String(path.dropLast()) : path
    let files = StarterText.setFiles(id: try id(of: folder)).map {
      (path: "\(folder)/\($0.path)", text: $0.text)
    }
    try write(files, console: console)
    console.note("'evalrun check \(folder)' checks it; docs/authoring.md says how to go on")
    return .done
  }

  private static let single = Command(
    "case", group: .write, summary: "Begin a case", synopsis: "FILE",
    examples: [.init("evalrun new case evalsets/mine/cases/late-order.json5", "One more case.")],
    options: Options(),
    parameters: [
      .argument(
        "FILE", to: \.path, isRequired: true, completion: .files,
        help: "The case's file, which ends in .json5; its name becomes the case's id.")
    ]
  ) { options, console in
    guard let path = options.path else { throw UsageError.missingArgument("FILE") }
    guard path.hasSuffix(".json5") else {
      throw Failure(.usage, "\(path): a case with comments is JSON5; name it \(path).json5")
    }
    try write(
      [(path: path, text: StarterText.caseText(id: try id(of: String(path.dropLast(6)))))],
      console: console)
    console.note("'evalrun check \(path)' checks it; docs/authoring.md says how to go on")
    return .done
  }

  /// The last name of a path as an id.
  private static func id(of path: String) throws -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    let isID = !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || "-_.".contains($0) }
    guard isID, !name.allSatisfy({ $0 == "." }) else {
      throw Failure(
        .usage,
        "'\(name)' cannot be an id; one is made of letters, digits, '-', '_' and '.'")
    }
    return name
  }

  /// Writes files that are not there, or none of them.
  private static func write(_ files: [(path: String, text: String)], console: Console) throws {
    for file in files where Platform.exists(file.path) {
      throw Failure(.cannotWrite, "\(file.path): is there already; nothing was written")
    }
    for file in files {
      let folder = URL(fileURLWithPath: file.path).deletingLastPathComponent()
      do {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      } catch {
        throw Failure(.cannotWrite, "\(folder.relativePath): cannot be made")
      }
      try Outputs.write(file.text, to: file.path, console: console)
      try console.print(file.path)
    }
  }
}
