import Foundation

@testable import LocalModels

/// The same network in double precision, as its definition reads, with nothing held or quantised.
struct ReferenceNetwork {
  let file: GGUFFile
  let shape: NetworkConfiguration
  let rotation: Rotation

  init(_ file: GGUFFile, vocabulary: Int) throws {
    self.file = file
    shape = try NetworkConfiguration(file, vocabulary: vocabulary)
    rotation = try Rotation(file, shape)
  }

  /// The logits after every token.
  func logits(_ tokens: [Int]) -> [[Double]] {
    let table = matrix("token_embd.weight")
    var xs = tokens.map { table[$0] }
    for layer in 0..<shape.layers { xs = run("blk.\(layer).", xs) }
    let norm = vector("output_norm.weight")
    let head = file.header.tensors["output.weight"] == nil ? table : matrix("output.weight")
    return xs.map { times(head, normed($0, norm)) }
  }

  private func run(_ blk: String, _ xs: [[Double]]) -> [[Double]] {
    let norm = vector(blk + "attn_norm.weight")
    let (q, k, v) = (
      matrix(blk + "attn_q.weight"), matrix(blk + "attn_k.weight"), matrix(blk + "attn_v.weight")
    )
    let hs = xs.map { normed($0, norm) }
    func finished(_ x: [Double], _ bias: String, _ norm: String, at position: Int) -> [[Double]] {
      let x = file.header.tensors[blk + bias] == nil ? x : zip(x, vector(blk + bias)).map(+)
      return stride(from: 0, to: x.count, by: shape.headWidth).map { start in
        var head = Array(x[start..<start + shape.headWidth])
        if file.header.tensors[blk + norm] != nil { head = normed(head, vector(blk + norm)) }
        return turned(head, at: position)
      }
    }
    let queries = hs.enumerated().map {
      finished(times(q, $1), "attn_q.bias", "attn_q_norm.weight", at: $0)
    }
    let keys = hs.enumerated().map {
      finished(times(k, $1), "attn_k.bias", "attn_k_norm.weight", at: $0)
    }
    let values = hs.map { h in
      let x = times(v, h)
      return file.header.tensors[blk + "attn_v.bias"] == nil
        ? x : zip(x, vector(blk + "attn_v.bias")).map(+)
    }
    let output = matrix(blk + "attn_output.weight")
    let (gate, up, down) = (
      matrix(blk + "ffn_gate.weight"), matrix(blk + "ffn_up.weight"),
      matrix(blk + "ffn_down.weight")
    )
    let innerNorm = vector(blk + "ffn_norm.weight")
    return xs.indices.map { place in
      var mixed: [Double] = []
      for head in 0..<shape.heads {
        let shared = head / (shape.heads / shape.keyHeads)
        let scores = (0...place).map { other in
          dot(queries[place][head], keys[other][shared]) / Double(shape.headWidth).squareRoot()
        }
        let most = scores.max() ?? 0
        let weights = scores.map { exp($0 - most) }
        let total = weights.reduce(0, +)
        for d in 0..<shape.headWidth {
          var sum = 0.0
          for other in 0...place {
            sum += weights[other] * values[other][shared * shape.headWidth + d]
          }
          mixed.append(sum / total)
        }
      }
      let x = zip(xs[place], times(output, mixed)).map(+)
      let h = normed(x, innerNorm)
      let wide = zip(times(gate, h), times(up, h)).map { $0 / (1 + exp(-$0)) * $1 }
      return zip(x, times(down, wide)).map(+)
    }
  }

  private func turned(_ x: [Double], at position: Int) -> [Double] {
    var out = x
    let half = rotation.steps.count
    for pair in 0..<half {
      let angle = Double(position) * rotation.steps[pair]
      let (i, j) = rotation.adjacent ? (2 * pair, 2 * pair + 1) : (pair, pair + half)
      out[i] = (x[i] * cos(angle) - x[j] * sin(angle)) * rotation.magnitude
      out[j] = (x[i] * sin(angle) + x[j] * cos(angle)) * rotation.magnitude
    }
    return out
  }

  private func normed(_ x: [Double], _ weight: [Double]) -> [Double] {
    let mean = x.reduce(0) { $0 + $1 * $1 } / Double(x.count)
    let factor = 1 / (mean + Double(shape.epsilon)).squareRoot()
    return zip(x, weight).map { $0 * factor * $1 }
  }

  private func dot(_ left: [Double], _ right: [Double]) -> Double {
    var sum = 0.0
    for place in left.indices { sum += left[place] * right[place] }
    return sum
  }

  private func times(_ matrix: [[Double]], _ x: [Double]) -> [Double] {
    matrix.map { dot($0, x) }
  }

  private func matrix(_ name: String) -> [[Double]] {
    guard let tensor = file.header.tensors[name] else { return [] }
    return (0..<tensor.rows).map { file.numbers(of: tensor, row: $0).map(Double.init) }
  }

  private func vector(_ name: String) -> [Double] {
    file.header.tensors[name].map { file.numbers(of: $0).map(Double.init) } ?? []
  }
}
