import Foundation

/// Appends what happens to a run, a whole line a write, in the order of the plan.
///
/// Lines that are kept from before stand where they stood; where some of them are made again, the
/// file is written anew beside the old one and takes its place when all is there.
public final class RunWriter {
  private let directory: RunDirectory
  private let codec: ObservationCodec
  private let handle: FileHandle
  private let file: URL
  private let timings: FileHandle?
  /// The lines kept, by cell, that are still to be written.
  private var kept: [(cell: Int, line: ArraySlice<UInt8>)]

  /// The observations that are there already, by place in the plan; hand them to the runner.
  public let done: [Int: Observation]

  /// Opens a run's observations for appending.
  ///
  /// - Parameters:
  ///   - directory: The run.
  ///   - plan: What is run; the lines that are there must be its first.
  ///   - retryErrors: Whether cells with anything errored are made again.
  /// - Throws: ``RunDirectoryError``.
  public init(_ directory: RunDirectory, plan: Plan, retryErrors: Bool = false) throws {
    self.directory = directory
    codec = ObservationCodec(plan.cases.map(\.value))
    let observations = try directory.observations(of: plan.cases.map(\.value))
    try Self.check(observations, plan, directory)
    var done: [Int: Observation] = [:]
    for (cell, observation) in observations.enumerated()
    where !(retryErrors && observation.isErrored) {
      done[cell] = observation
    }
    self.done = done
    let name = "observations.jsonl"
    let bytes = try directory.contents(name)
    let lines = bytes.lineRanges.prefix(observations.count)
    let isAnew = done.count < observations.count
    file = directory.url.appendingPathComponent(isAnew ? ".observations.jsonl.new" : name)
    kept =
      isAnew
      ? lines.enumerated().filter { done[$0.offset] != nil }
        .map { ($0.offset, bytes[$0.element.range]) } : []
    // A line that was cut off goes.
    handle = try Self.open(
      file, keeping: isAnew ? 0 : lines.last.map { $0.range.upperBound + 1 } ?? 0)
    let times = directory.url.appendingPathComponent("timings.jsonl")
    timings = try? Self.open(times, keeping: nil)
  }

  /// Appends an observation.
  ///
  /// - Throws: ``RunDirectoryError``.
  public func append(_ observation: Observation, cell: Int) throws {
    try writeKept(before: cell)
    do {
      try write(Array(codec.line(observation).utf8)[...])
    } catch let error as RecordError {
      throw RunDirectoryError.failed(file.path, reason: error.description)
    }
  }

  /// Notes how long a cell took; timings are the only file that may differ, and may be missing.
  public func note(seconds: Double, cell: Int) {
    note([
      "cell": JSONValue(cell), "kind": "timing", "seconds": JSONValue(seconds), "version": 1,
    ])
  }

  /// Notes how long a call of a model took.
  public func note(_ call: CallTiming, cell: Int) {
    note([
      "cell": JSONValue(cell), "firstTokenSeconds": JSONValue(call.firstToken), "kind": "call",
      "prompt": JSONValue(call.prompt), "reused": JSONValue(call.reused),
      "seconds": JSONValue(call.total), "task": .string(call.kind.rawValue),
      "tokensPerSecond": call.tokensPerSecond.map { JSONValue($0) }, "version": 1,
      "written": JSONValue(call.written),
    ])
  }

  private func note(_ members: KeyValuePairs<String, JSONValue?>) {
    let line = JSONValue.sorted(members).serialised()
    try? timings?.write(contentsOf: Data(line.utf8 + [0x0A]))
  }

  /// Finishes: puts a file that was written anew in the place of the old one.
  ///
  /// - Throws: ``RunDirectoryError``.
  public func finish() throws {
    try writeKept(before: .max)
    do {
      try handle.close()
      let target = directory.url.appendingPathComponent("observations.jsonl")
      if file != target {
        try Data(contentsOf: file).write(to: target, options: .atomic)
        try FileManager.default.removeItem(at: file)
      }
    } catch {
      throw RunDirectoryError.failed(file.path, reason: RunDirectoryError.reason(error))
    }
  }

  // MARK: Parts

  private func writeKept(before cell: Int) throws {
    while let first = kept.first, first.cell < cell {
      try write(first.line)
      kept.removeFirst()
    }
  }

  private func write(_ line: ArraySlice<UInt8>) throws {
    do {
      try handle.write(contentsOf: Data(line + [0x0A]))
    } catch {
      throw RunDirectoryError.failed(file.path, reason: RunDirectoryError.reason(error))
    }
  }

  private static func open(_ file: URL, keeping length: Int?) throws -> FileHandle {
    do {
      if !FileManager.default.fileExists(atPath: file.path) {
        try Data().write(to: file)
      }
      let handle = try FileHandle(forWritingTo: file)
      if let length { try handle.truncate(atOffset: UInt64(length)) }
      try handle.seekToEnd()
      return handle
    } catch {
      throw RunDirectoryError.cannotCreate(file.path, reason: RunDirectoryError.reason(error))
    }
  }

  /// The lines of a run are the first of its plan, in order.
  private static func check(
    _ observations: [Observation], _ plan: Plan, _ directory: RunDirectory
  ) throws {
    let path = directory.url.appendingPathComponent("observations.jsonl").path
    for (index, observation) in observations.enumerated() {
      let expected = plan.cells.indices.contains(index) ? plan.cells[index] : nil
      guard let cell = expected, plan.arms[cell.armIndex].key == observation.arm,
        plan.cases[cell.caseIndex].value.id == observation.caseID
      else {
        throw RunDirectoryError.damaged(
          path, line: index + 1,
          reason: "case '\(observation.caseID)', arm '\(observation.arm)' is not the plan's next")
      }
    }
  }
}

extension Observation {
  /// Whether anything in it went wrong: a stage, a summary or a model.
  public var isErrored: Bool {
    requests.contains { $0.error != nil }
      || questions.contains {
        switch $0.status {
        case .errored, .unanswered: true
        case .answered, .overflow, .notApplicable: false
        }
      }
  }
}
