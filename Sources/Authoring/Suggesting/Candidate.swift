import EvalKit
import LocalModels

/// A value that may be worth a fact, with everywhere it is said.
struct Candidate: Sendable {
  /// What kind of value it is, in the words that facts are tagged by.
  enum Kind: String, Sendable {
    case identifier, number, date, name, path, quote, decision, preference, negative, state, error
    case text
  }

  /// A place that says the value.
  struct Place: Sendable {
    /// The passage, by position among all.
    var passage: Int
    /// Where in the passage the value stands, in scalars.
    var range: Range<Int>
  }

  /// Its kind.
  var kind: Kind
  /// The value, as it is written where it is said first.
  var value: String
  /// The value, as it is looked for.
  var matcher: ValueMatcher
  /// The place it is quoted from; nil where only an argument says it.
  var place: Place?
  /// The entry it was said in first; nil for the instructions.
  var entry: EntryID?
  /// How good an example of its kind it is, in sixteenths.
  var quality: Int
  /// The older values that it replaced, with the entry of each.
  var replaced: [(value: String, entry: EntryID)] = []
  /// The later entries that say it too.
  var mentions: [EntryID] = []
  /// The arguments of calls in later turns that have the value.
  var arguments: [ArgumentTrace.Argument] = []
  /// The tool that said so, of an error.
  var tool: String?
  /// How many of these are of calls that change something.
  var writeArguments = 0

  /// How values of a kind are compared.
  static func matcher(_ value: String, _ kind: Kind) -> ValueMatcher {
    ValueMatcher(value, kind: ValueMatcher.Kind(factKind: kind.rawValue))
  }
}

extension Candidate.Kind {
  /// The kind of a value by its looks; nil for looks that say too little.
  init?(_ kind: SpanKind) {
    switch kind {
    case .identifier, .email, .phone, .url, .version: self = .identifier
    case .path: self = .path
    case .date, .time: self = .date
    case .number, .money: self = .number
    case .name, .address: self = .name
    case .quoted: self = .quote
    case .phrase: return nil
    }
  }
}
