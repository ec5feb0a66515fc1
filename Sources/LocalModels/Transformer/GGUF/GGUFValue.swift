/// A value of a GGUF file's metadata.
enum GGUFValue: Hashable, Sendable {
  case integer(Int64)
  case float(Double)
  case boolean(Bool)
  /// Where the bytes of a string are in the file.
  case string(Range<Int>)
  case integers([Int64])
  case floats([Double])
  /// Where the bytes of each string are in the file.
  case strings([Range<Int>])

  /// What it is called in messages.
  var kind: String {
    switch self {
    case .integer: "an integer"
    case .float: "a float"
    case .boolean: "a boolean"
    case .string: "a string"
    case .integers: "an array of integers"
    case .floats: "an array of floats"
    case .strings: "an array of strings"
    }
  }
}

extension GGUFValue {
  private enum TypeNumber {
    static let boolean: UInt32 = 7
    static let string: UInt32 = 8
    static let array: UInt32 = 9
    /// Bytes of a number of a type; nil where it is none.
    static func width(_ type: UInt32) -> Int? {
      switch type {
      case 0, 1, boolean: 1
      case 2, 3: 2
      case 4, 5, 6: 4
      case 10, 11, 12: 8
      default: nil
      }
    }
  }

  /// Reads a value with its type.
  init(from reader: inout ByteReader) throws {
    let type = try reader.take(UInt32.self)
    guard type == TypeNumber.array else {
      self = try Self.single(type, from: &reader)
      return
    }
    let element = try reader.take(UInt32.self)
    guard element != TypeNumber.array else {
      throw reader.unsupported("\(reader.subject) is an array of arrays")
    }
    let count = try reader.takeCount(of: "elements", least: TypeNumber.width(element) ?? 8)
    switch element {
    case TypeNumber.string:
      var strings: [Range<Int>] = []
      strings.reserveCapacity(count)
      for _ in 0..<count { strings.append(try reader.takeString()) }
      self = .strings(strings)
    case 6, 12:
      var floats: [Double] = []
      floats.reserveCapacity(count)
      for _ in 0..<count {
        if case .float(let value) = try Self.single(element, from: &reader) { floats.append(value) }
      }
      self = .floats(floats)
    default:
      var integers: [Int64] = []
      integers.reserveCapacity(count)
      for _ in 0..<count {
        switch try Self.single(element, from: &reader) {
        case .integer(let value): integers.append(value)
        case .boolean(let value): integers.append(value ? 1 : 0)
        default: break
        }
      }
      self = .integers(integers)
    }
  }

  private static func single(_ type: UInt32, from reader: inout ByteReader) throws -> GGUFValue {
    switch type {
    case 0: return .integer(Int64(try reader.take(UInt8.self)))
    case 1: return .integer(Int64(try reader.take(Int8.self)))
    case 2: return .integer(Int64(try reader.take(UInt16.self)))
    case 3: return .integer(Int64(try reader.take(Int16.self)))
    case 4: return .integer(Int64(try reader.take(UInt32.self)))
    case 5: return .integer(Int64(try reader.take(Int32.self)))
    case 6: return .float(Double(Float(bitPattern: try reader.take(UInt32.self))))
    case TypeNumber.boolean: return .boolean(try reader.take(UInt8.self) != 0)
    case TypeNumber.string: return .string(try reader.takeString())
    case 10:
      // Larger ones are none that a model's shape could have.
      return .integer(Int64(clamping: try reader.take(UInt64.self)))
    case 11: return .integer(try reader.take(Int64.self))
    case 12: return .float(Double(bitPattern: try reader.take(UInt64.self)))
    default:
      throw reader.damaged(
        "\(reader.subject) has the value type \(type), of which there are 0 to 12")
    }
  }
}
