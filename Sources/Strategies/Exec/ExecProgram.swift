internal import Foundation
internal import Synchronization

/// The program of one session and its forks: started when first asked, one request at a time.
///
/// It is ended when this is freed. After a failure it is ended too, and the next request starts it
/// anew. Every wait is on a thread of its own, so no task is held up by it.
final class ExecProgram: Sendable {
  private let command: String
  private let child = Mutex<ChildProcess?>(nil)

  init(command: String) { self.command = command }

  deinit {
    child.withLock { child in
      child?.end(grace: .milliseconds(500))
      child = nil
    }
  }

  /// Sends a line and reads the line that answers it.
  ///
  /// - Parameters:
  ///   - line: The request, its line feed included.
  ///   - seconds: How long the reply may take, the start of the program included.
  ///   - limit: How many bytes the reply may have.
  ///   - read: Reads the reply; where it throws, the program is ended.
  /// - Throws: ``ExecError``; `CancellationError` if the task was cancelled.
  func reply<Reply: Sendable>(
    to line: [UInt8], within seconds: Int, limit: Int,
    _ read: @escaping @Sendable ([UInt8]) throws(ExecFailure) -> Reply
  ) async throws -> Reply {
    let stop = StopFlag()
    let result: Result<Reply, ExecError> = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          SystemCalls.blockBrokenPipeSignal()
          continuation.resume(
            returning: self.exchange(line, within: seconds, limit: limit, stop, read))
        }
      }
    } onCancel: {
      stop.set()
    }
    switch result {
    case .success(let reply): return reply
    case .failure(let error) where error.failure == .cancelled: throw CancellationError()
    case .failure(let error): throw error
    }
  }

  private func exchange<Reply: Sendable>(
    _ line: [UInt8], within seconds: Int, limit: Int, _ stop: StopFlag,
    _ read: ([UInt8]) throws(ExecFailure) -> Reply
  ) -> Result<Reply, ExecError> {
    child.withLock { slot in
      let deadline = ContinuousClock.now.advanced(by: .seconds(seconds))
      do throws(ExecFailure) {
        if stop.isSet { throw .cancelled }
        if slot == nil { slot = try ChildProcess(command: command) }
        let wait = ChildProcess.Wait(deadline: deadline, seconds: seconds, stop: stop)
        guard let bytes = try slot?.exchange(line, limit: limit, wait) else { throw .cancelled }
        return .success(try read(bytes))
      } catch {
        slot?.end(grace: .zero)
        let tail = slot?.standardError ?? ""
        slot = nil
        return .failure(ExecError(command: command, failure: error, standardError: tail))
      }
    }
  }
}

/// Says that a wait is to end early.
final class StopFlag: Sendable {
  private let flag = Atomic<Bool>(false)

  /// Whether it was said.
  var isSet: Bool { flag.load(ordering: .acquiring) }

  /// Says it.
  func set() { flag.store(true, ordering: .releasing) }
}
