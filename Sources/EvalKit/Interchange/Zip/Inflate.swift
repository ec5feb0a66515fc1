/// Why compressed bytes cannot be unpacked.
enum InflateError: Error, Hashable {
  /// They end before their last block does.
  case cutOff
  /// They are not what Deflate writes; says what is wrong.
  case damaged(String)
  /// They unpack to more than is allowed.
  case tooLong
}

/// Unpacks what Deflate packed (RFC 1951).
///
/// Nothing is trusted: every read is checked for the end, every copy for the beginning of the
/// output, and the output for its limit, so that a small archive cannot fill the memory.
struct Inflate {
  private let input: ArraySlice<UInt8>
  private let limit: Int
  private var position: Int
  /// Bits read and not used yet, the next one lowest.
  private var bits: UInt64 = 0
  private var bitCount = 0
  private var output: [UInt8] = []

  /// Unpacks bytes.
  ///
  /// - Parameters:
  ///   - input: The compressed bytes; what follows their last block is left.
  ///   - limit: How many bytes may come out.
  ///   - expected: How many will probably come out, for which room is made (within reason).
  /// - Complexity: O(bytes in + bytes out).
  static func bytes(_ input: ArraySlice<UInt8>, limit: Int, expected: Int = 0)
    throws(InflateError) -> [UInt8]
  {
    var inflate = Inflate(input: input, limit: limit)
    inflate.output.reserveCapacity(min(expected, limit, input.count * 8))
    try inflate.run()
    return inflate.output
  }

  private init(input: ArraySlice<UInt8>, limit: Int) {
    self.input = input
    self.limit = limit
    position = input.startIndex
  }

  private mutating func run() throws(InflateError) {
    var isLast = false
    while !isLast {
      isLast = try take(1) == 1
      switch try take(2) {
      case 0: try copyStored()
      case 1: try block(try Self.fixed.get(), try Self.fixedDistances.get())
      case 2:
        let (literals, distances) = try codes()
        try block(literals, distances)
      default: throw .damaged("a block of a type that does not exist")
      }
    }
  }

  // MARK: Bits

  private mutating func fill() {
    while bitCount <= 56, position < input.endIndex {
      bits |= UInt64(input[position]) << UInt64(bitCount)
      bitCount += 8
      position += 1
    }
  }

  /// The next bits as a number, first bit lowest; at most 16.
  private mutating func take(_ count: Int) throws(InflateError) -> Int {
    if bitCount < count { fill() }
    guard bitCount >= count else { throw .cutOff }
    let value = Int(truncatingIfNeeded: bits) & (1 << count - 1)
    bits >>= UInt64(count)
    bitCount -= count
    return value
  }

  private mutating func symbol(_ table: HuffmanTable) throws(InflateError) -> Int {
    if bitCount < 15 { fill() }
    let entry = table.entries[Int(truncatingIfNeeded: bits) & (table.entries.count - 1)]
    let length = Int(entry & 15)
    guard length > 0 else {
      throw bitCount < table.width ? .cutOff : .damaged("a code that stands for nothing")
    }
    guard bitCount >= length else { throw .cutOff }
    bits >>= UInt64(length)
    bitCount -= length
    return Int(entry >> 4)
  }

  // MARK: Blocks

  private mutating func copyStored() throws(InflateError) {
    _ = try take(bitCount % 8)
    let length = try take(16)
    guard try take(16) == length ^ 0xFFFF else {
      throw .damaged("a stored block whose length does not match its complement")
    }
    guard output.count + length <= limit else { throw .tooLong }
    for _ in 0..<length { output.append(UInt8(truncatingIfNeeded: try take(8))) }
  }

  private mutating func block(_ literals: HuffmanTable, _ distances: HuffmanTable)
    throws(InflateError)
  {
    while true {
      let symbol = try symbol(literals)
      switch symbol {
      case ..<256:
        guard output.count < limit else { throw .tooLong }
        output.append(UInt8(truncatingIfNeeded: symbol))
      case 256: return
      default: try copy(lengthSymbol: symbol - 257, distances)
      }
    }
  }

  private mutating func copy(lengthSymbol: Int, _ distances: HuffmanTable) throws(InflateError) {
    guard lengthSymbol < Self.lengths.count else {
      throw .damaged("a length that does not exist")
    }
    let (baseLength, lengthBits) = Self.lengths[lengthSymbol]
    let length = baseLength + (try take(lengthBits))
    let distanceSymbol = try symbol(distances)
    guard distanceSymbol < Self.distances.count else {
      throw .damaged("a distance that does not exist")
    }
    let (baseDistance, distanceBits) = Self.distances[distanceSymbol]
    let distance = baseDistance + (try take(distanceBits))
    guard distance <= output.count else {
      throw .damaged("a copy of bytes from before the beginning")
    }
    guard output.count + length <= limit else { throw .tooLong }
    let start = output.count - distance
    for offset in 0..<length { output.append(output[start + offset]) }
  }

  /// The codes at the head of a block (RFC 1951, 3.2.7).
  private mutating func codes() throws(InflateError) -> (HuffmanTable, HuffmanTable) {
    let literalCount = try take(5) + 257
    let distanceCount = try take(5) + 1
    let lengthCount = try take(4) + 4
    guard literalCount <= 286, distanceCount <= 30 else {
      throw .damaged("more codes than there are symbols")
    }
    var lengthLengths = [UInt8](repeating: 0, count: 19)
    for place in Self.lengthOrder.prefix(lengthCount) {
      lengthLengths[place] = UInt8(truncatingIfNeeded: try take(3))
    }
    let table = try HuffmanTable(lengths: lengthLengths)
    var lengths: [UInt8] = []
    while lengths.count < literalCount + distanceCount {
      let symbol = try symbol(table)
      let (value, count): (UInt8, Int)
      switch symbol {
      case ..<16: (value, count) = (UInt8(truncatingIfNeeded: symbol), 1)
      case 16:
        guard let last = lengths.last else {
          throw .damaged("a repeated length without one before it")
        }
        (value, count) = (last, try take(2) + 3)
      case 17: (value, count) = (0, try take(3) + 3)
      default: (value, count) = (0, try take(7) + 11)
      }
      lengths.append(contentsOf: repeatElement(value, count: count))
    }
    guard lengths.count == literalCount + distanceCount else {
      throw .damaged("more lengths than there are codes")
    }
    guard lengths[256] > 0 else { throw .damaged("a block that cannot end") }
    return (
      try HuffmanTable(lengths: lengths[..<literalCount]),
      try HuffmanTable(lengths: lengths[literalCount...])
    )
  }

  // MARK: Tables

  private static let lengthOrder = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  /// The shortest match of each length symbol, and how many bits are added to it.
  private static let lengths: [(Int, Int)] = {
    var table: [(Int, Int)] = []
    var length = 3
    for symbol in 0..<28 {
      let bits = symbol < 8 ? 0 : symbol / 4 - 1
      table.append((length, bits))
      length += 1 << bits
    }
    return table + [(258, 0)]
  }()

  /// The shortest distance of each distance symbol, and how many bits are added to it.
  private static let distances: [(Int, Int)] = {
    var table: [(Int, Int)] = []
    var distance = 1
    for symbol in 0..<30 {
      let bits = symbol < 4 ? 0 : symbol / 2 - 1
      table.append((distance, bits))
      distance += 1 << bits
    }
    return table
  }()

  private static let fixed = Result { () throws(InflateError) in
    try HuffmanTable(
      lengths: (0..<288).map { symbol -> UInt8 in
        switch symbol {
        case ..<144: 8
        case ..<256: 9
        case ..<280: 7
        default: 8
        }
      })
  }

  private static let fixedDistances = Result { () throws(InflateError) in
    try HuffmanTable(lengths: repeatElement(5, count: 32))
  }
}
