internal import EvalKit
internal import Kernels

/// Runs a network: reads tokens on top of those whose keys and values it holds.
///
/// What is computed for a token depends on the tokens before it and on nothing else: not on how many
/// are read at once, on the number of threads, or on the instruction set.
final class Network {
  /// For which of the tokens read logits are wanted.
  enum Wanted {
    case none
    case last
    case all
  }

  /// Tokens read at once, unless it is said.
  static let usualChunk = 256

  let weights: NetworkWeights
  /// The instruction set, by its number.
  let path: Int32
  /// Tokens read at once, at most.
  let chunk: Int
  private let pool: WorkerPool
  private let cache: KeyValueCache
  private let state: NetworkState

  /// Makes a network that holds nothing.
  ///
  /// - Parameters:
  ///   - threads: How many threads share the work.
  ///   - chunk: How many tokens are read at once, at most.
  ///   - path: The instruction set; by default the widest this machine has.
  init(
    _ weights: NetworkWeights, threads: Int = 1, chunk: Int = Network.usualChunk, path: Int32? = nil
  ) {
    self.weights = weights
    self.path = path ?? kernel_path_best()
    self.chunk = max(1, chunk)
    pool = WorkerPool(threads: threads)
    cache = KeyValueCache(weights.shape)
    state = NetworkState(weights.shape, tokens: self.chunk, threads: pool.threads)
  }

  /// Bytes of keys and values held.
  var cacheSize: Int { cache.size }

  /// Gives up the memory of keys and values.
  func clear() { cache.clear() }

  /// Reads tokens.
  ///
  /// - Parameters:
  ///   - tokens: The tokens.
  ///   - position: How many come before; their keys and values are those of earlier reads.
  ///   - wanted: Whether logits are wanted of none, the last or all of them.
  ///   - use: Is handed the logits of each token asked for, in order, and their place among `tokens`.
  ///   - cancellation: What stops it.
  /// - Throws: `CancellationError`; a token that is none of the vocabulary is
  ///   ``ModelError/unavailable(_:)``.
  func read(
    _ tokens: [Token], at position: Int, wanted: Wanted, cancellation: Cancellation? = nil,
    _ use: (Int, UnsafeBufferPointer<Float>) -> Void = { _, _ in }
  ) throws {
    cache.reserve(position + tokens.count)
    var start = 0
    while start < tokens.count {
      let count = min(chunk, tokens.count - start)
      try embed(tokens[start..<start + count])
      let angles = (0..<count).map { weights.rotation.angles(at: position + start + $0) }
      for layer in weights.layers.indices {
        try cancellation?.check()
        run(layer, at: position + start, count: count, angles)
      }
      switch wanted {
      case .none: break
      case .last:
        if start + count == tokens.count {
          logits(of: count - 1..<count) { use(start + $0, $1) }
        }
      case .all: logits(of: 0..<count) { use(start + $0, $1) }
      }
      start += count
    }
  }

  private func embed(_ tokens: ArraySlice<Token>) throws {
    let width = weights.shape.width
    for (place, token) in tokens.enumerated() {
      guard token.rawValue < UInt32(weights.shape.vocabulary) else {
        throw ModelError.unavailable("token \(token.rawValue) is not in the vocabulary")
      }
      let row = weights.file.numbers(of: weights.embedding, row: Int(token.rawValue))
      row.withUnsafeBufferPointer { row in
        guard let base = row.baseAddress else { return }
        (state.x.base + place * width).update(from: base, count: width)
      }
    }
  }

  /// Tokens one item of work by tokens takes.
  private static let tile = 8

  private func byTokens(_ count: Int, _ body: (Range<Int>) -> Void) {
    pool.run((count + Self.tile - 1) / Self.tile) { item, _ in
      body(item * Self.tile..<min(count, (item + 1) * Self.tile))
    }
  }

  /// Multiplies matrices with the same activations, each into memory of its own.
  private func multiply(
    _ matrices: [(matrix: PackedMatrix, out: Memory<Float>)], _ activations: kernel_activations,
    count: Int
  ) {
    // Small enough items that threads end together. For one token large ones, too: what a thread asks
    // memory for ahead is then its own.
    let widths = matrices.map { matrix, _ in
      pool.threads == 1
        ? matrix.groups : count == 1 ? max(1, matrix.groups / (4 * pool.threads)) : 4
    }
    let items = zip(matrices, widths).map { ($0.matrix.groups - 1) / $1 + 1 }
    pool.run(items.reduce(0, +)) { item, _ in
      var place = item
      for (index, (matrix, out)) in matrices.enumerated() {
        if place < items[index] {
          let start = place * widths[index]
          let end = min(matrix.groups, start + widths[index])
          matrix.multiply(
            activations, tokens: count, groups: start..<end, out: out.base,
            stride: matrix.groups * 16, path: path)
          return
        }
        place -= items[index]
      }
    }
  }

  private func run(_ index: Int, at position: Int, count: Int, _ angles: [[Float]]) {
    let shape = weights.shape
    let layer = weights.layers[index]
    let width = shape.width
    byTokens(count) { normalise($0, by: layer.attentionNorm) }
    multiply(
      [(layer.query, state.query), (layer.key, state.key), (layer.value, state.value)],
      state.narrow.all, count: count)
    byTokens(count) { place($0, layer, index, at: position, angles) }
    attend(index, at: position, count: count)
    byTokens(count) { state.heads.quantise($0, columns: shape.queryWidth, path: path) }
    multiply([(layer.output, state.result)], state.heads.all, count: count)
    byTokens(count) { tokens in
      add(layer.outputBias, to: state.result.base, width, tokens)
      addResult(tokens)
      normalise(tokens, by: layer.innerNorm)
    }
    multiply(
      [(layer.gate, state.wide.values), (layer.up, state.up)], state.narrow.all, count: count)
    byTokens(count) { tokens in
      let start = tokens.lowerBound * shape.innerWidth
      kernel_silu_multiply(
        path, state.wide.values.base + start, state.up.base + start,
        Int64(tokens.count * shape.innerWidth))
      state.wide.quantise(tokens, columns: shape.innerWidth, path: path)
    }
    multiply([(layer.down, state.result)], state.wide.all, count: count)
    byTokens(count) { addResult($0) }
  }

  private func normalise(_ tokens: Range<Int>, by weight: [Float]) {
    let width = weights.shape.width
    let start = tokens.lowerBound * width
    kernel_rms_norm(
      path, state.x.base + start, weight, Int64(tokens.count), Int64(width), weights.shape.epsilon,
      state.narrow.values.base + start)
    state.narrow.quantise(tokens, columns: width, path: path)
  }

  private func addResult(_ tokens: Range<Int>) {
    let width = weights.shape.width
    let start = tokens.lowerBound * width
    kernel_add(path, state.x.base + start, state.result.base + start, Int64(tokens.count * width))
  }

  private func add(
    _ bias: [Float]?, to values: UnsafeMutablePointer<Float>, _ width: Int, _ tokens: Range<Int>
  ) {
    guard let bias else { return }
    for token in tokens { kernel_add(path, values + token * width, bias, Int64(width)) }
  }

  /// Finishes queries, keys and values of some tokens, and stores the latter two.
  private func place(
    _ tokens: Range<Int>, _ layer: NetworkWeights.Layer, _ index: Int, at position: Int,
    _ angles: [[Float]]
  ) {
    let shape = weights.shape
    let half = weights.rotation.steps.count
    add(layer.queryBias, to: state.query.base, shape.queryWidth, tokens)
    add(layer.keyBias, to: state.key.base, shape.keyWidth, tokens)
    add(layer.valueBias, to: state.value.base, shape.keyWidth, tokens)
    for token in tokens {
      let query = state.query.base + token * shape.queryWidth
      let key = state.key.base + token * shape.keyWidth
      for (norm, heads, values) in [
        (layer.queryNorm, shape.heads, query), (layer.keyNorm, shape.keyHeads, key),
      ] {
        guard let norm else { continue }
        kernel_rms_norm(
          path, values, norm, Int64(heads), Int64(shape.headWidth), shape.epsilon, values)
      }
      angles[token].withUnsafeBufferPointer { angles in
        guard let cosines = angles.baseAddress else { return }
        for (heads, values) in [(shape.heads, query), (shape.keyHeads, key)] {
          kernel_rotate(
            path, values, Int64(heads), Int64(shape.headWidth), Int64(half),
            weights.rotation.adjacent, cosines, cosines + half)
        }
      }
      kernel_scale(
        path, query, 1 / Float(shape.headWidth).squareRoot(), Int64(shape.queryWidth))
      for head in 0..<shape.keyHeads {
        cache.store(
          layer: index, head: head, position: position + token, key: key + head * shape.headWidth,
          value: state.value.base + token * shape.keyWidth + head * shape.headWidth, path: path)
      }
    }
  }

  /// Queries one call of the kernel takes.
  private static let queries = 4

  private func attend(_ layer: Int, at position: Int, count: Int) {
    let shape = weights.shape
    let group = shape.heads / shape.keyHeads
    let tokens = 4
    let tiles = (count + tokens - 1) / tokens
    state.reserveScratch(Self.queries * (position + count + 16))
    pool.run(tiles * shape.keyHeads) { item, thread in
      let head = item % shape.keyHeads
      let first = item / shape.keyHeads * tokens
      // The heads that share these keys, of some tokens.
      let pairs = (first..<min(count, first + tokens)).flatMap { token in
        (0..<group).map { (token, head * group + $0) }
      }
      cache.withPages(layer: layer, head: head) { keys, values in
        guard let keys, let values else { return }
        for start in stride(from: 0, to: pairs.count, by: Self.queries) {
          let some = pairs[start..<min(pairs.count, start + Self.queries)]
          attend(Array(some), at: position, keys, values, thread)
        }
      }
    }
  }

  private func attend(
    _ pairs: [(token: Int, head: Int)], at position: Int,
    _ keys: UnsafePointer<UnsafePointer<UInt16>?>, _ values: UnsafePointer<UnsafePointer<UInt16>?>,
    _ thread: Int
  ) {
    let shape = weights.shape
    let width = shape.headWidth
    let gathered = state.gathered[thread].base
    let results = gathered + Self.queries * width
    for (place, pair) in pairs.enumerated() {
      (gathered + place * width).update(
        from: state.query.base + pair.token * shape.queryWidth + pair.head * width, count: width)
    }
    kernel_attend(
      path, gathered, Int64(width), Int64(pairs.count),
      pairs.map { Int64(position + $0.token + 1) }, keys, values, Int64(width),
      state.scratch[thread].base, results)
    for (place, pair) in pairs.enumerated() {
      (state.heads.values.base + pair.token * shape.queryWidth + pair.head * width).update(
        from: results + place * width, count: width)
    }
  }

  /// Logits a token at a time: a vocabulary is wide.
  private func logits(of tokens: Range<Int>, _ use: (Int, UnsafeBufferPointer<Float>) -> Void) {
    let shape = weights.shape
    byTokens(tokens.count) { some in
      let first = tokens.lowerBound
      normalise(first + some.lowerBound..<first + some.upperBound, by: weights.norm)
    }
    let width = weights.head.groups * 16
    let batch = 8
    var start = tokens.lowerBound
    while start < tokens.upperBound {
      let count = min(batch, tokens.upperBound - start)
      state.reserveLogits(batch * width)
      multiply(
        [(weights.head, state.logits)], state.narrow.dropping(start, columns: shape.width),
        count: count)
      for place in 0..<count {
        use(
          start + place,
          UnsafeBufferPointer(start: state.logits.base + place * width, count: shape.vocabulary))
      }
      start += count
    }
  }
}
