/// The arguments of a stage as they are read.
struct StageArguments {
  let definition: StrategyDefinition
  /// The name it was called by.
  let name: String
  /// Where that stands.
  let place: Range<Int>
  /// The stage a preset pins; its values are the defaults.
  var pinned: Stage?
  /// The preset.
  var preset: Preset?
  /// Whether the preset's sizes in tokens become shares of the context size.
  var isScaled = false
  var values: [String: ArgumentValue] = [:]
  var persistence: Persistence?
  var moments: Set<Moment>?
  /// Where each argument's value stands.
  var places: [String: Range<Int>] = [:]

  init(definition: StrategyDefinition, name: String, place: Range<Int>) {
    self.definition = definition
    self.name = name
    self.place = place
  }
}

extension StrategyParameter {
  /// How it may be given, for a message.
  public var example: String {
    switch kind {
    case .count(let units):
      switch units.first {
      case .percent?: "\(name): 50%"
      case let unit? where unit.rawValue != name: "\(name): \(unit.spelled(10))"
      case _?, nil: "\(name): 10"
      }
    case .trigger: "\(name): 75%"
    case .word(let words): "\(name): \(words.first ?? "word")"
    case .string: "\(name): 'text'"
    case .file: "\(name): 'path'"
    case .name: "\(name): name"
    case .strings: "\(name): ['text']"
    case .flag: "\(name): true"
    case .pipelines: "\(name): [identity]"
    }
  }
}
