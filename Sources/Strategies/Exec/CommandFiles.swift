internal import EvalKit
internal import Foundation

/// The files that a command names, so that a run tells when one of them changed.
enum CommandFiles {
  /// How much of a file is digested, in bytes; beyond that its size is.
  static let limit = 64 << 20

  /// The digest of a command and of the content of every word of it that is a file.
  static func digest(of command: String) -> String {
    var lines = [command]
    for path in words(of: command).flatMap(paths) {
      guard let (bytes, size) = content(of: path) else { continue }
      lines.append("\(path) \(size) \(SHA256.hexadecimal(bytes))")
    }
    return SHA256.hexadecimal(lines.joined(separator: "\n"))
  }

  /// The words of a command as a shell tells them apart, quotes and backslashes respected.
  static func words(of command: String) -> [String] {
    var words: [String] = []
    var word = String.UnicodeScalarView()
    var isOpen = false
    var quote: Unicode.Scalar?
    var isEscaped = false
    for scalar in command.unicodeScalars {
      if isEscaped {
        word.append(scalar)
        isEscaped = false
      } else if scalar == "\\", quote != "'" {
        isEscaped = true
        isOpen = true
      } else if scalar == quote {
        quote = nil
      } else if quote != nil {
        word.append(scalar)
      } else if scalar == "'" || scalar == "\"" {
        quote = scalar
        isOpen = true
      } else if separators.contains(scalar) {
        if isOpen { words.append(String(word)) }
        word = String.UnicodeScalarView()
        isOpen = false
      } else {
        word.append(scalar)
        isOpen = true
      }
    }
    return isOpen ? words + [String(word)] : words
  }

  private static let separators = Set(" \t\n\r;&|<>()".unicodeScalars)

  /// What a word may name: itself, and what follows its equals sign.
  private static func paths(in word: String) -> [String] {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return ([word] + parts.dropFirst().map(String.init)).filter { !$0.isEmpty }.map { path in
      path.hasPrefix("~/") ? NSHomeDirectory() + path.dropFirst() : path
    }
  }

  private static func content(of path: String) -> (bytes: [UInt8], size: Int)? {
    let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    guard let values = try? FileManager.default.attributesOfItem(atPath: url.path),
      values[.type] as? FileAttributeType == .typeRegular, let size = values[.size] as? Int,
      let handle = try? FileHandle(forReadingFrom: url)
    else { return nil }
    defer { try? handle.close() }
    guard let data = try? handle.read(upToCount: limit) else { return ([], size) }
    return ([UInt8](data), size)
  }
}
