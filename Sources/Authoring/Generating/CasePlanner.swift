import EvalKit

/// Places facts, calls, failures, rules and questions on turns.
struct CasePlanner {
  private let template: CaseTemplate
  private let ages: AgeDeck
  private let callAges: AgeDraw
  private var plan: CasePlan
  /// At what ages each fact is asked for.
  private var asked: [String: [Int]] = [:]
  /// Turns in which a fact's value is used or said again.
  private var uses: [String: Set<Int>] = [:]

  private var count: Int { plan.turns.count }

  /// Makes a plan.
  ///
  /// - Parameters:
  ///   - ages: How far back probes reach.
  ///   - callAges: How far back arguments of calls reach.
  static func plan(
    turns: Int, ages: AgeDeck, callAges: AgeDraw, prose: inout Prose, drawn: inout DrawnValues
  ) throws(GenerationError) -> CasePlan {
    var planner = CasePlanner(
      template: prose.template, ages: ages, callAges: callAges,
      plan: CasePlan(turns: Array(repeating: CasePlan.Turn(), count: turns)))
    try planner.placeActions(&prose.dice)
    planner.placeFacts(&prose.dice)
    planner.placeFailure(&prose.dice)
    planner.placeConstraints(&prose.dice)
    planner.placeLookups(&prose.dice)
    try planner.tellAll(&prose, &drawn)
    planner.placeMentions(&prose.dice)
    planner.placeAsks(&prose.dice)
    planner.placeAbsences(&prose.dice)
    return planner.plan
  }

  // MARK: Calls

  private mutating func placeActions(_ dice: inout Dice) throws(GenerationError) {
    for action in dice.shuffled(template.actions) {
      guard let place = actionPlace(action, &dice) else {
        throw .tooShort(template: template.id, turns: count)
      }
      plan.turns[place.turn].work = .action(action)
      for (offset, id) in action.facts.enumerated() {
        uses[id, default: []].insert(place.turn)
        guard plan.told[id] == nil else { continue }
        let back = offset == 0 ? place.age : dice.within(1...place.age)
        plan.told[id] = place.turn - back
      }
    }
  }

  /// A turn without work, far enough from the beginning and after what its arguments need.
  private func actionPlace(_ action: ActionTemplate, _ dice: inout Dice) -> (turn: Int, age: Int)? {
    let known = action.facts.compactMap { plan.told[$0] }.max() ?? -1
    for _ in 0..<200 {
      let turn = dice.within(max(2, known + 1)...max(max(2, known + 1), count - 2))
      guard turn < count - 1, plan.turns[turn].work == nil,
        let age = callAges.draw(&dice, most: turn)
      else { continue }
      return (turn, age)
    }
    return nil
  }

  private mutating func placeFailure(_ dice: inout Dice) {
    let tools = template.tools.filter { $0.isRead && !$0.failures.isEmpty && !$0.wants.isEmpty }
    guard let tool = dice.pick(tools) else { return }
    for _ in 0..<200 {
      let first = dice.within(1...max(1, count - 6))
      let again = first + dice.within(2...5)
      guard again < count, plan.turns[first].work == nil, plan.turns[again].work == nil else {
        continue
      }
      plan.turns[first].work = .failure(tool)
      plan.turns[again].work = .retry(tool)
      return
    }
  }

  private mutating func placeConstraints(_ dice: inout Dice) {
    for constraint in template.constraints {
      // Not beside a request: what is forbidden there would be read as what is wanted.
      let free = plan.turns.indices.prefix(max(1, count / 3)).filter {
        plan.turns[$0].constraint == nil && plan.turns[$0].work == nil
      }
      if let turn = dice.pick(Array(free)) { plan.turns[turn].constraint = constraint }
    }
  }

  // MARK: Facts

  /// Gives every fact its ages, and those that no call needs a turn to be told in.
  private mutating func placeFacts(_ dice: inout Dice) {
    for time in 0..<ages.asks {
      var left = ages.ages(of: template.facts.count, time: time)
      // Those told late have the fewest ages to choose from.
      let facts = dice.shuffled(template.facts).enumerated().sorted { one, other in
        (room(of: one.element.id), one.offset) < (room(of: other.element.id), other.offset)
      }.map(\.element.id)
      for fact in facts {
        let room = room(of: fact)
        let fitting = left.indices.filter {
          left[$0] <= room && !(asked[fact] ?? []).contains(left[$0])
        }
        let age: Int
        if let place = dice.pick(fitting) {
          age = left.remove(at: place)
        } else if let drawn = ages.draw.draw(&dice, most: room) {
          age = drawn
        } else {
          continue
        }
        asked[fact, default: []].append(age)
        if plan.told[fact] == nil { plan.told[fact] = dice.within(0...max(0, count - 1 - age)) }
      }
    }
  }

  /// The oldest that a fact can be in the last turn.
  private func room(of fact: String) -> Int { count - 1 - (plan.told[fact] ?? 0) }

  /// Gives every turn that an output tells something a call that gives it, and most others one too.
  private mutating func placeLookups(_ dice: inout Dice) {
    let tools = template.tools.filter { $0.isRead && !$0.wants.isEmpty }
    for turn in plan.turns.indices where plan.turns[turn].work == nil {
      let wanted = template.facts.filter { fact in
        plan.told[fact.id] == turn && fact.sources.contains(.output)
      }
      if let name = dice.pick(wanted)?.tool, dice.chance(percent: 80),
        let tool = template.tool(name), !tool.wants.isEmpty
      {
        plan.turns[turn].work = .lookup(tool)
      } else if dice.chance(percent: 45), let tool = dice.pick(tools) {
        plan.turns[turn].work = .lookup(tool)
      }
    }
  }

  /// Who can say a fact in a turn.
  private func source(_ fact: FactTemplate, in turn: Int, _ dice: inout Dice) -> FactTemplate.Source
  {
    var open = fact.sources.filter { $0 != .output }
    switch plan.turns[turn].work {
    case .lookup(let tool) where tool.name == fact.tool && fact.sources.contains(.output):
      // What can stand in an output mostly does: most of a session's values come from there.
      if open.isEmpty || dice.chance(percent: 75) { return .output }
    case .action, .failure, .retry, .lookup, nil: break
    }
    if open.isEmpty { open = [.response] }
    return dice.pick(open) ?? .prompt
  }

  private mutating func tellAll(_ prose: inout Prose, _ drawn: inout DrawnValues)
    throws(GenerationError)
  {
    for fact in template.facts {
      guard let turn = plan.told[fact.id] else { continue }
      var value = try drawn.draw(fact, &prose)
      var old: String?
      let first = uses[fact.id]?.min() ?? count
      if !fact.isFixed, turn >= 2, first > turn, prose.dice.chance(percent: 38) {
        var before = turn - prose.dice.within(1...min(7, turn))
        tell(fact, value, in: before, &prose.dice)
        old = value
        value = try sameMake(as: value, fact, &prose, &drawn)
        if turn - before >= 4, prose.dice.chance(percent: 15), let first = old {
          // Changed, and changed back: what was said first holds again.
          before += prose.dice.within(1...turn - before - 1)
          correct(fact, value, first, in: before, &prose.dice)
          (old, value) = (value, first)
        }
      }
      plan.values[fact.id] = value
      if let old {
        correct(fact, value, old, in: turn, &prose.dice)
      } else {
        tell(fact, value, in: turn, &prose.dice)
      }
      if let decoy = fact.decoy {
        let other = try drawn.draw(fact, &prose)
        let place = max(0, min(count - 1, turn + prose.dice.within(-3...3)))
        plan.turns[place].tells.append(
          CasePlan.Tell(fact: fact, value: other, about: decoy, source: .prompt))
      }
    }
  }

  /// Another value that looks like the first, as corrections do.
  private func sameMake(
    as value: String, _ fact: FactTemplate, _ prose: inout Prose, _ drawn: inout DrawnValues
  ) throws(GenerationError) -> String {
    let month = { (text: String) in text.split(separator: " ").last }
    return try drawn.draw(fact, &prose) { other in
      other.count == value.count
        && (fact.generator != .date || month(other) == month(value))
    }
  }

  private mutating func tell(
    _ fact: FactTemplate, _ value: String, in turn: Int, _ dice: inout Dice
  ) {
    let source = source(fact, in: turn, &dice)
    plan.turns[turn].tells.append(
      CasePlan.Tell(fact: fact, value: value, about: fact.about, source: source))
  }

  /// A correction is said in words: an output does not say what it replaces.
  private mutating func correct(
    _ fact: FactTemplate, _ value: String, _ old: String, in turn: Int, _ dice: inout Dice
  ) {
    let sources = fact.sources.filter { $0 != .output }
    plan.turns[turn].tells.append(
      CasePlan.Tell(
        fact: fact, value: value, old: old, about: fact.about,
        source: dice.pick(sources) ?? .response))
  }

  // MARK: Questions

  private mutating func placeMentions(_ dice: inout Dice) {
    for fact in template.facts {
      guard let told = plan.told[fact.id], let value = plan.values[fact.id], told + 1 < count else {
        continue
      }
      let times = dice.place(weights: [55, 25, 13, 7]) ?? 0
      for _ in 0..<times {
        let turn = dice.within(told + 1...count - 1)
        // Not where a call is made of it: then it would be at hand.
        guard uses[fact.id]?.contains(turn) != true, plan.turns[turn].mentions.isEmpty else {
          continue
        }
        uses[fact.id, default: []].insert(turn)
        plan.turns[turn].mentions.append(
          CasePlan.Mention(fact: fact.id, value: value, isUsers: dice.chance(percent: 50)))
      }
    }
  }

  private mutating func placeAsks(_ dice: inout Dice) {
    for fact in template.facts {
      guard let told = plan.told[fact.id] else { continue }
      let isUpdate = plan.turns.flatMap(\.tells).contains {
        $0.fact.id == fact.id && $0.old != nil
      }
      var turns = Set<Int>()
      for wanted in asked[fact.id] ?? [] {
        guard let age = age(of: fact.id, told: told, near: wanted, not: turns) else { continue }
        turns.insert(told + age)
        plan.asks.append(
          CasePlan.Ask(
            fact: fact, turns: told + age + 1, isUpdate: isUpdate, number: turns.count))
      }
    }
  }

  /// The age nearest to one that is wanted at which the last turn does not say the answer; nil where
  /// there is none.
  private func age(of fact: String, told: Int, near wanted: Int, not turns: Set<Int>) -> Int? {
    (1..<max(2, count - told)).filter { age in
      told + age < count && uses[fact]?.contains(told + age) != true
        && !turns.contains(told + age)
    }.min { (abs($0 - wanted), $0) < (abs($1 - wanted), $1) }
  }

  private mutating func placeAbsences(_ dice: inout Dice) {
    let asks = plan.asks.filter { !$0.isUpdate }
    for absent in template.absent {
      guard let ask = dice.pick(asks) else { return }
      plan.absences.append(
        CasePlan.Absence(absent: absent, decoy: ask.fact, turns: ask.turns))
    }
  }
}
