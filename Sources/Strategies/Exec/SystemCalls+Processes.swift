#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif
internal import Foundation
internal import Synchronization

/// Starting and ending processes.
extension SystemCalls {
  /// How a process ended.
  enum Ending: Hashable {
    case status(Int)
    case signal(Int)
  }

  /// One start at a time: a pipe that was just made is passed on for a moment to what starts then.
  private static let starting = Mutex<Void>(())

  /// Starts `/bin/sh -c command` as the leader of a process group.
  ///
  /// - Returns: its number and our ends of the pipes.
  static func start(_ command: String) throws(ExecFailure) -> (process: Int32, pipes: Pipes) {
    try starting.withLock { _ throws(ExecFailure) in
      let pipes = try Pipes()
      return (try spawn(command, pipes), pipes)
    }
  }

  private static func spawn(_ command: String, _ pipes: Pipes) throws(ExecFailure) -> Int32 {
    let all = [pipes.input, pipes.output, pipes.errors]
    var process: Int32 = 0
    let failure = spawn(["/bin/sh", "-c", command], all.map(\.child.number), &process)
    for ends in all { ends.child.close() }
    guard failure == 0 else {
      for ends in all { ends.own.close() }
      throw .cannotStart(message(failure))
    }
    return process
  }

  private static func spawn(_ words: [String], _ standard: [Int32], _ process: inout Int32)
    -> Int32
  {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
      var flags = POSIX_SPAWN_CLOEXEC_DEFAULT
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
      var flags: Int32 = 0
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for (place, number) in standard.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, number, Int32(place))
    }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for signal in [SIGPIPE, SIGINT, SIGTERM, SIGQUIT, SIGHUP, SIGCHLD] {
      sigaddset(&defaults, signal)
    }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setpgroup(&attributes, 0)
    flags |= Int32(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
    posix_spawnattr_setflags(&attributes, Int16(flags))
    // The environment is passed on as it is, not read.
    let environment = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }.sorted()
    return withCStrings(words) { words in
      withCStrings(environment) { environment in
        posix_spawn(&process, "/bin/sh", &actions, &attributes, words, environment)
      }
    }
  }

  private static func withCStrings<Result>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let pointers = texts.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers + [nil])
  }

  /// Whether a child has ended; it is not forgotten by that.
  static func hasExited(_ process: Int32) -> Bool {
    var info = siginfo_t()
    while waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT) != 0 {
      // Somebody else has waited for it.
      if errno != EINTR { return true }
    }
    return info.si_signo == SIGCHLD
  }

  /// Ends a process group without waiting for it.
  static func signalEnd(_ process: Int32) {
    #if canImport(Darwin)
      _ = Darwin.kill(-process, SIGKILL)
    #elseif canImport(Glibc)
      _ = Glibc.kill(-process, SIGKILL)
    #else
      _ = Musl.kill(-process, SIGKILL)
    #endif
  }

  /// Ends a child's process group and waits for the child.
  ///
  /// - Returns: how it ended, if it had ended by itself; nil where that cannot be told.
  static func kill(_ process: Int32) -> Ending? {
    let hadExited = hasExited(process)
    LiveChildren.remove(process)
    signalEnd(process)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      if errno != EINTR { return nil }
    }
    guard hadExited else { return nil }
    let signal = status & 0x7F
    return signal == 0 ? .status(Int(status >> 8 & 0xFF)) : .signal(Int(signal))
  }
}
