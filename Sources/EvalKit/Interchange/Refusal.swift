/// A value that does not fit its format, found while decoding.
struct Refusal: Error {
  let message: String
  /// The steps to the value, innermost first.
  var steps: [KeyPathStep] = []

  init(_ message: String, at key: String? = nil) {
    self.message = message
    if let key { steps = [.key(key)] }
  }

  /// This refusal, seen from the value within its container: of one that was read as an element.
  var withoutOutermostStep: Refusal {
    var refusal = self
    _ = refusal.steps.popLast()
    return refusal
  }

  /// This refusal, seen from the container of the value it is about.
  func inside(_ steps: KeyPathStep...) -> Refusal {
    var refusal = self
    refusal.steps.append(contentsOf: steps.reversed())
    return refusal
  }
}

/// Reading the keys of objects in formats of others: what is known must fit, null is missing.
extension JSONObject {
  /// The value at a key, nil if it is missing or null.
  func value(_ key: String) -> JSONValue? {
    self[key].flatMap { $0.isNull ? nil : $0 }
  }

  func string(_ key: String) throws(Refusal) -> String? {
    guard let value = value(key) else { return nil }
    guard case .string(let string) = value else {
      throw Refusal("expected a string, found \(value.kindName)", at: key)
    }
    return string
  }

  /// The value at the first of some keys that has one: writers spell them differently.
  func value(anyOf keys: String...) -> JSONValue? {
    for key in keys {
      if let value = value(key) { return value }
    }
    return nil
  }

  /// The string at the first of some keys that has one.
  func string(anyOf keys: String...) throws(Refusal) -> String? {
    for key in keys {
      if let string = try string(key) { return string }
    }
    return nil
  }

  func requiredString(_ key: String) throws(Refusal) -> String {
    if let string = try string(key) { return string }
    throw Refusal("missing key '\(key)'" + EditDistance.suggestion(for: key, in: keys))
  }

  func array(_ key: String) throws(Refusal) -> [JSONValue]? {
    guard let value = value(key) else { return nil }
    guard case .array(let array) = value else {
      throw Refusal("expected an array, found \(value.kindName)", at: key)
    }
    return array
  }

  func object(_ key: String) throws(Refusal) -> JSONObject? {
    guard let value = value(key) else { return nil }
    guard case .object(let object) = value else {
      throw Refusal("expected an object, found \(value.kindName)", at: key)
    }
    return object
  }

  /// The elements of the array at a key, each decoded; mistakes carry the key and the index.
  func elements<Element>(
    _ key: String, _ decode: (JSONValue, Int) throws(Refusal) -> Element
  ) throws(Refusal) -> [Element] {
    guard let array = try array(key) else { return [] }
    return try array.decoded(at: .key(key), decode)
  }

  /// The members but for some keys and those that are null.
  func others(_ keys: Set<String>) -> JSONObject {
    JSONObject(uniqueMembers: members.filter { !keys.contains($0.key) && !$0.value.isNull })
  }
}

extension [JSONValue] {
  /// The elements, each decoded; mistakes carry the index, within a step if there is one.
  func decoded<Result>(
    at step: KeyPathStep? = nil, _ decode: (JSONValue, Int) throws(Refusal) -> Result
  ) throws(Refusal) -> [Result] {
    var results: [Result] = []
    results.reserveCapacity(count)
    for (index, element) in enumerated() {
      do throws(Refusal) {
        results.append(try decode(element, index))
      } catch {
        if let step { throw error.inside(step, .index(index)) }
        throw error.inside(.index(index))
      }
    }
    return results
  }
}

extension JSONValue {
  /// The object, which it must be.
  func requiredObject(_ name: String) throws(Refusal) -> JSONObject {
    if case .object(let object) = self { return object }
    throw Refusal("expected \(name), an object; found \(kindName)")
  }

  /// The value at a path, if there is one.
  func value(at steps: some Sequence<KeyPathStep>) -> JSONValue? {
    var value = self
    for step in steps {
      switch step {
      case .key(let key):
        guard let next = value[key] else { return nil }
        value = next
      case .index(let index):
        guard let array = value.arrayValue, array.indices.contains(index) else { return nil }
        value = array[index]
      }
    }
    return value
  }
}
