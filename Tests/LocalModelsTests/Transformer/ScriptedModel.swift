import Foundation

@testable import LocalModels

/// A network that writes one text: each of its letters makes the next one likeliest, and whatever ends a
/// prompt the first.
///
/// Attention and the layers between add nothing, so what is shown besides does not matter. A letter may
/// occur once.
enum ScriptedModel {
  static func builder(writing script: String, after last: String) -> GGUFBuilder {
    let tiny = TinyModel(isTied: false)
    var file = tiny.builder
    let chain = (last + script).map(String.init).compactMap { TinyModel.tokens.firstIndex(of: $0) }
    precondition(chain.count == last.count + script.count && Set(chain).count == chain.count)
    precondition(chain.count <= tiny.width)
    func matrix(_ rows: [(row: Int, place: Int)]) -> [UInt8] {
      var numbers = [Float](repeating: 0, count: TinyModel.tokens.count * tiny.width)
      for (row, place) in rows { numbers[row * tiny.width + place] = 1 }
      return numbers.withUnsafeBytes { Array($0) }
    }
    for place in file.tensors.indices {
      let name = file.tensors[place].name
      if name.hasSuffix("attn_output.weight") || name.hasSuffix("ffn_down.weight") {
        file.tensors[place].bytes = file.tensors[place].bytes.map { _ in 0 }
      } else if name == "token_embd.weight" {
        file.tensors[place].bytes = matrix(chain.enumerated().map { ($1, $0) })
      } else if name == "output.weight" {
        file.tensors[place].bytes = matrix(chain.dropFirst().enumerated().map { ($1, $0) })
      }
    }
    return file
  }
}
