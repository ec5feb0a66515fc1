/// Memory for numbers, aligned for the widest loads, that goes when this goes.
///
/// Several threads write to it at once, each to places of its own: who uses it says who writes what.
final class Memory<Element: BitwiseCopyable>: Sendable {
  let count: Int
  nonisolated(unsafe) let base: UnsafeMutablePointer<Element>

  /// Makes memory of zeros.
  init(_ count: Int) {
    self.count = count
    let bytes = max(64, count * MemoryLayout<Element>.stride)
    let raw = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 64)
    raw.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
    base = raw.assumingMemoryBound(to: Element.self)
  }

  deinit { UnsafeMutableRawPointer(base).deallocate() }
}
