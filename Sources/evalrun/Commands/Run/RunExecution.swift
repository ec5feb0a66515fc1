import EvalKit
import Foundation

/// Carries a prepared run out in a folder: runs what is not there yet, judges, sums up.
struct RunExecution: Sendable {
  /// What is run.
  let run: PreparedRun
  /// The folder.
  let url: URL
  /// How many cells at a time.
  let width: Int

  /// Where a run goes, and how far it has come.
  struct Opened: Sendable {
    let directory: RunDirectory
    let state: RunDirectory.State
  }

  /// Starts the folder, or finds what is there.
  ///
  /// - Throws: ``Failure``.
  func open(fresh: Bool = false) throws -> Opened {
    try Self.explaining {
      let (directory, state) = try RunDirectory.open(
        url, spec: run.spec, plan: run.plan, fresh: fresh)
      return Opened(directory: directory, state: state)
    }
  }

  /// What language models read while cells ran.
  struct Reading: Sendable {
    /// Tokens that were read.
    var read = 0
    /// Tokens that were held and not read again.
    var reused = 0
  }

  /// Runs what is not there yet.
  ///
  /// - Returns: What language models read.
  /// - Throws: ``Failure``; `CancellationError`, after which every line that stands is whole.
  @discardableResult
  func observe(
    _ opened: Opened, retryErrors: Bool = false, progress: Progress? = nil
  ) async throws -> Reading {
    var reading = Reading()
    do {
      let writer = try RunWriter(opened.directory, plan: run.plan, retryErrors: retryErrors)
      try await Runner(plan: run.plan, settings: run.settings).run(
        width: width, done: writer.done,
        report: { event in
          switch event {
          case .started: break
          case .called(let cell, let call):
            reading.read += call.read
            reading.reused += call.reused
            writer.note(call, cell: cell)
          case .finished(let cell, let duration):
            let (seconds, fraction) = duration.components
            writer.note(seconds: Double(seconds) + Double(fraction) * 1e-18, cell: cell)
            progress?.advance(label(of: cell))
          }
        },
        emit: { cell, observation in try writer.append(observation, cell: cell) })
      try writer.finish()
    } catch let error as RunDirectoryError {
      throw Failure(error)
    }
    return reading
  }

  /// Judges what happened and writes judge, scores and summary.
  ///
  /// - Throws: ``Failure``.
  func judge(_ directory: RunDirectory) async throws -> JudgedRun {
    do {
      let observations = try await directory.observations(
        of: run.plan.cases.map(\.value), width: width)
      let judged = try await RecordedRun(run.plan, spec: run.spec, observations: observations)
        .judged(by: run.judge, judgements: try directory.judgements(), width: width)
      try await directory.write(judged, width: width)
      return judged
    } catch let error as RunDirectoryError {
      throw Failure(error)
    }
  }

  private func label(of cell: Int) -> String {
    let cell = run.plan.cells[cell]
    return "\(run.plan.cases[cell.caseIndex].value.id), \(run.plan.arms[cell.armIndex].name)"
  }

  /// Gives a folder's errors their exit codes.
  static func explaining<Value>(_ work: () throws -> Value) throws -> Value {
    do {
      return try work()
    } catch let error as RunDirectoryError {
      throw Failure(error)
    }
  }
}

extension Failure {
  /// A failure of a run's folder.
  init(_ error: RunDirectoryError) {
    let code: ExitCode =
      switch error {
      case .missing: .missingInput
      case .notARun, .differs, .damaged: .badData
      case .cannotCreate: .cannotWrite
      case .failed: .inputOutput
      }
    self.init(code, error.description)
  }
}
