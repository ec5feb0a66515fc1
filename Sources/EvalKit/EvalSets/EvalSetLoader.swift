/// Loads a set, or a single case, strictly: everything that is wrong is reported at once.
public struct EvalSetLoader: Sendable {
  /// The name of a set's own file.
  public static let manifest = "evalset.json5"

  /// Reads the files of the set's folder.
  public let files: FileReader
  /// How large a set may be.
  public let limits: LoadLimits

  /// Makes a loader.
  public init(_ files: FileReader, limits: LoadLimits = LoadLimits()) {
    self.files = files
    self.limits = limits
  }

  /// Loads the set of the folder.
  ///
  /// - Throws: ``LoadError`` with everything that is wrong.
  public func set() throws -> LoadedSet {
    try throwing { set(diagnostics: $0) }
  }

  /// Loads one file of cases: a case, or lines of them; the set is named after the first.
  ///
  /// - Throws: ``LoadError`` with everything that is wrong.
  public func cases(in path: String) throws -> LoadedSet {
    try throwing { cases(in: path, diagnostics: $0) }
  }

  /// Loads the set of the folder; what is wrong is added to `diagnostics`.
  ///
  /// - Returns: what could be read; nil if the set's own file could not.
  public func set(diagnostics: DiagnosticCollector) -> LoadedSet? {
    let file = files.prefix + Self.manifest
    let diagnostics = diagnostics.inFile(file)
    guard let bytes = bytes(Self.manifest, limits.caseBytes, diagnostics, at: nil),
      let node = node(bytes, file: file, json5: true, diagnostics)
    else { return nil }
    let object = StrictObject(node, diagnostics: diagnostics)
    var set = EvalSet(id: "", cases: [])
    Self.checkVersion(object)
    set.id = object.required("id") ?? ""
    set.title = object.optional("title", default: "")
    set.summary = object.optional("description", default: "")
    set.license = object.optional("license")
    if let defaults = object.optionalObject("defaults") {
      set.contexts = defaults.array("contexts") { ContextSize.read($0, $1, diagnostics) }
      set.reserve = defaults.optional("reserve")
      if let reserve = set.reserve, reserve < 0 {
        defaults.error("a reserve is not negative", at: "reserve")
      }
      set.strategies = defaults.optional("strategies", default: [])
      set.detects = detected(defaults)
      defaults.finish()
    }
    set.accepted = object.objects("accepts") { accepted in
      let subject = accepted.optional("of", as: String.self)
      let reason = accepted.required("because", as: String.self)
      if reason?.allSatisfy(\.isWhitespace) ?? false {
        accepted.error("say why the warning is right to stay", at: "because")
      }
      guard let warning = accepted.required("warning", as: String.self), let reason else {
        return nil
      }
      return AcceptedWarning(
        warning: warning, subject: subject, reason: reason, position: accepted.position)
    }
    var cases: [LoadedCase] = []
    for path in paths(object) { cases += load(path, diagnostics, already: cases.count) }
    object.finish()
    return finished(set, cases, diagnostics)
  }

  /// Loads one file of cases; what is wrong is added to `diagnostics`.
  public func cases(in path: String, diagnostics: DiagnosticCollector) -> LoadedSet? {
    let cases = load(path, diagnostics.inFile(files.prefix + path), already: 0)
    guard let first = cases.first else { return nil }
    let set = EvalSet(id: first.value.id, title: first.value.title, cases: [])
    return finished(set, cases, diagnostics)
  }

  // MARK: Parts

  /// The points that a set is meant to detect, as a share.
  private func detected(_ defaults: StrictObject) -> Double? {
    guard let points = defaults.optional("detects", as: Double.self) else { return nil }
    if points <= 0 || points > 100 {
      defaults.error("expected points of the primary metric, over 0 and up to 100", at: "detects")
    }
    return points / 100
  }

  private func throwing(_ load: (DiagnosticCollector) -> LoadedSet?) throws -> LoadedSet {
    let diagnostics = DiagnosticCollector()
    let loaded = load(diagnostics)
    guard let loaded, !diagnostics.hasErrors else {
      throw LoadError(diagnostics: diagnostics.diagnostics)
    }
    return loaded
  }

  private func finished(_ set: EvalSet, _ cases: [LoadedCase], _ diagnostics: DiagnosticCollector)
    -> LoadedSet
  {
    var places: [String: CasePlaces] = [:]
    for value in cases {
      if let first = places[value.value.id] {
        let here = value.places[.whole]
        diagnostics.inFile(value.places.file).error(
          "the case id '\(value.value.id)' is used twice; it is in \(first.file) already",
          at: here.position, path: KeyPathText.appending(key: "id", to: here.path))
      } else {
        places[value.value.id] = value.places
      }
    }
    let sorted = cases.sorted {
      $0.value.id.utf8.lexicographicallyPrecedes($1.value.id.utf8)
    }
    var set = set
    set.cases = sorted.map(\.value)
    return LoadedSet(set: set, cases: sorted)
  }

  /// The files of cases, each once.
  private func paths(_ object: StrictObject) -> [String] {
    var seen = Set<String>()
    let diagnostics = object.diagnostics
    let patterns = object.array("cases", required: true) { node, path -> [String]? in
      guard let pattern = String.decode(node, path: path, diagnostics: diagnostics) else {
        return nil
      }
      guard FileReader.staysInside(pattern) else {
        diagnostics.error(
          FileReaderError.outside(pattern).description, at: node.position, path: path)
        return nil
      }
      let found = files.matches(pattern)
      if found.isEmpty {
        diagnostics.error("no file matches '\(pattern)'", at: node.position, path: path)
      }
      return found
    }
    return patterns.flatMap { $0 }.filter { seen.insert($0).inserted }
  }

  /// The cases of a file.
  private func load(_ path: String, _ diagnostics: DiagnosticCollector, already: Int)
    -> [LoadedCase]
  {
    let file = files.prefix + path
    let diagnostics = diagnostics.inFile(file)
    guard let bytes = bytes(path, limits.caseBytes, diagnostics, at: nil) else { return [] }
    let nodes: [JSONNode]
    if path.hasSuffix(".jsonl") {
      nodes = lines(bytes, file, diagnostics, already: already)
    } else {
      nodes =
        node(bytes, file: file, json5: path.hasSuffix(".json5"), diagnostics).map { [$0] } ?? []
    }
    return nodes.compactMap { node in
      CaseLoader.load(node, path: path, files: files, limits: limits, diagnostics: diagnostics)
    }
  }

  private func lines(
    _ bytes: [UInt8], _ file: String, _ diagnostics: DiagnosticCollector, already: Int
  ) -> [JSONNode] {
    var nodes: [JSONNode] = []
    for (number, range) in bytes.lineRanges where !range.isEmpty {
      do throws(JSONError) {
        let parsed: JSONParser.Parsed<JSONNode> = try JSONParser.parse(
          bytes, range: range, firstLine: number, file: file, options: .json)
        nodes.append(parsed.root)
      } catch {
        diagnostics.add(error.diagnostic)
      }
      if nodes.count + already > limits.cases {
        diagnostics.error(
          "more than \(limits.cases) cases; a set holds no more",
          at: TextPosition(line: number, column: 1))
        break
      }
    }
    return nodes
  }

  private func bytes(
    _ path: String, _ maximum: Int, _ diagnostics: DiagnosticCollector, at position: TextPosition?
  ) -> [UInt8]? {
    do {
      return try files.read(path, maximum)
    } catch {
      diagnostics.error("\(error)", at: position ?? TextPosition(line: 1, column: 1))
      return nil
    }
  }

  private func node(
    _ bytes: [UInt8], file: String, json5: Bool, _ diagnostics: DiagnosticCollector
  ) -> JSONNode? {
    do throws(JSONError) {
      return try JSONNode.parse(bytes, file: file, options: json5 ? .json5 : .json)
    } catch {
      diagnostics.add(error.diagnostic)
      return nil
    }
  }

  /// Checks `version: 1`.
  static func checkVersion(_ object: StrictObject) {
    guard let version: Int = object.required("version"), version != 1 else { return }
    object.error("unknown version \(version); the newest known is 1", at: "version")
  }
}

extension ContextSize {
  /// Reads `2048` or `"50%"`.
  static func read(_ node: JSONNode, _ path: String, _ diagnostics: DiagnosticCollector) -> Self? {
    if let text = node.stringValue {
      if let size = ContextSize(text) { return size }
    } else if case .number(let number) = node.kind, let size = number.intValue, size > 0 {
      return .tokens(size)
    }
    diagnostics.error(
      "expected a context size such as 2048 or \"50%\"", at: node.position, path: path)
    return nil
  }

  /// Reads `2048`, `4k` (4,000) or `50%`.
  public init?(_ text: String) {
    if text.hasSuffix("%"), let percent = Int(text.dropLast()), (1...100).contains(percent) {
      self = .share(percent)
    } else if text.hasSuffix("k"), let thousands = Int(text.dropLast()),
      (1...1_000_000).contains(thousands)
    {
      self = .tokens(thousands * 1000)
    } else if let size = Int(text), size > 0 {
      self = .tokens(size)
    } else {
      return nil
    }
  }
}

extension [UInt8] {
  /// The lines with their numbers counted from 1, line feeds and carriage returns left out.
  var lineRanges: [(number: Int, range: Range<Int>)] {
    var lines: [(Int, Range<Int>)] = []
    var start = 0
    var number = 1
    while start < count {
      let end = self[start...].firstIndex(of: 0x0A) ?? count
      let last = end > start && self[end - 1] == 0x0D ? end - 1 : end
      lines.append((number, start..<last))
      start = end + 1
      number += 1
    }
    return lines
  }
}
