public import EvalKit
internal import Foundation

/// Puts other instructions in place of the head's: a shorter or sharper text as an arm of its own.
///
/// The file is read when the spec is, once; a run's digest covers its content.
///
/// - Keeps: the tools and the whole history.
/// - Drops: the recorded instructions, those of later changes of the head too.
/// - Costs: no call, and no break of the cache: the same text stands from the first request on.
/// - Leaves alone: the history, and a head whose instructions are these.
/// - Fails: the recorded replies were made under other instructions, so a replay shows the cost of
///   the text, not what the model would have done; the text hides later changes of the instructions.
public struct Instructions: Strategy {
  /// The most bytes of a file.
  public static let maximumBytes = 1 << 20

  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "instructions", summary: "Replaces the head's instructions by those of a file or a text.",
    parameters: [
      StrategyParameter(
        "file", .file, isOptional: true,
        summary:
          "A UTF-8 file of at most 1 MB, from the working folder; a last line feed is left out."
      ),
      StrategyParameter(
        "text", .string, isOptional: true, summary: "The text itself; '' for none."),
    ])

  private let instructions: [Entry]
  private let digest: String?

  /// Reads the arguments, and the file where one is named.
  ///
  /// - Throws: ``EvalKit/ArgumentError`` for a file that is missing, no plain file, larger than
  ///   ``maximumBytes`` or not UTF-8.
  public init(_ arguments: StrategyArguments) throws {
    guard (arguments["file"] == nil) != (arguments["text"] == nil) else {
      throw ArgumentError(
        parameter: arguments["file"] == nil ? "file" : "text",
        problem: "'instructions' takes exactly one of file and text: "
          + "file: 'short.txt', or text: 'Be brief.'")
    }
    if arguments["file"] != nil {
      let bytes = try Self.bytes(ofFile: try arguments.text("file"))
      guard var text = String(validating: bytes, as: UTF8.self) else {
        throw ArgumentError(
          parameter: "file",
          problem: "'\(try arguments.text("file"))' is not UTF-8; expected a plain text file")
      }
      if text.unicodeScalars.last == "\n" { text.unicodeScalars.removeLast() }
      instructions = Head(text).instructions
      digest = SHA256.hexadecimal(bytes)
    } else {
      instructions = Head(try arguments.text("text")).instructions
      digest = nil
    }
  }

  /// The digest of the file's content, so that a run tells when the file changed.
  public var fingerprint: String? { digest }

  /// Puts the instructions in place of the head's.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    guard history.head.instructions != instructions else { return history }
    var history = history
    history.editHead { $0.instructions = instructions }
    return history
  }

  private static func bytes(ofFile path: String) throws -> [UInt8] {
    func fault(_ problem: String) -> ArgumentError {
      ArgumentError(parameter: "file", problem: problem)
    }
    let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
    guard let values = try? FileManager.default.attributesOfItem(atPath: url.path) else {
      throw fault("there is no file '\(path)'; paths are read from the working folder")
    }
    guard values[.type] as? FileAttributeType == .typeRegular else {
      throw fault("'\(path)' is no plain file; expected a text file")
    }
    guard let handle = try? FileHandle(forReadingFrom: url) else {
      throw fault("'\(path)' cannot be read; check its permissions")
    }
    defer { try? handle.close() }
    // One byte more than allowed: a file may grow after its size was read.
    let data: Data
    do {
      data = try handle.read(upToCount: maximumBytes + 1) ?? Data()
    } catch {
      throw fault("'\(path)' cannot be read: \(error)")
    }
    guard data.count <= maximumBytes else {
      throw fault("'\(path)' has more than \(maximumBytes) bytes; instructions are at most 1 MB")
    }
    return [UInt8](data)
  }
}
