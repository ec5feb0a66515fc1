import Foundation
import Kernels

@testable import LocalModels

/// Writes GGUF files: small ones, and wrong ones.
struct GGUFBuilder {
  enum Value {
    case integer(Int64)
    case float(Float)
    case boolean(Bool)
    case string(String)
    case strings([String])
    case integers([Int32])
    case floats([Float])
  }

  struct Tensor {
    var name: String
    var shape: [Int]
    var type: Int32
    var bytes: [UInt8]
  }

  var version: UInt32 = 3
  var keys: [(String, Value)] = []
  var tensors: [Tensor] = []
  var alignment = 32

  subscript(key: String) -> Value? {
    get { keys.first { $0.0 == key }?.1 }
    set {
      keys.removeAll { $0.0 == key }
      if let newValue { keys.append((key, newValue)) }
    }
  }

  var bytes: [UInt8] {
    var out: [UInt8] = Array("GGUF".utf8)
    Self.add(version, to: &out)
    Self.add(UInt64(tensors.count), to: &out)
    Self.add(UInt64(keys.count), to: &out)
    for (key, value) in keys {
      Self.add(key, to: &out)
      Self.add(value, to: &out)
    }
    var offset = 0
    for tensor in tensors {
      Self.add(tensor.name, to: &out)
      Self.add(UInt32(tensor.shape.count), to: &out)
      for length in tensor.shape { Self.add(UInt64(length), to: &out) }
      Self.add(UInt32(bitPattern: tensor.type), to: &out)
      Self.add(UInt64(offset), to: &out)
      offset += (tensor.bytes.count + alignment - 1) / alignment * alignment
    }
    for tensor in tensors {
      while out.count % alignment != 0 { out.append(0) }
      out += tensor.bytes
    }
    return out
  }

  /// Where the header ends, about: what is after it is data.
  var headerSize: Int { bytes.count - tensors.reduce(0) { $0 + $1.bytes.count } }

  /// Writes the file to a place of its own, which is removed afterwards.
  func withFile<Result>(_ body: (String) throws -> Result) throws -> Result {
    let path = Self.scratch()
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try body(path)
  }

  /// The same for work that waits.
  func withSavedFile<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let path = Self.scratch()
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try await body(path)
  }

  private static func scratch() -> String {
    FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).gguf").path
  }

  private static func add<Number: FixedWidthInteger>(_ number: Number, to out: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { out.append(contentsOf: $0) }
  }

  private static func add(_ text: String, to out: inout [UInt8]) {
    add(UInt64(text.utf8.count), to: &out)
    out += text.utf8
  }

  private static func add(_ value: Value, to out: inout [UInt8]) {
    func array(_ type: UInt32, _ count: Int) {
      add(UInt32(9), to: &out)
      add(type, to: &out)
      add(UInt64(count), to: &out)
    }
    switch value {
    case .integer(let number):
      add(UInt32(11), to: &out)
      add(number, to: &out)
    case .float(let number):
      add(UInt32(6), to: &out)
      add(number.bitPattern, to: &out)
    case .boolean(let flag):
      add(UInt32(7), to: &out)
      out.append(flag ? 1 : 0)
    case .string(let text):
      add(UInt32(8), to: &out)
      add(text, to: &out)
    case .strings(let texts):
      array(8, texts.count)
      for text in texts { add(text, to: &out) }
    case .integers(let numbers):
      array(5, numbers.count)
      for number in numbers { add(number, to: &out) }
    case .floats(let numbers):
      array(6, numbers.count)
      for number in numbers { add(number.bitPattern, to: &out) }
    }
  }
}

/// Random numbers, the same every time.
struct Numbers: RandomNumberGenerator {
  private var state: UInt64
  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func number(_ size: Float = 1) -> Float {
    Float.random(in: -size...size, using: &self)
  }

  /// Bytes of a tensor type with numbers of about this size in them.
  mutating func tensor(_ type: Int32, elements: Int, size: Float) -> [UInt8] {
    var layout = kernel_layout()
    precondition(kernel_layout_of(type, &layout))
    let blocks = elements / Int(layout.file_columns)
    var bytes = (0..<blocks * Int(layout.file_bytes)).map { _ in UInt8(truncatingIfNeeded: next()) }
    func put(_ value: Float, at place: Int) {
      withUnsafeBytes(of: kernel_float_to_half(value).littleEndian) { half in
        bytes[place] = half[0]
        bytes[place + 1] = half[1]
      }
    }
    for block in 0..<blocks {
      let at = block * Int(layout.file_bytes)
      switch type {
      case 0:
        let value = number(size).bitPattern
        for i in 0..<4 { bytes[at + i] = UInt8(truncatingIfNeeded: value >> (8 * UInt32(i))) }
      case 1: put(number(size), at: at)
      case 30:
        let value = number(size).bitPattern
        bytes[at] = UInt8(truncatingIfNeeded: value >> 16)
        bytes[at + 1] = UInt8(truncatingIfNeeded: value >> 24)
      case 14: put(size / 4096, at: at + 208)
      case 12, 13:
        put(size / 512, at: at)
        put(size / 64, at: at + 2)
      default:
        // Of so many integers, as they are after the offset, the largest makes about `size`.
        let most: Float = layout.bits == 4 ? 8 : type == 8 ? 128 : 16
        put(size / most, at: at)
        if layout.minimum { put(-size, at: at + 2) }
      }
    }
    return bytes
  }
}
