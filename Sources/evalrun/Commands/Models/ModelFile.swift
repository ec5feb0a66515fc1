import EvalKit
import Foundation
import LocalModels

/// A language model's file, as `evalrun models` lists it.
struct ModelFile: Sendable {
  let name: String
  let path: String
  /// Bytes.
  let size: Int
  /// SHA-256, as hexadecimal digits.
  let digest: String
  /// What it holds, or why it cannot be used.
  let summary: Result<TransformerModel.Summary, TransformerError>

  /// Looks at a file.
  ///
  /// - Throws: ``Failure`` where it cannot be read.
  init(_ path: String, name: String) throws {
    self.name = name
    self.path = path
    digest = try Self.digest(path)
    size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    do {
      summary = .success(try TransformerModel(path: path, name: name).summary)
    } catch let error as TransformerError {
      summary = .failure(error)
    }
  }

  /// The digest of a file's contents, read a piece at a time.
  ///
  /// - Throws: ``Failure`` where it cannot be read.
  static func digest(_ path: String) throws -> String {
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw Failure(.missingInput, "\(path): cannot be read")
    }
    defer { try? handle.close() }
    var digest = SHA256()
    do {
      while let bytes = try handle.read(upToCount: 1 << 22), !bytes.isEmpty {
        digest.update([UInt8](bytes))
      }
    } catch {
      throw Failure(.inputOutput, "\(path): \(error)")
    }
    return digest.finished().map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }

  /// The file as JSON.
  var json: JSONValue {
    var members: [String: JSONValue?] = [
      "digest": .string(digest), "name": .string(name), "path": .string(path),
      "size": JSONValue(size),
    ]
    switch summary {
    case .success(let summary):
      members["architecture"] = .string(summary.architecture)
      members["contextLength"] = JSONValue(summary.contextLength)
      members["template"] = .string(summary.template)
      members["tools"] = .bool(summary.tools)
    case .failure(let error): members["fault"] = .string(error.description)
    }
    return .object(
      JSONObject(
        members.sorted { $0.key < $1.key }.compactMap { pair in pair.value.map { (pair.key, $0) } })
    )
  }
}
