/// Why a file of a set could not be read.
public enum FileReaderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no such file.
  case missing(String)
  /// It leads out of the set's folder.
  case outside(String)
  /// It is larger than is read.
  case tooLarge(String, bytes: Int, maximum: Int)
  /// It cannot be read: a reason.
  case unreadable(String, reason: String)

  /// The message.
  public var description: String {
    switch self {
    case .missing(let path): "there is no file '\(path)'"
    case .outside(let path): "'\(path)' leads out of the set's folder"
    case .tooLarge(let path, let bytes, let maximum):
      "'\(path)' has \(bytes) bytes; at most \(maximum) are read"
    case .unreadable(let path, let reason): "'\(path)' cannot be read: \(reason)"
    }
  }
}

/// Reads the files of one folder: the only way a loader reaches the disk, so that sets are loaded
/// from memory as well.
public struct FileReader: Sendable {
  /// How the folder is named in messages; empty, or with a slash at its end.
  public var prefix: String
  /// Reads a file, by its path from the folder, if it has at most so many bytes.
  public var read: @Sendable (_ path: String, _ maximum: Int) throws(FileReaderError) -> [UInt8]
  /// The names in a folder of the folder, `""` for itself; nothing where there is none.
  public var names: @Sendable (_ folder: String) -> [String]

  /// Makes a reader.
  public init(
    prefix: String = "",
    read: @escaping @Sendable (_ path: String, _ maximum: Int) throws(FileReaderError) -> [UInt8],
    names: @escaping @Sendable (_ folder: String) -> [String]
  ) {
    self.prefix = prefix
    self.read = read
    self.names = names
  }

  /// A reader of files in memory, by path.
  public init(files: [String: String], prefix: String = "") {
    self.init(prefix: prefix) { path, maximum throws(FileReaderError) in
      guard let text = files[path] else { throw .missing(path) }
      let bytes = Array(text.utf8)
      if bytes.count > maximum {
        throw .tooLarge(path, bytes: bytes.count, maximum: maximum)
      }
      return bytes
    } names: { folder in
      let start = folder.isEmpty ? "" : folder + "/"
      let names = files.keys.filter { $0.hasPrefix(start) }
        .compactMap { $0.dropFirst(start.count).split(separator: "/").first.map(String.init) }
      return Array(Set(names))
    }
  }

  /// Whether a path stays in the folder by its own text: not absolute, no `..`, no drive, no `\`.
  public static func staysInside(_ path: String) -> Bool {
    !path.isEmpty && !path.hasPrefix("/") && !path.hasPrefix("~")
      && !path.contains { $0 == "\\" || $0 == ":" || $0 == "\0" }
      && !path.split(separator: "/", omittingEmptySubsequences: false).contains {
        $0 == ".." || $0 == "." || $0.isEmpty
      }
  }

  /// The files that match a pattern, sorted: `*` and `?` stand for letters within a name.
  public func matches(_ pattern: String) -> [String] {
    var folders = [""]
    let parts = pattern.split(separator: "/").map(String.init)
    for (depth, part) in parts.enumerated() {
      folders = folders.flatMap { folder in
        let found =
          part.contains { $0 == "*" || $0 == "?" }
          ? names(folder).filter { Self.matches(Array($0.utf8), Array(part.utf8)) } : [part]
        return found.map { folder.isEmpty ? $0 : "\(folder)/\($0)" }
      }
      if depth == parts.count - 1 { break }
    }
    return folders.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Whether a name matches a pattern; greedy with one place to come back to, so linear in practice.
  private static func matches(_ name: [UInt8], _ pattern: [UInt8]) -> Bool {
    let (star, any) = (UInt8(ascii: "*"), UInt8(ascii: "?"))
    if name.first == UInt8(ascii: "."), pattern.first != UInt8(ascii: ".") { return false }
    var (n, p) = (0, 0)
    var back: (name: Int, pattern: Int)?
    while n < name.count {
      if p < pattern.count, pattern[p] == star {
        back = (n, p + 1)
        p += 1
      } else if p < pattern.count, pattern[p] == any || pattern[p] == name[n] {
        n += 1
        p += 1
      } else if let place = back {
        back = (place.name + 1, place.pattern)
        (n, p) = (place.name + 1, place.pattern)
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy { $0 == star }
  }
}
