import EvalKit

/// Cuts what an entry holds into pieces that can go one by one: sentences of a text, elements of the
/// arrays of an object.
enum PieceCutter {
  /// The pieces as text; none of what is not cut.
  static func parts(of segment: Segment) -> [String] {
    switch segment.content {
    case .text(let text): return sentences(text)
    case .structure(let value, _):
      return (value.objectValue?.members ?? []).flatMap { member in
        (member.value.arrayValue ?? []).map { $0.serialised() }
      }
    case .attachment, .opaque: return []
    }
  }

  /// The segment without some pieces; nil where no text would be left.
  static func segment(_ segment: Segment, without gone: Set<Int>) -> Segment? {
    var result = segment
    switch segment.content {
    case .text(let text):
      let left = sentences(text).enumerated().filter { !gone.contains($0.offset) }.map(\.element)
      if left.isEmpty { return nil }
      result.content = .text(left.joined(separator: " "))
    case .structure(let value, let name):
      guard let object = value.objectValue else { return segment }
      var place = 0
      let members = object.members.map { member -> (String, JSONValue) in
        guard let elements = member.value.arrayValue else { return (member.key, member.value) }
        let left = elements.enumerated().filter { !gone.contains(place + $0.offset) }.map(\.element)
        place += elements.count
        return (member.key, .array(left))
      }
      result.content = .structure(.object(JSONObject(members)), source: name)
    case .attachment, .opaque: break
    }
    return result
  }

  /// The sentences of a text: up to a mark that ends one and a space, or a line feed.
  static func sentences(_ text: String) -> [String] {
    var sentences: [String] = []
    var sentence = ""
    var isEnded = false
    for character in text {
      if character == "\n" || (isEnded && character.isWhitespace) {
        if !sentence.isEmpty { sentences.append(sentence) }
        sentence = ""
        isEnded = false
        continue
      }
      sentence.append(character)
      isEnded = ".!?。！？".contains(character) || (isEnded && "\"')]»”".contains(character))
    }
    if !sentence.isEmpty { sentences.append(sentence) }
    return sentences
  }
}
