public import EvalKit

/// How much prose the cases of a set have in common.
///
/// A paragraph is a prompt, a response, the instructions or an output, as a case has it; it is compared
/// by its shingles, runs of five words (Broder, "On the resemblance and containment of documents",
/// 1997). Definitions of tools, and what stands there because a template's tools give it, are not prose.
public struct ParagraphRepeats: Hashable, Sendable {
  /// Words of a shingle.
  public static let shingle = 5
  /// The least resemblance that is called near.
  public static let near = 0.5

  /// Paragraphs compared.
  public private(set) var paragraphs = 0
  /// Paragraphs that another case has word for word.
  public private(set) var equal = 0
  /// Paragraphs whose resemblance to one of another case is ``near`` or more.
  public private(set) var alike = 0
  /// The highest resemblance of paragraphs of two cases.
  public private(set) var highest = 0.0
  /// The two that are most alike.
  public private(set) var worst: [String] = []

  private struct Paragraph {
    var owner: Int
    var text: String
    var shingles: Set<UInt64>
  }

  /// Compares the paragraphs of cases with those of the others.
  ///
  /// - Complexity: O(words + pairs of paragraphs that share a shingle).
  public init(_ cases: [EvalCase]) {
    var found: [Paragraph] = []
    for (owner, value) in cases.enumerated() {
      let entries = value.transcript.head.instructions + value.transcript.entries
      for entry in entries where entry.kind != .toolCalls {
        let text = entry.leaves.joined(separator: " ")
        if !text.isEmpty {
          found.append(Paragraph(owner: owner, text: text, shingles: Self.shingles(text)))
        }
      }
    }
    paragraphs = found.count
    var holders: [UInt64: [Int]] = [:]
    for (place, paragraph) in found.enumerated() {
      for shingle in paragraph.shingles.sorted() { holders[shingle, default: []].append(place) }
    }
    for (place, paragraph) in found.enumerated() {
      compare(paragraph, with: Self.shared(paragraph, holders, found), found, place)
    }
  }

  /// How many shingles a paragraph shares with each of another case.
  private static func shared(
    _ paragraph: Paragraph, _ holders: [UInt64: [Int]], _ all: [Paragraph]
  ) -> [Int: Int] {
    var shared: [Int: Int] = [:]
    for shingle in paragraph.shingles {
      for other in holders[shingle] ?? [] where all[other].owner != paragraph.owner {
        shared[other, default: 0] += 1
      }
    }
    return shared
  }

  private mutating func compare(
    _ paragraph: Paragraph, with shared: [Int: Int], _ all: [Paragraph], _ place: Int
  ) {
    var best = 0.0
    for (other, count) in shared.sorted(by: { $0.key < $1.key }) {
      let union = paragraph.shingles.count + all[other].shingles.count - count
      let resemblance = union == 0 ? 0 : Double(count) / Double(union)
      best = max(best, resemblance)
      if resemblance > highest {
        highest = resemblance
        worst = [paragraph.text, all[other].text]
      }
    }
    if best >= Self.near { alike += 1 }
    if best == 1 { equal += 1 }
  }

  private static func shingles(_ text: String) -> Set<UInt64> {
    let words = text.lowercased().split { $0 == " " || $0 == "\n" }
    guard words.count >= shingle else { return [hash(words[...])] }
    return Set((0...words.count - shingle).map { hash(words[$0..<$0 + shingle]) })
  }

  private static func hash(_ words: ArraySlice<Substring>) -> UInt64 {
    var hash = StableHash()
    for word in words { hash.combine(String(word)) }
    return hash.value
  }
}
