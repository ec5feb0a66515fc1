extension Judge {
  mutating func read(metrics object: StrictObject) {
    metrics = object.optional("metrics", default: metrics)
    var seen = Set<String>()
    for (index, key) in metrics.enumerated() {
      if !Metric.all.contains(where: { $0.key == key }) {
        object.error(
          Self.unknown("metric", key, among: Metric.all.map(\.key), index), at: "metrics")
      } else if !seen.insert(key).inserted {
        object.error("metric '\(key)' stands twice, again at place \(index + 1)", at: "metrics")
      }
    }
    primary = object.optional("primary", default: primary)
    if !metrics.contains(primary) {
      object.error(
        "the primary metric '\(primary)' is not among the metrics"
          + EditDistance.suggestion(for: primary, in: metrics), at: "primary")
    }
  }

  private static func unknown(_ what: String, _ key: String, among known: [String], _ place: Int)
    -> String
  {
    if key == Metric.composite.key {
      return "'composite' is no metric of the list; weights in 'composite' add it at the end"
    }
    return "unknown \(what) '\(key)' at place \(place + 1)"
      + EditDistance.suggestion(for: key, in: known)
  }

  mutating func read(hazards: StrictObject) {
    let ids = HazardRules.all.map(\.id)
    let groups = HazardGroup.allCases.map(\.rawValue)
    func check(_ id: String, among known: [String], at key: String) {
      if known.contains(id) { return }
      hazards.error(
        "unknown rule '\(id)'\(EditDistance.suggestion(for: id, in: known))", at: key)
    }
    hazardsOn = hazards.optional("on", default: hazardsOn)
    for id in hazardsOn { check(id, among: groups + ids, at: "on") }
    hazardsOff = hazards.optional("off", default: hazardsOff)
    for id in hazardsOff { check(id, among: ids, at: "off") }
    if let object = hazards.optionalObject("severities") {
      for id in object.keys {
        check(id, among: ids, at: "severities")
        if let name = object.optional(id, as: String.self) {
          guard let severity = HazardSeverity(rawValue: name) else {
            object.error("expected error or warning, found '\(name)'", at: id)
            continue
          }
          severities[id] = severity
        }
      }
      object.finish()
    }
    if let node = hazards.node("dialect"), node.kind != .null {
      dialect = Dialect.decode(
        node, path: hazards.path(of: "dialect"), diagnostics: hazards.diagnostics)
    }
    hazards.finish()
  }

  mutating func read(composite object: StrictObject) {
    var parts: [Composite.Part] = []
    if let weights = object.requiredObject("weights") {
      for key in weights.keys {
        guard let weight = weights.optional(key, as: Double.self) else { continue }
        if !metrics.contains(key) {
          weights.error(
            "'\(key)' is not among the metrics"
              + EditDistance.suggestion(for: key, in: metrics), at: key)
        } else if Metric[key]?.isBounded != true {
          weights.error(
            "'\(key)' is no share with a better side, so it cannot be weighed", at: key)
        } else if weight <= 0 {
          weights.error("expected a weight above 0, found \(weight)", at: key)
        } else {
          parts.append(Composite.Part(metric: key, weight: weight))
        }
      }
      if weights.isObject, weights.keys.isEmpty { weights.error("expected a weight for a metric") }
      weights.finish()
    }
    composite = Composite(parts)
    object.finish()
  }

  mutating func read(modelJudges object: StrictObject, files: FileReader?) {
    var seen = Set<String>()
    modelJudges = object.objects("modelJudges") { element in
      guard let judge = ModelJudge(element, files: files) else { return nil }
      if !seen.insert(judge.id).inserted {
        element.error("two model judges are called '\(judge.id)'", at: "id")
      }
      return judge
    }
  }
}
