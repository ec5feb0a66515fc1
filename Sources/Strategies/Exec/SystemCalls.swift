#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// An open file of this process.
struct Descriptor: Hashable, Sendable {
  let number: Int32

  func close() {
    #if canImport(Darwin)
      _ = Darwin.close(number)
    #elseif canImport(Glibc)
      _ = Glibc.close(number)
    #else
      _ = Musl.close(number)
    #endif
  }
}

/// The calls of the system that running a program takes; only these files have `#if`.
enum SystemCalls {
  /// What reading or writing came to.
  enum Transfer: Hashable {
    /// So many bytes.
    case done(Int)
    /// None for the time being.
    case notNow
    /// The other side is closed.
    case end
  }

  // MARK: Pipes

  /// The three pipes to a child.
  struct Pipes {
    /// A pipe by its ends: ours, which never blocks, and the child's.
    struct Ends {
      let own: Descriptor
      let child: Descriptor
    }

    let input: Ends
    let output: Ends
    let errors: Ends

    init() throws(ExecFailure) {
      var made: [Ends] = []
      do throws(ExecFailure) {
        for isInput in [true, false, false] { made.append(try Self.pipe(isInput: isInput)) }
      } catch {
        for ends in made {
          ends.own.close()
          ends.child.close()
        }
        throw error
      }
      (input, output, errors) = (made[0], made[1], made[2])
    }

    private static func pipe(isInput: Bool) throws(ExecFailure) -> Ends {
      var numbers: [Int32] = [-1, -1]
      #if canImport(Darwin)
        let result = Darwin.pipe(&numbers)
      #elseif canImport(Glibc)
        let result = Glibc.pipe(&numbers)
      #else
        let result = Musl.pipe(&numbers)
      #endif
      guard result == 0 else { throw .cannotStart(message(errno)) }
      // Not passed on, and never 0, 1 or 2: those are put into place in the child.
      var high: [Int32] = []
      for number in numbers {
        high.append(fcntl(number, F_DUPFD_CLOEXEC, 3))
        Descriptor(number: number).close()
      }
      guard high.allSatisfy({ $0 >= 0 }) else {
        let reason = message(errno)
        for number in high where number >= 0 { Descriptor(number: number).close() }
        throw .cannotStart(reason)
      }
      let own = isInput ? high[1] : high[0]
      _ = fcntl(own, F_SETFL, fcntl(own, F_GETFL) | O_NONBLOCK)
      #if canImport(Darwin)
        _ = fcntl(own, F_SETNOSIGPIPE, 1)
      #endif
      return Ends(
        own: Descriptor(number: own), child: Descriptor(number: isInput ? high[0] : high[1]))
    }
  }

  // MARK: Waiting

  /// What can be done without waiting.
  struct Ready {
    var canWrite = false
    var canRead = false
    var canReadErrors = false
    var isNone: Bool { !canWrite && !canRead && !canReadErrors }
  }

  /// Waits until something can be written or read, or so long.
  static func wait(
    toWrite input: Descriptor?, toRead output: Descriptor?, _ errors: Descriptor?,
    milliseconds: Int32
  ) -> Ready {
    func entry(_ descriptor: Descriptor?, _ events: Int32) -> pollfd {
      pollfd(fd: descriptor?.number ?? -1, events: Int16(events), revents: 0)
    }
    // One that is negative is passed over.
    var list = [entry(input, POLLOUT), entry(output, POLLIN), entry(errors, POLLIN)]
    guard poll(&list, nfds_t(list.count), milliseconds) > 0 else { return Ready() }
    return Ready(
      canWrite: list[0].revents != 0, canRead: list[1].revents != 0,
      canReadErrors: list[2].revents != 0)
  }

  /// Lets a moment pass.
  static func pause() { _ = poll(nil, 0, 1) }

  /// Keeps a closed pipe from ending the whole process; for threads that write to one.
  static func blockBrokenPipeSignal() {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  // MARK: Bytes

  /// Writes as much as there is room for.
  static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Descriptor) -> Transfer {
    bytes.withUnsafeBytes { buffer in
      #if canImport(Darwin)
        let count = Darwin.write(descriptor.number, buffer.baseAddress, buffer.count)
      #elseif canImport(Glibc)
        let count = Glibc.write(descriptor.number, buffer.baseAddress, buffer.count)
      #else
        let count = Musl.write(descriptor.number, buffer.baseAddress, buffer.count)
      #endif
      return count >= 0 ? .done(count) : isTransient(errno) ? .notNow : .end
    }
  }

  /// Reads what is there, up to 64 KiB.
  static func read(from descriptor: Descriptor, into bytes: inout [UInt8]) -> Transfer {
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
      #if canImport(Darwin)
        let count = Darwin.read(descriptor.number, buffer.baseAddress, buffer.count)
      #elseif canImport(Glibc)
        let count = Glibc.read(descriptor.number, buffer.baseAddress, buffer.count)
      #else
        let count = Musl.read(descriptor.number, buffer.baseAddress, buffer.count)
      #endif
      guard count > 0 else {
        return count < 0 && isTransient(errno) ? .notNow : .end
      }
      bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      return .done(count)
    }
  }

  private static func isTransient(_ number: Int32) -> Bool {
    number == EAGAIN || number == EWOULDBLOCK || number == EINTR
  }

  static func message(_ number: Int32) -> String { String(cString: strerror(number)) }
}
