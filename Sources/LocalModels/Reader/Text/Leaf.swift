import EvalKit

/// A value inside JSON, with the keys that lead to it.
struct Leaf {
  /// The keys from the outside in, without array positions.
  var path: [String]
  /// The value as text.
  var text: String
  /// The value as it was.
  var value: JSONValue
  /// The number of the object it stands in, counted within one value.
  var object: Int
  /// The number of the object around that one; -1 for none.
  var parent: Int

  /// The leaves of a value in order; empty strings and nulls are none.
  static func leaves(of value: JSONValue, under path: [String] = []) -> [Leaf] {
    var leaves: [Leaf] = []
    var objects = 0
    collect(value, path, object: 0, parent: -1, &objects, &leaves)
    return leaves
  }

  private static func collect(
    _ value: JSONValue, _ path: [String], object: Int, parent: Int, _ objects: inout Int,
    _ leaves: inout [Leaf]
  ) {
    switch value {
    case .object(let members):
      objects += 1
      let number = objects
      for member in members.members {
        collect(
          member.value, path + [member.key], object: number, parent: object, &objects, &leaves)
      }
    case .array(let values):
      for element in values {
        collect(element, path, object: object, parent: parent, &objects, &leaves)
      }
    case .string(let text):
      if !text.isEmpty { append(text, value, path, object, parent, &leaves) }
    case .number(let number): append(number.literal, value, path, object, parent, &leaves)
    case .bool(let flag): append(flag ? "true" : "false", value, path, object, parent, &leaves)
    case .null: break
    }
  }

  private static func append(
    _ text: String, _ value: JSONValue, _ path: [String], _ object: Int, _ parent: Int,
    _ leaves: inout [Leaf]
  ) {
    leaves.append(Leaf(path: path, text: text, value: value, object: object, parent: parent))
  }
}

/// The words of a key: `booking_ref` and `bookingRef` are booking, ref.
enum KeyWords {
  /// The words, folded, in order.
  static func split(_ key: String) -> [String] {
    var words: [String] = []
    var word = ""
    var previous: Unicode.Scalar = " "
    for scalar in key.unicodeScalars {
      let isCapital = ScalarClass.isCapital(scalar)
      let folded = Folding.fold(scalar)
      let isPart = ScalarClass.isWordPart(folded) || ScalarClass.isCJK(folded)
      let digitEdge =
        ScalarClass.isDigit(folded) && !ScalarClass.isDigit(previous.value) && !word.isEmpty
      if !isPart || (isCapital && !ScalarClass.isCapital(previous)) || digitEdge {
        if !word.isEmpty { words.append(word) }
        word = ""
      }
      if isPart, let scalar = Unicode.Scalar(folded) { word.unicodeScalars.append(scalar) }
      previous = scalar
    }
    if !word.isEmpty { words.append(word) }
    return words
  }

  /// The keys of the words, abbreviations written out.
  static func keys(_ key: String) -> [UInt64] {
    split(key).flatMap { word -> [UInt64] in
      if let long = abbreviations[word] { return [Lexicon.key(word)] + long.map(Lexicon.key) }
      return Reading(word).words.map(\.key)
    }
  }

  private static let abbreviations: [String: [String]] = [
    "ref": ["reference"], "qty": ["quantity"], "num": ["number"], "no": ["number"],
    "nr": ["number"], "tel": ["phone"], "addr": ["address"], "dob": ["birth", "date"],
    "amt": ["amount"], "dept": ["department"], "desc": ["description"], "msg": ["message"],
    "eta": ["arrival"], "id": ["identifier", "number"], "zip": ["postcode", "code"],
    "postcode": ["zip"], "mail": ["email"], "tz": ["timezone"], "loc": ["location"],
    "src": ["source"], "dst": ["destination"], "dest": ["destination"], "org": ["organisation"],
    "at": ["time", "date"],
  ]
}
