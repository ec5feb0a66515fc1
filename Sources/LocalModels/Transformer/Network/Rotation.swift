internal import Kernels

/// The rotary positions of a network: by how much each pair of a head turns from one position to the
/// next.
///
/// Source: Su, Lu, Pan, Murtadha, Wen, Liu, *RoFormer: Enhanced Transformer with Rotary Position
/// Embedding*, 2021; YaRN: Peng, Quesnelle, Fan, Shippole, 2023.
struct Rotation: Hashable, Sendable {
  /// Whether the two numbers of a pair are neighbours, not half a head apart.
  let adjacent: Bool
  /// Radians a position, of each pair.
  let steps: [Double]
  /// What cosines and sines are multiplied with.
  let magnitude: Double

  /// Reads how a file rotates.
  ///
  /// - Throws: ``TransformerError`` for a scaling that is not known.
  init(_ file: GGUFFile, _ shape: NetworkConfiguration) throws {
    let prefix = shape.architecture.rawValue
    let turned =
      try file.integer("\(prefix).rope.dimension_count", in: 2...shape.headWidth) ?? shape.headWidth
    let half = turned / 2
    let base = try file.float("\(prefix).rope.freq_base") ?? 10_000
    guard base > 0 else { throw file.damaged("key '\(prefix).rope.freq_base' is not positive") }
    let logBase = kernel_log(base)
    var steps = (0..<half).map { kernel_exp(-2 * Double($0) / Double(2 * half) * logBase) }
    if let tensor = file.header.tensors["rope_freqs.weight"] {
      // How much slower each pair turns, as Llama 3.1 and later have it.
      guard tensor.shape == [half] else {
        throw file.damaged(
          "tensor 'rope_freqs.weight' has the shape \(tensor.shape), not [\(half)]")
      }
      for (pair, factor) in file.numbers(of: tensor).enumerated() where factor > 0 {
        steps[pair] /= Double(factor)
      }
    }
    var magnitude = 1.0
    let kind = try file.string("\(prefix).rope.scaling.type") ?? "none"
    let factor =
      try file.float("\(prefix).rope.scaling.factor") ?? file.float("\(prefix).rope.scale_linear")
      ?? 1
    guard factor > 0 else {
      throw file.damaged("key '\(prefix).rope.scaling.factor' is not positive")
    }
    switch kind {
    case "none": break
    case "linear": steps = steps.map { $0 / factor }
    case "yarn":
      let original =
        try file.integer("\(prefix).rope.scaling.original_context_length", in: 1...1 << 24)
        ?? shape.contextLength
      steps = Self.yarn(steps, factor: factor, original: Double(original), logBase: logBase)
      magnitude = try file.float("\(prefix).rope.scaling.attn_factor") ?? 1
      magnitude *= 1 + 0.1 * kernel_log(factor)
    default:
      throw file.unsupported("the rope scaling '\(kind)'; known are none, linear and yarn")
    }
    adjacent = shape.architecture == .llama
    self.steps = steps
    self.magnitude = magnitude
  }

  /// Fast pairs stay, slow ones are stretched, those between are mixed.
  private static func yarn(_ steps: [Double], factor: Double, original: Double, logBase: Double)
    -> [Double]
  {
    let dimensions = Double(2 * steps.count)
    /// The dimension that turns so many times within the original context.
    func dimension(turning turns: Double) -> Double {
      dimensions * kernel_log(original / (turns * 2 * Double.pi)) / (2 * logBase)
    }
    let low = max(0, dimension(turning: 32).rounded(.down))
    let high = min(dimensions - 1, dimension(turning: 1).rounded(.up))
    return steps.enumerated().map { pair, step in
      let ramp = (Double(pair) - low) / max(0.001, high - low)
      let kept = 1 - min(1, max(0, ramp))
      return step / factor * (1 - kept) + step * kept
    }
  }

  /// The cosines, then the sines, of a position.
  func angles(at position: Int) -> [Float] {
    var angles = [Float](repeating: 0, count: 2 * steps.count)
    for (pair, step) in steps.enumerated() {
      var cosine = 0.0
      var sine = 0.0
      kernel_cos_sin(Double(position) * step, &cosine, &sine)
      angles[pair] = Float(cosine * magnitude)
      angles[steps.count + pair] = Float(sine * magnitude)
    }
    return angles
  }
}
