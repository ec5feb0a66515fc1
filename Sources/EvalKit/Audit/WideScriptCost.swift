/// What the same session would cost in Chinese, Japanese or Korean, estimated.
///
/// A character of these scripts is a token, 3–4 times what a character of a Latin script costs; but
/// a text needs fewer of them. Counted is 0.3 characters for each of the original at the least
/// (Chinese) and 0.5 at the most (Japanese, Korean). What stands in such a script already keeps its
/// tokens, and so does what nobody translates: names, schemas, calls and their outputs.
public struct WideScriptCost: Hashable, Sendable {
  /// Characters of such a script for one of a Latin script, in hundredths.
  static let density = 30...50

  /// Tokens of the head.
  public let head: ClosedRange<Int>
  /// Tokens of the largest request.
  public let peak: ClosedRange<Int>
  /// Tokens of its recorded reply.
  public let reply: ClosedRange<Int>

  /// - Complexity: O(text).
  init(_ scene: AuditScene) {
    let records = scene.requests
    let largest = records.max { ($0.tokens, $1.number) < ($1.tokens, $0.number) }
    let entries = scene.transcript.entries
    let end = largest.map { $0.entry.index + 1 } ?? 0
    let head = largest.map { _ in scene.transcript.head(at: end) } ?? scene.largestHead
    func cost(_ texts: [String], of tokens: Int) -> ClosedRange<Int> {
      Self.translated(texts, of: tokens, meter: scene.meter)
    }
    self.head = cost(Self.texts(of: head), of: scene.meter.count(head))
    peak = cost(
      Self.texts(of: head) + entries[..<end].flatMap(Self.texts),
      of: largest?.tokens ?? scene.meter.count(head))
    let reply = entries[end...].prefix { !$0.kind.isInput }
    self.reply = cost(
      largest == nil ? [] : reply.flatMap(Self.texts), of: largest?.replyTokens ?? 0)
  }

  /// The tokens of a whole once some of its texts are translated.
  static func translated(_ texts: [String], of whole: Int, meter: TokenMeter) -> ClosedRange<Int> {
    var kept = whole
    var characters = 0
    for text in texts {
      let narrow = text.unicodeScalars.count { $0.value < 0x2E80 }
      // The tokens of a mixed text cannot be told apart by script: each wide character is one.
      let wide = text.unicodeScalars.count - narrow
      kept -= max(0, meter.count(text) - wide)
      characters += narrow
    }
    func total(_ hundredths: Int) -> Int { max(0, kept) + (characters * hundredths + 50) / 100 }
    return total(density.lowerBound)...total(density.upperBound)
  }

  /// What would be translated of a head: instructions, and what tools and their keys are for.
  private static func texts(of head: Head) -> [String] {
    head.instructions.flatMap { $0.segments.compactMap(\.text) }
      + head.tools.flatMap { [$0.description] + $0.parameters.descriptions }
  }

  /// What would be translated of an entry.
  private static func texts(of entry: Entry) -> [String] {
    switch entry.kind {
    case .prompt, .response, .reasoning, .instructions:
      entry.segments.compactMap(\.text) + (entry.responseSchema?.descriptions ?? [])
    case .toolCalls, .toolOutput, .opaque: []
    }
  }
}

extension JSONValue {
  /// The texts under the keys `description` of a schema, outer before inner.
  var descriptions: [String] {
    switch self {
    case .array(let values): values.flatMap(\.descriptions)
    case .object(let object):
      object.members.flatMap { member in
        if member.key == "description", let text = member.value.stringValue { return [text] }
        return member.value.descriptions
      }
    default: []
    }
  }
}
