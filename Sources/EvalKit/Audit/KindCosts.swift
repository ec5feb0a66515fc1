/// What kinds of content cost, once and over the session.
public struct KindCost: Hashable, Sendable {
  /// A kind of content of a request.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Instructions, at the beginning and on the way.
    case instructions
    /// Tool definitions.
    case tools
    /// What prompts say.
    case prompts
    /// The response schemas of prompts.
    case responseSchemas
    /// Images and files, wherever they stand.
    case attachments
    /// What the model answered.
    case responses
    /// What the model thought.
    case reasoning
    /// The calls it made.
    case toolCalls
    /// What they returned.
    case toolOutputs
    /// Entries of unknown kind, and what a renderer puts between the parts of a head.
    case other
  }

  /// The kind.
  public let kind: Kind
  /// Entries that have it; tools, for definitions.
  public internal(set) var entries = 0
  /// Tokens at the end of the session, each entry counted once.
  public internal(set) var tokens = 0
  /// Tokens over all requests: an entry counts in each request that shows it.
  public internal(set) var carried = 0

  /// The costs of a session, a value a kind, in the order of ``Kind``, nothing edited.
  ///
  /// What is carried adds up to the tokens of all requests.
  ///
  /// - Complexity: O(text).
  static func all(_ scene: AuditScene) -> [KindCost] {
    var costs = Dictionary(uniqueKeysWithValues: Kind.allCases.map { ($0, KindCost(kind: $0)) })
    func add(_ kind: Kind, _ entries: Int, _ tokens: Int, carried: Int) {
      costs[kind]?.entries += entries
      costs[kind]?.tokens += tokens
      costs[kind]?.carried += carried
    }
    for (place, use) in scene.heads.enumerated() {
      let isLast = place == scene.heads.count - 1
      let whole = scene.meter.count(use.head)
      let tools = scene.meter.count(Head(tools: use.head.tools))
      let instructions = scene.meter.count(Head(instructions: use.head.instructions))
      for (kind, entries, tokens) in [
        (Kind.instructions, use.head.instructions.count, instructions),
        (.tools, use.head.tools.count, tools), (.other, 0, whole - instructions - tools),
      ] { add(kind, isLast ? entries : 0, isLast ? tokens : 0, carried: tokens * use.requests) }
    }
    for (place, entry) in scene.transcript.entries.enumerated() {
      let carried = scene.carried[place]
      let attached = scene.meter.attachments(of: entry).tokens
      let schema = scene.schemaTokens[place]
      let own = scene.tokens[place] - attached - schema
      add(Kind(entry.kind), 1, own, carried: own * carried)
      if attached > 0 { add(.attachments, 1, attached, carried: attached * carried) }
      if schema > 0 { add(.responseSchemas, 1, schema, carried: schema * carried) }
    }
    return Kind.allCases.compactMap { costs[$0] }
  }
}

extension KindCost.Kind {
  fileprivate init(_ kind: EntryKind) {
    self =
      switch kind {
      case .prompt: .prompts
      case .response: .responses
      case .reasoning: .reasoning
      case .toolCalls: .toolCalls
      case .toolOutput: .toolOutputs
      case .instructions: .instructions
      case .opaque: .other
      }
  }
}

/// An entry and how long a session carried it.
public struct CarriedEntry: Hashable, Sendable {
  /// The entry.
  public let entry: EntryID
  /// Its label.
  public let label: String
  /// What it is.
  public let kind: EntryKind
  /// Its tokens, a response schema and attachments included.
  public let tokens: Int
  /// The first request that showed it; nil if none did.
  public let firstRequest: Int?
  /// How many requests showed it.
  public let requests: Int

  /// Its tokens in all of these requests.
  public var carried: Int { tokens * requests }

  /// The largest entries of a session, largest first; of equals, the earlier first.
  ///
  /// - Complexity: O(entries log entries).
  static func largest(_ scene: AuditScene) -> [CarriedEntry] {
    let places = scene.tokens.indices.sorted {
      (scene.tokens[$1], $0) < (scene.tokens[$0], $1)
    }
    return places.prefix(scene.limits.largest).map { place in
      let requests = scene.carried[place]
      return CarriedEntry(
        entry: EntryID(place), label: scene.label(place),
        kind: scene.transcript.entries[place].kind, tokens: scene.tokens[place],
        firstRequest: requests > 0 ? scene.requests.count - requests + 1 : nil,
        requests: requests)
    }
  }
}
