/// A running shell command with pipes to its input and from its output and standard error.
///
/// Used by one thread at a time. It leads a process group of its own, so that what it starts ends
/// with it; no descriptor of it is passed on to any other program.
final class ChildProcess {
  /// How long to wait.
  struct Wait {
    let deadline: ContinuousClock.Instant
    /// How long that was in the beginning, for messages.
    let seconds: Int
    let stop: StopFlag

    /// The milliseconds until it is time to look at clock and flag again.
    func slice() throws(ExecFailure) -> Int32 {
      if stop.isSet { throw .cancelled }
      let left = ContinuousClock.now.duration(to: deadline)
      guard left > .zero else { throw .late(seconds: seconds) }
      return left < .milliseconds(40) ? Int32(left / .milliseconds(1)) + 1 : 40
    }
  }

  private let process: Int32
  private var input: Descriptor?
  private var output: Descriptor?
  private var errors: Descriptor?
  private var tail = OutputTail()
  /// What it wrote and nobody has read.
  private var unread: [UInt8] = []
  private var hasReplied = false
  private var isEnded = false
  /// How it ended, if it did by itself.
  private var ending: SystemCalls.Ending?

  /// Starts `/bin/sh -c command` in the tool's folder, with the tool's environment.
  init(command: String) throws(ExecFailure) {
    let (process, pipes) = try SystemCalls.start(command)
    self.process = process
    LiveChildren.add(process)
    input = pipes.input.own
    output = pipes.output.own
    errors = pipes.errors.own
  }

  deinit { end(grace: .zero) }

  /// The end of what it wrote to its standard error.
  var standardError: String { tail.text }

  // MARK: Exchanges

  /// Writes a line and reads a line; neither waits for the other.
  func exchange(_ line: [UInt8], limit: Int, _ wait: Wait) throws(ExecFailure) -> [UInt8] {
    if hasReplied { try checkNothingUnasked() }
    var written = 0
    var reply: [UInt8]?
    while true {
      let isSent = written == line.count || input == nil
      if reply == nil { reply = try nextLine(limit: limit) }
      if let reply, isSent {
        hasReplied = true
        return reply
      }
      if output == nil, reply == nil {
        reply = try lastLine(wait)
        continue
      }
      let ready = try SystemCalls.wait(
        toWrite: isSent ? nil : input, toRead: output, errors, milliseconds: wait.slice())
      if ready.canWrite { written += write(line, from: written) }
      if ready.canReadErrors { _ = readErrors() }
      if ready.canRead {
        readOutput()
      } else if ready.isNone, hasExited {
        // What it started may hold its output open, but what it wrote itself is there by now.
        readOutput()
        if !unread.contains(UInt8(ascii: "\n")) { close(&output) }
      }
    }
  }

  private func write(_ line: [UInt8], from start: Int) -> Int {
    guard let input else { return 0 }
    switch SystemCalls.write(line[start...], to: input) {
    case .done(let count): return count
    case .notNow: return 0
    case .end:
      // It reads no more; it may have replied all the same.
      close(&self.input)
      return 0
    }
  }

  private func readOutput() {
    guard let output else { return }
    switch SystemCalls.read(from: output, into: &unread) {
    case .done, .notNow: break
    case .end: close(&self.output)
    }
  }

  /// - Returns: whether there may be more.
  private func readErrors() -> Bool {
    guard let errors else { return false }
    var bytes: [UInt8] = []
    let result = SystemCalls.read(from: errors, into: &bytes)
    tail.append(bytes)
    switch result {
    case .done: return true
    case .notNow: return false
    case .end:
      close(&self.errors)
      return false
    }
  }

  // MARK: Lines

  private var searched = 0

  /// Takes the next line that is not blank, if it is there.
  private func nextLine(limit: Int) throws(ExecFailure) -> [UInt8]? {
    while let end = unread[searched...].firstIndex(of: UInt8(ascii: "\n")) {
      guard end <= limit else { throw .tooLong(bytes: limit) }
      let line = Array(unread[..<end])
      unread.removeSubrange(...end)
      searched = 0
      if !Self.isBlank(line) { return line }
    }
    searched = unread.count
    guard unread.count <= limit else { throw .tooLong(bytes: limit) }
    return nil
  }

  /// What it wrote before it ended well: the last line may lack its end.
  private func lastLine(_ wait: Wait) throws(ExecFailure) -> [UInt8] {
    let failure = failure(after: wait)
    guard failure == .exited(status: 0), !Self.isBlank(unread) else { throw failure }
    defer {
      unread = []
      searched = 0
    }
    return unread
  }

  private static func isBlank(_ bytes: [UInt8]) -> Bool {
    bytes.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
  }

  private func checkNothingUnasked() throws(ExecFailure) {
    while let output, case .done = SystemCalls.read(from: output, into: &unread) {
      if !Self.isBlank(unread) { throw .unasked }
    }
    guard Self.isBlank(unread) else { throw .unasked }
  }

  // MARK: The end

  private var hasExited: Bool { isEnded || SystemCalls.hasExited(process) }

  /// How it ended, now that its output did.
  private func failure(after wait: Wait) -> ExecFailure {
    let deadline = min(wait.deadline, ContinuousClock.now.advanced(by: .seconds(1)))
    while !hasExited, ContinuousClock.now < deadline, !wait.stop.isSet { SystemCalls.pause() }
    finish()
    switch ending {
    case .status(let status)?: return .exited(status: status)
    case .signal(let signal)?: return .killed(signal: signal)
    case nil: return .closedOutput
    }
  }

  /// Closes its input, gives it some time to end by itself, then ends it with all it started.
  ///
  /// Waits for that no longer than the grace and what the system takes.
  func end(grace: Duration) {
    guard !isEnded else { return }
    close(&input)
    let deadline = ContinuousClock.now.advanced(by: grace)
    while !hasExited, ContinuousClock.now < deadline { SystemCalls.pause() }
    finish()
  }

  private func finish() {
    guard !isEnded else { return }
    // Not waited for yet, so its number is its own still, and its group's.
    ending = SystemCalls.kill(process)
    isEnded = true
    while readErrors() {}
    close(&input)
    close(&output)
    close(&errors)
  }

  private func close(_ descriptor: inout Descriptor?) {
    descriptor.take()?.close()
  }
}
