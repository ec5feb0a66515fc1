import EvalKit
import Foundation
import LocalModels

/// `evalrun models bench`: how fast a model reads and writes here, and the digest of its bits.
enum ModelsBenchCommand {
  /// What it is told.
  struct Options: Sendable {
    var model: String?
    var text: String?
    var tokens: PositiveCount?
    var generated: TokenCount?
    var held: TokenCount?
    var threads: PositiveCount?
    var chunk: PositiveCount?
    var path: String?
    var everyToken = false
    var isJSON = false
  }

  /// The verb.
  static let command = Command(
    "bench", group: .look, summary: "Measure a language model on this machine",
    synopsis: "MODEL [--text FILE] [--tokens N] [--generate N]",
    examples: [
      .init("evalrun models bench smollm2", "512 tokens read, 64 written, on one thread."),
      .init(
        "evalrun models bench smollm2 --path scalar --chunk 7 --tokens 64",
        "The same digest as every other way to read these tokens."),
    ],
    discussion: """
      Threads, chunks, instruction sets and what was held before change the time and nothing else: the \
      digest is of the bits of all logits computed, and stays the same.
      """,
    options: Options(),
    parameters: [
      .argument("MODEL", to: \.model, isRequired: true, help: "A file, or a fetched model's name."),
      .option(
        "--text", value: "FILE", to: \.text, completion: .files,
        help: "What is read, again and again until there is enough. Default: counting."),
      .option("--tokens", value: "N", to: \.tokens, help: "Tokens read. Default: 512."),
      .option("--generate", value: "N", to: \.generated, help: "Tokens written. Default: 64."),
      .option(
        "--held", value: "N", to: \.held,
        help: "Of the tokens read, those that are held from before. Default: 0."),
      .option("--threads", value: "N", to: \.threads, help: "Threads. Default: 1."),
      .option("--chunk", value: "N", to: \.chunk, help: "Tokens read at once. Default: 256."),
      .option(
        "--path", value: "SET", to: \.path, completion: .words(TransformerModel.availablePaths),
        help: "The instruction set. Default: the widest there is."),
      .flag(
        "--every-token", to: \.everyToken, help: "Logits after every token, not the last alone."),
      .flag("--json", to: \.isJSON, help: "Print JSON."),
    ]
  ) { options, console in
    let path = ModelsCommand.path(options.model ?? "")
    guard Platform.exists(path) else {
      throw Failure(.missingInput, "\(path): there is no such file")
    }
    do {
      let model = try TransformerModel(path: path, name: "model")
      var settings = TransformerModel.Measurement.Options()
      settings.threads = options.threads?.value ?? 1
      settings.chunk = options.chunk?.value ?? settings.chunk
      settings.path = options.path
      settings.held = options.held?.value ?? 0
      settings.generated = options.generated?.value ?? 64
      settings.everyToken = options.everyToken
      let count = options.tokens?.value ?? 512
      let found = try model.measure(try tokens(count, options.text, model), settings)
      try console.print(
        options.isJSON ? json(found, settings).serialised(sortedKeys: true) : page(found))
      return .done
    } catch let error as TransformerError {
      throw Failure(error.kind == .damaged ? .badData : .modelUnavailable, error.description)
    } catch let error as TransformerModel.MeasurementError {
      throw Failure(.usage, error.description)
    }
  }

  /// As many tokens of a text, begun again where it ends.
  private static func tokens(_ count: Int, _ file: String?, _ model: TransformerModel) throws
    -> [Token]
  {
    let size = model.summary.contextLength
    guard count <= size else {
      throw Failure(.usage, "\(count) tokens do not fit the model's window of \(size)")
    }
    var text = (1...2000).map { "\($0) times \($0) is \($0 * $0)." }.joined(separator: " ")
    if let file { text = String(decoding: try Inputs.bytes(file), as: UTF8.self) }
    let once = model.tokens(of: text)
    guard !once.isEmpty else { throw Failure(.badData, "\(file ?? "-"): the file is empty") }
    return (0..<count).map { once[$0 % once.count] }
  }

  private static func json(
    _ found: TransformerModel.Measurement, _ settings: TransformerModel.Measurement.Options
  ) -> JSONValue {
    [
      "chunk": JSONValue(settings.chunk), "digest": .string(found.digest),
      "generated": JSONValue(found.generated.count),
      "generatedIDs": .array(found.generated.map { JSONValue(Int($0.rawValue)) }),
      "generatingSeconds": JSONValue(found.generating), "held": JSONValue(settings.held),
      "kind": "bench",
      "logLikelihoods": .array(found.logLikelihoods.map { JSONValue($0) }),
      "loadingSeconds": JSONValue(found.loading), "path": .string(found.path),
      "peakBytes": JSONValue(Platform.peakMemory), "read": JSONValue(found.read),
      "readingSeconds": JSONValue(found.reading), "threads": JSONValue(settings.threads),
      "version": JSONValue(1),
    ]
  }

  private static func page(_ found: TransformerModel.Measurement) -> String {
    func rate(_ count: Int, _ seconds: Double) -> String {
      seconds > 0 ? "\(Int((Double(count) / seconds).rounded()))" : "-"
    }
    return """
      load      \(Int((found.loading * 1000).rounded())) ms
      read      \(found.read) tokens, \(rate(found.read, found.reading)) a second
      written   \(found.generated.count) tokens, \(rate(found.generated.count, found.generating)) a second
      memory    \(Platform.peakMemory / 1_000_000) MB at most
      path      \(found.path)
      digest    \(found.digest)
      """
  }
}
