/// Lists in a spec that stand where one value does: each of their values makes an arm.
struct SpecSweep {
  /// The most arms a spec may make.
  static let mostArms = 64

  /// A list that was read.
  struct List {
    /// The parameter.
    let name: String
    /// How many values it has.
    let count: Int
    /// The value that was taken, as specs write it.
    let chosen: String
    /// Where it stands, in characters from 0.
    let columns: Range<Int>
  }

  /// Which value of each list is taken, by the order of the lists; the first where none is said.
  var choices: [Int] = []
  /// The lists, in the order they were read.
  var lists: [List] = []

  /// Every combination of values, the last list changing fastest.
  ///
  /// - Throws: ``SpecError`` at the list with which they become too many.
  static func combinations(of lists: [List], source: String) throws -> [[Int]] {
    var combinations: [[Int]] = [[]]
    for (place, list) in lists.enumerated() {
      guard combinations.count * list.count <= mostArms else {
        let sizes = lists[...place].map { "\($0.count)" }.joined(separator: " × ")
        throw SpecError(
          "lists make an arm of every combination: \(sizes) here, and \(mostArms) is the most",
          source: source, column: list.columns.lowerBound, length: list.columns.count)
      }
      combinations = combinations.flatMap { begun in (0..<list.count).map { begun + [$0] } }
    }
    return combinations
  }
}

extension SpecParser {
  /// Reads a value, or a list of values and takes one of them.
  ///
  /// - Parameters:
  ///   - name: The parameter.
  ///   - takesList: Whether a list is a value of the parameter itself.
  ///   - spelled: How specs write a value.
  ///   - read: Reads one value.
  /// - Returns: the value taken, and where it stands among the scalars.
  mutating func oneOf<Value: Hashable>(
    _ name: String, takesList: Bool = false, spelled: (Value) -> String,
    _ read: (inout SpecParser) throws -> Value
  ) throws -> (value: Value, place: Range<Int>) {
    let start = token
    guard start.isSymbol("["), !takesList else {
      let first = position
      let value = try read(&self)
      return (value, range(from: first))
    }
    guard let sweep else {
      throw error(
        "'\(name)' takes one value here; a list makes an arm of each, and this is one pipeline",
        at: start)
    }
    position += 1
    var found: [(value: Value, place: Range<Int>)] = []
    repeat {
      if found.isEmpty, token.isSymbol("]") {
        throw unexpected("a value in the list for '\(name)'")
      }
      let first = position
      let value = try read(&self)
      let place = range(from: first)
      guard !found.contains(where: { $0.value == value }) else {
        throw error("\(spelled(value)) stands twice in the list for '\(name)'", at: place)
      }
      found.append((value, place))
    } while take(",")
    guard take("]") else { throw unexpected("',' or ']'") }
    let number = sweep.lists.count
    let chosen = found[number < sweep.choices.count ? sweep.choices[number] : 0]
    let whole = start.range.lowerBound..<tokens[position - 1].range.upperBound
    self.sweep?.lists.append(
      SpecSweep.List(
        name: name, count: found.count, chosen: spelled(chosen.value),
        columns: SpecLexer.column(
          of: whole.lowerBound, in: scalars)..<SpecLexer.column(
            of: whole.upperBound, in: scalars)))
    return chosen
  }
}

extension StrategyParameter.Kind {
  /// Whether a list is one of its values, so that it makes no arms.
  var takesList: Bool {
    switch self {
    case .trigger, .strings, .pipelines: true
    case .count, .word, .string, .file, .name, .flag: false
    }
  }
}
