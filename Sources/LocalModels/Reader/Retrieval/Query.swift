/// What is looked for: terms with weights.
struct Query: Sendable {
  /// A term.
  struct Term: Sendable {
    /// The key of the word.
    let key: UInt64
    /// Its share of a full term, in sixteenths.
    var weight: Int
  }

  /// The terms, each key once.
  private(set) var terms: [Term] = []

  /// Adds a term; a repeated key keeps the greater weight.
  mutating func add(_ key: UInt64, weight: Int = 16) {
    if let index = terms.firstIndex(where: { $0.key == key }) {
      terms[index].weight = max(terms[index].weight, weight)
    } else if terms.count < 48 {
      terms.append(Term(key: key, weight: weight))
    }
  }

  /// The place of a key among the terms.
  func index(of key: UInt64) -> Int? { terms.firstIndex { $0.key == key } }
}
