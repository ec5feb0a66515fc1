/// Trajectories and constraints: expected calls, and rules.
extension CaseLoader {
  mutating func readTrajectories(_ object: StrictObject) -> [TrajectoryExpectation] {
    var index = -1
    var found: [CasePlaces.Place] = []
    let read = object.objects("trajectories") { trajectory -> TrajectoryExpectation? in
      index += 1
      guard let read = self.trajectory(trajectory, number: index + 1) else { return nil }
      found.append(place(trajectory))
      return read
    }
    for (index, place) in found.enumerated() { places[.trajectory(index)] = place }
    return read
  }

  private func trajectory(_ object: StrictObject, number: Int) -> TrajectoryExpectation? {
    let id = object.optional("id", as: String.self) ?? "t\(number)"
    let must = object.optional("must", default: false)
    if !MarkedText.isIdentifier(id) {
      object.error("an id is made of letters, digits, '-', '_', '.' and ':'", at: "id")
    }
    let at = object.requiredNode("at").flatMap { trajectoryCheckpoint($0, object.path(of: "at")) }
    var result = TrajectoryExpectation(
      id: id, at: at ?? .end, must: must, isDraft: object.optional("draft", default: false))
    if let expect = object.optionalObject("expect") {
      result.ordered = expect.objects("ordered") { call($0) }
      result.unordered = expect.objects("unordered") { call($0) }
      result.optional = expect.objects("optional") { call($0) }
      result.disallowed = expect.objects("disallowed") { call($0, isDisallowed: true) }
      result.allowsAdditionalCalls = expect.optional("allowsAdditionalCalls", default: true)
      expect.finish()
      let keys = ["ordered", "unordered", "disallowed"]
      let isEmpty = keys.allSatisfy { expect.node($0)?.elements?.isEmpty ?? true }
      if isEmpty, result.allowsAdditionalCalls {
        expect.error(
          "nothing is expected: no ordered, unordered or disallowed call, and others are allowed")
      }
    } else {
      result.isFromRecord = true
      if let at { result.ordered = RecordedReference.calls(at, transcript, structure, replies) }
    }
    return at == nil ? nil : result
  }

  /// Reads an expected call. A tool that does not exist may be disallowed, if its name is not
  /// near to that of one that does.
  private func call(_ object: StrictObject, isDisallowed: Bool = false) -> ExpectedCall? {
    let exact = object.optional("exactArguments", default: false)
    var matchers: [String: ArgumentMatcher] = [:]
    if let arguments = object.node("arguments") {
      let path = object.path(of: "arguments")
      if let members = arguments.members {
        for member in members {
          matchers[member.key] = matcher(
            member.value, KeyPathText.appending(key: member.key, to: path))
        }
      } else {
        object.error("expected an object, found \(arguments.kindName)", at: "arguments")
      }
    }
    guard let tool = object.required("tool", as: String.self) else { return nil }
    let known = knownTools
    let hint = EditDistance.suggestion(for: tool, in: known)
    if !known.isEmpty, !known.contains(tool), !(isDisallowed && hint.isEmpty) {
      object.error("no tool '\(tool)' is defined or called" + hint, at: "tool")
    }
    return ExpectedCall(tool: tool, arguments: matchers, exactArguments: exact)
  }

  /// The tools that are defined or called somewhere, sorted.
  private var knownTools: [String] {
    let defined = transcript.head.tools + transcript.changes.flatMap { $0.tools ?? [] }
    let called = transcript.entries.flatMap(\.calls).map(\.name)
    return defined.isEmpty ? [] : Set(defined.map(\.name) + called).sorted()
  }

  // MARK: Matchers

  private static let matcherNames = [
    "exact", "keyOnly", "oneOf", "range", "pattern", "contains", "hasPrefix", "hasSuffix",
    "naturalLanguage", "number", "subset", "fact",
  ]

  /// Reads a matcher: an object with its name, or a bare value, which means exact.
  private func matcher(_ node: JSONNode, _ path: String) -> ArgumentMatcher? {
    guard let members = node.members else { return .exact(node.value) }
    let object = StrictObject(node, path: path, diagnostics: diagnostics)
    defer { object.finish() }
    for name in Self.matcherNames { _ = object.node(name) }
    let names = members.map(\.key).filter { Self.matcherNames.contains($0) }
    guard names.count == 1, let name = names.first, let inner = object.node(name) else {
      if names.count > 1 {
        object.error("a matcher is one of \(names.joined(separator: ", ")), not all")
      } else if members.allSatisfy({
        EditDistance.nearest($0.key, in: Self.matcherNames) == nil
      }) {
        for member in members { object.ignore(member.key) }
        object.error("an object is a matcher; write { exact: {…} } for a value that is one")
      }
      return nil
    }
    switch name {
    case "exact": return .exact(inner.value)
    case "subset":
      if inner.members == nil {
        object.error("expected an object, found \(inner.kindName)", at: name)
      }
      return .subset(inner.value)
    case "keyOnly":
      if object.required(name, as: Bool.self) == false {
        object.error("'keyOnly' can only be true; leave the argument out otherwise", at: name)
      }
      return .keyOnly
    case "oneOf":
      let values = inner.elements?.map(\.value) ?? []
      if values.isEmpty { object.error("expected an array of values", at: name) }
      return .oneOf(values)
    case "range": return range(inner, object.path(of: name))
    case "number": return number(object, name).map { .number($0.0, tolerance: $0.1) }
    case "fact": return fact(inner, object.path(of: name)).map { .fact($0) }
    default: return textMatcher(name, object)
    }
  }

  private func textMatcher(_ name: String, _ object: StrictObject) -> ArgumentMatcher? {
    guard let text = object.required(name, as: String.self) else { return nil }
    if text.isEmpty { object.error("an empty text matches everything", at: name) }
    switch name {
    case "pattern":
      checkPattern(text, object, name)
      return .pattern(text)
    case "contains": return .contains(text)
    case "hasPrefix": return .hasPrefix(text)
    case "hasSuffix": return .hasSuffix(text)
    default: return .naturalLanguage(text)
    }
  }

  private func range(_ node: JSONNode, _ path: String) -> ArgumentMatcher? {
    let object = StrictObject(node, path: path, diagnostics: diagnostics)
    defer { object.finish() }
    let minimum = object.optional("minimum", as: Double.self)
    let maximum = object.optional("maximum", as: Double.self)
    if minimum == nil, maximum == nil {
      object.error("a range has a minimum, a maximum or both")
    } else if let minimum, let maximum, minimum > maximum {
      object.error("the minimum \(minimum) is over the maximum \(maximum)")
    }
    return .range(minimum: minimum, maximum: maximum)
  }

  private func checkPattern(_ text: String, _ object: StrictObject, _ key: String) {
    do {
      _ = try Regex(text)
    } catch {
      object.error("'\(text)' is no regular expression: \(error)", at: key)
    }
  }

  // MARK: Constraints

  mutating func readConstraints(_ object: StrictObject) -> [Constraint] {
    var index = -1
    var found: [CasePlaces.Place] = []
    let read = object.objects("constraints") { constraint -> Constraint? in
      index += 1
      guard let read = self.constraint(constraint, number: index + 1) else { return nil }
      found.append(place(constraint))
      return read
    }
    for (index, place) in found.enumerated() { places[.constraint(index)] = place }
    return read
  }

  private func constraint(_ object: StrictObject, number: Int) -> Constraint? {
    let id = object.optional("id", as: String.self) ?? "c\(number)"
    let isDraft = object.optional("draft", default: false)
    let must = object.optional("must", default: false)
    let evidence = object.array("evidence") { self.evidence($0, $1) }.map {
      Evidence(entry: $0.location.entryID, quote: $0.quote ?? "")
    }
    let disallowed = object.objects("disallowed") { call($0, isDisallowed: true) }
    let forbid = pattern(object, "forbid")
    let require = pattern(object, "require")
    if !["disallowed", "forbid", "require"].contains(where: { object.contains($0) }) {
      object.error("a constraint has at least one of disallowed, forbid, require")
    }
    guard let text = object.required("text", as: String.self) else { return nil }
    return Constraint(
      id: id, text: text, evidence: evidence, disallowed: disallowed, forbid: forbid,
      require: require, must: must, isDraft: isDraft)
  }

  private func pattern(_ object: StrictObject, _ key: String) -> String? {
    guard let inner = object.optionalObject(key) else { return nil }
    defer { inner.finish() }
    guard let text = inner.required("pattern", as: String.self) else { return nil }
    checkPattern(text, inner, "pattern")
    return text
  }
}
