/// The shape of a transformer, as its file states it.
struct NetworkConfiguration: Hashable, Sendable {
  /// The architectures that are run; they differ in what a layer has, not in its order.
  enum Architecture: String, Hashable, Sendable, CaseIterable {
    case llama
    case qwen2
    case qwen3
  }

  let architecture: Architecture
  /// Positions it was trained for.
  let contextLength: Int
  let layers: Int
  /// Numbers a token is at every layer.
  let width: Int
  /// Numbers within a feed-forward block.
  let innerWidth: Int
  let heads: Int
  /// Heads of keys and values; each serves `heads / keyHeads` heads of queries.
  let keyHeads: Int
  /// Numbers of a head.
  let headWidth: Int
  let epsilon: Float
  let vocabulary: Int

  var queryWidth: Int { heads * headWidth }
  var keyWidth: Int { keyHeads * headWidth }

  /// Reads a shape.
  ///
  /// - Throws: ``TransformerError`` naming the key that is missing, out of range or not supported.
  init(_ file: GGUFFile, vocabulary: Int) throws {
    guard let name = try file.string("general.architecture") else {
      throw file.damaged("key 'general.architecture' is missing")
    }
    guard let architecture = Architecture(rawValue: name) else {
      throw file.unsupported("the architecture '\(name)'; known are llama, qwen2 and qwen3")
    }
    func required(_ key: String, _ range: ClosedRange<Int>) throws -> Int {
      guard let value = try file.integer("\(name).\(key)", in: range) else {
        throw file.damaged("key '\(name).\(key)' is missing")
      }
      return value
    }
    self.architecture = architecture
    self.vocabulary = vocabulary
    contextLength = try required("context_length", 1...1 << 24)
    layers = try required("block_count", 1...1024)
    width = try required("embedding_length", 1...1 << 17)
    innerWidth = try required("feed_forward_length", 1...1 << 20)
    heads = try required("attention.head_count", 1...4096)
    keyHeads = try file.integer("\(name).attention.head_count_kv", in: 1...heads) ?? heads
    headWidth =
      try file.integer("\(name).attention.key_length", in: 1...4096) ?? max(1, width / heads)
    if let values = try file.integer("\(name).attention.value_length", in: 1...4096),
      values != headWidth
    {
      throw file.unsupported("values of \(values) numbers a head beside keys of \(headWidth)")
    }
    guard let epsilon = try file.float("\(name).attention.layer_norm_rms_epsilon"), epsilon >= 0
    else {
      throw file.damaged("key '\(name).attention.layer_norm_rms_epsilon' is missing or negative")
    }
    self.epsilon = Float(epsilon)
    if let experts = try file.integer("\(name).expert_count", in: 0...1 << 20), experts > 0 {
      throw file.unsupported("a mixture of \(experts) experts")
    }
    guard heads % keyHeads == 0 else {
      throw file.damaged("\(heads) heads cannot share \(keyHeads) heads of keys evenly")
    }
    for (what, size) in [
      ("embedding_length", width), ("feed_forward_length", innerWidth),
      ("attention.key_length", headWidth),
    ] where size % 16 != 0 {
      throw file.unsupported("key '\(name).\(what)' is \(size), no multiple of 16")
    }
  }
}
