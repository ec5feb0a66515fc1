import EvalKit
import Kernels

@testable import LocalModels

/// A network of random weights, small enough for a test.
struct TinyModel {
  var architecture = "llama"
  var type: Int32 = 0
  var layers = 2
  var width = 64
  var inner = 96
  var heads = 4
  var keyHeads = 2
  var headWidth = 16
  var seed: UInt64 = 1
  var template: String? = "{{ '<|im_start|>' }}"
  var isTied = true
  var contextLength = 600

  static let specials = ["<|im_start|>", "<|im_end|>"]
  static let merges = ["h e", "l l", "he ll", "hell o", "\u{120} w"]

  /// The letters that byte-level vocabularies write bytes as.
  static let letters: [String] = {
    var next: UInt32 = 0x100
    return (0..<256).map { byte in
      switch byte {
      case 0x21...0x7E, 0xA1...0xAC, 0xAE...0xFF: return String(Unicode.Scalar(UInt8(byte)))
      default:
        defer { next += 1 }
        return Unicode.Scalar(next).map(String.init) ?? ""
      }
    }
  }()

  static var tokens: [String] {
    specials + letters + merges.map { $0.replacing(" ", with: "") }
  }

  var builder: GGUFBuilder {
    var file = GGUFBuilder()
    let tokens = Self.tokens
    file.keys = [
      ("general.architecture", .string(architecture)),
      ("\(architecture).context_length", .integer(Int64(contextLength))),
      ("\(architecture).block_count", .integer(Int64(layers))),
      ("\(architecture).embedding_length", .integer(Int64(width))),
      ("\(architecture).feed_forward_length", .integer(Int64(inner))),
      ("\(architecture).attention.head_count", .integer(Int64(heads))),
      ("\(architecture).attention.head_count_kv", .integer(Int64(keyHeads))),
      ("\(architecture).attention.key_length", .integer(Int64(headWidth))),
      ("\(architecture).attention.layer_norm_rms_epsilon", .float(1e-5)),
      ("\(architecture).rope.freq_base", .float(10_000)),
      ("tokenizer.ggml.model", .string("gpt2")),
      ("tokenizer.ggml.pre", .string("smollm")),
      ("tokenizer.ggml.tokens", .strings(tokens)),
      (
        "tokenizer.ggml.token_type",
        .integers(tokens.indices.map { $0 < Self.specials.count ? 3 : 1 })
      ),
      ("tokenizer.ggml.merges", .strings(Self.merges)),
      ("tokenizer.ggml.bos_token_id", .integer(0)),
      ("tokenizer.ggml.eos_token_id", .integer(1)),
      ("tokenizer.ggml.add_bos_token", .boolean(false)),
    ]
    if let template { file["tokenizer.chat_template"] = .string(template) }
    var chance = Numbers(seed)
    func matrix(_ name: String, _ columns: Int, _ rows: Int, type: Int32? = nil) {
      file.tensors.append(
        .init(
          name: name, shape: [columns, rows], type: type ?? self.type,
          bytes: chance.tensor(type ?? self.type, elements: columns * rows, size: 0.3)))
    }
    func vector(_ name: String, _ count: Int, around centre: Float) {
      var bytes: [UInt8] = []
      for _ in 0..<count {
        let value = centre + chance.number(0.2)
        withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
      }
      file.tensors.append(.init(name: name, shape: [count], type: 0, bytes: bytes))
    }
    matrix("token_embd.weight", width, tokens.count)
    vector("output_norm.weight", width, around: 1)
    if !isTied { matrix("output.weight", width, tokens.count) }
    for layer in 0..<layers {
      let blk = "blk.\(layer)."
      vector(blk + "attn_norm.weight", width, around: 1)
      matrix(blk + "attn_q.weight", width, heads * headWidth)
      matrix(blk + "attn_k.weight", width, keyHeads * headWidth)
      matrix(blk + "attn_v.weight", width, keyHeads * headWidth)
      matrix(blk + "attn_output.weight", heads * headWidth, width)
      if architecture == "qwen2" {
        vector(blk + "attn_q.bias", heads * headWidth, around: 0)
        vector(blk + "attn_k.bias", keyHeads * headWidth, around: 0)
        vector(blk + "attn_v.bias", keyHeads * headWidth, around: 0)
      }
      if architecture == "qwen3" {
        vector(blk + "attn_q_norm.weight", headWidth, around: 1)
        vector(blk + "attn_k_norm.weight", headWidth, around: 1)
      }
      vector(blk + "ffn_norm.weight", width, around: 1)
      matrix(blk + "ffn_gate.weight", width, inner)
      matrix(blk + "ffn_up.weight", width, inner)
      matrix(blk + "ffn_down.weight", inner, width)
    }
    return file
  }

  /// Some tokens, the same every time.
  static func text(_ count: Int, seed: UInt64 = 7) -> [Token] {
    var chance = Numbers(seed)
    return (0..<count).map { _ in
      Token(rawValue: UInt32.random(in: 0..<UInt32(tokens.count), using: &chance))
    }
  }
}
