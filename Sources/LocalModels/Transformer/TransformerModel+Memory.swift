internal import Kernels

extension TransformerModel {
  /// What running a model takes, in bytes.
  public struct MemoryNeed: Hashable, Sendable {
    /// The weights, held once however many run it.
    public let weights: Int
    /// Keys, values and working memory, of each that runs it.
    public let each: Int

    /// What so many take together.
    public func total(_ count: Int) -> Int { weights + count * each }
  }

  /// The families of chat templates that can be asked for by name.
  public static let templates = ChatTemplate.Family.allCases.map(\.rawValue)

  /// What running it takes, with requests of up to so many positions.
  ///
  /// - Complexity: O(tensors).
  public func memoryNeed(positions: Int) -> MemoryNeed {
    let shape = executorConfiguration.source.shape
    let weights = NetworkWeights.packedSize(of: executorConfiguration.source.file)
    let page = Int(KERNEL_PAGE)
    let pages = (min(positions, shape.contextLength) + page - 1) / page
    // Of each token read at once: what it is, its normed form, results, queries and heads, keys and
    // values, the inside of a block twice; and the quantised forms, a quarter and a little more.
    let numbers =
      3 * shape.width + 2 * shape.queryWidth + 2 * shape.keyWidth + 2 * shape.innerWidth
    let working = Network.usualChunk * numbers * 6 + 8 * 4 * shape.vocabulary
    return MemoryNeed(weights: weights, each: pages * KeyValueCache.pageSize(shape) + working)
  }
}
