/// An argument of the expected tool's call that is not what was expected, and where its value stands.
struct WrongArgument {
  /// Where a view has the value that was expected.
  enum Source {
    /// In view.
    case present
    /// Only the value it replaced is, and that was given.
    case stale
    /// Neither.
    case lost
  }

  /// The call that was made.
  let made: ConfusionScene.Made
  /// The argument.
  let key: String
  /// What is wrong with it, in words.
  let reason: String
  /// What was given; nil where nothing was.
  let given: JSONValue?
  /// Ways to say what was expected; none where the reference gives no value.
  let wanted: [ValueMatcher]
  /// Values that the expected one replaced.
  let superseded: [ValueMatcher]
  /// Where the view has the expected value.
  let source: Source
  /// The entries before the call that hold the expected value.
  let holders: [EntryID]

  /// The first argument of an unexpected call, if the call is of a tool that was expected and not met.
  ///
  /// Of several wrong arguments the one with the worst source is taken: one lost before one stale
  /// before one present.
  init?(_ scene: ConfusionScene) {
    var found: [WrongArgument] = []
    for made in scene.unexpected {
      guard let rule = scene.unmet.first(where: { $0.expected.tool == made.call.name }) else {
        continue
      }
      found += rule.differences(made.call).map {
        WrongArgument(scene, made, rule.expected, key: $0.key, reason: $0.reason)
      }
    }
    let order: [Source] = [.lost, .stale, .present]
    for source in order {
      if let first = found.first(where: { $0.source == source }) {
        self = first
        return
      }
    }
    return nil
  }

  private init(
    _ scene: ConfusionScene, _ made: ConfusionScene.Made, _ expected: ExpectedCall, key: String,
    reason: String
  ) {
    self.made = made
    self.key = key
    self.reason = reason
    let given = made.call.arguments[key]
    self.given = given
    let (wanted, superseded) = Self.values(of: key, expected, scene)
    self.wanted = wanted
    self.superseded = superseded
    holders = Set(wanted.flatMap { scene.holders(of: $0, step: made.step) }).sorted()
      .map { EntryID($0) }
    // A value common enough to stand anywhere cannot be said to be lost, nor one that nothing says.
    if wanted.allSatisfy(\.isWeak) || holders.isEmpty
      || wanted.contains(where: { scene.holds($0, step: made.step) })
    {
      source = .present
    } else if let given = Self.text(given), superseded.contains(where: { $0.isIn(given) }) {
      source = .stale
    } else {
      source = .lost
    }
  }

  /// What an argument should have been, and what that replaced.
  private static func values(of key: String, _ expected: ExpectedCall, _ scene: ConfusionScene)
    -> (wanted: [ValueMatcher], superseded: [ValueMatcher])
  {
    switch expected.arguments[key] {
    case .fact(let id):
      let fact = scene.judged.facts[id]
      return (fact?.values ?? [], fact?.superseded ?? [])
    case .exact(let value): return (matcher(value).map { [$0] } ?? [], [])
    case .oneOf(let values): return (values.compactMap(matcher), [])
    case .contains(let text), .hasPrefix(let text), .hasSuffix(let text):
      return (matcher(.string(text)).map { [$0] } ?? [], [])
    case .keyOnly, .range, .pattern, .naturalLanguage, .number, .subset, nil:
      let recorded = scene.recorded.first { $0.name == expected.tool }?.arguments[key]
      return (recorded.flatMap(matcher).map { [$0] } ?? [], [])
    }
  }

  private static func matcher(_ value: JSONValue) -> ValueMatcher? {
    switch value {
    case .string(let text) where !text.isEmpty: ArgumentTrace.matcher(text, isNumber: false)
    case .number(let number): ArgumentTrace.matcher(number.literal, isNumber: true)
    default: nil
    }
  }

  /// The text of an argument that was given.
  static func text(_ value: JSONValue?) -> MatchText? {
    switch value {
    case .string(let text): MatchText(text)
    case .number(let number): MatchText(number.literal)
    default: nil
    }
  }

  /// The entries that hold the expected value and are not shown as they were.
  func lost(_ scene: ConfusionScene) -> [EntryID] {
    holders.filter { !scene.isWhole($0, step: made.step) }
  }
}
