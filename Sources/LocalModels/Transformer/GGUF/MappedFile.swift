#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// A file's bytes, mapped into memory for as long as this lives.
final class MappedFile: Sendable {
  /// What tells one file from another, and from what it was before it was written again.
  struct Identity: Hashable, Sendable {
    let path: String
    let size: Int
    /// Seconds and nanoseconds of the last change.
    let modified: [Int]
  }

  let identity: Identity
  // Read-only pages of a private mapping: nothing in this process can write them.
  private nonisolated(unsafe) let base: UnsafeMutableRawPointer
  private let isMapped: Bool

  /// Maps a file.
  ///
  /// - Throws: ``TransformerError`` where it cannot be opened, is no plain file, or is empty.
  init(path: String) throws {
    identity = try Self.identity(of: path)
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { throw Self.error(path, "cannot be opened") }
    defer { close(descriptor) }
    guard let mapped = mmap(nil, identity.size, PROT_READ, MAP_PRIVATE, descriptor, 0),
      mapped != MAP_FAILED
    else { throw Self.error(path, "cannot be mapped into memory") }
    base = mapped
    isMapped = true
  }

  /// Holds bytes as if they were a file's, beginning where a page does: where a mapping ends no tool
  /// sees, where these end an address sanitizer does.
  init(holding bytes: [UInt8], as path: String) {
    identity = Identity(path: path, size: bytes.count, modified: [])
    base = .allocate(byteCount: bytes.count, alignment: 1 << 14)
    isMapped = false
    bytes.withUnsafeBytes {
      UnsafeMutableRawBufferPointer(start: base, count: $0.count).copyMemory(from: $0)
    }
  }

  deinit {
    if isMapped { munmap(base, identity.size) } else { base.deallocate() }
  }

  /// The bytes.
  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: identity.size) }

  /// Gives up the memory of some bytes; what is read again is read from the file again.
  func release(_ range: Range<Int>) {
    let page = Int(sysconf(Int32(_SC_PAGESIZE)))
    guard isMapped, page > 0 else { return }
    let first = range.lowerBound / page * page
    _ = madvise(base + first, range.upperBound - first, MADV_DONTNEED)
  }

  /// What is known of a file without opening it.
  ///
  /// - Throws: ``TransformerError`` where there is none, or it is no plain file, or empty.
  static func identity(of path: String) throws -> Identity {
    var status = stat()
    guard stat(path, &status) == 0 else { throw error(path, "cannot be read") }
    guard status.st_mode & S_IFMT == S_IFREG else { throw error(path, "is no plain file") }
    guard status.st_size > 0 else { throw error(path, "is empty") }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return Identity(
      path: path, size: Int(status.st_size), modified: [Int(time.tv_sec), Int(time.tv_nsec)])
  }

  private static func error(_ path: String, _ what: String) -> TransformerError {
    let reason = errno != 0 ? " (\(String(cString: strerror(errno))))" : ""
    return TransformerError(.unreadable, file: path, what + reason)
  }
}
