import EvalKit
import LocalModels

/// Gives facts ids that say what they are about, each once and none with the value in it.
struct FactNames {
  private var used: Set<String>

  /// Ids that are taken.
  init(_ used: some Sequence<String>) { self.used = Set(used) }

  /// The id of a candidate: the key it stands under or is used as, what it counts, or the telling
  /// words beside it.
  mutating func id(of candidate: Candidate, passages: [ReadPassage]) -> String {
    claim(stem(of: candidate, passages: passages))
  }

  /// An id that is not taken, and is from now on: the stem, or the stem with a number.
  mutating func claim(_ stem: String) -> String {
    var id = stem
    var count = 1
    while !used.insert(id).inserted {
      count += 1
      id = "\(stem)-\(count)"
    }
    return id
  }

  private func stem(of candidate: Candidate, passages: [ReadPassage]) -> String {
    if let use = candidate.arguments.first {
      let key = use.path.split(separator: ".").last.map(String.init) ?? use.path
      if let slug = Self.slug(ProbeDraft.words(of: key)) { return slug }
    }
    guard let place = candidate.place else { return candidate.kind.rawValue }
    let passage = passages[place.passage]
    if !passage.name.isEmpty, let slug = Self.slug(passage.name.joined(separator: " ")) {
      return slug
    }
    let telling = passage.words.filter { word in
      !word.isFunctionWord && !word.range.overlaps(place.range)
        && !(word.text.utf8.contains { (0x30...0x39).contains($0) })
    }
    let after = telling.filter { $0.range.lowerBound >= place.range.upperBound }.prefix(2)
    let before = telling.filter { $0.range.upperBound <= place.range.lowerBound }.suffix(2)
    let words = candidate.kind == .number && after.count == 2 ? Array(after) : Array(before)
    let text = words.map(\.text).joined(separator: " ")
    return Self.slug(text) ?? candidate.kind.rawValue
  }

  /// A text as an id: lower-case letters and digits with hyphens; nil where nothing is left.
  static func slug(_ text: String) -> String? {
    var slug = ""
    for scalar in text.lowercased().unicodeScalars {
      if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
        slug.unicodeScalars.append(scalar)
      } else if slug.last != "-", !slug.isEmpty {
        slug += "-"
      }
    }
    while slug.last == "-" { slug.removeLast() }
    return slug.isEmpty ? nil : String(slug.prefix(40))
  }
}
