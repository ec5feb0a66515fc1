/// What a GGUF file says of itself: its metadata, and where its tensors are.
///
/// Everything is checked before it is used: every count against what the file has room for, every
/// tensor against its end.
struct GGUFHeader: Sendable {
  let file: String
  let version: UInt32
  let metadata: [String: GGUFValue]
  let tensors: [String: GGUFTensor]

  /// Reads a header.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - file: Its name, for messages.
  /// - Throws: ``TransformerError``.
  init(parsing bytes: UnsafeRawBufferPointer, file: String) throws {
    self.file = file
    var reader = ByteReader(bytes, file: file)
    guard try reader.take(UInt32.self) == 0x4655_4747 else {
      throw reader.damaged("it does not begin with 'GGUF'")
    }
    version = try reader.take(UInt32.self)
    guard version == 2 || version == 3 else {
      let swapped = version.byteSwapped == 2 || version.byteSwapped == 3
      throw reader.unsupported(
        swapped ? "a big-endian file" : "version \(version); versions 2 and 3 are read")
    }
    // A tensor's description takes at least 32 bytes, a key with its value 13.
    let tensorCount = try reader.takeCount(of: "tensors", least: 32)
    let keyCount = try reader.takeCount(of: "keys", least: 13)
    metadata = try Self.metadata(keyCount, from: &reader)
    let descriptions = try (0..<tensorCount).map { _ in
      try GGUFTensor.Description(from: &reader)
    }
    let alignment = try Self.alignment(metadata["general.alignment"], reader)
    let dataStart = (reader.place + alignment - 1) / alignment * alignment
    var tensors: [String: GGUFTensor] = [:]
    for description in descriptions {
      let tensor = try GGUFTensor(
        description, dataStart: dataStart, alignment: alignment, in: reader)
      guard tensors.updateValue(tensor, forKey: tensor.name) == nil else {
        throw reader.damaged("two tensors are called '\(tensor.name)'")
      }
    }
    self.tensors = tensors
  }

  private static func metadata(_ count: Int, from reader: inout ByteReader) throws
    -> [String: GGUFValue]
  {
    var metadata: [String: GGUFValue] = [:]
    for _ in 0..<count {
      reader.subject = "a key"
      let key = try reader.text(try reader.takeString())
      reader.subject = "key '\(key)'"
      let value = try GGUFValue(from: &reader)
      guard metadata.updateValue(value, forKey: key) == nil else {
        throw reader.damaged("two keys are called '\(key)'")
      }
    }
    return metadata
  }

  private static func alignment(_ value: GGUFValue?, _ reader: ByteReader) throws -> Int {
    guard let value else { return 32 }
    guard case .integer(let alignment) = value, (1...65_536).contains(alignment),
      alignment & (alignment - 1) == 0
    else {
      throw reader.damaged("key 'general.alignment' is no power of two up to 65536")
    }
    return Int(alignment)
  }
}
