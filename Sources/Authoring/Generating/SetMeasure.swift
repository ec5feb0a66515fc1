public import EvalKit
import LocalModels

/// What the cases of a set are worth, measured with the reader on whole logs, no strategy between.
public struct SetMeasure: Hashable, Sendable {
  /// Answers right, of those asked.
  public struct Share: Hashable, Sendable {
    /// How many were right.
    public var right = 0
    /// How many were asked.
    public var asked = 0

    /// The share; 0 where nothing was asked.
    public var value: Double { asked == 0 ? 0 : Double(right) / Double(asked) }
  }

  /// With everything that was said before the question.
  public private(set) var whole = Share()
  /// With nothing but the head.
  public private(set) var nothing = Share()
  /// With the rounds of the evidence taken out, values said again left in.
  public private(set) var withoutEvidence = Share()
  /// With another case's session.
  public private(set) var foreign = Share()
  /// Abstention probes on which the reader abstains.
  public private(set) var abstained = Share()
  /// Questions wrong though everything was said: the case, the probe, the answer.
  public private(set) var missed: [[String]] = []

  /// Measures cases.
  ///
  /// - Complexity: O(probes × tokens of a case).
  public init(_ cases: [EvalCase]) async throws {
    let reader = Reader()
    let executor = Reader.Executor(configuration: reader.executorConfiguration)
    for (index, value) in cases.enumerated() {
      let judged = JudgedCase(value, effects: ToolEffects())
      let other = cases.count > 1 ? cases[(index + 1) % cases.count] : nil
      for probe in value.probes {
        let end = Self.end(of: probe, in: value)
        let all = Array(0..<end)
        func ask(_ owner: EvalCase, _ entries: [Int]) async throws -> Reply {
          let items = entries.map {
            Item(recorded: EntryID($0), entry: owner.transcript.entries[$0])
          }
          let ask = Item(recorded: EntryID(end), entry: .prompt(probe.ask, label: "ask"))
          return try await executor.respond(
            to: ModelRequest(head: owner.transcript.head(at: end), items: items + [ask]),
            model: reader)
        }
        let reply = try await ask(value, all)
        if probe.expect == .abstain {
          abstained.count(reply.abstained)
          continue
        }
        let isRight = judged.isRight(reply, probe)
        whole.count(isRight)
        if !isRight { missed.append([value.id, probe.id, probe.ask, reply.text]) }
        nothing.count(judged.isRight(try await ask(value, []), probe))
        let left = Self.withoutEvidence(of: probe, in: value, all)
        withoutEvidence.count(judged.isRight(try await ask(value, left), probe))
        if let other {
          let entries = Array(other.transcript.entries.indices)
          foreign.count(judged.isRight(try await ask(other, entries), probe))
        }
      }
    }
  }

  private static func end(of probe: Probe, in value: EvalCase) -> Int {
    switch probe.at {
    case .before(let id): id.index
    case .after(let id), .turn(let id): id.index + 1
    case .end, .every: value.transcript.entries.count
    }
  }

  /// The entries but those of the evidence and of the rounds they belong to.
  private static func withoutEvidence(of probe: Probe, in value: EvalCase, _ entries: [Int])
    -> [Int]
  {
    let evidence = Set(
      value.facts.filter { probe.facts.contains($0.id) }.flatMap(\.evidence)
        .compactMap { $0.entry?.index })
    let calls = Set(evidence.compactMap { value.transcript.entries[$0].callID })
    return entries.filter { index in
      let entry = value.transcript.entries[index]
      return !evidence.contains(index)
        && !entry.calls.contains { $0.id.map(calls.contains) ?? false }
    }
  }
}

extension JudgedCase {
  fileprivate func isRight(_ reply: Reply, _ probe: Probe) -> Bool {
    verdict(of: reply, to: probe) == .correct
  }
}

extension SetMeasure.Share {
  mutating func count(_ isRight: Bool) {
    asked += 1
    if isRight { right += 1 }
  }
}
