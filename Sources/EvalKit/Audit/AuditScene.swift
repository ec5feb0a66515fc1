/// What the rules of an audit look at: a session, its requests, and what each entry cost.
public struct AuditScene: Sendable {
  /// A head and the requests that it was in force for.
  struct HeadUse: Sendable {
    let head: Head
    /// The first of them, counted from 1.
    let firstRequest: Int
    var requests: Int
  }

  /// A recorded reply.
  struct Reply: Sendable {
    let request: Int
    let reasoningTokens: Int
  }

  /// The session as recorded.
  public let transcript: Transcript
  /// Its structure.
  public let structure: TranscriptStructure
  /// The window.
  public let budget: ContextBudget
  /// Where rules begin to object.
  public let limits: AuditLimits
  /// The requests, nothing edited.
  public let requests: [RequestRecord]
  /// What tools do.
  let effects: ToolEffects
  let ledger: TokenLedger
  let meter: TokenMeter
  /// The tokens of each entry.
  let tokens: [Int]
  /// Of these, those of its response schema.
  let schemaTokens: [Int]
  /// How many requests showed each entry.
  let carried: [Int]
  /// The heads in the order they were in force; one at least, though no request was made.
  let heads: [HeadUse]
  let replies: [Reply]
  /// How often each tool is called.
  let callCounts: [String: Int]

  init(
    _ transcript: Transcript, structure: TranscriptStructure, ledger: TokenLedger,
    requests: [RequestRecord], budget: ContextBudget, limits: AuditLimits, effects: ToolEffects
  ) {
    self.transcript = transcript
    self.structure = structure
    self.budget = budget
    self.limits = limits
    self.requests = requests
    self.effects = effects.stating(transcript)
    self.ledger = ledger
    let meter = TokenMeter(ledger)
    self.meter = meter
    let entries = transcript.entries
    let tokens = entries.enumerated().map { ledger.count($1, at: EntryID($0)) }
    self.tokens = tokens
    schemaTokens = entries.map(meter.schema)
    carried = Self.carried(entries.count, requests)
    heads = Self.heads(of: transcript, requests)
    replies = requests.map { request in
      let reply = entries[(request.entry.index + 1)...].indices.prefix {
        !entries[$0].kind.isInput
      }
      return Reply(
        request: request.number,
        reasoningTokens: reply.filter { entries[$0].kind == .reasoning }
          .reduce(0) { $0 + tokens[$1] })
    }
    callCounts = entries.reduce(into: [:]) { counts, entry in
      for call in entry.calls { counts[call.name, default: 0] += 1 }
    }
  }

  /// The largest head in force at a request; of equals the first.
  var largestHead: Head {
    var largest = (head: Head(), tokens: -1)
    for use in heads {
      let tokens = meter.count(use.head)
      if tokens > largest.tokens { largest = (use.head, tokens) }
    }
    return largest.head
  }

  /// Whether any head in force defines a tool. Without definitions nothing is known of tools.
  var definesTools: Bool { heads.contains { !$0.head.tools.isEmpty } }

  /// A name for an entry in messages.
  func label(_ entry: Int) -> String { transcript.name(of: EntryID(entry)) }

  /// How many requests showed an entry after the turn it belongs to.
  func carriedBeyondTurn(_ entry: Int) -> Int {
    let end = structure.range(ofTurn: structure.turns[entry]).upperBound
    return end < carried.count ? carried[end] : 0
  }

  /// What a part of the head costs over the session, where it is the same whatever else is in it.
  func sessionTokens(_ measure: (Head) -> Int) -> Int {
    heads.reduce(0) { $0 + ($1.requests == 0 ? 0 : measure($1.head) * $1.requests) }
  }

  /// What the definition of a tool costs over the session.
  func sessionTokens(ofTool name: String) -> Int {
    sessionTokens { head in
      let less = Head(
        instructions: head.instructions, tools: head.tools.filter { $0.name != name })
      return less.tools.count == head.tools.count ? 0 : meter.count(head) - meter.count(less)
    }
  }

  /// The tools that any head in force defines, each once, in order.
  var toolNames: [String] {
    var seen = Set<String>()
    return heads.flatMap { $0.head.tools.map(\.name) }.filter { seen.insert($0).inserted }
  }

  private static func carried(_ count: Int, _ requests: [RequestRecord]) -> [Int] {
    var carried = [Int](repeating: 0, count: count)
    var next = 0
    for entry in 0..<count {
      while next < requests.count, requests[next].entry.index < entry { next += 1 }
      carried[entry] = requests.count - next
    }
    return carried
  }

  private static func heads(of transcript: Transcript, _ requests: [RequestRecord]) -> [HeadUse] {
    guard !requests.isEmpty else {
      let head = transcript.head(at: transcript.entries.count)
      return [HeadUse(head: head, firstRequest: 1, requests: 0)]
    }
    var uses: [HeadUse] = []
    var head = transcript.head
    var next = 0
    for request in requests {
      while next < transcript.changes.count,
        transcript.changes[next].position <= request.entry.index + 1
      {
        head = transcript.changes[next].applied(to: head)
        next += 1
      }
      if let last = uses.indices.last, uses[last].head == head {
        uses[last].requests += 1
      } else {
        uses.append(HeadUse(head: head, firstRequest: request.number, requests: 1))
      }
    }
    return uses
  }
}
