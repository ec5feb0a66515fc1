/// Why an archive, or a part of it, cannot be read.
struct ZipError: Error, Hashable {
  let message: String

  init(_ message: String) { self.message = message }
}

/// A zip archive in memory: its directory, and its parts unpacked one at a time.
///
/// Parts that are stored or packed by Deflate are read; others are refused by the name of their
/// method. Every offset and size is checked, and so is the CRC-32 of what is unpacked.
struct ZipArchive {
  /// A part, as the directory lists it.
  struct Part: Hashable {
    /// The path within the archive.
    let name: String
    let method: Int
    let isEncrypted: Bool
    let checksum: UInt32
    let packedCount: Int
    /// How many bytes it has unpacked.
    let count: Int
    let headerOffset: Int
  }

  /// The parts in the order of the directory; of parts with one name the last counts.
  let parts: [Part]
  private let bytes: [UInt8]

  /// Whether bytes begin as an archive does, also an empty or a spanned one.
  static func isArchive(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x50, 0x4B]) }

  /// Reads the directory of an archive.
  ///
  /// - Complexity: O(parts), but for a comment at the end, which is searched.
  init(_ bytes: [UInt8]) throws(ZipError) {
    self.bytes = bytes
    let end = try Self.endRecord(in: bytes)
    let reader = ZipReader(bytes: bytes)
    var offset = try reader.number(at: end + 16, 4)
    let count = try reader.number(at: end + 10, 2)
    if count == 0xFFFF || offset == 0xFFFF_FFFF {
      throw ZipError("a zip archive of more than 65534 parts or 4 GB, which is not read")
    }
    guard try reader.number(at: end + 4, 2) == 0, try reader.number(at: end + 6, 2) == 0 else {
      throw ZipError("a zip archive in several volumes, which is not read")
    }
    var places: [String: Int] = [:]
    var parts: [Part] = []
    for _ in 0..<count {
      let (part, next) = try Self.part(at: offset, reader)
      if let place = places[part.name] {
        parts[place] = part
      } else {
        places[part.name] = parts.count
        parts.append(part)
      }
      offset = next
    }
    self.parts = parts
  }

  /// The bytes of a part.
  ///
  /// - Parameter limit: How many bytes it may have.
  /// - Complexity: O(bytes).
  func contents(of part: Part, limit: Int) throws(ZipError) -> [UInt8] {
    guard !part.isEncrypted else { throw ZipError("it is encrypted") }
    guard part.count <= limit else {
      throw ZipError("\(part.count) bytes unpacked; at most \(limit) are read")
    }
    let reader = ZipReader(bytes: bytes)
    guard try reader.number(at: part.headerOffset, 4) == 0x0403_4B50 else {
      throw ZipError("there is no part where the archive's directory says; it is damaged")
    }
    let start =
      part.headerOffset + 30 + (try reader.number(at: part.headerOffset + 26, 2))
      + (try reader.number(at: part.headerOffset + 28, 2))
    let packed = try reader.slice(start, part.packedCount)
    let contents = try Self.unpacked(packed, part)
    guard contents.count == part.count, CRC32.checksum(contents) == part.checksum else {
      throw ZipError("its checksum does not match; the archive is damaged")
    }
    return contents
  }

  private static func unpacked(_ packed: ArraySlice<UInt8>, _ part: Part) throws(ZipError)
    -> [UInt8]
  {
    switch part.method {
    case 0: return Array(packed)
    case 8:
      do throws(InflateError) {
        return try Inflate.bytes(packed, limit: part.count, expected: part.count)
      } catch {
        switch error {
        case .cutOff: throw ZipError("its compressed data is cut off; the archive is damaged")
        case .damaged(let reason):
          throw ZipError("its compressed data has \(reason); the archive is damaged")
        case .tooLong:
          throw ZipError("it unpacks to more bytes than the archive says; it is damaged")
        }
      }
    default:
      let name = methodNames[part.method] ?? "method \(part.method)"
      throw ZipError(
        "compressed by \(name), which is not read; unpack the archive, or pack it with Deflate")
    }
  }

  private static let methodNames = [
    9: "Deflate64", 12: "bzip2", 14: "LZMA", 20: "Zstandard", 93: "Zstandard", 95: "XZ",
    98: "PPMd", 99: "AES encryption",
  ]

  /// Where the record at the end is: 22 bytes, and a comment of up to 65535.
  private static func endRecord(in bytes: [UInt8]) throws(ZipError) -> Int {
    let reader = ZipReader(bytes: bytes)
    var offset = bytes.count - 22
    while offset >= max(0, bytes.count - 22 - 0xFFFF) {
      if bytes[offset] == 0x50, try reader.number(at: offset, 4) == 0x0605_4B50,
        offset + 22 + (try reader.number(at: offset + 20, 2)) == bytes.count
      {
        return offset
      }
      offset -= 1
    }
    throw ZipError("a zip archive without a directory at its end; it was cut off")
  }

  private static func part(at offset: Int, _ reader: ZipReader) throws(ZipError) -> (Part, Int) {
    guard try reader.number(at: offset, 4) == 0x0201_4B50 else {
      throw ZipError("a zip archive whose directory is damaged")
    }
    let nameCount = try reader.number(at: offset + 28, 2)
    let extraCount = try reader.number(at: offset + 30, 2)
    let commentCount = try reader.number(at: offset + 32, 2)
    let name = String(decoding: try reader.slice(offset + 46, nameCount), as: UTF8.self)
    let sizes = try reader.sizes(ofPartAt: offset, extraAt: offset + 46 + nameCount, extraCount)
    let part = Part(
      name: name, method: try reader.number(at: offset + 10, 2),
      isEncrypted: try reader.number(at: offset + 8, 2) & 1 == 1,
      checksum: UInt32(truncatingIfNeeded: try reader.number(at: offset + 16, 4)),
      packedCount: sizes.packed, count: sizes.unpacked, headerOffset: sizes.offset)
    return (part, offset + 46 + nameCount + extraCount + commentCount)
  }
}

/// Reads an archive's numbers, lowest byte first.
private struct ZipReader {
  let bytes: [UInt8]

  /// The number of so many bytes at a place; at most 8.
  func number(at offset: Int, _ count: Int) throws(ZipError) -> Int {
    var value: UInt64 = 0
    for byte in try slice(offset, count).reversed() { value = value << 8 | UInt64(byte) }
    guard value < 1 << 48, let number = Int(exactly: value) else {
      throw ZipError("a zip archive with a size beyond all sizes; it is damaged")
    }
    return number
  }

  func slice(_ start: Int, _ count: Int) throws(ZipError) -> ArraySlice<UInt8> {
    guard start >= 0, count >= 0, start <= bytes.count, count <= bytes.count - start else {
      throw ZipError("a zip archive that ends within a part; it is damaged or was cut off")
    }
    return bytes[start..<start + count]
  }

  /// The sizes and the place of a part; numbers of 4 bytes that are full stand in an extra field.
  func sizes(ofPartAt offset: Int, extraAt extra: Int, _ extraCount: Int) throws(ZipError)
    -> (packed: Int, unpacked: Int, offset: Int)
  {
    var long = try longNumbers(at: extra, extraCount)[...]
    func full(_ number: Int) -> Int {
      number == 0xFFFF_FFFF ? long.popFirst() ?? number : number
    }
    let unpacked = full(try number(at: offset + 24, 4))
    let packed = full(try number(at: offset + 20, 4))
    return (packed, unpacked, full(try number(at: offset + 42, 4)))
  }

  /// The numbers of 8 bytes in the extra field for them.
  private func longNumbers(at start: Int, _ count: Int) throws(ZipError) -> [Int] {
    var offset = start
    while offset + 4 <= start + count {
      let size = try number(at: offset + 2, 2)
      if try number(at: offset, 2) == 1 {
        var numbers: [Int] = []
        for index in 0..<size / 8 { numbers.append(try number(at: offset + 4 + index * 8, 8)) }
        return numbers
      }
      offset += 4 + size
    }
    return []
  }
}
