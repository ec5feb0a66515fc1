public import EvalKit

/// Reads templates strictly: everything that is wrong is reported at once, with its place.
///
/// A template may extend files of parts, which share what the templates of a domain, or all, have in
/// common; lists are joined in the order of the files, and a rule replaces one of the same name.
public struct TemplateLoader: Sendable {
  /// Reads the files of the templates' folder.
  public let files: FileReader
  /// How many bytes a file may have.
  public static let largest = 4_000_000
  /// How deep files may extend one another.
  static let deepest = 8

  /// Makes a loader.
  public init(_ files: FileReader) { self.files = files }

  /// Loads the template of a file.
  ///
  /// - Throws: ``LoadError`` with everything that is wrong.
  public func template(_ path: String) throws -> CaseTemplate {
    let diagnostics = DiagnosticCollector(file: files.prefix + path)
    var reader = TemplateReader(loader: self)
    reader.read(path, isTemplate: true, depth: 0, diagnostics: diagnostics)
    if !diagnostics.hasErrors { TemplateCheck(reader, diagnostics).check() }
    if diagnostics.hasErrors { throw LoadError(diagnostics: diagnostics.diagnostics) }
    return reader.template
  }
}

/// A template being read, file by file.
struct TemplateReader {
  let loader: TemplateLoader
  var template = CaseTemplate()
  /// Where things were written, for what is found once all is read.
  var places: [String: (position: TextPosition, file: String, path: String)] = [:]

  mutating func read(
    _ path: String, isTemplate: Bool, depth: Int, diagnostics: DiagnosticCollector
  ) {
    let diagnostics = diagnostics.inFile(loader.files.prefix + path)
    let start = TextPosition(line: 1, column: 1)
    guard depth <= TemplateLoader.deepest else {
      diagnostics.error(
        "more than \(TemplateLoader.deepest) files extend one another; is there a circle?",
        at: start)
      return
    }
    let node: JSONNode
    do {
      let bytes = try loader.files.read(path, TemplateLoader.largest)
      node = try JSONNode.parse(bytes, file: diagnostics.file, options: .json5)
    } catch let error as JSONError {
      diagnostics.add(error.diagnostic)
      return
    } catch {
      diagnostics.error("\(error)", at: start)
      return
    }
    let object = StrictObject(node, diagnostics: diagnostics)
    guard object.isObject else { return }
    readHead(object, isTemplate: isTemplate)
    for (base, position, path) in bases(object) {
      guard FileReader.staysInside(base) else {
        diagnostics.error(FileReaderError.outside(base).description, at: position, path: path)
        continue
      }
      read(base, isTemplate: false, depth: depth + 1, diagnostics: diagnostics)
    }
    readParts(object)
    object.finish()
  }

  private func bases(_ object: StrictObject) -> [(String, TextPosition, String)] {
    object.array("extends") { node, path in
      String.decode(node, path: path, diagnostics: object.diagnostics)
        .map { ($0, node.position, path) }
    }
  }

  private mutating func readHead(_ object: StrictObject, isTemplate: Bool) {
    if let version: Int = object.required("version"), version != 1 {
      object.error("unknown version \(version); the newest known is 1", at: "version")
    }
    let kind = isTemplate ? "template" : "parts"
    if let found: String = object.required("kind"), found != kind {
      object.error("expected the kind '\(kind)', found '\(found)'", at: "kind")
    }
    guard isTemplate else { return }
    template.id = object.required("id") ?? ""
    template.domain = object.required("domain") ?? ""
    template.title = object.required("title") ?? ""
    for (key, text) in [("id", template.id), ("domain", template.domain)]
    where !text.isEmpty && !Self.isID(text) {
      object.error("an id is made of letters, digits and '-'", at: key)
    }
  }

  static func isID(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
      }
  }

  mutating func note(_ name: String, _ object: StrictObject, _ key: String? = nil) {
    let position = key.flatMap { object.node($0)?.position } ?? object.position
    let path = key.map { object.path(of: $0) } ?? object.path
    places[name] = (position, object.diagnostics.file, path)
  }

  private mutating func readParts(_ object: StrictObject) {
    if let rules = object.optionalObject("rules") {
      for name in rules.keys {
        let found = patterns(rules, name)
        if found.isEmpty { rules.error("a rule has at least one alternative", at: name) }
        template.rules[name] = found
        note("rule \(name)", rules, name)
      }
    }
    if let cast = object.optionalObject("cast") {
      for name in cast.keys {
        guard let generator = cast.required(name, as: ValueGenerator.self) else { continue }
        template.cast.removeAll { $0.name == name }
        template.cast.append((name, generator))
        note("cast \(name)", cast, name)
      }
    }
    if let state = object.optionalObject("state") {
      for name in state.keys { template.state[name] = state.required(name) ?? "" }
    }
    let instructions = patterns(object, "instructions")
    if !instructions.isEmpty { template.instructions = instructions }
    template.tools += object.objects("tools") { tool($0) }
    template.facts += object.objects("facts") { fact($0) }
    template.actions += object.objects("actions") { action($0) }
    template.constraints += object.objects("constraints") { constraint($0) }
    template.absent += object.objects("absent") { absent($0) }
  }

  func patterns(_ object: StrictObject, _ key: String, required: Bool = false) -> [PhrasePattern] {
    object.array(key, required: required) {
      PhrasePattern.decode($0, path: $1, diagnostics: object.diagnostics)
    }
  }
}
