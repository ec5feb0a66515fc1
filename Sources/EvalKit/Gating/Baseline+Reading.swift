/// Why a file is no baseline that can be used.
public enum BaselineError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It is no JSON, or does not hold what it should.
  case unreadable(String)
  /// It was written by a newer tool.
  case newer(Int)
  /// Somebody changed it.
  case edited
  /// It has a metric this tool does not know.
  case unknownMetric(String, arm: String)

  /// The message: what is wrong and what to do.
  public var description: String {
    switch self {
    case .unreadable(let reason): "no baseline: \(reason)"
    case .newer(let version):
      "unknown version \(version) of a baseline; the newest known is \(Baseline.version)"
    case .edited: "was edited by hand: its digest does not fit; bless a run instead"
    case .unknownMetric(let key, let arm):
      "unknown metric '\(key)' of the arm '\(arm)'"
        + EditDistance.suggestion(for: key, in: Metric.all.map(\.key))
    }
  }
}

extension Baseline {
  /// Reads a file that ``file`` wrote; line breaks and spaces between values do not matter.
  ///
  /// - Throws: ``BaselineError``.
  public init(file bytes: [UInt8]) throws(BaselineError) {
    let value: JSONValue
    do {
      value = try JSONValue.parse(bytes, file: "")
    } catch {
      throw .unreadable("\(error.position): \(error.message)")
    }
    guard var content = value.objectValue, content["kind"]?.stringValue == "baseline" else {
      throw .unreadable("expected an object of the kind 'baseline'")
    }
    guard let version = content["version"]?.intValue, version >= 1 else {
      throw .unreadable("expected a version")
    }
    guard version <= Self.version else { throw .newer(version) }
    let digest = content["digest"]?.stringValue
    for key in ["version", "kind", "digest"] { content[key] = nil }
    guard digest == Self.digest(of: content) else { throw .edited }
    do {
      try self.init(RecordFields(.object(content)))
    } catch let error as BaselineError {
      throw error
    } catch let error as RecordError {
      throw .unreadable(error.description)
    } catch {
      throw .unreadable("\(error)")
    }
  }

  private init(_ fields: RecordFields) throws {
    let blessed = try RecordFields(try fields.value("blessed"), path: "blessed")
    blessing = Blessing(
      by: try blessed.string("by"), reason: try blessed.string("reason"),
      tool: try blessed.string("tool"))
    repeats = try fields.integer("repeats")
    sets = try fields.list("sets") { value, path in
      let fields = try RecordFields(value, path: path)
      return RunSpec.SetReference(id: try fields.string("id"), digest: try fields.string("digest"))
    }
    primary = try fields.string("primary")
    let judge = try RecordFields(try fields.value("judge"), path: "judge")
    self.judge = try judge.string("id")
    judgeDigest = try judge.string("digest")
    models = try fields.map("models") { try $0.string($1) }
    unpinned = try fields.strings("unpinned")
    tokenizer = try fields.string("tokenizer")
    renderer = try fields.string("renderer")
    cases = try fields.map("cases") { fields, id in
      let fields = try RecordFields(try fields.value(id), path: fields.path(of: id))
      return Case(cluster: try fields.string("cluster"), digest: try fields.string("digest"))
    }
    arms = try fields.list("arms") { try Arm(RecordFields($0, path: $1)) }
  }
}

extension Baseline.Arm {
  fileprivate init(_ fields: RecordFields) throws {
    self.init(
      name: try fields.string("name"), model: try fields.string("model"),
      context: try fields.string("context"), reserve: try fields.integer("reserve"),
      spec: try fields.string("spec"))
    let key = key
    isSampled = try fields.flag("sampled")
    noRange = try fields.strings("noRange")
    metrics = try fields.map("metrics") { fields, metric in
      if Metric[metric] == nil { throw BaselineError.unknownMetric(metric, arm: key) }
      return try Baseline.Value(
        RecordFields(try fields.value(metric), path: fields.path(of: metric)))
    }
    hazards = try fields.map("hazards") { fields, id in
      guard let counts = try fields.value(id).objectValue else { return [:] }
      return Dictionary(
        counts.members.map { ($0.key, $0.value.intValue ?? 0) }, uniquingKeysWith: { $1 })
    }
    views = try fields.map("views") { try $0.string($1) }
    results = try fields.list("results") { value, path in
      let result = try Baseline.Result(RecordFields(value, path: path))
      if Metric[result.metric] == nil {
        throw BaselineError.unknownMetric(result.metric, arm: key)
      }
      return result
    }
  }
}

extension Baseline.Value {
  fileprivate init(_ fields: RecordFields) throws {
    var metric = MetricValue()
    metric.value = try fields.value("value").doubleValue
    metric.scored = try fields.integer("scored")
    metric.errored = try fields.integer("errored")
    metric.notApplicable = try fields.integer("notApplicable")
    metric.excluded = try fields.integer("excluded")
    metric.reason = try fields.optionalString("reason")
    metric.isIncomplete = try fields.flag("incomplete")
    self.init(metric, spread: try fields.object["spread"] == nil ? 0 : fields.number("spread"))
  }
}

extension Baseline.Result {
  fileprivate init(_ fields: RecordFields) throws {
    let outcome: Outcome =
      if fields.object["value"] != nil {
        .scored(try fields.number("value"))
      } else if let reason = try fields.optionalString("errored") {
        .errored(reason)
      } else if let reason = try fields.optionalString("notApplicable") {
        .notApplicable(reason)
      } else {
        .excluded(try fields.string("excluded"))
      }
    self.init(
      caseID: try fields.string("case"), metric: try fields.string("metric"),
      question: try fields.optionalString("question") ?? "", outcome: outcome,
      verdict: try fields.optionalString("verdict") ?? "", isMust: try fields.flag("must"))
  }
}

extension RecordFields {
  /// The members of an object, each read by its key.
  fileprivate func map<Value>(
    _ key: String, _ read: (_ fields: RecordFields, _ key: String) throws -> Value
  ) throws -> [String: Value] {
    let inner = try RecordFields(try value(key), path: path(of: key))
    return Dictionary(
      try inner.object.keys.map { ($0, try read(inner, $0)) }, uniquingKeysWith: { $1 })
  }
}
