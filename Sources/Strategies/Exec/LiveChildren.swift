import Synchronization

/// The programs that run now, so that a process that ends at once can end them with it.
enum LiveChildren {
  private struct State {
    var groups: Set<Int32> = []
    var isClosed = false
  }

  private static let state = Mutex(State())

  /// Notes a program; it is ended at once where all were ended already.
  static func add(_ process: Int32) {
    let isClosed = state.withLock { state in
      state.groups.insert(process)
      return state.isClosed
    }
    if isClosed { SystemCalls.signalEnd(process) }
  }

  /// Forgets a program, before it is waited for: its number may be given to another then.
  static func remove(_ process: Int32) { state.withLock { _ = $0.groups.remove(process) } }

  /// Ends all of them, with what they started, and every one that is started from now on.
  static func endAll() {
    state.withLock { state in
      state.isClosed = true
      for process in state.groups { SystemCalls.signalEnd(process) }
    }
  }
}

extension Strategies {
  /// Ends every outside program that still runs, with what it started, and lets none start again:
  /// for a process that is about to end itself.
  public static func endPrograms() { LiveChildren.endAll() }
}
