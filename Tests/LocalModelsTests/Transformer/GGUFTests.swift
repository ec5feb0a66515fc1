import EvalKit
import Foundation
import Testing

@testable import LocalModels

/// Reading GGUF files: what is right is found, what is wrong is named.
struct GGUFTests {
  @Test func `values and tensors are found`() throws {
    var builder = GGUFBuilder()
    builder.keys = [
      ("a", .integer(-5)), ("b", .float(0.5)), ("c", .boolean(true)), ("d", .string("é")),
      ("e", .strings(["x", ""])), ("f", .integers([1, -2])), ("g", .floats([0.25])),
    ]
    builder.tensors = [
      .init(name: "one", shape: [2], type: 0, bytes: [0, 0, 0x80, 0x3F, 0, 0, 0, 0x40]),
      .init(name: "two", shape: [1, 2], type: 1, bytes: [0, 0x3C, 0, 0xC0]),
    ]
    for version in [UInt32(2), 3] {
      builder.version = version
      try builder.withFile { path in
        let file = try GGUFFile(path: path)
        #expect(try file.integer("a", in: -9...0) == -5)
        #expect(try file.float("b") == 0.5)
        #expect(try file.boolean("c") == true)
        #expect(try file.string("d") == "é")
        #expect(try file.strings("e") == [[0x78], []])
        #expect(try file.integers("f") == [1, -2])
        #expect(try file.floats("g") == [0.25])
        #expect(try file.integer("h", in: 0...1) == nil)
        #expect(file.numbers(of: try file.tensor("one", shape: [2])) == [1, 2])
        #expect(file.numbers(of: try file.tensor("two", shape: [1, 2]), row: 1) == [-2])
      }
    }
  }

  struct Fault: Sendable, CustomTestStringConvertible {
    let says: String
    let change: @Sendable (inout [UInt8]) -> Void
    var testDescription: String { says }
  }

  @Test(arguments: [
    Fault(says: "does not begin with 'GGUF'") { $0[0] = 0 },
    Fault(says: "version 1") { $0[4] = 1 },
    Fault(says: "big-endian") { $0.replaceSubrange(4..<8, with: [0, 0, 0, 3]) },
    Fault(says: "tensors, more than the file has room for") { $0[15] = 0x7F },
    Fault(says: "keys, more than the file has room for") { $0[23] = 0x7F },
    Fault(says: "263 elements, more than the file has room for") { $0.removeLast($0.count - 2000) },
    Fault(says: "ends within key 'general.architecture'") {
      $0.replaceSubrange(8..<24, with: [UInt8](repeating: 0, count: 8) + [1, 0, 0, 0, 0, 0, 0, 0])
      $0.removeLast($0.count - 54)
    },
    Fault(says: "lies past the end of the file") { $0.removeLast(8) },
    Fault(says: "is empty") { $0 = [] },
  ])
  func `a damaged file is named with what is wrong`(fault: Fault) throws {
    var bytes = TinyModel(layers: 1).builder.bytes
    fault.change(&bytes)
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).gguf").path
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let error = #expect(throws: TransformerError.self) { _ = try GGUFFile(path: path) }
    #expect(error?.description.contains(fault.says) == true, "\(error?.description ?? "")")
    #expect(error?.file == path)
  }

  @Test func `tensors that cannot be are named`() throws {
    func fault(_ change: (inout GGUFBuilder.Tensor) -> Void) throws -> String {
      var builder = TinyModel(layers: 1).builder
      change(&builder.tensors[0])
      return try builder.withFile { path in
        "\(#expect(throws: TransformerError.self) { _ = try GGUFFile(path: path) }.map(\.description) ?? "")"
      }
    }
    #expect(try fault { $0.type = 10 }.contains("'token_embd.weight' is of type Q2_K"))
    #expect(
      try fault {
        $0.type = 2; $0.shape[0] = 33
      }.contains("needs multiples of 32"))
    #expect(try fault { $0.shape = [1, 1, 1, 1, 1] }.contains("5 dimensions"))
    #expect(try fault { $0.shape = [1 << 40, 1 << 40] }.contains("a dimension of"))
    #expect(try fault { $0.shape = [64, 0] }.contains("a dimension of 0"))
    #expect(try fault { $0.name = "output_norm.weight" }.contains("two tensors are called"))
    var builder = TinyModel(layers: 1).builder
    builder.keys.append(("tokenizer.ggml.model", .string("x")))
    try builder.withFile { path in
      let error = #expect(throws: TransformerError.self) { _ = try GGUFFile(path: path) }
      #expect(error?.description.contains("two keys are called") == true)
    }
    #expect(throws: TransformerError.self) { _ = try GGUFFile(path: "/nowhere/model.gguf") }
  }

  @Test func `memory given up is read from the file again`() throws {
    let tiny = TinyModel(layers: 1)
    try tiny.builder.withFile { path in
      let file = try GGUFFile(path: path)
      let before = Array(file.mapped.bytes)
      for range in [0..<1, 5_000..<5_001, 0..<before.count] { file.mapped.release(range) }
      #expect(Array(file.mapped.bytes) == before)
    }
    let held = MappedFile(holding: [1, 2, 3], as: "held")
    held.release(0..<3)
    #expect(Array(held.bytes) == [1, 2, 3])
  }

  /// Ten thousand files with a few bytes changed, most of them in the header: none may stop the
  /// process, whatever it does with them. An address sanitizer sees what is read past their end.
  @Test func `mutated files never stop the process`() throws {
    var chance = Numbers(11)
    var (sound, refused) = (0, 0)
    let small = TinyModel(layers: 1, width: 32, inner: 32, heads: 1, keyHeads: 1)
    for kind in [small, TinyModel(type: 3, layers: 1, width: 32, inner: 32, isTied: false)] {
      let builder = kind.builder
      let whole = builder.bytes
      let header = builder.headerSize
      for round in 0..<5_000 {
        var bytes = whole
        for _ in 0..<Int.random(in: 1...4, using: &chance) {
          let place = Int.random(in: 0..<header, using: &chance)
          switch round % 4 {
          case 0: bytes[place] = UInt8.random(in: 0...255, using: &chance)
          case 1: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &chance)
          case 2: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &chance) ?? 0
          default: bytes.swapAt(place, Int.random(in: 0..<header, using: &chance))
          }
        }
        let isCut = round % 20 == 0
        if isCut {
          let most = round % 40 == 0 ? 64 : bytes.count - 1
          bytes.removeLast(Int.random(in: 1...most, using: &chance))
        }
        do {
          try bytes.withUnsafeBytes { _ = try GGUFHeader(parsing: $0, file: "mutated") }
          guard isCut || round % 8 == 0 else {
            sound += 1
            continue
          }
          try Self.use(bytes)
          sound += 1
        } catch is TransformerError {
          refused += 1
        }
      }
    }
    #expect(sound > 100 && refused > 1_000, "\(sound) sound, \(refused) refused")
  }

  /// Does with a file what can be done with it.
  private static func use(_ bytes: [UInt8]) throws {
    let file = try GGUFFile(MappedFile(holding: bytes, as: "mutated"))
    let source = try TransformerSource(file, name: "mutated", template: .chatML)
    let weights = try NetworkWeights(source.file, vocabulary: source.shape.vocabulary)
    let tokens = source.tokenizer.tokens("hello world <|im_end|> é\u{1F469}")
    _ = source.tokenizer.bytes(of: tokens)
    try Network(weights, chunk: 4).read(tokens, at: 0, wanted: .last)
  }
}
