extension ModelJudge {
  /// Reads a model judge of a judge file.
  ///
  /// - Parameters:
  ///   - object: `{ id, kind: "model", model, prompt or promptText, scale, examples }`.
  ///   - files: The folder of the judge file, for the prompt's own file; nil: there is none.
  init?(_ object: StrictObject, files: FileReader?) {
    let id = object.required("id", as: String.self)
    if let id, !Self.isID(id) {
      object.error(
        "'\(id)' is no id; expected letters, digits, '-', '_' and '.'", at: "id")
    }
    if let kind = object.required("kind", as: String.self), kind != "model" {
      object.error("unknown kind '\(kind)'; the only one known is 'model'", at: "kind")
    }
    let model = object.required("model", as: String.self)
    let prompt = Self.prompt(object, files: files)
    let scale = object.requiredObject("scale").map { JudgementScale($0) }
    let examples = object.objects("examples") { example -> Example? in
      let read = Example(
        question: example.required("question") ?? "", expected: example.required("expected") ?? "",
        answer: example.required("answer") ?? "", evidence: example.optional("evidence") ?? "",
        label: example.required("label") ?? "")
      if let scale, example.contains("label"), !scale.labels.contains(read.label) {
        example.error(
          "'\(read.label)' is no label of the scale"
            + EditDistance.suggestion(for: read.label, in: scale.labels), at: "label")
      }
      return read
    }
    guard let id, let model, let prompt, let scale else { return nil }
    self.init(id: id, model: model, prompt: prompt, scale: scale, examples: examples)
  }

  private static func isID(_ text: String) -> Bool {
    !text.isEmpty
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
  }

  /// The prompt: in a file beside the judge's, or in the judge itself.
  private static func prompt(_ object: StrictObject, files: FileReader?) -> PromptTemplate? {
    let path = object.optional("prompt", as: String.self)
    let text = object.optional("promptText", as: String.self)
    if object.contains("prompt") == object.contains("promptText") {
      object.error(
        object.contains("prompt")
          ? "'prompt' and 'promptText' exclude each other"
          : "missing key 'prompt', a file beside the judge's")
      return nil
    }
    if let text {
      return PromptTemplate(text) { message, _ in object.error(message, at: "promptText") }
    }
    guard let path else { return nil }
    guard let files else {
      object.error("there is no folder to read '\(path)' from", at: "prompt")
      return nil
    }
    let bytes: [UInt8]
    do throws(FileReaderError) {
      bytes = try files.read(path, largestPrompt)
    } catch {
      object.error("\(error)", at: "prompt")
      return nil
    }
    let diagnostics = object.diagnostics.inFile(files.prefix + path)
    return PromptTemplate(String(decoding: bytes, as: UTF8.self)) {
      diagnostics.error($0, at: $1)
    }
  }

  /// The largest prompt that is read, in bytes.
  static let largestPrompt = 1 << 20
}
