import EvalKitTesting
import Testing

@testable import EvalKit

struct ZipArchiveTests {
  private func archive() throws -> ZipArchive { try ZipArchive(try fixture("packed.zip")) }

  private func contents(_ name: String, limit: Int = 1_000_000) throws -> [UInt8] {
    let archive = try archive()
    let part = try #require(archive.parts.first { $0.name == name })
    return try archive.contents(of: part, limit: limit)
  }

  private func refusal(_ name: String, limit: Int = 1_000_000) -> String {
    do {
      _ = try contents(name, limit: limit)
      return ""
    } catch {
      return (error as? ZipError)?.message ?? "\(error)"
    }
  }

  @Test func `the directory lists parts in order`() throws {
    #expect(
      try archive().parts.map(\.name) == [
        "empty", "text.dynamic", "text.fixed", "text.huffman-only", "text.run-length",
        "noise.stored-blocks", "near.dynamic", "run", "text.stored", "noise.stored",
        "other.zstandard", "other.bzip2", "other.encrypted", "wrong.checksum", "wrong.size",
      ])
  }

  /// What one part is a beginning of.
  static let packed: [(name: String, count: Int, stored: String)] = [
    ("empty", 0, "text.stored"), ("text.dynamic", 34769, "text.stored"),
    ("text.fixed", 4000, "text.stored"), ("text.huffman-only", 6000, "text.stored"),
    ("text.run-length", 6000, "text.stored"), ("noise.stored-blocks", 3000, "noise.stored"),
  ]

  @Test(arguments: packed)
  func `blocks of every type unpack to what was packed`(
    name: String, count: Int, stored: String
  ) throws {
    let whole = try contents(stored)
    #expect(try contents(name) == Array(whole.prefix(count)))
  }

  @Test func `copies reach back a window and repeat themselves`() throws {
    let noise = try contents("noise.stored").prefix(1500)
    let filler = [UInt8](repeating: UInt8(ascii: "z"), count: 31000)
    #expect(try contents("near.dynamic") == noise + filler + noise)
    #expect(
      try contents("run") == [UInt8](repeating: UInt8(ascii: "a"), count: 70000))
  }

  @Test(
    arguments: [
      (
        "other.zstandard",
        "compressed by Zstandard, which is not read; unpack the archive, or pack it with Deflate"
      ),
      (
        "other.bzip2",
        "compressed by bzip2, which is not read; unpack the archive, or pack it with Deflate"
      ),
      ("other.encrypted", "it is encrypted"),
      ("wrong.checksum", "its checksum does not match; the archive is damaged"),
      ("wrong.size", "it unpacks to more bytes than the archive says; it is damaged"),
    ])
  func `a part that cannot be read says why`(name: String, message: String) {
    #expect(refusal(name) == message)
  }

  @Test func `a part may have as many bytes as are allowed, not one more`() throws {
    #expect(try contents("run", limit: 70000).count == 70000)
    #expect(refusal("run", limit: 69999) == "70000 bytes unpacked; at most 69999 are read")
  }

  @Test func `of parts with one name the last counts`() throws {
    let bytes = try fixture("packed.zip")
    var twice = bytes
    // The name of the bzip2 part, in its own header and in the directory, becomes that before it.
    let old = Array("other.bzip2".utf8)
    let new = Array("text.stored".utf8)
    for start in bytes.indices where bytes[start...].starts(with: old) {
      twice.replaceSubrange(start..<start + old.count, with: new)
    }
    let archive = try ZipArchive(twice)
    #expect(archive.parts.count == 14)
    #expect(archive.parts.first { $0.name == "text.stored" }?.method == 12)
  }

  @Test func `an archive that was cut off is refused`() throws {
    let bytes = try fixture("packed.zip")
    for count in [2, 21, 22, 400, bytes.count - 1] {
      #expect(throws: ZipError("a zip archive without a directory at its end; it was cut off")) {
        _ = try ZipArchive(Array(bytes.prefix(count)))
      }
    }
  }

  @Test func `a damaged archive gives what its checksum vouches for, or is refused`() throws {
    let bytes = try fixture("packed.zip")
    let whole = try archive()
    var originals: [String: [UInt8]] = [:]
    for part in whole.parts {
      originals[part.name] = try? whole.contents(of: part, limit: 1_000_000)
    }
    var random = SplitMix64(seed: 11)
    var refused = 0
    for round in 0..<120 {
      var damaged = bytes
      // Half of the rounds hit the directory, which is short.
      let places = round.isMultiple(of: 2) ? (bytes.count - 1200)..<bytes.count : bytes.indices
      for _ in 0..<4 {
        damaged[places.randomElement(using: &random) ?? 0] = UInt8.random(
          in: 0...255, using: &random)
      }
      guard let archive = try? ZipArchive(damaged) else {
        refused += 1
        continue
      }
      for part in archive.parts {
        guard let contents = try? archive.contents(of: part, limit: 100_000) else {
          refused += 1
          continue
        }
        #expect(contents.count == part.count)
        if part.count > 0, let original = originals[part.name],
          part.checksum == CRC32.checksum(original)
        {
          #expect(contents == original)
        }
      }
    }
    #expect(refused > 120)
  }
}

struct InflateTests {
  @Test(
    arguments: [
      // A block that is not the last, then nothing.
      ([0x00, 0x00, 0x00, 0xFF, 0xFF], InflateError.cutOff),
      ([], .cutOff),
      ([0x07], .damaged("a block of a type that does not exist")),
      (
        [0x01, 0x01, 0x00, 0x00, 0x00],
        .damaged("a stored block whose length does not match its complement")
      ),
      ([0x01, 0x02, 0x00, 0xFD, 0xFF, 0x41], .cutOff),
      // The fixed code: a match before there is anything to copy.
      ([0x03, 0x02, 0x00], .damaged("a copy of bytes from before the beginning")),
      // 286 and 287 have codes and no meaning.
      ([0x1B, 0x03], .damaged("a length that does not exist")),
      ([0xFD, 0xFF, 0xFF], .damaged("more codes than there are symbols")),
      // Four code lengths, all of no bits, and then a symbol is needed.
      ([0x05, 0x00, 0x00, 0x00, 0x00], .damaged("a code that stands for nothing")),
    ] as [([UInt8], InflateError)])
  func `bytes that Deflate does not write are refused`(bytes: [UInt8], error: InflateError) {
    #expect(throws: error) { try Inflate.bytes(bytes[...], limit: 1000) }
  }

  @Test func `what comes out is bounded, whatever goes in`() throws {
    // The fixed code: a literal, then matches of 258 bytes at distance 1 without an end.
    let packed = try fixture("packed.zip")
    let archive = try ZipArchive(packed)
    let run = try #require(archive.parts.first { $0.name == "run" })
    let start = run.headerOffset + 30 + run.name.utf8.count
    let deflated = packed[start..<start + run.packedCount]
    #expect(deflated.count < 200)
    #expect(throws: InflateError.tooLong) { try Inflate.bytes(deflated, limit: 69999) }
    #expect(try Inflate.bytes(deflated, limit: 70000).count == 70000)
  }

  @Test func `every beginning of a text is cut off`() throws {
    let packed = try fixture("packed.zip")
    let archive = try ZipArchive(packed)
    let part = try #require(archive.parts.first { $0.name == "text.fixed" })
    let start = part.headerOffset + 30 + part.name.utf8.count
    for count in 0..<part.packedCount {
      #expect(throws: InflateError.cutOff) {
        try Inflate.bytes(packed[start..<start + count], limit: 10000)
      }
    }
  }

  @Test func `codes whose lengths do not fit are refused`() throws {
    #expect(throws: InflateError.damaged("more codes than their lengths have room for")) {
      _ = try HuffmanTable(lengths: [1, 1, 1])
    }
    #expect(throws: InflateError.damaged("a code that leaves bits without meaning")) {
      _ = try HuffmanTable(lengths: [2, 2, 2])
    }
    #expect(throws: InflateError.damaged("a code that leaves bits without meaning")) {
      _ = try HuffmanTable(lengths: [0, 2])
    }
    #expect(try HuffmanTable(lengths: [0, 1]).width == 1)
    #expect(try HuffmanTable(lengths: [0, 0]).width == 0)
  }
}

struct CRC32Tests {
  @Test(
    arguments: [
      ("", 0), ("123456789", 0xCBF4_3926),
      ("The quick brown fox jumps over the lazy dog", 0x414F_A339),
    ] as [(String, UInt32)])
  func `the checksum is the one that archives use`(text: String, checksum: UInt32) {
    #expect(CRC32.checksum(Array(text.utf8)) == checksum)
  }
}
