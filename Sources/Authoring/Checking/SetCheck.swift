public import EvalKit

/// Everything `check` finds in a set, or in one case.
public struct SetCheck: Sendable {
  /// What a set amounts to.
  public struct Size: Hashable, Sendable {
    /// The set's id; that of the case where only one was checked.
    public var id: String
    /// Its cases.
    public var cases: Int
    /// What statistics cluster on.
    public var clusters: Int
    /// Everything that is asked of a policy: probes at their places, expected calls.
    public var questions: Int
  }

  /// What was found: errors first, then warnings, each in the order of files and lines.
  public private(set) var findings: [CheckFinding] = []
  /// What was checked; nil where nothing could be read.
  public private(set) var size: Size?
  /// What a model told; nil where none was asked.
  public private(set) var model: ModelFindings?

  /// Checks a set without a model.
  ///
  /// - Parameters:
  ///   - loaded: What could be read of it; nil for nothing.
  ///   - errors: What was wrong with its files.
  ///   - manifest: The set's own file; nil where cases were read without a set.
  /// - Complexity: O(text + questions × facts).
  public init(_ loaded: LoadedSet?, errors: [Diagnostic], manifest: String?) {
    self.loaded = loaded
    self.manifest = manifest
    findings = errors.map { CheckFinding(rule: .load, diagnostic: $0) }
    guard let loaded else { return }
    let set = loaded.set
    size = Size(
      id: set.id, cases: set.cases.count, clusters: Set(set.cases.map(\.cluster)).count,
      questions: set.cases.reduce(0) { sum, value in
        sum + value.questions.count { $0.subject != .fill }
      })
    for value in loaded.cases { findings += Self.faults(of: value, beside: errors) }
    let context = set.contexts.compactMap { size in
      if case .tokens(let count) = size { count } else { nil }
    }.min()
    for value in loaded.cases {
      findings += CaseWarnings.found(
        in: value, context: context, reserve: set.reserve ?? ContextBudget.defaultReserve)
    }
    if let manifest { findings += SetWarnings.found(in: set, file: manifest) }
    finish()
  }

  private let loaded: LoadedSet?
  private let manifest: String?

  /// The errors of a case, but for those that follow from what its file was refused for.
  private static func faults(of value: LoadedCase, beside errors: [Diagnostic]) -> [CheckFinding] {
    let known = errors.filter { $0.file == value.places.file }.map(\.path)
    return CaseCheck.errors(of: value).filter { fault in
      !known.contains { path in
        path.hasPrefix(fault.path)
          && path.dropFirst(fault.path.count).first.map { ".[".contains($0) } ?? true
      } || fault.path.isEmpty
    }.map { CheckFinding(rule: .fault, diagnostic: $0, caseID: value.value.id) }
  }

  /// Whether a model can be asked: there is a case, and no error.
  public var canAsk: Bool { !(loaded?.cases.isEmpty ?? true) && errorCount == 0 }

  /// Adds what a model tells.
  public mutating func add(_ model: ModelFindings) {
    self.model = model
    guard let loaded else { return }
    findings += model.warnings(loaded.cases)
    if let manifest, let wanted = loaded.set.detects, let found = model.detectable?.median,
      found > wanted + 1e-9
    {
      findings.append(
        CheckFinding(
          rule: .clusters,
          diagnostic: Diagnostic(
            severity: .warning, file: manifest, position: TextPosition(line: 1, column: 1),
            message: "the median pair of policies is told apart from \(Self.points(found)) points "
              + "of \(model.primary) on, and the set is meant to detect \(Self.points(wanted))")))
    }
    finish()
  }

  /// A share in points, with one decimal.
  public static func points(_ share: Double) -> String {
    let tenths = Int((share * 1000).rounded())
    return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
  }

  // MARK: Counts

  /// How many errors there are.
  public var errorCount: Int { findings.count(where: \.isError) }
  /// How many warnings that nobody accepted.
  public var warningCount: Int { findings.count(where: \.isOpenWarning) }
  /// How many warnings that the set accepts.
  public var acceptedCount: Int { findings.count { $0.acceptance != nil } }

  // MARK: Acceptance

  /// Marks what the set accepts, finds acceptances of nothing, and puts all in order.
  private mutating func finish() {
    let accepted = loaded?.set.accepted ?? []
    findings.removeAll { $0.rule == .acceptance }
    for place in findings.indices where !findings[place].isError {
      findings[place].acceptance =
        accepted.first { findings[place].isMeant(by: $0) }?.reason
    }
    for acceptance in accepted where !findings.contains(where: { $0.isMeant(by: acceptance) }) {
      guard let rule = CheckRule(rawValue: acceptance.warning), !rule.isError else {
        let names = CheckRule.allCases.filter { !$0.isError }.map(\.rawValue)
        note(
          acceptance,
          "there is no warning '\(acceptance.warning)'"
            + EditDistance.suggestion(for: acceptance.warning, in: names)
            + "; there are \(names.joined(separator: ", "))")
        continue
      }
      // What only a model tells is not known to be gone before one was asked.
      if model == nil, rule.needsModel || rule == .clusters { continue }
      note(
        acceptance,
        "the warning '\(rule.rawValue)'" + (acceptance.subject.map { " of '\($0)'" } ?? "")
          + " is accepted, and not found")
    }
    findings = findings.enumerated().sorted { left, right in
      let (l, r) = (left.element, right.element)
      return (
        l.isError ? 0 : 1, l.diagnostic.file, l.diagnostic.line, l.diagnostic.column, left.offset
      )
        < (
          r.isError ? 0 : 1, r.diagnostic.file, r.diagnostic.line, r.diagnostic.column, right.offset
        )
    }.map(\.element)
  }

  private mutating func note(_ accepted: AcceptedWarning, _ message: String) {
    findings.append(
      CheckFinding(
        rule: .acceptance,
        diagnostic: Diagnostic(
          severity: .warning, file: manifest ?? "", position: accepted.position, path: "accepts",
          message: message)))
  }

  // MARK: JSON

  /// The check of several paths as JSON: `{ version, kind: "check", sets, errors, warnings, accepted,
  /// findings }`.
  public static func json(_ checks: [SetCheck]) -> JSONValue {
    var object = JSONObject()
    object["version"] = JSONValue(1)
    object["kind"] = "check"
    object["errors"] = JSONValue(checks.reduce(0) { $0 + $1.errorCount })
    object["warnings"] = JSONValue(checks.reduce(0) { $0 + $1.warningCount })
    object["accepted"] = JSONValue(checks.reduce(0) { $0 + $1.acceptedCount })
    object["sets"] = .array(checks.compactMap(\.sizeJSON))
    object["findings"] = .array(checks.flatMap { $0.findings.map(\.json) })
    return .object(object)
  }

  private var sizeJSON: JSONValue? {
    guard let size else { return nil }
    var object = JSONObject()
    object["id"] = .string(size.id)
    object["cases"] = JSONValue(size.cases)
    object["clusters"] = JSONValue(size.clusters)
    object["questions"] = JSONValue(size.questions)
    if let model, let found = model.detectable {
      var effect = JSONObject()
      effect["metric"] = .string(model.primary)
      effect["median"] = JSONValue(found.median)
      effect["least"] = JSONValue(found.range.lowerBound)
      effect["most"] = JSONValue(found.range.upperBound)
      effect["pairs"] = JSONValue(found.pairs.count)
      effect["byPair"] = .array(
        found.pairs.map { pair in
          [
            "policies": .array(pair.names.map { .string($0) }), "context": .string(pair.context),
            "effect": JSONValue(pair.effect),
          ]
        })
      object["minimumDetectableEffect"] = .object(effect)
    }
    return .object(object)
  }
}
