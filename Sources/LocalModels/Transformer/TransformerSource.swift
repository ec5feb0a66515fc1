internal import EvalKit
internal import Synchronization

/// A model's file, read as far as it takes to know what the model can do: all but its weights.
final class TransformerSource: Sendable {
  let file: GGUFFile
  let shape: NetworkConfiguration
  let tokenizer: ModelTokenizer
  let template: ChatTemplate
  /// The weights, once they were asked for: who can run the model holds them.
  private let held = Mutex<NetworkWeights?>(nil)

  /// Opens a file and checks everything but the weights' values.
  ///
  /// - Throws: ``TransformerError``.
  convenience init(path: String, name: String, template: ChatTemplate.Family?) throws {
    try self.init(GGUFFile(path: path), name: name, template: template)
  }

  /// Checks everything of a file but the weights' values.
  ///
  /// - Throws: ``TransformerError``.
  init(_ file: GGUFFile, name: String, template named: ChatTemplate.Family?) throws {
    self.file = file
    if let kind = try file.string("general.type"), kind != "model" {
      throw file.unsupported("a file of type '\(kind)'; expected a model")
    }
    let tokenizer = try ModelTokenizer(file, name: name)
    self.tokenizer = tokenizer
    shape = try NetworkConfiguration(file, vocabulary: tokenizer.vocabulary.count)
    // Wrong scaling is found now, not when the weights are loaded.
    _ = try Rotation(file, shape)
    let text = try file.string("tokenizer.chat_template")
    let beginning = tokenizer.beginning.map { tokenizer.vocabulary.bytes[Int($0.rawValue)] } ?? []
    guard
      let template = ChatTemplate(
        text, named: named, beginning: String(decoding: beginning, as: UTF8.self))
    else {
      let families = ChatTemplate.Family.allCases.map(\.rawValue).joined(separator: ", ")
      throw file.unsupported(
        (text == nil ? "a model without a chat template" : "its chat template, of no known family")
          + "; say which to use: \(families)")
    }
    self.template = template
  }

  /// The weights: loaded, if nobody holds them.
  func weights(_ cancellation: Cancellation) throws -> NetworkWeights {
    if let known = held.withLock({ $0 }) { return known }
    let weights = try WeightsStore.shared.weights(of: file) {
      try NetworkWeights(file, vocabulary: shape.vocabulary, cancellation: cancellation)
    }
    held.withLock { $0 = weights }
    return weights
  }

  /// The tokens of a request, with what opens the reply.
  func tokens(of request: ModelRequest) -> [Token] {
    let tool: String? = if case .fill(let tool) = request.task { tool } else { nil }
    return tokens(head: request.head, items: request.items)
      + TemplateTokenizer(base: tokenizer).tokens(template.opening(calling: tool))
  }

  /// The tokens of a view.
  func tokens(head: Head, items: [Item]) -> [Token] {
    let tokenizer = TemplateTokenizer(base: tokenizer)
    var tokens = template.head(head).flatMap { tokenizer.tokens($0.text) }
    var previous: Entry?
    for item in items {
      tokens += tokenizer.tokens(template.entry(item.entry, after: previous).text)
      previous = item.entry
    }
    return tokens
  }
}

extension TransformerSource: Hashable {
  static func == (left: TransformerSource, right: TransformerSource) -> Bool {
    left.file.mapped.identity == right.file.mapped.identity && left.template == right.template
      && left.tokenizer.name == right.tokenizer.name
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(file.mapped.identity)
    hasher.combine(template)
  }
}
