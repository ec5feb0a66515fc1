extension SpecParser {
  /// Reads the arguments in parentheses, if there are any.
  mutating func read(_ arguments: inout StageArguments) throws {
    guard take("(") else { return }
    if take(")") { return }
    var isFirst = true
    repeat {
      try readArgument(&arguments, isFirst: isFirst)
      isFirst = false
    } while take(",")
    guard take(")") else { throw unexpected("',' or ')'") }
  }

  private mutating func readArgument(_ arguments: inout StageArguments, isFirst: Bool) throws {
    let start = token
    if case .word(let key) = start.kind, following.isSymbol(":") {
      guard arguments.places[key] == nil else {
        throw error("'\(key)' is given twice", at: start)
      }
      position += 2
      try readValue(of: key, at: start, &arguments)
      return
    }
    guard token.kind != .end, !token.isSymbol(")"), !token.isSymbol(",") else {
      throw unexpected("an argument")
    }
    guard let parameter = arguments.definition.parameters.first else {
      throw error("'\(arguments.name)' takes no arguments of its own", at: start)
    }
    guard isFirst else {
      throw error(
        "only the first argument may go without its name; write \(parameter.name): …",
        at: start)
    }
    try readValue(of: parameter, isPositional: true, &arguments)
  }

  private mutating func readValue(
    of key: String, at start: SpecToken, _ arguments: inout StageArguments
  ) throws {
    if let parameter = arguments.definition.parameters.first(where: { $0.name == key }) {
      return try readValue(of: parameter, isPositional: false, &arguments)
    }
    if key == "scale", let preset = arguments.preset {
      guard !arguments.isScaled else { throw error("'scale' is given twice", at: start) }
      try readScale(preset, at: start)
      arguments.isScaled = true
      return
    }
    if key == "persistence" || key == "moments" {
      guard arguments.pinned == nil else {
        throw error("preset '\(arguments.name)' pins its \(key)", at: start)
      }
      let first = position
      if key == "persistence" {
        let (word, place) = try oneOf(key, spelled: { $0 }) { parser in
          try parser.word(of: Persistence.allCases.map(\.rawValue), key)
        }
        arguments.persistence = Persistence(rawValue: word)
        arguments.places[key] = place
      } else {
        arguments.moments = try moments()
        arguments.places[key] = range(from: first)
      }
      return
    }
    let known =
      arguments.definition.parameters.map(\.name)
      + (arguments.pinned == nil ? ["persistence", "moments"] : [])
    let suggestion = NearMiss.suggestion(for: key, among: known)
    let list = suggestion == nil ? "; it takes \(known.joined(separator: ", "))" : ""
    throw error(
      "'\(arguments.name)' has no parameter '\(key)'\(list)", suggestion: suggestion, at: start)
  }

  private mutating func readValue(
    of parameter: StrategyParameter, isPositional: Bool, _ arguments: inout StageArguments
  ) throws {
    guard arguments.places[parameter.name] == nil else {
      throw error("'\(parameter.name)' is given twice", at: token)
    }
    let others = isPositional ? arguments.definition.parameters : []
    let (value, place) = try oneOf(
      parameter.name, takesList: parameter.kind.takesList,
      spelled: { $0.spelled(for: parameter) }
    ) { try $0.value(of: parameter, others: others) }
    arguments.values[parameter.name] = value
    arguments.places[parameter.name] = place
  }

  func range(from first: Int) -> Range<Int> {
    tokens[first].range.lowerBound..<tokens[max(first, position - 1)].range.upperBound
  }

  private mutating func value(of parameter: StrategyParameter, others: [StrategyParameter]) throws
    -> ArgumentValue
  {
    switch parameter.kind {
    case .count(let units): return try count(parameter, units, others: others)
    case .trigger:
      guard take("[") else { return try trigger(parameter, others: others) }
      var list: [ArgumentValue] = []
      repeat { list.append(try trigger(parameter, others: others)) } while take(",")
      guard take("]") else { throw unexpected("',' or ']'") }
      return list.count == 1 ? list[0] : .list(list)
    case .word(let words):
      return .word(try word(of: words, parameter.name))
    case .flag:
      return .word(try word(of: ["true", "false"], parameter.name))
    case .string: return .string(try string(parameter.name))
    case .file: return .string(try path(parameter.name))
    case .name: return .string(try name(parameter.name))
    case .strings: return .list(try strings(parameter.name))
    case .pipelines: return .pipelines(try pipelines(parameter.name))
    }
  }

  private mutating func trigger(_ parameter: StrategyParameter, others: [StrategyParameter]) throws
    -> ArgumentValue
  {
    if case .word = token.kind { return .word(try word(of: Trigger.words, parameter.name)) }
    return try count(parameter, [.entries, .turns, .uses, .tokens, .percent], others: others)
  }

  // MARK: numbers

  private mutating func count(
    _ parameter: StrategyParameter, _ units: [CountUnit], others: [StrategyParameter]
  ) throws -> ArgumentValue {
    let start = token
    guard case .number(let number) = token.kind else {
      let wanted = units.isEmpty ? "a number" : "a number of \(Self.list(units))"
      throw unexpected("\(wanted) for '\(parameter.name)'")
    }
    guard let number else {
      throw error("expected a whole number of at most 1,000,000,000", at: start)
    }
    position += 1
    let unit = try self.unit(after: start)
    let written = start.range.lowerBound..<tokens[position - 1].range.upperBound
    guard number >= parameter.minimum else {
      throw error(
        "'\(parameter.name)' is at least \(parameter.minimum); found \(number)", at: written)
    }
    if unit == .percent, number > 100 {
      throw error("a share is at most 100%; found \(number)%", at: written)
    }
    guard let unit = unit ?? units.first else { return .number(number) }
    guard units.contains(unit) else {
      let other = others.first {
        if case .count(let units) = $0.kind { units.contains(unit) } else { false }
      }
      let wanted = units.isEmpty ? "a plain number" : Self.list(units)
      throw error(
        "'\(parameter.name)' takes \(wanted), not \(unit == .percent ? "%" : unit.rawValue)",
        suggestion: other.map { "\($0.name): \(unit.spelled(number))" }, at: written)
    }
    return .count(number, unit)
  }

  /// Reads the unit after a number; nil where there is none.
  private mutating func unit(after number: SpecToken) throws -> CountUnit? {
    if take("%") { return .percent }
    guard case .word(let word) = token.kind else { return nil }
    guard let unit = CountUnit(spelling: word) else {
      let known = CountUnit.allCases.filter { $0 != .percent }.map(\.rawValue)
      let suggestion = NearMiss.suggestion(for: word, among: known)
      let list = suggestion == nil ? "; there is \(known.joined(separator: ", ")) and %" : ""
      throw error("unknown unit '\(word)'\(list)", suggestion: suggestion, at: token)
    }
    position += 1
    return unit
  }

  private static func list(_ units: [CountUnit]) -> String {
    let words = units.map { $0 == .percent ? "%" : $0.rawValue }
    guard let last = words.last, words.count > 1 else { return words.joined() }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }

  // MARK: words and texts

  /// Reads one of some words.
  private mutating func word(of words: [String], _ parameter: String) throws -> String {
    let list = words.joined(separator: ", ")
    guard case .word(let word) = token.kind else {
      throw unexpected("one of \(list) for '\(parameter)'")
    }
    guard words.contains(word) else {
      throw error(
        "'\(parameter)' is one of \(list); found '\(word)'",
        suggestion: NearMiss.suggestion(for: word, among: words), at: token)
    }
    position += 1
    return word
  }

  private mutating func string(_ parameter: String) throws -> String {
    switch token.kind {
    case .string(let text), .word(let text):
      position += 1
      return text
    case .number, .symbol, .end: throw unexpected("a text in quotes for '\(parameter)'")
    }
  }

  /// Reads the path of a file that a strategy will read.
  private mutating func path(_ parameter: String) throws -> String {
    let start = token
    let path = try string(parameter)
    if access.programs == .nowhere {
      throw error("'\(parameter)' reads a file of this machine; a set can name none", at: start)
    }
    return path.hasPrefix("/") ? path : SpecAccess.folder(of: trail.last ?? "") + path
  }

  /// Reads a text, or words and numbers joined by colons without spaces: `gguf:models/a.gguf`.
  private mutating func name(_ parameter: String) throws -> String {
    if case .string = token.kind { return try string(parameter) }
    guard case .word(var name) = token.kind else {
      throw unexpected("a name for '\(parameter)'")
    }
    position += 1
    while token.isSymbol(":"), !token.isSpaced, !following.isSpaced,
      Self.isNamePart(following.kind)
    {
      name += ":" + text(following)
      position += 2
    }
    return name
  }

  private static func isNamePart(_ kind: SpecToken.Kind) -> Bool {
    switch kind {
    case .word, .number: true
    case .string, .symbol, .end: false
    }
  }

  /// Whether a text may stand for a name without quotes.
  static func isName(_ text: String) -> Bool {
    text.split(separator: ":", omittingEmptySubsequences: false)
      .allSatisfy { SpecLexer.isWord(String($0)) }
  }

  // MARK: lists

  private mutating func strings(_ parameter: String) throws -> [ArgumentValue] {
    guard take("[") else { return [.string(try string(parameter))] }
    if take("]") { return [] }
    var list: [ArgumentValue] = []
    repeat { list.append(.string(try string(parameter))) } while take(",")
    guard take("]") else { throw unexpected("',' or ']'") }
    return list
  }

  private mutating func moments() throws -> Set<Moment> {
    let words = Moment.allCases.map(\.rawValue)
    var moments: Set<Moment> = []
    let isList = take("[")
    repeat {
      if let moment = Moment(rawValue: try word(of: words, "moments")) {
        moments.insert(moment)
      }
    } while isList && take(",")
    if isList, !take("]") { throw unexpected("',' or ']'") }
    return moments
  }

  private mutating func pipelines(_ parameter: String) throws -> [Pipeline] {
    guard take("[") else { throw unexpected("stages in brackets for '\(parameter)'") }
    var pipelines: [Pipeline] = []
    repeat { pipelines.append(try pipeline()) } while take(",")
    guard take("]") else { throw unexpected("'|', ',' or ']'") }
    return pipelines
  }
}
