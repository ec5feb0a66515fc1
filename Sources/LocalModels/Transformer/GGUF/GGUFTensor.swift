internal import Kernels

/// A tensor as a GGUF file describes it.
struct GGUFTensor: Hashable, Sendable {
  let name: String
  /// Its dimensions, the one whose elements are neighbours first.
  let shape: [Int]
  /// GGUF's number of its type.
  let type: Int32
  /// Where its bytes are in the file.
  let bytes: Range<Int>

  /// Elements of a row.
  var columns: Int { shape[0] }
  /// Rows.
  var rows: Int { shape.dropFirst().reduce(1, *) }
  /// How its type is packed; checked when the file was read.
  var layout: kernel_layout {
    var layout = kernel_layout()
    _ = kernel_layout_of(type, &layout)
    return layout
  }

  /// The names of GGUF's types, those that are not supported too.
  static func typeName(_ type: Int32) -> String {
    let names: [Int32: String] = [
      0: "F32", 1: "F16", 2: "Q4_0", 3: "Q4_1", 6: "Q5_0", 7: "Q5_1", 8: "Q8_0", 9: "Q8_1",
      10: "Q2_K", 11: "Q3_K", 12: "Q4_K", 13: "Q5_K", 14: "Q6_K", 15: "Q8_K", 16: "IQ2_XXS",
      17: "IQ2_XS", 18: "IQ3_XXS", 19: "IQ1_S", 20: "IQ4_NL", 21: "IQ3_S", 22: "IQ2_S",
      23: "IQ4_XS", 24: "I8", 25: "I16", 26: "I32", 27: "I64", 28: "F64", 29: "IQ1_M",
      30: "BF16", 34: "TQ1_0", 35: "TQ2_0", 39: "MXFP4",
    ]
    return names[type] ?? "\(type)"
  }
}

extension GGUFTensor {
  /// A tensor's description as it stands in the file: its data is looked for when all are read.
  struct Description {
    var name: String
    var shape: [Int]
    var type: Int32
    var offset: UInt64

    init(from reader: inout ByteReader) throws {
      reader.subject = "the name of a tensor"
      name = try reader.text(try reader.takeString())
      reader.subject = "tensor '\(name)'"
      let count = try reader.take(UInt32.self)
      guard (1...4).contains(count) else {
        throw reader.damaged("\(reader.subject) has \(count) dimensions; expected 1 to 4")
      }
      shape = []
      var elements = 1
      for _ in 0..<count {
        let length = try reader.take(UInt64.self)
        let (product, overflow) = elements.multipliedReportingOverflow(by: Int(clamping: length))
        guard length > 0, !overflow, product < 1 << 48 else {
          throw reader.damaged("\(reader.subject) has a dimension of \(length)")
        }
        elements = product
        shape.append(Int(length))
      }
      type = try Int32(truncatingIfNeeded: reader.take(UInt32.self))
      offset = try reader.take(UInt64.self)
    }
  }

  /// Finds a tensor's data.
  init(_ description: Description, dataStart: Int, alignment: Int, in reader: ByteReader) throws {
    let subject = "tensor '\(description.name)'"
    var layout = kernel_layout()
    guard kernel_layout_of(description.type, &layout) else {
      throw reader.unsupported("\(subject) is of type \(Self.typeName(description.type))")
    }
    name = description.name
    shape = description.shape
    type = description.type
    let width = Int(layout.file_columns)
    guard shape[0] % width == 0 else {
      throw reader.damaged(
        "\(subject) has rows of \(shape[0]) elements; \(Self.typeName(type)) needs multiples of \(width)"
      )
    }
    // Under 2^48 elements of at most four bytes: no overflow.
    let size = shape.reduce(1, *) / width * Int(layout.file_bytes)
    guard description.offset % UInt64(alignment) == 0 else {
      throw reader.damaged(
        "\(subject) begins at \(description.offset), no multiple of the alignment \(alignment)")
    }
    let room = reader.bytes.count - dataStart
    guard description.offset <= UInt64(max(0, room)), size <= room - Int(description.offset) else {
      throw reader.damaged(
        "\(subject) lies past the end of the file, \(reader.bytes.count) bytes; download it again")
    }
    let start = dataStart + Int(description.offset)
    bytes = start..<start + size
  }
}
