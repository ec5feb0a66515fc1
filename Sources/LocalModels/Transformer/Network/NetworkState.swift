internal import Kernels

/// Where a network keeps the numbers of the tokens it is reading.
final class NetworkState {
  /// What each token is so far, `[tokens][width]`.
  let x: Memory<Float>
  /// What goes into the matrices of a layer's two halves.
  let narrow: Activations
  /// What the heads say together.
  let heads: Activations
  /// What is within a feed-forward block.
  let wide: Activations
  let query: Memory<Float>
  let key: Memory<Float>
  let value: Memory<Float>
  let up: Memory<Float>
  let result: Memory<Float>
  private(set) var logits = Memory<Float>(0)
  /// For each thread, the queries of one call and what came of them.
  let gathered: [Memory<Float>]
  /// For each thread, the weights of positions.
  private(set) var scratch: [Memory<Float>]

  init(_ shape: NetworkConfiguration, tokens: Int, threads: Int) {
    x = Memory(tokens * shape.width)
    narrow = Activations(tokens: tokens, columns: shape.width)
    heads = Activations(tokens: tokens, columns: shape.queryWidth)
    wide = Activations(tokens: tokens, columns: shape.innerWidth)
    query = Memory(tokens * shape.queryWidth)
    key = Memory(tokens * shape.keyWidth)
    value = Memory(tokens * shape.keyWidth)
    up = Memory(tokens * shape.innerWidth)
    result = Memory(tokens * shape.width)
    gathered = (0..<threads).map { _ in Memory(8 * shape.headWidth) }
    scratch = (0..<threads).map { _ in Memory(0) }
  }

  func reserveLogits(_ count: Int) {
    if logits.count < count { logits = Memory(count) }
  }

  func reserveScratch(_ count: Int) {
    // Grown by halves, so that a growing sequence does not make it anew at every token.
    if scratch[0].count < count { scratch = scratch.map { _ in Memory(count + count / 2) } }
  }
}
