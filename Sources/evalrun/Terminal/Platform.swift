#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import Dispatch

/// What differs between systems: the only file with `#if`.
enum Platform {
  /// A failed system call.
  struct SystemError: Error, CustomStringConvertible {
    /// The number.
    let number: Int32
    /// What the system says of it.
    var description: String { String(cString: strerror(number)) }
    /// Whether the file is not there.
    var isMissing: Bool { number == ENOENT || number == ENOTDIR }
    /// Whether the device was full or failed on the way.
    var isOutOfSpace: Bool { number == ENOSPC || number == EIO || number == EDQUOT }
    /// Whether it is a folder where a file was expected.
    var isFolder: Bool { number == EISDIR }
  }

  /// Writes all of the bytes to a file descriptor.
  ///
  /// - Throws: ``SystemError``; an interrupted write is taken up again.
  static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
    var start = 0
    while start < bytes.count {
      let (written, failure) = bytes[start...].withUnsafeBytes { buffer in
        #if canImport(Darwin)
          let count = Darwin.write(descriptor, buffer.baseAddress, buffer.count)
        #elseif canImport(Glibc)
          let count = Glibc.write(descriptor, buffer.baseAddress, buffer.count)
        #else
          let count = Musl.write(descriptor, buffer.baseAddress, buffer.count)
        #endif
        return (count, errno)
      }
      if written < 0 {
        if failure == EINTR { continue }
        throw SystemError(number: failure)
      }
      start += written
    }
  }

  /// Whether something is at a path.
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Reads a whole file, or standard input for `-`.
  ///
  /// - Throws: ``SystemError``.
  static func read(_ path: String) throws(SystemError) -> [UInt8] {
    let blocks = try FileBlocks(path)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(blocks.expectedSize)
    while true {
      let block = try blocks.next()
      if block.isEmpty { return bytes }
      bytes.append(contentsOf: block)
    }
  }

  /// A file, or standard input for `-`, block by block; closed with the value.
  final class FileBlocks {
    private static let size = 1 << 20
    private let descriptor: Int32
    /// How many bytes there are as far as the system knows; 0 where it does not.
    let expectedSize: Int

    /// Opens a file.
    ///
    /// - Throws: ``SystemError``.
    init(_ path: String) throws(SystemError) {
      descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw SystemError(number: errno) }
      var status = stat()
      expectedSize = fstat(descriptor, &status) == 0 ? max(0, Int(status.st_size)) : 0
    }

    deinit { if descriptor > 0 { _ = close(descriptor) } }

    /// The next block; empty at the end.
    ///
    /// - Throws: ``SystemError``; an interrupted read is taken up again.
    func next() throws(SystemError) -> [UInt8] {
      while true {
        var failure: Int32 = 0
        let block = [UInt8](unsafeUninitializedCapacity: Self.size) { buffer, count in
          #if canImport(Darwin)
            let got = Darwin.read(descriptor, buffer.baseAddress, Self.size)
          #elseif canImport(Glibc)
            let got = Glibc.read(descriptor, buffer.baseAddress, Self.size)
          #else
            let got = Musl.read(descriptor, buffer.baseAddress, Self.size)
          #endif
          if got < 0 { failure = errno }
          count = max(0, got)
        }
        if failure == EINTR { continue }
        if failure != 0 { throw SystemError(number: failure) }
        return block
      }
    }
  }

  /// Makes a file whole or not at all, and never in place of another.
  ///
  /// - Returns: false if there is something at the path.
  /// - Throws: ``SystemError``.
  static func create(_ path: String, with bytes: [UInt8]) throws(SystemError) -> Bool {
    let draft = "\(path).new"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw SystemError(number: errno) }
    defer { _ = unlink(draft) }
    do throws(SystemError) {
      try write(bytes, to: descriptor)
    } catch {
      _ = close(descriptor)
      throw error
    }
    guard close(descriptor) == 0 else { throw SystemError(number: errno) }
    // A second name for the draft is refused by the system where the name is taken.
    if link(draft, path) == 0 { return true }
    let failure = errno
    if failure == EEXIST { return false }
    throw SystemError(number: failure)
  }

  /// Writes a file beside another and puts it in its place, so that readers see one or the other.
  ///
  /// - Throws: ``SystemError``.
  static func replace(_ path: String, with bytes: [UInt8]) throws(SystemError) {
    var kind = stat()
    if lstat(path, &kind) == 0, kind.st_mode & S_IFMT != S_IFREG {
      // A device, a pipe or a link is written to, never replaced.
      let descriptor = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC)
      guard descriptor >= 0 else { throw SystemError(number: errno) }
      defer { _ = close(descriptor) }
      return try write(bytes, to: descriptor)
    }
    let draft = "\(path).new"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw SystemError(number: errno) }
    do throws(SystemError) {
      try write(bytes, to: descriptor)
    } catch {
      _ = close(descriptor)
      _ = unlink(draft)
      throw error
    }
    guard close(descriptor) == 0, rename(draft, path) == 0 else {
      throw SystemError(number: errno)
    }
  }

  /// Puts a file in another's place on the same file system: readers see one or the other.
  ///
  /// - Throws: ``SystemError``.
  static func move(_ path: String, to place: String) throws(SystemError) {
    guard rename(path, place) == 0 else { throw SystemError(number: errno) }
  }

  /// Writes bytes at the end of a file, which is made where there is none.
  ///
  /// - Throws: ``SystemError``.
  static func append(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw SystemError(number: errno) }
    defer { _ = close(descriptor) }
    try write(bytes, to: descriptor)
  }

  /// Whether a file descriptor is a terminal.
  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  /// The value of an environment variable.
  static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// The columns of the terminal: `COLUMNS`, else what it says, else 100.
  static var columns: Int {
    if let text = environment("COLUMNS"), let columns = Int(text), columns > 0 { return columns }
    var size = winsize()
    if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
      return Int(size.ws_col)
    }
    return 100
  }

  /// The processors that can be used.
  static var processors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// The machine's memory, in bytes.
  static var memory: Int {
    let pages = Int(sysconf(Int32(_SC_PHYS_PAGES)))
    return max(1, pages) * max(1, Int(sysconf(Int32(_SC_PAGESIZE))))
  }

  /// The most memory the process has had, in bytes.
  static var peakMemory: Int {
    var usage = rusage()
    // The process itself: 0 by every name it has.
    getrusage(0, &usage)
    #if canImport(Darwin)
      return usage.ru_maxrss
    #else
      return usage.ru_maxrss * 1024
    #endif
  }

  /// Ends the process.
  static func exitNow(_ code: Int32) -> Never {
    fflush(nil)
    exit(code)
  }

  /// Ends the process without clean-up.
  static func quit(_ code: Int32) -> Never { _exit(code) }

  /// Calls a function when the process is told to end (hang-up, quit, termination).
  ///
  /// - Returns: what keeps it so.
  nonisolated static func onTermination(_ act: @escaping @Sendable (Int32) -> Void)
    -> [any DispatchSourceSignal]
  {
    [SIGHUP, SIGQUIT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler(handler: DispatchWorkItem { act(number) })
      source.resume()
      return source
    }
  }

  /// Calls a function at each interrupt instead of ending the process.
  ///
  /// - Returns: what keeps it so; dropping it leaves interrupts ignored.
  nonisolated static func onInterrupt(_ act: @escaping @Sendable () -> Void)
    -> any DispatchSourceSignal
  {
    signal(SIGINT, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    source.setEventHandler(handler: DispatchWorkItem { act() })
    source.resume()
    return source
  }
}
