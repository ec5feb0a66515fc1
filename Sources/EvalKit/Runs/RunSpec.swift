/// What a run is made from: everything its results can depend on, and what is only shown.
public struct RunSpec: Sendable, Hashable {
  /// A set with the cases of it that are run.
  public struct SetReference: Sendable, Hashable {
    /// The set's id.
    public var id: String
    /// The digest of its cases.
    public var digest: String

    /// Makes a reference.
    public init(id: String, digest: String) {
      self.id = id
      self.digest = digest
    }

    /// Makes a reference to a set.
    public init(_ set: EvalSet) {
      id = set.id
      digest = SHA256.hexadecimal(
        set.cases.map { "\($0.id) \(CaseCodec.digest($0))" }.sorted().joined(separator: "\n"))
    }
  }

  /// An arm as it is digested.
  public struct ArmReference: Sendable, Hashable {
    /// `arm|model|context`.
    public var key: String
    /// The name.
    public var name: String
    /// The model's name.
    public var model: String
    /// The context size asked for.
    public var context: String
    /// The reserve in tokens.
    public var reserve: Int
    /// The canonical spec; the control's name for a control.
    public var spec: String
    /// Whether it is a control.
    public var isControl: Bool
    /// The digest of what its policy depends on beside the spec, such as a program; nil where the
    /// spec says all.
    public var fingerprint: String?

    /// Makes a reference to an arm; reads the files its policy depends on, if there are any.
    public init(_ arm: Arm) {
      key = arm.key
      name = arm.name
      model = arm.model
      context = arm.context.description
      reserve = arm.reserve
      isControl = arm.isControl
      switch arm.policy {
      case .pipeline(let pipeline):
        spec = pipeline.description
        fingerprint = pipeline.fingerprint
      case .control(let control):
        spec = control.name
        fingerprint = nil
      }
    }

    init(
      key: String, name: String, model: String, context: String, reserve: Int, spec: String,
      isControl: Bool, fingerprint: String? = nil
    ) {
      self.key = key
      self.name = name
      self.model = model
      self.context = context
      self.reserve = reserve
      self.spec = spec
      self.isControl = isControl
      self.fingerprint = fingerprint
    }
  }

  /// The sets.
  public var sets: [SetReference]
  /// The digest of each case, by id.
  public var cases: [String: String]
  /// Cases the user's filter left out, with the reason.
  public var excluded: [String: String]
  /// The arms, controls included, in order.
  public var arms: [ArmReference]
  /// The configuration of each model, by name.
  public var models: [String: String]
  /// Models whose weights nothing digests, by name; shown.
  public var unpinned: [String] = []
  /// Models that may answer identical requests differently, by name; shown.
  public var sampled: [String] = []
  /// The tokenizer's name.
  public var tokenizer: String
  /// The renderer's name.
  public var renderer: String
  /// The judge's name.
  public var judge: String
  /// The digest of everything the judge goes by.
  public var judgeDigest: String
  /// The seed.
  public var seed: Int
  /// Questions the user's filter left out of cases; shown, since the cases' digests tell.
  public var leftOut: [Summary.Exclusion]
  /// What the reader of a report has to know of how the run was set up; shown, not digested.
  public var notes: [String]
  /// The tool's version; shown, not digested.
  public var toolVersion: String
  /// The revision of the working tree, where known; shown, not digested.
  public var revision: String?

  /// Describes a run.
  ///
  /// - Parameters:
  ///   - plan: What is run.
  ///   - settings: How.
  ///   - sets: The sets the cases are of.
  ///   - judge: The judge's name.
  ///   - judgeDigest: The digest of everything the judge goes by.
  ///   - seed: The seed.
  ///   - leftOut: Questions the user's filter left out of cases.
  ///   - notes: What the reader of a report has to know of how it was set up.
  ///   - toolVersion: Shown only.
  ///   - revision: Shown only.
  public init(
    _ plan: Plan, settings: RunSettings, sets: [EvalSet], judge: String = "",
    judgeDigest: String = "", seed: Int = 0, leftOut: [Summary.Exclusion] = [],
    notes: [String] = [], toolVersion: String = "", revision: String? = nil
  ) {
    self.sets = sets.map { SetReference($0) }
    cases = Dictionary(
      plan.cases.map { ($0.value.id, CaseCodec.digest($0.value)) },
      uniquingKeysWith: { first, _ in first })
    excluded = [:]
    for cell in plan.cells {
      if case .excluded(let reason) = cell.action {
        excluded[plan.cases[cell.caseIndex].value.id] = reason
      }
    }
    arms = plan.arms.map { ArmReference($0) }
    let used = Set(plan.arms.map(\.model))
    models = Dictionary(
      settings.models.filter { used.contains($0.name) }.map {
        ($0.name, $0.configuration + (settings.prefillsRequests ? "; only reads requests" : ""))
      },
      uniquingKeysWith: { first, _ in first })
    let inUse = settings.models.filter { used.contains($0.name) }
    unpinned = inUse.filter(\.capabilities.unpinned).map(\.name).sorted()
    sampled = inUse.filter(\.capabilities.sampled).map(\.name).sorted()
    tokenizer = settings.tokenizer.name
    renderer = settings.renderer.name
    self.judge = judge
    self.judgeDigest = judgeDigest
    self.seed = seed
    self.leftOut = leftOut
    self.notes = notes
    self.toolVersion = toolVersion
    self.revision = revision
  }

  init(fields: RecordFields) throws {
    sets = try fields.list("sets") { value, path in
      let fields = try RecordFields(value, path: path)
      return SetReference(id: try fields.string("id"), digest: try fields.string("digest"))
    }
    cases = try Self.strings(fields, "cases")
    excluded = try Self.strings(fields, "excluded")
    arms = try fields.list("arms") { value, path in
      let fields = try RecordFields(value, path: path)
      return ArmReference(
        key: try fields.string("key"), name: try fields.string("name"),
        model: try fields.string("model"), context: try fields.string("context"),
        reserve: try fields.integer("reserve"), spec: try fields.string("spec"),
        isControl: try fields.flag("control"),
        fingerprint: try fields.optionalString("fingerprint"))
    }
    models = try Self.strings(fields, "models")
    unpinned = try fields.strings("unpinned")
    sampled = try fields.strings("sampled")
    tokenizer = try fields.string("tokenizer")
    renderer = try fields.string("renderer")
    judge = try fields.string("judge")
    judgeDigest = try fields.string("judgeDigest")
    seed = try fields.integer("seed")
    leftOut = try fields.list("leftOut") { value, path in
      let fields = try RecordFields(value, path: path)
      return Summary.Exclusion(
        reason: try fields.string("reason"), count: try fields.integer("count"))
    }
    notes = try fields.strings("notes")
    toolVersion = try fields.optionalString("toolVersion") ?? ""
    revision = try fields.optionalString("revision")
  }

  private static func strings(_ fields: RecordFields, _ key: String) throws -> [String: String] {
    let inner = try RecordFields(try fields.value(key), path: fields.path(of: key))
    return Dictionary(
      uniqueKeysWithValues: try inner.object.keys.map { ($0, try inner.string($0)) })
  }
}

extension RunSpec {
  /// The digest of the parts that results depend on, by name: what is compared when two runs differ.
  public var digests: [String: String] {
    parts.mapValues { SHA256.hexadecimal($0.serialised()) }
  }

  /// The digest of all that results depend on.
  public var digest: String { SHA256.hexadecimal(canonical.serialised()) }

  /// What differs from another run's spec, in words; empty where results are the same.
  public func differences(from other: RunSpec) -> [String] {
    var found: [String] = []
    func compare(_ name: String, _ mine: some Equatable, _ theirs: some Equatable) {
      if "\(mine)" != "\(theirs)" { found.append("\(name) (\(theirs) there, \(mine) now)") }
    }
    func compare(_ name: String, _ mine: [String: String], _ theirs: [String: String]) {
      let keys = Set(mine.keys).union(theirs.keys).filter { mine[$0] != theirs[$0] }.sorted()
      if !keys.isEmpty {
        let rest = keys.count > 5 ? " and \(keys.count - 5) more" : ""
        found.append("\(name): \(keys.prefix(5).joined(separator: ", "))\(rest)")
      }
    }
    compare("cases", cases, other.cases)
    compare("excluded cases", excluded, other.excluded)
    func specs(_ spec: RunSpec) -> [String: String] {
      Dictionary(
        spec.arms.map { ($0.key, "\($0.spec)|\($0.reserve)") }, uniquingKeysWith: { $1 })
    }
    compare("arms", specs(self), specs(other))
    func fingerprints(_ spec: RunSpec) -> [String: String] {
      Dictionary(
        spec.arms.compactMap { arm in arm.fingerprint.map { (arm.key, $0) } },
        uniquingKeysWith: { $1 })
    }
    if found.isEmpty || specs(self) == specs(other) {
      compare("programs or files of arms", fingerprints(self), fingerprints(other))
    }
    if found.isEmpty, arms != other.arms { found.append("the order of the arms") }
    compare("models", models, other.models)
    compare("tokenizer", tokenizer, other.tokenizer)
    compare("renderer", renderer, other.renderer)
    if judgeDigest != other.judgeDigest {
      found.append(
        judge == other.judge ? "judge: \(judge)" : "judge (\(other.judge) there, \(judge) now)")
    }
    compare("seed", seed, other.seed)
    return found
  }

  /// Everything that results depend on, by part.
  private var parts: [String: JSONValue] {
    [
      "arms": .array(arms.map { $0.json }), "cases": Self.json(cases),
      "excluded": Self.json(excluded), "judge": .string(judgeDigest), "models": Self.json(models),
      "renderer": .string(renderer), "seed": JSONValue(seed), "tokenizer": .string(tokenizer),
    ]
  }

  private var canonical: JSONValue {
    let keys = parts.keys.sorted()
    return .object(JSONObject(keys.compactMap { key in parts[key].map { (key, $0) } }))
  }

  /// The spec as JSON.
  var json: JSONValue {
    .sorted([
      "arms": .array(arms.map { $0.json }), "cases": Self.json(cases),
      "excluded": Self.json(excluded), "judge": .string(judge),
      "judgeDigest": .string(judgeDigest),
      "leftOut": JSONValue.array(
        leftOut.map { ["count": JSONValue($0.count), "reason": .string($0.reason)] }
      ).unlessEmpty, "models": Self.json(models),
      "notes": JSONValue.strings(notes).unlessEmpty, "renderer": .string(renderer),
      "revision": revision.map { .string($0) },
      "sampled": JSONValue.strings(sampled).unlessEmpty, "seed": JSONValue(seed),
      "sets": .array(
        sets.map { .sorted(["digest": .string($0.digest), "id": .string($0.id)]) }),
      "tokenizer": .string(tokenizer), "toolVersion": .string(toolVersion),
      "unpinned": JSONValue.strings(unpinned).unlessEmpty,
    ])
  }

  private static func json(_ values: [String: String]) -> JSONValue {
    let keys = values.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return .object(JSONObject(keys.map { ($0, .string(values[$0] ?? "")) }))
  }
}

extension RunSpec.ArmReference {
  /// The reference as JSON.
  var json: JSONValue {
    .sorted([
      "context": .string(context), "control": JSONValue.ifTrue(isControl),
      "fingerprint": fingerprint.map { .string($0) }, "key": .string(key),
      "model": .string(model), "name": .string(name), "reserve": JSONValue(reserve),
      "spec": .string(spec),
    ])
  }
}
