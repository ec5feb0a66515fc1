internal import Kernels

/// A model's file: its header, and its tensors in place.
final class GGUFFile: Sendable {
  let header: GGUFHeader
  let mapped: MappedFile

  /// Opens a file and reads its header.
  ///
  /// - Throws: ``TransformerError``.
  convenience init(path: String) throws { try self.init(MappedFile(path: path)) }

  /// Reads the header of a file that is open.
  ///
  /// - Throws: ``TransformerError``.
  init(_ mapped: MappedFile) throws {
    self.mapped = mapped
    header = try GGUFHeader(parsing: mapped.bytes, file: mapped.identity.path)
  }

  /// The file, as it was named.
  var path: String { mapped.identity.path }

  func damaged(_ fault: String) -> TransformerError {
    TransformerError(.damaged, file: path, fault)
  }

  func unsupported(_ what: String) -> TransformerError {
    TransformerError(.unsupported, file: path, what)
  }

  /// The integer under a key; nil where there is none.
  ///
  /// - Throws: ``TransformerError`` where the value is none or out of range.
  func integer(_ key: String, in range: ClosedRange<Int>) throws -> Int? {
    guard let value = header.metadata[key] else { return nil }
    guard case .integer(let number) = value else { throw wrongKind(key, value, "an integer") }
    guard let number = Int(exactly: number), range.contains(number) else {
      throw damaged(
        "key '\(key)' is \(number); expected \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// The finite number under a key; nil where there is none.
  func float(_ key: String) throws -> Double? {
    guard let value = header.metadata[key] else { return nil }
    switch value {
    case .float(let number):
      guard number.isFinite else { throw damaged("key '\(key)' is not finite") }
      return number
    case .integer(let number): return Double(number)
    default: throw wrongKind(key, value, "a number")
    }
  }

  func boolean(_ key: String) throws -> Bool? {
    guard let value = header.metadata[key] else { return nil }
    guard case .boolean(let flag) = value else { throw wrongKind(key, value, "a boolean") }
    return flag
  }

  func string(_ key: String) throws -> String? {
    guard let value = header.metadata[key] else { return nil }
    guard case .string(let range) = value else { throw wrongKind(key, value, "a string") }
    guard let text = String(validating: mapped.bytes[range], as: UTF8.self) else {
      throw damaged("key '\(key)' is not UTF-8")
    }
    return text
  }

  /// The strings under a key, as bytes; nil where there is none.
  func strings(_ key: String) throws -> [[UInt8]]? {
    guard let value = header.metadata[key] else { return nil }
    guard case .strings(let ranges) = value else {
      throw wrongKind(key, value, "an array of strings")
    }
    return ranges.map { Array(mapped.bytes[$0]) }
  }

  func integers(_ key: String) throws -> [Int]? {
    guard let value = header.metadata[key] else { return nil }
    guard case .integers(let numbers) = value else {
      throw wrongKind(key, value, "an array of integers")
    }
    return numbers.map { Int(clamping: $0) }
  }

  func floats(_ key: String) throws -> [Double]? {
    guard let value = header.metadata[key] else { return nil }
    guard case .floats(let numbers) = value else {
      throw wrongKind(key, value, "an array of floats")
    }
    return numbers
  }

  /// The tensor with a name and shape.
  ///
  /// - Parameter shape: Its dimensions, the one whose elements are neighbours first.
  /// - Throws: ``TransformerError`` where there is none, or it has another shape.
  func tensor(_ name: String, shape: [Int]) throws -> GGUFTensor {
    guard let tensor = header.tensors[name] else { throw damaged("tensor '\(name)' is missing") }
    guard tensor.shape == shape else {
      throw damaged("tensor '\(name)' has the shape \(tensor.shape); expected \(shape)")
    }
    return tensor
  }

  /// The numbers of some of a tensor's rows, decoded.
  func numbers(of tensor: GGUFTensor, row: Int = 0, rows: Int = 1) -> [Float] {
    var layout = tensor.layout
    let width = tensor.columns / Int(layout.file_columns) * Int(layout.file_bytes)
    let start = tensor.bytes.lowerBound + row * width
    let columns = tensor.columns * rows
    return [Float](unsafeUninitializedCapacity: columns) { buffer, count in
      // The shape was checked against the file, so that the rows are within it.
      if let base = mapped.bytes.baseAddress, let values = buffer.baseAddress {
        kernel_decode_row(&layout, base + start, Int64(columns), values)
        count = columns
      }
    }
  }

  private func wrongKind(_ key: String, _ value: GGUFValue, _ expected: String)
    -> TransformerError
  {
    damaged("key '\(key)' is \(value.kind); expected \(expected)")
  }
}
