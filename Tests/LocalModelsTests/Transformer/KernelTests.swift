import Foundation
import Kernels
import Testing

@testable import LocalModels

/// Every instruction set computes the bits of the plain loops.
struct KernelTests {
  static let types: [Int32] = [0, 1, 30, 8, 2, 3, 6, 7, 12, 13, 14]
  static let paths: [Int32] = [1, 2, 3].filter { kernel_path_available($0) }

  @Test(arguments: types) func `matrix products are the same bits on every path`(type: Int32) {
    var chance = Numbers(UInt64(type) + 1)
    var layout = kernel_layout()
    #expect(kernel_layout_of(type, &layout))
    let (rows, columns, tokens) = (37, 512, 13)
    let source = chance.tensor(type, elements: rows * columns, size: 1)
    let packed = Memory<UInt8>(kernel_packed_size(&layout, Int64(rows), Int64(columns)))
    kernel_pack(&layout, source, Int64(rows), Int64(columns), 0, 3, packed.base)
    let activations = Activations(tokens: tokens, columns: columns)
    for place in 0..<tokens * columns { activations.values.base[place] = chance.number(4) }
    activations.quantise(0..<tokens, columns: columns, path: 0)
    func product(_ path: Int32) -> [Float] {
      let out = Memory<Float>(tokens * 48)
      var all = activations.all
      kernel_matmul(
        path, &layout, packed.base, Int64(columns), &all, Int64(tokens), 0, 3, out.base, 48)
      return Array(UnsafeBufferPointer(start: out.base, count: out.count))
    }
    let plain = product(0)
    for path in Self.paths { #expect(plain.map(\.bitPattern) == product(path).map(\.bitPattern)) }
    // And they are the products of the numbers that the file holds.
    let width = columns / Int(layout.file_columns) * Int(layout.file_bytes)
    var row = [Float](repeating: 0, count: columns)
    for place in 0..<rows {
      source.withUnsafeBytes {
        kernel_decode_row(&layout, $0.baseAddress! + place * width, Int64(columns), &row)
      }
      for token in 0..<tokens {
        var sum = 0.0
        var size = 0.0
        for column in 0..<columns {
          let at = token * columns + column
          let value =
            layout.bits > 8
            ? Double(activations.values.base[at])
            : Double(activations.all.quants[at]) * Double(activations.all.scales[at / 32])
          sum += Double(row[column]) * value
          size += abs(Double(row[column]) * value)
        }
        #expect(abs(sum - Double(plain[token * 48 + place])) <= size * 1e-6)
      }
    }
  }

  @Test func `activations are quantised to the same integers on every path`() {
    var chance = Numbers(5)
    let values = (0..<640).map { place in
      // Blocks of zeros and of tiny numbers, too.
      place < 32 ? 0 : place < 64 ? chance.number(1e-38) : chance.number(Float(place))
    }
    func quantised(_ path: Int32) -> ([Int8], [UInt32], [Int32]) {
      let activations = Activations(tokens: 1, columns: values.count)
      activations.values.base.update(from: values, count: values.count)
      activations.quantise(0..<1, columns: values.count, path: path)
      let all = activations.all
      return (
        (0..<values.count).map { all.quants[$0] },
        (0..<20).map { all.scales[$0].bitPattern } + (0..<20).map { all.scaled[$0].bitPattern },
        (0..<20).map { all.sums[$0] }
      )
    }
    let plain = quantised(0)
    for path in Self.paths { #expect(plain == quantised(path)) }
    for block in 2..<20 {
      let largest = values[block * 32..<(block + 1) * 32].map(abs).max() ?? 0
      for place in block * 32..<(block + 1) * 32 {
        let scale = Float(bitPattern: plain.1[block])
        #expect(abs(Float(plain.0[place]) * scale - values[place]) <= largest / 253)
      }
    }
  }

  @Test(arguments: [1, 2, 3, 4])
  func `attention is the same bits on every path, across pages`(count: Int) {
    var chance = Numbers(UInt64(count))
    let width = 48
    let positions = 3 * Int(KERNEL_PAGE) - 20
    let inputs = (0..<positions).map { _ in
      ((0..<width).map { _ in chance.number(3) }, (0..<width).map { _ in chance.number(3) })
    }
    let queries = (0..<4 * width).map { _ in chance.number(0.5) }
    let seen = (0..<count).map { _ in Int64.random(in: 1...Int64(positions), using: &chance) }
    func attended(_ path: Int32) -> [UInt32] {
      let pages = (0..<3).map { _ in
        (Memory<UInt16>(width * Int(KERNEL_PAGE)), Memory<UInt16>(width * Int(KERNEL_PAGE)))
      }
      for (place, input) in inputs.enumerated() {
        let page = pages[place / Int(KERNEL_PAGE)]
        kernel_store(
          path, input.0, input.1, Int64(width), Int64(place % Int(KERNEL_PAGE)), page.0.base,
          page.1.base)
      }
      let scratch = Memory<Float>(4 * (positions + 16))
      let out = Memory<Float>(4 * width)
      let keys: [UnsafePointer<UInt16>?] = pages.map { UnsafePointer($0.0.base) }
      let values: [UnsafePointer<UInt16>?] = pages.map { UnsafePointer($0.1.base) }
      kernel_attend(
        path, queries, Int64(width), Int64(count), seen, keys, values, Int64(width), scratch.base,
        out.base)
      return (0..<count * width).map { out.base[$0].bitPattern }
    }
    let plain = attended(0)
    for path in Self.paths { #expect(plain == attended(path)) }
    // A weighted mean of values lies between them.
    #expect(plain.allSatisfy { abs(Float(bitPattern: $0)) <= 3.01 })
  }

  @Test func `what is left is the same bits on every path`() {
    var chance = Numbers(9)
    let values = (0..<1003).map { _ in chance.number(30) }
    let others = (0..<1003).map { _ in chance.number(2) }
    func results(_ path: Int32) -> [[UInt32]] {
      var silu = values
      kernel_silu_multiply(path, &silu, others, 1003)
      var powers = values
      _ = kernel_exponentials(path, &powers, 1003)
      var normed = values
      kernel_rms_norm(path, values, others, 10, 100, 1e-5, &normed)
      var turned = values
      kernel_rotate(path, &turned, 3, 64, 32, false, others, Array(others.dropFirst(50)))
      kernel_rotate(path, &turned, 3, 64, 16, true, others, Array(others.dropFirst(50)))
      var sum = values
      kernel_add(path, &sum, others, 1003)
      kernel_scale(path, &sum, 0.3, 1003)
      return [silu, powers, normed, turned, sum].map { $0.map(\.bitPattern) }
    }
    let plain = results(0)
    for path in Self.paths { #expect(plain == results(path)) }
    let most = values.max() ?? 0
    for (place, value) in values.enumerated() {
      let power = Double(Float(bitPattern: plain[1][place]))
      #expect(abs(power - exp(Double(value - most))) <= 2e-7 * exp(Double(value - most)) + 1e-38)
    }
  }

  @Test func `half floats come back as they were`() {
    for bits in UInt16.min...UInt16.max where bits & 0x7FFF <= 0x7C00 {
      #expect(kernel_float_to_half(kernel_half_to_float(bits)) == bits)
    }
    for (number, half) in [(65519, 0x7BFF), (65520, 0x7C00), (0x1p-25, 0), (0x1.8p-25, 1)] {
      #expect(kernel_float_to_half(Float(number)) == UInt16(half))
    }
  }

  @Test func `functions of double precision are right to the last places`() {
    var chance = Numbers(3)
    for _ in 0..<10_000 {
      let x = Double.random(in: -300...300, using: &chance)
      #expect(abs(kernel_exp(x) / exp(x) - 1) < 1e-14)
      let y = exp(x)
      #expect(abs(kernel_log(y) - log(y)) < 1e-14 * (1 + abs(log(y))))
      let angle = Double.random(in: 0...131_072, using: &chance)
      var cosine = 0.0
      var sine = 0.0
      kernel_cos_sin(angle, &cosine, &sine)
      #expect(abs(cosine - cos(angle)) < 1e-14 && abs(sine - sin(angle)) < 1e-14)
    }
    #expect(kernel_exp(-1000) == 0 && kernel_log(0) == -.infinity)
  }
}
