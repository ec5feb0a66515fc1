import EvalKit
import Kernels
import Testing

@testable import LocalModels

/// The network: right, and the same bits however it is run.
struct NetworkTests {
  static let models: [TinyModel] =
    NetworkConfiguration.Architecture.allCases.map { TinyModel(architecture: $0.rawValue) } + [
      TinyModel(type: 3), TinyModel(type: 8, isTied: false),
      TinyModel(architecture: "qwen2", type: 2, heads: 6, keyHeads: 2, headWidth: 32),
      TinyModel(architecture: "qwen3", type: 14, layers: 1, width: 256, inner: 256, headWidth: 64),
    ]

  @Test(arguments: models) func `logits are those of double precision`(model: TinyModel) throws {
    try model.builder.withFile { path in
      let file = try GGUFFile(path: path)
      let tokens = TinyModel.text(40)
      let vocabulary = TinyModel.tokens.count
      let expected = try ReferenceNetwork(file, vocabulary: vocabulary)
        .logits(tokens.map { Int($0.rawValue) })
      let network = Network(try NetworkWeights(file, vocabulary: vocabulary))
      // Keys and values are half floats; quantised weights meet activations of eight bits.
      let bound = model.type == 0 ? 0.005 : 0.06
      try network.read(tokens, at: 0, wanted: .all) { place, logits in
        let size = (expected[place].reduce(0) { $0 + $1 * $1 } / Double(vocabulary)).squareRoot()
        let errors = zip(logits, expected[place]).map { abs(Double($0) - $1) }
        let mean = errors.reduce(0, +) / Double(vocabulary)
        #expect(mean <= bound * size, "token \(place): \(mean) of \(size)")
      }
    }
  }

  /// The digest of all logits of some tokens.
  static func digest(
    _ weights: NetworkWeights, _ tokens: [Token], threads: Int = 1, chunk: Int = 64,
    path: Int32? = nil, held: Int = 0
  ) throws -> [UInt64] {
    let network = Network(weights, threads: threads, chunk: chunk, path: path)
    var digests = [UInt64](repeating: 0, count: tokens.count)
    func note(_ place: Int, _ logits: UnsafeBufferPointer<Float>) {
      var hash: UInt64 = 0xcbf2_9ce4_8422_2325
      for logit in logits { hash = (hash ^ UInt64(logit.bitPattern)) &* 0x100_0000_01b3 }
      digests[place] = hash
    }
    if held > 0 {
      // What was held is gone again: other tokens were read in between.
      try network.read(Array(tokens.prefix(held)), at: 0, wanted: .all) { note($0, $1) }
      try network.read(TinyModel.text(20, seed: 99), at: held, wanted: .last)
      try network.read(Array(tokens.dropFirst(held)), at: held, wanted: .all) {
        note($0 + held, $1)
      }
    } else {
      try network.read(tokens, at: 0, wanted: .all) { note($0, $1) }
    }
    return digests
  }

  @Test(arguments: models)
  func `the same bits for every path, chunk, number of threads and prefix held`(model: TinyModel)
    throws
  {
    try model.builder.withFile { path in
      let file = try GGUFFile(path: path)
      let weights = try NetworkWeights(file, vocabulary: TinyModel.tokens.count)
      let tokens = TinyModel.text(290)
      let expected = try Self.digest(weights, tokens, chunk: 1, path: 0)
      #expect(Set(expected).count > 200)
      for (threads, chunk, held) in [
        (1, 512, 0), (2, 64, 0), (4, 7, 0), (3, 64, 100), (1, 1, 257), (2, 290, 31), (2, 1, 0),
      ] {
        for path in [kernel_path_best(), 0] {
          let found = try Self.digest(
            weights, tokens, threads: threads, chunk: chunk, path: path, held: held)
          #expect(
            found == expected, "\(threads) threads, chunks of \(chunk), \(held) held, \(path)")
        }
      }
    }
  }

  struct ShapeFault: Sendable, CustomTestStringConvertible {
    let key: String
    let value: GGUFBuilder.Value?
    let kind: TransformerError.Kind
    let says: String
    var testDescription: String { "\(key): \(says)" }
  }

  @Test(arguments: [
    ShapeFault(
      key: "general.architecture", value: .string("mamba"), kind: .unsupported,
      says: "the architecture 'mamba'"),
    ShapeFault(
      key: "llama.expert_count", value: .integer(8), kind: .unsupported, says: "8 experts"),
    ShapeFault(
      key: "llama.rope.scaling.type", value: .string("longrope"), kind: .unsupported,
      says: "rope scaling 'longrope'"),
    ShapeFault(
      key: "llama.attention.value_length", value: .integer(32), kind: .unsupported,
      says: "values of 32"),
    ShapeFault(
      key: "llama.attention.head_count_kv", value: .integer(3), kind: .damaged,
      says: "4 heads cannot share 3"),
    ShapeFault(key: "llama.block_count", value: nil, kind: .damaged, says: "'llama.block_count'"),
    ShapeFault(
      key: "llama.block_count", value: .integer(3), kind: .damaged,
      says: "'blk.2.attn_norm.weight' is missing"),
    ShapeFault(
      key: "llama.block_count", value: .integer(1), kind: .unsupported,
      says: "'blk.1.attn_k.weight', which no llama model has"),
    ShapeFault(
      key: "llama.feed_forward_length", value: .integer(112), kind: .damaged, says: "shape"),
    ShapeFault(
      key: "llama.embedding_length", value: .string("64"), kind: .damaged, says: "a string"),
  ])
  func `a shape that is not supported is named`(fault: ShapeFault) throws {
    var builder = TinyModel().builder
    builder[fault.key] = fault.value
    try builder.withFile { path in
      let error = #expect(throws: TransformerError.self) {
        _ = try NetworkWeights(try GGUFFile(path: path), vocabulary: TinyModel.tokens.count)
      }
      #expect(error?.kind == fault.kind)
      #expect(error?.description.contains(fault.says) == true, "\(error?.description ?? "")")
    }
  }

  @Test func `rotations are scaled as files ask`() throws {
    func steps(_ change: (inout GGUFBuilder) -> Void) throws -> Rotation {
      var builder = TinyModel().builder
      change(&builder)
      return try builder.withFile { path in
        let file = try GGUFFile(path: path)
        return try Rotation(file, NetworkConfiguration(file, vocabulary: TinyModel.tokens.count))
      }
    }
    let plain = try steps { _ in }
    #expect(plain.steps.count == 8 && plain.steps[0] == 1 && plain.adjacent)
    #expect(abs(plain.steps[4] - 0.01) < 1e-15)
    let linear = try steps {
      $0["llama.rope.scaling.type"] = .string("linear")
      $0["llama.rope.scaling.factor"] = .float(4)
    }
    #expect(linear.steps == plain.steps.map { $0 / 4 })
    let slowed = try steps {
      $0.tensors.append(
        .init(
          name: "rope_freqs.weight", shape: [8], type: 0,
          bytes: [0, 0, 0x80, 0x3F, 0, 0, 0, 0x41].repeated(4)))
    }
    #expect(slowed.steps[0] == 1 && slowed.steps[1] == plain.steps[1] / 8)
    let yarn = try steps {
      $0["llama.rope.scaling.type"] = .string("yarn")
      $0["llama.rope.scaling.factor"] = .float(4)
      $0["llama.rope.scaling.original_context_length"] = .integer(512)
    }
    // Fast pairs stay as they are, slow ones are stretched by the factor, none leaves that range.
    #expect(yarn.steps[0] == 1 && yarn.steps[7] == plain.steps[7] / 4)
    #expect(zip(yarn.steps, plain.steps).allSatisfy { $0 <= $1 && $0 >= $1 / 4 })
    #expect(abs(yarn.magnitude - 1.1386294361) < 1e-9)
  }
}

extension Array {
  fileprivate func repeated(_ count: Int) -> [Element] {
    (0..<count).flatMap { _ in self }
  }
}
