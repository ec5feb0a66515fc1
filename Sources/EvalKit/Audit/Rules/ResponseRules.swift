extension AuditRule {
  /// Arrays a model may go on filling.
  static let unboundedArray = AuditRule(
    id: "unbounded-array",
    sentence:
      "An array without a maximum in a response schema: the answer may fill the window; nothing is reckoned as saved."
  ) { scene, rule in
    let places = scene.schemas.flatMap { schema in
      SchemaKeys(schema.value, meter: scene.meter).unboundedArrays.map { path in
        AuditFinding.Place(
          "\(scene.label(schema.places[0])) \(path.isEmpty ? "the whole answer" : path)",
          detail: "no maximum")
      }
    }
    guard !places.isEmpty else { return nil }
    return rule.finding(
      .responses, .warning,
      "\(places.count.of("array")) in response schemas \(places.count == 1 ? "has" : "have") no "
        + "maximum", places: places)
  }

  /// The same schema again and again.
  static let repeatedSchema = AuditRule(
    id: "repeated-schema",
    sentence:
      "A response schema that an earlier prompt has already: once the model has seen it, it may be left out of the text; saved: every repetition, in every request that carries it."
  ) { scene, rule in
    let places = scene.schemas.compactMap { schema -> AuditFinding.Place? in
      guard schema.places.count > 1 else { return nil }
      let saved = schema.places.dropFirst().reduce(0) {
        $0 + scene.schemaTokens[$1] * scene.carried[$1]
      }
      return AuditFinding.Place(
        scene.label(schema.places[0]), saved: saved,
        detail: "its schema is sent \(schema.places.count) times")
    }
    guard !places.isEmpty else { return nil }
    return rule.finding(
      .responses, .note,
      "\(places.count.of("response schema is", "response schemas are")) sent more than once",
      places: places)
  }

  /// Names and descriptions that could be shorter.
  static let longResponseSchema = AuditRule(
    id: "long-response-schema",
    sentence:
      "Long names and descriptions in response schemas; saved: what they have beyond the limit, in every request that carries the schema. A name is also written again in every answer."
  ) { scene, rule in
    let places = scene.schemas.flatMap { schema in
      let times = schema.places.reduce(0) { $0 + scene.carried[$1] }
      return SchemaKeys(schema.value, meter: scene.meter).keys.flatMap {
        scene.excess($0, in: scene.label(schema.places[0]), times: times)
      }
    }
    guard !places.isEmpty else { return nil }
    return rule.finding(
      .responses, .note,
      "\(places.count.of("name or description", "names and descriptions")) in response schemas "
        + "could be shorter", places: places)
  }
}

extension AuditScene {
  /// A response schema and the prompts that ask for it, in order.
  struct Schema {
    let value: JSONValue
    var places: [Int]
  }

  /// The response schemas of the session, each once.
  var schemas: [Schema] {
    var schemas: [Schema] = []
    var known: [JSONValue: Int] = [:]
    for (place, entry) in transcript.entries.enumerated() {
      guard let schema = entry.responseSchema else { continue }
      if let index = known[schema] {
        schemas[index].places.append(place)
      } else {
        known[schema] = schemas.count
        schemas.append(Schema(value: schema, places: [place]))
      }
    }
    return schemas
  }
}
