import EvalKit

/// An argument to fill: its name in words, its type, the kind of value that fits.
struct Slot: Sendable {
  /// The JSON type of a slot.
  enum Form: Sendable {
    case text, number, integer, boolean, array, object
  }

  let name: String
  let schema: JSONValue
  /// The keys of its name's words, its description's words.
  let nameKeys: [UInt64]
  let descriptionKeys: [UInt64]
  let form: Form
  let isRequired: Bool
  let members: [JSONValue]
  let kinds: AnswerKinds
  /// How much each word of the name tells, in sixths: `reservation` of `reservation_id` the most.
  let nameWeights: [(key: UInt64, weight: Int)]
  /// The keys of its name's and its description's words, each once.
  let wordKeys: [UInt64]
  /// Which part of a name is wanted.
  let namePart: NamePart?

  /// Reads a property of a schema.
  init(name: String, schema: JSONValue, isRequired: Bool) {
    self.name = name
    self.schema = schema
    self.isRequired = isRequired
    nameKeys = KeyWords.split(name).map(Lexicon.key)
    let description = schema["description"]?.stringValue ?? ""
    descriptionKeys = Reading(description).words.filter { !$0.isFunctionWord }.map(\.key)
    form = Self.form(schema)
    members = schema["enum"]?.arrayValue ?? []
    kinds = Self.kinds(name, description, form, schema)
    let words = KeyWords.split(name)
    nameWeights = words.map { word in
      (Lexicon.key(word), words.count > 1 && Self.generalWords.contains(word) ? 2 : 6)
    }
    wordKeys = Set(nameKeys + descriptionKeys).sorted()
    namePart = Self.namePart(words)
  }

  /// The properties of an object schema, in order.
  static func slots(of schema: JSONValue) -> [Slot] {
    let required = schema["required"]?.arrayValue?.compactMap(\.stringValue)
    let properties = schema["properties"]?.objectValue?.members ?? []
    return properties.map {
      Slot(
        name: $0.key, schema: $0.value, isRequired: required?.contains($0.key) ?? true)
    }
  }

  private static let generalWords: Set<String> = [
    "id", "ids", "number", "code", "name", "ref", "reference", "key", "new", "date", "time", "no",
    "type", "value", "list", "text",
  ]

  private static func namePart(_ words: [String]) -> NamePart? {
    guard words.contains("name") || words.contains("names") else { return nil }
    if words.contains("first") || words.contains("given") { return .first }
    if words.contains("last") || words.contains("family") { return .last }
    return nil
  }

  /// A part of a name.
  enum NamePart: Sendable {
    case first, last
  }

  /// Whether the slot takes one text or number.
  var isScalar: Bool {
    switch form {
    case .text, .number, .integer: members.isEmpty
    case .boolean, .array, .object: false
    }
  }

  /// Whether the slot takes text of the caller's own making.
  var isFreeText: Bool {
    form == .text && members.isEmpty
      && KeyWords.split(name).contains { Self.freeTextNames.contains($0) }
  }

  private static func form(_ schema: JSONValue) -> Form {
    switch typeName(schema) {
    case "number": .number
    case "integer": .integer
    case "boolean": .boolean
    case "array": .array
    case "object": .object
    default: .text
    }
  }

  private static func typeName(_ schema: JSONValue) -> String? {
    if let name = schema["type"]?.stringValue { return name }
    let names =
      schema["type"]?.arrayValue?.compactMap(\.stringValue)
      ?? (schema["anyOf"] ?? schema["oneOf"])?.arrayValue?.compactMap { $0["type"]?.stringValue }
    return names?.first { $0 != "null" }
  }

  private static func kinds(
    _ name: String, _ description: String, _ form: Form, _ schema: JSONValue
  ) -> AnswerKinds {
    switch form {
    case .number, .integer: return .typed([.number: 16, .money: 15, .identifier: 6])
    default: break
    }
    if schema["format"]?.stringValue?.hasPrefix("date") == true { return .typed([.date: 16]) }
    if let word = KeyWords.split(name).last, word != "name", let kinds = AnswerKinds.asked(by: word)
    {
      return kinds
    }
    let described = ChunkScanner.chunks(Reading(description)).map(\.text)
    // "Day of delivery", "Name of the project": the noun before "of" tells, else the last one.
    for word in described.prefix(2) + described.suffix(1) {
      if let kinds = AnswerKinds.asked(by: word) { return word == "name" ? anyValue : kinds }
    }
    return anyValue
  }

  private static let anyValue = AnswerKinds(weights: [
    .name: 15, .identifier: 14, .quoted: 15, .path: 13, .email: 12, .url: 13, .date: 8,
    .number: 4, .phrase: 7, .version: 6,
  ])

  private static let freeTextNames: Set<String> = [
    "text", "body", "message", "content", "summary", "query", "comment", "note", "notes",
    "thought", "question", "prompt", "details", "expression", "description", "instructions",
  ]
}

extension ChunkScanner {
  /// The chunks of a whole text.
  static func chunks(_ reading: Reading) -> [Chunk] {
    chunks(reading, 0..<reading.scalars.count)
  }
}
