/// A key of a JSON Schema.
struct SchemaKey: Sendable {
  /// The path to it from the schema's root, such as `order.items[].sku`.
  var path: String
  /// The key.
  var name: String
  /// The schema of its values.
  var schema: JSONValue
  /// The tokens of the key and its schema, keys within it left out: those stand for themselves.
  var tokens: Int

  /// Its description, if it has one.
  var description: String? { schema["description"]?.stringValue }
}

/// The keys of a schema and its arrays without a maximum.
///
/// References are not followed: what they name stands under `$defs`, and is met there.
struct SchemaKeys: Sendable {
  /// Every key, outer before inner, in recorded order.
  private(set) var keys: [SchemaKey] = []
  /// The paths of arrays that may grow without end; empty for the schema itself.
  private(set) var unboundedArrays: [String] = []
  private let meter: TokenMeter

  /// - Complexity: O(depth × size).
  init(_ schema: JSONValue, meter: TokenMeter) {
    self.meter = meter
    _ = walk(schema, at: "")
  }

  /// - Returns: the tokens of all keys below.
  private mutating func walk(_ node: JSONValue, at path: String) -> Int {
    guard let object = node.objectValue else { return 0 }
    if Self.isArray(node), node["maxItems"] == nil, node["prefixItems"] == nil {
      unboundedArrays.append(path)
    }
    var tokens = 0
    for member in object.members {
      switch member.key {
      case "properties":
        for property in member.value.objectValue?.members ?? [] {
          tokens += add(property.key, property.value, at: path)
        }
      case "items":
        tokens += walk(member.value, at: path + "[]")
      case "additionalProperties":
        tokens += walk(member.value, at: path.isEmpty ? "*" : path + ".*")
      case "anyOf", "oneOf", "allOf", "prefixItems":
        for choice in member.value.arrayValue ?? [] { tokens += walk(choice, at: path) }
      case "$defs", "definitions":
        for definition in member.value.objectValue?.members ?? [] {
          tokens += walk(definition.value, at: path + "$\(definition.key)")
        }
      case "schema", "json_schema":
        tokens += walk(member.value, at: path)
      default: break
      }
    }
    return tokens
  }

  private mutating func add(_ name: String, _ schema: JSONValue, at path: String) -> Int {
    let path = KeyPathText.appending(key: name, to: path)
    let place = keys.count
    keys.append(SchemaKey(path: path, name: name, schema: schema, tokens: 0))
    let whole = meter.count("\(JSONValue.string(name).serialised()):\(schema.serialised())")
    keys[place].tokens = max(0, whole - walk(schema, at: path))
    return whole
  }

  private static func isArray(_ node: JSONValue) -> Bool {
    guard let type = node["type"] else { return false }
    return type.stringValue == "array" || type.arrayValue?.contains("array") == true
  }
}
