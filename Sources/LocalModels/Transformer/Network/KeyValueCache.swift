internal import Kernels

/// Keys and values of every layer and position, in pages that are made as they are needed.
///
/// Which positions are held is the caller's to know: going back is forgetting a number.
final class KeyValueCache {
  private let shape: NetworkConfiguration
  private var pages: [Memory<UInt16>] = []
  /// For every (layer, head), where its keys and its values are in each page.
  private var keys: [[UnsafePointer<UInt16>?]]
  private var values: [[UnsafePointer<UInt16>?]]

  init(_ shape: NetworkConfiguration) {
    self.shape = shape
    keys = Array(repeating: [], count: shape.layers * shape.keyHeads)
    values = keys
  }

  /// Bytes of one page.
  static func pageSize(_ shape: NetworkConfiguration) -> Int {
    2 * 2 * shape.layers * shape.keyWidth * Int(KERNEL_PAGE)
  }

  /// Bytes held.
  var size: Int { pages.count * Self.pageSize(shape) }

  /// Makes room for positions up to a count.
  func reserve(_ positions: Int) {
    let page = Int(KERNEL_PAGE)
    let part = shape.headWidth * page
    while pages.count * page < positions {
      let made = Memory<UInt16>(2 * shape.layers * shape.keyWidth * page)
      pages.append(made)
      for place in keys.indices {
        keys[place].append(UnsafePointer(made.base + 2 * place * part))
        values[place].append(UnsafePointer(made.base + (2 * place + 1) * part))
      }
    }
  }

  /// Gives up all pages.
  func clear() {
    pages = []
    for place in keys.indices {
      keys[place] = []
      values[place] = []
    }
  }

  /// Writes the key and the value of one head at a position for which there is room.
  func store(
    layer: Int, head: Int, position: Int, key: UnsafePointer<Float>, value: UnsafePointer<Float>,
    path: Int32
  ) {
    let page = Int(KERNEL_PAGE)
    let part = shape.headWidth * page
    let start = pages[position / page].base + 2 * (layer * shape.keyHeads + head) * part
    kernel_store(
      path, key, value, Int64(shape.headWidth), Int64(position % page), start, start + part)
  }

  /// Calls with the pages of one head's keys and values.
  func withPages(
    layer: Int, head: Int,
    _ body: (UnsafePointer<UnsafePointer<UInt16>?>?, UnsafePointer<UnsafePointer<UInt16>?>?) -> Void
  ) {
    let place = layer * shape.keyHeads + head
    keys[place].withUnsafeBufferPointer { keys in
      values[place].withUnsafeBufferPointer { body(keys.baseAddress, $0.baseAddress) }
    }
  }
}
