internal import Kernels

/// A matrix in the form the kernels read: sixteen rows side by side.
final class PackedMatrix: Sendable {
  let layout: kernel_layout
  let rows: Int
  let columns: Int
  private let memory: Memory<UInt8>

  /// Packs a tensor; the memory that its bytes of the file took is given up.
  init(_ tensor: GGUFTensor, of file: GGUFFile) {
    var layout = tensor.layout
    self.layout = layout
    rows = tensor.rows
    columns = tensor.columns
    memory = Memory(Self.size(of: tensor))
    if let base = file.mapped.bytes.baseAddress {
      kernel_pack(
        &layout, base + tensor.bytes.lowerBound, Int64(rows), Int64(columns), 0,
        Int64((rows + 15) / 16), memory.base)
    }
    file.mapped.release(tensor.bytes)
  }

  /// Bytes a tensor takes, packed.
  static func size(of tensor: GGUFTensor) -> Int {
    var layout = tensor.layout
    return kernel_packed_size(&layout, Int64(tensor.rows), Int64(tensor.columns))
  }

  /// Groups of sixteen rows, the last of which may be short.
  var groups: Int { (rows + 15) / 16 }
  /// Whether it is multiplied with activations that were quantised.
  var takesQuantised: Bool { layout.bits <= 8 }

  /// Multiplies some groups of rows with activations.
  ///
  /// - Parameters:
  ///   - out: `[tokens][stride]`, of which the groups' rows are written.
  func multiply(
    _ activations: kernel_activations, tokens: Int, groups: Range<Int>,
    out: UnsafeMutablePointer<Float>,
    stride: Int, path: Int32
  ) {
    var layout = layout
    var activations = activations
    kernel_matmul(
      path, &layout, memory.base, Int64(columns), &activations, Int64(tokens),
      Int64(groups.lowerBound), Int64(groups.count), out, Int64(stride))
  }
}

/// What a matrix is multiplied with: the numbers of some tokens, and their quantised form.
final class Activations: Sendable {
  let values: Memory<Float>
  private let quants: Memory<Int8>
  private let scales: Memory<Float>
  private let sums: Memory<Int32>
  private let scaled: Memory<Float>

  /// Makes room for so many tokens of so many numbers.
  init(tokens: Int, columns: Int) {
    let blocks = (columns + 31) / 32
    values = Memory(tokens * columns)
    quants = Memory(tokens * blocks * 32)
    scales = Memory(tokens * blocks)
    sums = Memory(tokens * blocks)
    scaled = Memory(tokens * blocks)
  }

  /// Quantises some tokens' values, whose columns must be whole blocks; others are left as they are.
  func quantise(_ tokens: Range<Int>, columns: Int, path: Int32) {
    guard columns % 32 == 0 else { return }
    let start = tokens.lowerBound * columns
    let block = start / 32
    kernel_quantise(
      path, values.base + start, Int64(tokens.count), Int64(columns), quants.base + start,
      scales.base + block, sums.base + block, scaled.base + block)
  }

  /// All activations.
  var all: kernel_activations { dropping(0, columns: 0) }

  /// The activations of tokens from a place on, without those before.
  func dropping(_ tokens: Int, columns: Int) -> kernel_activations {
    let start = tokens * columns
    return kernel_activations(
      values: values.base + start, quants: quants.base + start, scales: scales.base + start / 32,
      sums: sums.base + start / 32, scaled: scaled.base + start / 32)
  }
}
