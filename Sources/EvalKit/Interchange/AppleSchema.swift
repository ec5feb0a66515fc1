/// Apple's dialect of JSON Schema.
enum AppleSchema {
  /// A schema whose objects have the keys that Apple's decoder requires: `title`, `properties`,
  /// `required`, `additionalProperties` and `x-order`. What is there stays.
  ///
  /// - Parameter isRoot: Whether a schema that says nothing is one of an object.
  static func completed(_ schema: JSONValue, title: String, isRoot: Bool = true) -> JSONValue {
    guard case .object(var object) = schema else { return schema }
    let isObject =
      object["type"]?.stringValue == "object" || object["properties"] != nil
      || (isRoot && object.isEmpty)
    for key in ["properties", "$defs"] {
      guard case .object(let parts)? = object[key] else { continue }
      object[key] = .object(
        JSONObject(
          parts.members.map { ($0.key, nested($0.value, title: capitalised($0.key))) }))
    }
    for key in ["anyOf", "items"] {
      switch object[key] {
      case .array(let elements)?:
        object[key] = .array(elements.map { nested($0, title: title) })
      case .object(let element)?:
        object[key] = nested(.object(element), title: title)
      default: break
      }
    }
    guard isObject else { return .object(object) }
    let properties = object["properties"]?.objectValue ?? JSONObject()
    let defaults: [(String, JSONValue)] = [
      ("type", "object"), ("title", .string(title)), ("properties", .object(properties)),
      ("required", []), ("additionalProperties", false),
      ("x-order", .array(properties.keys.map { .string($0) })),
    ]
    for (key, value) in defaults where object[key] == nil { object[key] = value }
    return .object(object)
  }

  private static func nested(_ schema: JSONValue, title: String) -> JSONValue {
    completed(schema, title: title, isRoot: false)
  }

  private static func capitalised(_ word: String) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }
}
