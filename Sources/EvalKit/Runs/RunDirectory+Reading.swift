import Foundation

extension RunDirectory {
  /// The cases as they were run.
  ///
  /// - Throws: ``RunDirectoryError``.
  public func cases() throws -> [EvalCase] {
    try read("cases.jsonl") { try CaseCodec.value($0) }
  }

  /// What happened, in the order of the plan; a last line that was cut off is left out.
  ///
  /// - Throws: ``RunDirectoryError``.
  public func observations(of cases: [EvalCase]) throws -> [Observation] {
    let codec = ObservationCodec(cases)
    return try read("observations.jsonl") { try codec.observation($0) }
  }

  /// The same, `width` lines at a time.
  ///
  /// - Throws: ``RunDirectoryError``.
  public func observations(of cases: [EvalCase], width: Int) async throws -> [Observation] {
    let codec = ObservationCodec(cases)
    let name = "observations.jsonl"
    let bytes = try contents(name)
    let path = url.appendingPathComponent(name).path
    return try await Self.wholeLines(of: bytes).mapped(width: width) { line in
      try Self.value(bytes, line, path) { try codec.observation($0) }
    }
  }

  /// How it was judged; nothing where it was not yet.
  ///
  /// - Throws: ``RunDirectoryError``.
  public func scores() throws -> [Score] {
    guard exists("scores.jsonl") else { return [] }
    return try read("scores.jsonl") { try ScoreCodec.score($0) }
  }

  /// The summary, as it was written; nil where there is none.
  ///
  /// - Throws: ``RunDirectoryError``.
  public func summary() throws -> JSONValue? {
    guard exists("summary.json") else { return nil }
    return try read("summary.json") { $0 }.first
  }

  /// Seconds that each cell took, by place in the plan.
  ///
  /// - Throws: ``RunDirectoryError``.
  public func timings() throws -> [Int: Double] {
    guard exists("timings.jsonl") else { return [:] }
    let pairs = try read("timings.jsonl") { line -> (Int, Double)? in
      // Between them stand the calls of models.
      if line["kind"]?.stringValue == "call" { return nil }
      let fields = try RecordFields(line: line, kind: "timing")
      return (try fields.integer("cell"), try fields.number("seconds"))
    }
    return Dictionary(pairs.compactMap { $0 }, uniquingKeysWith: { $1 })
  }

  /// The calls of models that were timed, each with its cell's place in the plan.
  ///
  /// - Throws: ``RunDirectoryError``.
  public func calls() throws -> [(cell: Int, call: CallTiming)] {
    guard exists("timings.jsonl") else { return [] }
    return try read("timings.jsonl") { line -> (cell: Int, call: CallTiming)? in
      guard line["kind"]?.stringValue == "call" else { return nil }
      let fields = try RecordFields(line: line, kind: "call")
      let call = CallTiming(
        kind: try fields.word("task", as: CallTiming.Kind.self),
        prompt: try fields.integer("prompt"), reused: try fields.integer("reused"),
        written: try fields.integer("written"), firstToken: try fields.number("firstTokenSeconds"),
        total: try fields.number("seconds"))
      return (try fields.integer("cell"), call)
    }.compactMap { $0 }
  }

  /// Whether a file of the run is there.
  public func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: url.appendingPathComponent(name).path)
  }

  // MARK: Lines

  /// The bytes of a file, of the run's folder unless another is named.
  func contents(_ name: String, in folder: URL? = nil) throws -> [UInt8] {
    let file = (folder ?? url).appendingPathComponent(name)
    do {
      return [UInt8](try Data(contentsOf: file))
    } catch {
      throw RunDirectoryError.failed(file.path, reason: RunDirectoryError.reason(error))
    }
  }

  /// How many whole lines a file has.
  func lineCount(_ name: String) throws -> Int {
    guard exists(name) else { return 0 }
    return try contents(name).count { $0 == 0x0A }
  }

  /// Reads the whole lines of a file; what follows the last line feed was cut off.
  func read<Value>(
    _ name: String, in folder: URL? = nil, _ decode: (JSONValue) throws -> Value
  ) throws -> [Value] {
    let bytes = try contents(name, in: folder)
    let path = (folder ?? url).appendingPathComponent(name).path
    return try Self.wholeLines(of: bytes).map { try Self.value(bytes, $0, path, decode) }
  }

  private typealias Line = (number: Int, range: Range<Int>)

  private static func wholeLines(of bytes: [UInt8]) -> [Line] {
    let end = bytes.lastIndex(of: 0x0A) ?? 0
    return bytes.lineRanges.filter { $0.range.upperBound <= end && !$0.range.isEmpty }
      .map { ($0.number, $0.range) }
  }

  private static func value<Value>(
    _ bytes: [UInt8], _ line: Line, _ path: String, _ decode: (JSONValue) throws -> Value
  ) throws -> Value {
    do {
      let parsed: JSONParser.Parsed<JSONValue> = try JSONParser.parse(
        bytes, range: line.range, firstLine: line.number, file: path, options: .json)
      return try decode(parsed.root)
    } catch let error as JSONError {
      throw RunDirectoryError.damaged(path, line: line.number, reason: error.message)
    } catch {
      throw RunDirectoryError.damaged(path, line: line.number, reason: "\(error)")
    }
  }
}
