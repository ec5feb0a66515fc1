/// An Inspect log as it is stored by default: a zip archive of the header and of each sample.
///
/// It is read as the one object that the same log is as `.json`: the header's keys, and `samples`.
struct InspectArchive {
  private let archive: ZipArchive
  private let file: String
  private let options: JSONParser.Options
  private let header: ZipArchive.Part
  private let samples: [ZipArchive.Part]

  /// Reads the directory of an archive; one that holds no such log is refused.
  init(_ bytes: [UInt8], file: String, options: JSONParser.Options) throws(JSONError) {
    self.file = file
    self.options = options
    do throws(ZipError) {
      archive = try ZipArchive(bytes)
    } catch {
      throw Self.error(error, file: file)
    }
    let parts = archive.parts
    // A log whose run was cut off has the beginning of its journal only.
    let first = ["header.json", "_journal/start.json"].lazy.compactMap { name in
      parts.first { $0.name == name }
    }.first
    guard let first else {
      throw Self.error(
        ZipError("a zip archive that is no Inspect log (it has no header.json); unpack it first"),
        file: file)
    }
    header = first
    samples = parts.filter { $0.name.hasPrefix("samples/") && $0.name.hasSuffix(".json") }
  }

  /// The log as one object.
  func value() throws(JSONError) -> JSONParser.Parsed<JSONValue> {
    var left = options.maximumBytes
    let parsed: JSONParser.Parsed<JSONValue> = try read(header, left: &left)
    var surrogates = parsed.replacedSurrogates
    guard var log = parsed.root.objectValue else {
      throw JSONError(
        file: name(of: header), position: TextPosition(line: 1, column: 1),
        message: "expected an object, found \(parsed.root.kindName)")
    }
    var values: [JSONValue] = []
    for part in samples {
      let parsed: JSONParser.Parsed<JSONValue> = try read(part, left: &left)
      values.append(parsed.root)
      surrogates += parsed.replacedSurrogates
    }
    log["samples"] = .array(values)
    return JSONParser.Parsed(root: .object(log), replacedSurrogates: surrogates)
  }

  /// The part that a path into the log is in, and its node, read anew.
  func place(of steps: [KeyPathStep]) -> (file: String, node: JSONNode?) {
    var part = header
    var inner = steps[...]
    if steps.count > 1, steps[0] == .key("samples"), case .index(let index) = steps[1],
      samples.indices.contains(index)
    {
      part = samples[index]
      inner = steps.dropFirst(2)
    }
    var left = options.maximumBytes
    let parsed: JSONParser.Parsed<JSONNode>? = try? read(part, left: &left)
    return (name(of: part), parsed?.root.deepest(at: inner))
  }

  /// Reads a part; all together may have as many bytes as a file.
  private func read<Tree: JSONTree>(_ part: ZipArchive.Part, left: inout Int) throws(JSONError)
    -> JSONParser.Parsed<Tree>
  {
    let bytes: [UInt8]
    do throws(ZipError) {
      bytes = try archive.contents(of: part, limit: left)
    } catch {
      throw Self.error(error, file: name(of: part))
    }
    left -= bytes.count
    return try JSONParser.parse(
      bytes, range: bytes.indices, firstLine: 1, file: name(of: part), options: options)
  }

  private func name(of part: ZipArchive.Part) -> String {
    file.isEmpty ? part.name : "\(file)/\(part.name)"
  }

  private static func error(_ error: ZipError, file: String) -> JSONError {
    JSONError(file: file, position: TextPosition(line: 1, column: 1), message: error.message)
  }
}
