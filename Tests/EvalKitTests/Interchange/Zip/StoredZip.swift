@testable import EvalKit

/// An archive of texts that are stored as they are.
func storedZip(_ parts: [(name: String, text: String)]) -> [UInt8] {
  func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
  var archive: [UInt8] = []
  var directory: [UInt8] = []
  for part in parts {
    let text = Array(part.text.utf8)
    let sizes =
      number(Int(CRC32.checksum(text)), 4) + number(text.count, 4) + number(text.count, 4)
      + number(part.name.utf8.count, 2) + number(0, 2)
    let common = number(20, 2) + number(0, 8) + sizes
    let offset = archive.count
    archive += number(0x0403_4B50, 4) + common + Array(part.name.utf8) + text
    directory += number(0x0201_4B50, 4) + number(20, 2) + common + number(0, 10)
    directory += number(offset, 4) + Array(part.name.utf8)
  }
  let end =
    number(0x0605_4B50, 4) + number(0, 4) + number(parts.count, 2) + number(parts.count, 2)
    + number(directory.count, 4) + number(archive.count, 4) + number(0, 2)
  return archive + directory + end
}
