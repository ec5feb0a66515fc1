/// Reads one case: its transcript first, then everything that refers to it.
struct CaseLoader {
  let files: FileReader
  let limits: LoadLimits
  let diagnostics: DiagnosticCollector
  /// The path of the case's file, from the set's folder.
  let path: String
  var transcript = Transcript()
  var structure = TranscriptStructure([])
  var marks: [Mark] = []
  var places: CasePlaces
  /// The text of each entry, for finding values in it.
  var folded: [FoldedText] = []
  /// The recorded requests with their replies.
  var replies: [RecordedReply] = []
  /// The ids of facts, once they were read.
  var factIDs: [String] = []

  /// Loads a case; what is wrong is added to `diagnostics`.
  static func load(
    _ node: JSONNode, path: String, files: FileReader, limits: LoadLimits,
    diagnostics: DiagnosticCollector
  ) -> LoadedCase? {
    var loader = CaseLoader(
      files: files, limits: limits, diagnostics: diagnostics, path: path,
      places: CasePlaces(file: diagnostics.file))
    return loader.load(node)
  }

  private mutating func load(_ node: JSONNode) -> LoadedCase? {
    let object = StrictObject(node, diagnostics: diagnostics)
    places[.whole] = CasePlaces.Place(position: object.position, path: "")
    EvalSetLoader.checkVersion(object)
    let id = object.required("id", as: String.self)
    if let id, !MarkedText.isIdentifier(id) {
      object.error("an id is made of letters, digits, '-', '_', '.' and ':'", at: "id")
    }
    let title = object.optional("title", default: "")
    if let node = object.node("title") {
      places[.title] = CasePlaces.Place(position: node.position, path: "title")
    }
    let tags = object.optional("tags", as: [String].self) ?? []
    let source = object.optional("source", as: JSONValue.self)
    let cluster = object.optional("cluster", as: String.self)
    let hasTranscript = readTranscript(object)
    var value = EvalCase(
      id: id ?? "", title: title, tags: tags,
      cluster: cluster ?? source?["template"]?.stringValue ?? source?["task"]?.stringValue,
      transcript: transcript, file: path, source: source)
    if hasTranscript {
      value.facts = readFacts(object)
      factIDs = value.facts.map(\.id)
      value.secrets = readSecrets(object)
      value.probes = readProbes(object)
      value.trajectories = readTrajectories(object)
      value.constraints = readConstraints(object)
      checkUnique(value)
    } else {
      object.ignore("facts", "probes", "trajectories", "constraints", "secrets")
    }
    object.finish()
    guard hasTranscript, id != nil else { return nil }
    let questions = value.questions.count
    if questions > limits.questions {
      object.error(
        "\(questions) questions; a case has at most \(limits.questions)",
        at: object.contains("probes") ? "probes" : nil)
    }
    return LoadedCase(value, places: places)
  }

  // MARK: Transcript

  /// Reads the transcript, inline or from a file beside the case.
  private mutating func readTranscript(_ object: StrictObject) -> Bool {
    guard let node = object.requiredNode("transcript") else { return false }
    if node.elements != nil {
      let read = CaseTranscriptFormat.decode(node, path: "transcript", diagnostics: diagnostics)
      transcript = read.transcript
      marks = read.marks
    } else {
      let outside = StrictObject(
        node, path: object.path(of: "transcript"), diagnostics: diagnostics)
      defer { outside.finish() }
      guard let imported = imported(outside) else { return false }
      transcript = imported.transcript
      marks = imported.marks
    }
    structure = TranscriptStructure(transcript.entries)
    folded = transcript.entries.map { FoldedText($0) }
    replies = Replay(transcript, structure: structure).replies
    return true
  }

  private func imported(_ object: StrictObject) -> ImportedTranscript? {
    let name = object.optional("format", as: String.self)
    let selection = object.optional("select", as: String.self)
    guard let path = object.required("path", as: String.self) else { return nil }
    var format: TranscriptFormat?
    if let name {
      format = TranscriptFormat.named(name)
      if format == nil {
        let names = TranscriptFormat.all.map(\.name)
        object.error(
          "unknown format '\(name)'" + EditDistance.suggestion(for: name, in: names)
            + "; known are \(names.joined(separator: ", "))", at: "format")
        return nil
      }
    }
    guard FileReader.staysInside(path) else {
      object.error(FileReaderError.outside(path).description, at: "path")
      return nil
    }
    let bytes: [UInt8]
    do {
      bytes = try files.read(path, limits.transcriptBytes)
    } catch {
      object.error("\(error)", at: "path")
      return nil
    }
    do {
      let read = try TranscriptImporter.read(
        bytes, file: files.prefix + path, format: format, select: selection)
      if read.count == 1 { return read.first }
      object.error(
        "'\(path)' holds \(read.count) transcripts; choose one, such as select: \"[0]\"",
        at: selection == nil ? "path" : "select")
    } catch {
      for diagnostic in error.diagnostics { diagnostics.add(diagnostic) }
    }
    return nil
  }

  // MARK: Addresses

  /// The place with a name; an unknown one is reported, with what is near.
  func location(_ name: String, at position: TextPosition, path: String) -> EntryLocation? {
    if let place = transcript.location(named: name) { return place }
    diagnostics.error(
      "there is no entry '\(name)'" + transcript.hint(for: name), at: position, path: path)
    return nil
  }

  /// Reads an address that must be an entry's.
  func entry(_ object: StrictObject, _ key: String) -> EntryID? {
    guard let name = object.required(key, as: String.self), let node = object.node(key) else {
      return nil
    }
    switch location(name, at: node.position, path: object.path(of: key)) {
    case .entry(let id): return id
    case .head, .change:
      object.error("the instructions are no place in the conversation", at: key)
      return nil
    case nil: return nil
    }
  }

  // MARK: Ids

  /// Reports ids of questions that are used twice.
  private func checkUnique(_ value: EvalCase) {
    var seen: [String: CasePlaces.Part] = [:]
    let parts: [(String, CasePlaces.Part)] =
      value.probes.enumerated().map { ($0.element.id, .probe($0.offset)) }
      + value.trajectories.enumerated().map { ($0.element.id, .trajectory($0.offset)) }
    for (id, part) in parts {
      if let first = seen[id] {
        diagnostics.error(
          "the id '\(id)' is used twice; it is at \(places[first].position) already",
          at: places[part].position, path: places[part].path)
      } else {
        seen[id] = part
      }
    }
    checkUnique(value.constraints.map(\.id)) { .constraint($0) }
  }

  private func checkUnique(_ ids: [String], _ part: (Int) -> CasePlaces.Part) {
    var seen: [String: Int] = [:]
    for (index, id) in ids.enumerated() {
      if let first = seen[id] {
        let here = places[part(index)]
        diagnostics.error(
          "the id '\(id)' is used twice; it is at \(places[part(first)].position) already",
          at: here.position, path: here.path)
      } else {
        seen[id] = index
      }
    }
  }

  /// The place of an object.
  func place(_ object: StrictObject) -> CasePlaces.Place {
    CasePlaces.Place(position: object.position, path: object.path)
  }
}
