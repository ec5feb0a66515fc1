internal import EvalKit

/// The files that calls read and changed, by the paths among their arguments.
///
/// What a call does to a file is told by its tool's stated effect, else by the tool's name: one that
/// says write, edit, create, patch, delete, move or the like changes, any other reads.
struct FileTrail {
  private var read: [String] = []
  private var changed: [String] = []

  private static let keys: Set<String> = [
    "path", "file", "filename", "file_path", "filepath", "filePath", "target_file", "old_path",
    "new_path", "paths", "files",
  ]
  private static let verbs = [
    "write", "edit", "create", "patch", "replace", "insert", "delete", "remove", "move", "rename",
    "append", "apply",
  ]

  /// Goes on from a list of before with the calls of items.
  ///
  /// - Complexity: O(arguments + files).
  init(listed: String, items: [Item], tools: [ToolDefinition]) {
    var seen: [String: Int] = [:]
    for line in listed.split(separator: "\n") {
      if line.hasPrefix(Self.readMark) {
        read = Self.paths(line.dropFirst(Self.readMark.count))
      } else if line.hasPrefix(Self.changedMark) {
        changed = Self.paths(line.dropFirst(Self.changedMark.count))
      }
    }
    for path in read { seen[path] = 0 }
    for path in changed { seen[path] = 1 }
    let effects = Dictionary(
      tools.map { ($0.name, $0.effect) }, uniquingKeysWith: { first, _ in first })
    for item in items {
      for call in item.entry.calls {
        let isWrite: Bool =
          switch effects[call.name] ?? nil {
          case .write?: true
          case .read?: false
          case nil: Self.verbs.contains { call.name.lowercased().contains($0) }
          }
        for path in Self.paths(in: call.arguments) {
          switch (seen[path], isWrite) {
          case (nil, false): read.append(path)
          case (nil, true): changed.append(path)
          case (0, true):
            read.removeAll { $0 == path }
            changed.append(path)
          default: continue
          }
          seen[path] = isWrite ? 1 : 0
        }
      }
    }
  }

  private static let readMark = "Files read: "
  private static let changedMark = "Files changed: "

  /// The list, empty where there are no files.
  var text: String {
    ((read.isEmpty ? [] : [Self.readMark + read.joined(separator: ", ")])
      + (changed.isEmpty ? [] : [Self.changedMark + changed.joined(separator: ", ")]))
      .joined(separator: "\n")
  }

  private static func paths(_ list: Substring) -> [String] {
    list.components(separatedByText: ", ").filter { !$0.isEmpty }
  }

  private static func paths(in arguments: JSONValue) -> [String] {
    guard let object = arguments.objectValue else { return [] }
    return object.members.filter { keys.contains($0.key) }.flatMap { member -> [String] in
      switch member.value {
      case .string(let path): [path]
      case .array(let paths): paths.compactMap(\.stringValue)
      default: []
      }
    }.filter { !$0.isEmpty && !$0.contains("\n") }
  }
}

extension Substring {
  /// The parts between occurrences of a text.
  fileprivate func components(separatedByText separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
