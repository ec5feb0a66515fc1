public import Foundation

/// A run on disk: what it was made from, what happened, how it was judged.
///
/// `run.json`, `cases.jsonl`, `observations.jsonl`, `judge.json`, `scores.jsonl`, `summary.json` and
/// `timings.jsonl`, with `model-judgements.jsonl` and `judged/` where there are any; every line has `version` and `kind`. All but the timings are the same bytes
/// whenever the same run is made.
public struct RunDirectory: Sendable {
  /// What a run may hold; only these are ever removed.
  public static let files = [
    "run.json", "cases.jsonl", "observations.jsonl", "judge.json", "scores.jsonl", "summary.json",
    "model-judgements.jsonl", judgedFolder, "timings.jsonl", "report.html",
  ]

  /// How far a run has come.
  public enum State: Hashable, Sendable {
    /// Nothing was there.
    case new
    /// So many cells of the plan are there.
    case partial(done: Int)
    /// All of it is there: only reports are left to make.
    case complete
  }

  /// The folder.
  public let url: URL
  /// What the run was made from.
  public let spec: RunSpec
  /// How many cells the run has.
  public let cells: Int

  /// The folder's path.
  public var path: String { url.path }

  /// `runs/<set>-<first 8 digits of the digest>`: where a run goes unless said.
  public static func defaultPath(_ spec: RunSpec) -> String {
    let name = spec.sets.map(\.id).joined(separator: "+")
    return "runs/\(name.isEmpty ? "run" : name)-\(spec.digest.prefix(8))"
  }

  // MARK: Opening

  /// Opens the folder of a run that is to be made: starts it, goes on with it, or finds it complete.
  ///
  /// - Parameters:
  ///   - url: The folder.
  ///   - spec: What the run is made from.
  ///   - plan: What is run.
  ///   - fresh: Whether a run that is there is removed first, whatever it was of.
  /// - Throws: ``RunDirectoryError``.
  public static func open(_ url: URL, spec: RunSpec, plan: Plan, fresh: Bool = false) throws
    -> (directory: RunDirectory, state: State)
  {
    let manager = FileManager.default
    let names = (try? manager.contentsOfDirectory(atPath: url.path)) ?? []
    let isRun = names.contains("run.json")
    if !isRun, names.contains(where: { !$0.hasPrefix(".") && !files.contains($0) }) {
      throw RunDirectoryError.notARun(url.path)
    }
    if isRun, !fresh {
      let found = try RunDirectory(reading: url)
      let parts = spec.differences(from: found.spec)
      if !parts.isEmpty || found.spec.digest != spec.digest {
        throw RunDirectoryError.differs(url.path, parts.isEmpty ? ["the configuration"] : parts)
      }
      let directory = RunDirectory(url: url, spec: spec, cells: plan.cells.count)
      let done = try directory.lineCount("observations.jsonl")
      return (directory, done >= plan.cells.count ? .complete : .partial(done: done))
    }
    let directory = RunDirectory(url: url, spec: spec, cells: plan.cells.count)
    try directory.start(plan, removing: names)
    return (directory, .new)
  }

  /// Opens the folder of a run that was made.
  ///
  /// - Throws: ``RunDirectoryError``.
  public init(reading url: URL) throws {
    let file = url.appendingPathComponent("run.json")
    guard FileManager.default.fileExists(atPath: file.path) else {
      throw RunDirectoryError.missing(url.path)
    }
    self.url = url
    do {
      let bytes = [UInt8](try Data(contentsOf: file))
      let value = try JSONValue.parse(bytes, file: file.path)
      let fields = try RecordFields(line: value, kind: "run")
      cells = try fields.integer("cells")
      spec = try RunSpec(fields: RecordFields(try fields.value("spec"), path: "spec"))
    } catch let error as RecordError {
      throw RunDirectoryError.damaged(file.path, line: nil, reason: error.description)
    } catch let error as JSONError {
      throw RunDirectoryError.damaged(
        file.path, line: error.position.line, reason: error.message)
    } catch {
      throw RunDirectoryError.failed(file.path, reason: RunDirectoryError.reason(error))
    }
  }

  init(url: URL, spec: RunSpec, cells: Int) {
    self.url = url
    self.spec = spec
    self.cells = cells
  }

  private func start(_ plan: Plan, removing names: [String]) throws {
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      for name in names where Self.files.contains(name) {
        try FileManager.default.removeItem(at: url.appendingPathComponent(name))
      }
    } catch {
      throw RunDirectoryError.cannotCreate(url.path, reason: RunDirectoryError.reason(error))
    }
    try write(plan.cases.map { CaseCodec.line($0.value) }, to: "cases.jsonl")
    try write([], to: "observations.jsonl")
    // Last, so that a folder with it is whole.
    let keys = spec.digests.keys.sorted()
    let digests = JSONObject(keys.map { ($0, .string(spec.digests[$0] ?? "")) })
    let run = JSONValue.sorted([
      "cells": JSONValue(cells), "digest": .string(spec.digest), "digests": .object(digests),
      "kind": "run", "spec": spec.json, "version": 1,
    ])
    try write([run.serialised()], to: "run.json")
  }

  // MARK: Writing whole files

  /// Replaces a file by lines, all at once.
  ///
  /// - Throws: ``RunDirectoryError``.
  public func write(_ lines: [String], to name: String) throws {
    try Self.write(lines, to: name, in: url)
  }

  static func write(_ lines: [String], to name: String, in folder: URL) throws {
    var bytes: [UInt8] = []
    for line in lines {
      bytes.append(contentsOf: line.utf8)
      bytes.append(0x0A)
    }
    let file = folder.appendingPathComponent(name)
    do {
      try Data(bytes).write(to: file, options: .atomic)
    } catch {
      throw RunDirectoryError.cannotCreate(file.path, reason: RunDirectoryError.reason(error))
    }
  }
}
