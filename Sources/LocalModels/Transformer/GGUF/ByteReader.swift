/// Reads little-endian numbers from bytes, never past their end.
struct ByteReader {
  let bytes: UnsafeRawBufferPointer
  private(set) var place = 0
  /// What is being read, for messages.
  var subject = "the header"
  private let file: String

  init(_ bytes: UnsafeRawBufferPointer, file: String) {
    self.bytes = bytes
    self.file = file
  }

  /// Bytes that are left.
  var rest: Int { bytes.count - place }

  /// The next number.
  ///
  /// - Throws: ``TransformerError`` where the file ends before it.
  mutating func take<Number: FixedWidthInteger>(_ type: Number.Type) throws -> Number {
    let start = try skip(MemoryLayout<Number>.size)
    return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: Number.self))
  }

  /// A count of things of at least this many bytes each, as many as the file has room for.
  mutating func takeCount(of what: String, least: Int) throws -> Int {
    let count = try take(UInt64.self)
    guard count <= UInt64(rest / max(1, least)) else {
      throw damaged("\(subject) counts \(count) \(what), more than the file has room for")
    }
    return Int(count)
  }

  /// Where the next string's bytes are.
  mutating func takeString() throws -> Range<Int> {
    let count = try takeCount(of: "bytes of a string", least: 1)
    let start = try skip(count)
    return start..<start + count
  }

  /// Passes over bytes; returns where they began.
  mutating func skip(_ count: Int) throws -> Int {
    guard count >= 0, count <= rest else {
      throw damaged("it ends within \(subject), at byte \(bytes.count); download it again")
    }
    defer { place += count }
    return place
  }

  func damaged(_ fault: String) -> TransformerError {
    TransformerError(.damaged, file: file, fault)
  }

  func unsupported(_ what: String) -> TransformerError {
    TransformerError(.unsupported, file: file, what)
  }

  /// The text of a string.
  ///
  /// - Throws: ``TransformerError`` where it is no UTF-8.
  func text(_ range: Range<Int>) throws -> String {
    guard let text = String(validating: bytes[range], as: UTF8.self) else {
      throw damaged("a string of \(subject) is not UTF-8")
    }
    return text
  }
}
