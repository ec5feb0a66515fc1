import EvalKit

/// Expands patterns for one case: each alternative of a rule is used before any is used again.
struct Prose: Sendable {
  let template: CaseTemplate
  var dice: Dice
  /// What cast and state names stand for.
  var bound: [String: String]
  private var decks: [String: [Int]] = [:]

  /// Makes prose for a case, its cast drawn.
  init(_ template: CaseTemplate, dice: Dice) {
    self.template = template
    self.dice = dice
    bound = template.state
    for (name, generator) in template.cast { bound[name] = draw(generator) }
  }

  /// A text of a rule.
  mutating func say(_ rule: String, _ locals: [String: String] = [:]) -> String {
    say(template.rules[rule] ?? [], "rule \(rule)", locals)
  }

  /// One of some alternatives, known by a name.
  mutating func say(
    _ alternatives: [PhrasePattern], _ name: String, _ locals: [String: String] = [:]
  ) -> String {
    guard !alternatives.isEmpty else { return "" }
    if decks[name]?.isEmpty ?? true { decks[name] = dice.shuffled(Array(alternatives.indices)) }
    guard let place = decks[name]?.popLast() else { return "" }
    return expand(alternatives[place], locals)
  }

  /// A value of a make.
  mutating func draw(_ generator: ValueGenerator) -> String {
    if case .phrase(let pattern, _) = generator { return expand(pattern, [:]) }
    return generator.draw(&dice) { _, _ in "" }
  }

  /// JSON with its prose expanded and its values drawn.
  mutating func json(_ pattern: JSONPattern) -> JSONValue {
    switch pattern {
    case .value(let value): return value
    case .phrase(let phrase): return .string(expand(phrase, [:]))
    case .drawn(let generator):
      let text = draw(generator)
      if case .whole = generator, Int(text) != nil { return .number(JSONNumber(literal: text)) }
      return .string(text)
    case .array(let elements):
      var values: [JSONValue] = []
      for element in elements { values.append(json(element)) }
      return .array(values)
    case .object(let members):
      var object = JSONObject()
      for member in members { object[member.key] = json(member.value) }
      return .object(object)
    }
  }

  private mutating func expand(_ pattern: PhrasePattern, _ locals: [String: String]) -> String {
    switch pattern {
    case .text(let text): return text
    case .slot(let name, let isCapitalised):
      let text = locals[name] ?? bound[name] ?? say(name, locals)
      return isCapitalised ? text.prefix(1).uppercased() + text.dropFirst() : text
    case .choice(let parts): return dice.pick(parts).map { expand($0, locals) } ?? ""
    case .sequence(let parts):
      var text = ""
      for part in parts { text += expand(part, locals) }
      return text
    }
  }
}

/// Values that were drawn for a set: none is drawn twice, so that no case answers for another.
struct DrawnValues: Sendable {
  private var used: Set<String> = []
  private var inCase: Set<String> = []
  private static let attempts = 400
  /// How many draws are made for a value that looks like another.
  private static let likeAttempts = 60

  /// Begins another case.
  mutating func beginCase() { inCase = [] }

  /// Draws a value that no other fact of the set has.
  ///
  /// Of days and hours there are few: a fact's is another in every case as long as there is one, and no
  /// two facts of a case have the same.
  ///
  /// - Parameter fits: What is looked for first; if it is not found soon, any value will do.
  /// - Throws: ``GenerationError/exhausted(template:fact:)`` where none is left.
  mutating func draw(
    _ fact: FactTemplate, _ prose: inout Prose, fits: (String) -> Bool = { _ in true }
  ) throws(GenerationError) -> String {
    let isOfFew = fact.generator.isOfFew
    let scope = isOfFew ? "\(prose.template.id)/\(fact.id)/" : ""
    for attempt in 0..<2 * Self.attempts {
      let value = prose.draw(fact.generator)
      if attempt < Self.likeAttempts, !fits(value) { continue }
      let key = value.lowercased()
      let isNew = !used.contains(scope + key) || (isOfFew && attempt >= Self.attempts)
      guard isNew, inCase.insert(key).inserted else { continue }
      used.insert(scope + key)
      return value
    }
    throw .exhausted(template: prose.template.id, fact: fact.id)
  }
}

extension ValueGenerator {
  /// Whether so few values can be drawn that facts must share them.
  var isOfFew: Bool {
    switch self {
    case .date, .clock: true
    case .code, .whole, .amount, .version, .phrase: false
    }
  }
}

/// Why a set cannot be generated.
public enum GenerationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No template was given.
  case noTemplates
  /// A fact has no value left that another does not have.
  case exhausted(template: String, fact: String)
  /// A session is too short for what a template plants.
  case tooShort(template: String, turns: Int)
  /// What came out is no case: what the loader says.
  case invalid(template: String, findings: [String])

  /// The message.
  public var description: String {
    switch self {
    case .noTemplates: "no template to generate from"
    case .exhausted(let template, let fact):
      "\(template): '\(fact)' has no value left that no other fact has; widen its 'value', or make "
        + "fewer cases"
    case .tooShort(let template, let turns):
      "\(template): \(turns) turns do not hold its actions; ask for more --turns"
    case .invalid(let template, let findings):
      "\(template): what came out does not pass as a case:\n" + findings.joined(separator: "\n")
    }
  }
}
