internal import Kernels

/// A network's weights, in the form the kernels read; shared by all who run it.
final class NetworkWeights: Sendable {
  /// The weights of one layer.
  struct Layer: Sendable {
    let attentionNorm: [Float]
    let query: PackedMatrix
    let key: PackedMatrix
    let value: PackedMatrix
    let output: PackedMatrix
    let queryBias: [Float]?
    let keyBias: [Float]?
    let valueBias: [Float]?
    let outputBias: [Float]?
    /// Norms of each head of queries and of keys.
    let queryNorm: [Float]?
    let keyNorm: [Float]?
    let innerNorm: [Float]
    let gate: PackedMatrix
    let up: PackedMatrix
    let down: PackedMatrix
  }

  let file: GGUFFile
  let shape: NetworkConfiguration
  let rotation: Rotation
  let embedding: GGUFTensor
  let layers: [Layer]
  let norm: [Float]
  /// What turns a token's numbers into logits: its own matrix, or the embeddings.
  let head: PackedMatrix

  /// Loads a network; of a file with tensors that have no place in it, nothing.
  ///
  /// - Throws: ``TransformerError`` naming the tensor; `CancellationError`.
  init(_ file: GGUFFile, vocabulary: Int, cancellation: Cancellation? = nil) throws {
    self.file = file
    let shape = try NetworkConfiguration(file, vocabulary: vocabulary)
    self.shape = shape
    rotation = try Rotation(file, shape)
    var taker = TensorTaker(file)
    let table = try taker.tensor("token_embd.weight", [shape.width, vocabulary])
    embedding = table
    let norm = try taker.vector("output_norm.weight", shape.width)
    var layers: [Layer] = []
    for place in 0..<shape.layers {
      try cancellation?.check()
      layers.append(try Self.layer(place, shape, &taker))
    }
    let untied = file.header.tensors["output.weight"] != nil
    head = PackedMatrix(
      untied ? try taker.tensor("output.weight", [shape.width, vocabulary]) : table, of: file)
    self.norm = norm
    self.layers = layers
    taker.skip("rope_freqs.weight")
    if let left = taker.left {
      throw file.unsupported("tensor '\(left)', which no \(shape.architecture.rawValue) model has")
    }
    // Of the file only rows of the embeddings are read again.
    file.mapped.release(0..<file.mapped.identity.size)
  }

  private static func layer(
    _ place: Int, _ shape: NetworkConfiguration, _ taker: inout TensorTaker
  ) throws -> Layer {
    let blk = "blk.\(place)."
    let normed = shape.architecture == .qwen3
    return Layer(
      attentionNorm: try taker.vector(blk + "attn_norm.weight", shape.width),
      query: try taker.matrix(blk + "attn_q.weight", [shape.width, shape.queryWidth]),
      key: try taker.matrix(blk + "attn_k.weight", [shape.width, shape.keyWidth]),
      value: try taker.matrix(blk + "attn_v.weight", [shape.width, shape.keyWidth]),
      output: try taker.matrix(blk + "attn_output.weight", [shape.queryWidth, shape.width]),
      queryBias: try taker.optional(blk + "attn_q.bias", shape.queryWidth),
      keyBias: try taker.optional(blk + "attn_k.bias", shape.keyWidth),
      valueBias: try taker.optional(blk + "attn_v.bias", shape.keyWidth),
      outputBias: try taker.optional(blk + "attn_output.bias", shape.width),
      queryNorm: normed ? try taker.vector(blk + "attn_q_norm.weight", shape.headWidth) : nil,
      keyNorm: normed ? try taker.vector(blk + "attn_k_norm.weight", shape.headWidth) : nil,
      innerNorm: try taker.vector(blk + "ffn_norm.weight", shape.width),
      gate: try taker.matrix(blk + "ffn_gate.weight", [shape.width, shape.innerWidth]),
      up: try taker.matrix(blk + "ffn_up.weight", [shape.width, shape.innerWidth]),
      down: try taker.matrix(blk + "ffn_down.weight", [shape.innerWidth, shape.width]))
  }

  /// Bytes of a file's matrices, packed.
  static func packedSize(of file: GGUFFile) -> Int {
    // Embeddings are packed only where they are the head, too.
    let untied = file.header.tensors["output.weight"] != nil
    return file.header.tensors.values.reduce(0) { sum, tensor in
      let isPacked = tensor.shape.count > 1 && !(untied && tensor.name == "token_embd.weight")
      return isPacked ? sum + PackedMatrix.size(of: tensor) : sum
    }
  }
}

/// Takes tensors from a file, and knows which nobody asked for.
private struct TensorTaker {
  private let file: GGUFFile
  private var rest: Set<String>

  init(_ file: GGUFFile) {
    self.file = file
    rest = Set(file.header.tensors.keys)
  }

  /// The first tensor nobody took, in alphabetical order.
  var left: String? { rest.min() }

  mutating func skip(_ name: String) { rest.remove(name) }

  mutating func tensor(_ name: String, _ shape: [Int]) throws -> GGUFTensor {
    rest.remove(name)
    return try file.tensor(name, shape: shape)
  }

  mutating func matrix(_ name: String, _ shape: [Int]) throws -> PackedMatrix {
    PackedMatrix(try tensor(name, shape), of: file)
  }

  mutating func vector(_ name: String, _ count: Int) throws -> [Float] {
    file.numbers(of: try tensor(name, [count]))
  }

  mutating func optional(_ name: String, _ count: Int) throws -> [Float]? {
    file.header.tensors[name] == nil ? nil : try vector(name, count)
  }
}
