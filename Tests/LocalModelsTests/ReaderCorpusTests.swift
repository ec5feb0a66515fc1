import EvalKit
import Foundation
import Testing

@testable import LocalModels

/// The reader measured on recordings that are not part of the package.
@Suite(.enabled(if: corpora() != nil, "no shared/corpora above the package"))
struct ReaderCorpusTests {
  @Test func `eighty questions about long monologues`() async throws {
    let people = try Monologue.load()
    var tally = MonologueTally()
    for (place, person) in people.enumerated() {
      let stranger = people[(place + 1) % people.count]
      for question in person.questions {
        try await tally.add(question, person, stranger)
      }
    }
    print(tally.report)
    #expect(tally.asked == 80)
    #expect(tally.inTwoSentences * 100 >= tally.asked * 78)
    #expect(tally.inTwelveWords * 100 >= tally.asked * 60)
    #expect(tally.strangerAbstained * 100 >= tally.asked * 75)
    #expect(tally.strangerRight * 100 <= tally.asked * 5)
    #expect(tally.rightWithoutEvidence * 100 <= tally.asked * 25)
  }

  @Test func `arguments of recorded calls are filled from the history`() async throws {
    var pooled = (leaves: 0, oracle: 0, null: 0)
    for source in FillSource.allCases {
      // One reader a source, as in a run: what was read before is read once.
      var tally = FillTally(reader: Reader())
      for session in try source.sessions() { try await tally.add(session) }
      print(
        "argument fill, \(source): \(tally.leaves) leaves, "
          + "oracle \(tally.oracle * 1000 / tally.leaves), "
          + "null \(tally.null * 1000 / tally.leaves) (in thousandths)")
      #expect((tally.oracle - tally.null) * 1000 >= tally.leaves * source.leastDifference)
      pooled.leaves += tally.leaves
      pooled.oracle += tally.oracle
      pooled.null += tally.null
    }
    print("argument fill, pooled: \(pooled)")
    #expect((pooled.oracle - pooled.null) * 1000 >= pooled.leaves * 200)
  }
}

/// A person's monologue with questions about it.
struct Monologue {
  struct Question {
    let text: String
    let answers: [String]
    let evidence: Set<Int>
  }

  let items: [Item]
  let questions: [Question]

  static func load() throws -> [Monologue] {
    let file = try #require(corpora()).appending(path: "derived/bfcl-memory.jsonl")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
      let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
      let object = try #require(value as? [String: Any])
      let messages = try #require(object["messages"] as? [[String: Any]])
      let facts = try #require(object["facts"] as? [[String: Any]])
      return Monologue(
        items: TestView(messages.map { .prompt($0["content"] as? String ?? "") }).items,
        questions: facts.map {
          Question(
            text: $0["question"] as? String ?? "", answers: $0["answers"] as? [String] ?? [],
            evidence: Set($0["evidence"] as? [Int] ?? []))
        })
    }
  }
}

struct MonologueTally {
  private let reader = Reader()
  private let executor = Reader.Executor(configuration: Reader.Configuration())
  var asked = 0
  var inTwoSentences = 0
  var inTwelveWords = 0
  var strangerAbstained = 0
  var strangerRight = 0
  var rightWithoutEvidence = 0
  var missed: [String] = []

  mutating func add(_ question: Monologue.Question, _ person: Monologue, _ stranger: Monologue)
    async throws
  {
    asked += 1
    let evidence = Reader.evidence(for: question.text, items: person.items)
    if evidence.contains(where: { holds($0, question) }) { inTwoSentences += 1 }
    let own = try await reply(question, person.items)
    if holds(own.text, question) {
      inTwelveWords += 1
    } else {
      missed.append("\(question.text) \(question.answers) → \(own.text)")
    }
    let foreign = try await reply(question, stranger.items)
    if foreign.abstained { strangerAbstained += 1 }
    if holds(foreign.text, question) { strangerRight += 1 }
    let rest = person.items.enumerated().filter { !question.evidence.contains($0.offset) }
    let without = try await reply(question, rest.map(\.element))
    if holds(without.text, question) { rightWithoutEvidence += 1 }
  }

  var report: String {
    """
    of \(asked): in two sentences \(inTwoSentences), in twelve words \(inTwelveWords); \
    of a stranger abstained \(strangerAbstained), right \(strangerRight); \
    without the evidence right \(rightWithoutEvidence)
    missed:
    \(missed.map { "  " + $0 }.joined(separator: "\n"))
    """
  }

  private func reply(_ question: Monologue.Question, _ items: [Item]) async throws -> Reply {
    let ask = Item(recorded: EntryID(items.count), entry: .prompt(question.text))
    return try await executor.respond(
      to: ModelRequest(head: Head(), items: items + [ask]), model: reader)
  }

  private func holds(_ text: String, _ question: Monologue.Question) -> Bool {
    let text = Self.normal(text)
    return question.answers.contains { text.contains(Self.normal($0)) }
  }

  /// Words and numbers, parted by single spaces; a word may go on after the answer (dent, dents).
  private static func normal(_ text: String) -> String {
    let words = Folding.fold(text).split {
      !($0.isLetter || $0.isNumber || $0 == "." || $0 == "/" || $0 == "_")
    }
    return " " + words.map { $0.trimmingCharacters(in: ["."]) }.joined(separator: " ")
  }
}

/// Recordings with calls whose arguments are to be filled.
enum FillSource: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case airline = "tau-bench/gpt-4o-airline-first-80.json"
  case retail = "tau-bench-fork/retail-first-40.json"
  case chained = "agentdojo-executed"

  var testDescription: String { rawValue }

  /// What the history must add, in thousandths. The chained tasks do not build on each other, so that
  /// only habits carry over.
  var leastDifference: Int { self == .chained ? 0 : 200 }

  func sessions() throws -> [TestView] {
    let root = try #require(corpora())
    if self == .chained {
      return try ["banking-chained.json", "slack-chained.json"].map { name in
        let object = try #require(
          try Self.object(root.appending(path: rawValue + "/" + name)) as? [String: Any])
        return try Self.session(
          object["messages"] as? [[String: Any]] ?? [],
          tools: object["tools"] as? [[String: Any]] ?? [])
      }
    }
    let runs = try #require(try Self.object(root.appending(path: rawValue)) as? [[String: Any]])
    let sessions = try runs.map {
      try Self.session($0["traj"] as? [[String: Any]] ?? [], tools: [])
    }
    let tools = Self.toolsAsUsed(sessions)
    return sessions.map {
      var session = $0
      session.head.tools = tools
      return session
    }
  }

  private static func object(_ file: URL) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(contentsOf: file))
  }

  /// Definitions made of the arguments that were given.
  private static func toolsAsUsed(_ sessions: [TestView]) -> [ToolDefinition] {
    var properties: [String: JSONObject] = [:]
    for call in sessions.flatMap(\.items).flatMap(\.entry.calls) {
      for member in call.arguments.objectValue?.members ?? []
      where properties[call.name]?[member.key] == nil {
        properties[call.name, default: JSONObject()][member.key] =
          SchemaGuess.schema(of: member.value)
      }
    }
    return properties.keys.sorted().map { name in
      ToolDefinition(
        name: name,
        parameters: [
          "type": "object", "properties": .object(properties[name] ?? JSONObject()),
        ])
    }
  }

  private static func session(_ messages: [[String: Any]], tools: [[String: Any]]) throws
    -> TestView
  {
    var entries: [Entry] = []
    var head = Head()
    for message in messages {
      let text = message["content"] as? String ?? ""
      switch message["role"] as? String {
      case "system": head = Head(text)
      case "user": entries.append(.prompt(text))
      case "tool":
        entries.append(
          .output(
            text, callID: message["tool_call_id"] as? String, toolName: message["name"] as? String))
      default:
        if !text.isEmpty { entries.append(.response(text)) }
        let calls = (message["tool_calls"] as? [[String: Any]] ?? []).compactMap(call)
        if !calls.isEmpty { entries.append(.calls(calls)) }
      }
    }
    head.tools = tools.compactMap { $0["function"] as? [String: Any] }.map {
      ToolDefinition(
        name: $0["name"] as? String ?? "", description: $0["description"] as? String ?? "",
        parameters: json($0["parameters"]))
    }
    return TestView(entries, head: head)
  }

  private static func call(_ call: [String: Any]) -> ToolCall? {
    guard let function = call["function"] as? [String: Any], let name = function["name"] as? String,
      case .value(let arguments) = LooseJSON.parts(function["arguments"] as? String ?? "").first
    else { return nil }
    return ToolCall(id: call["id"] as? String, name: name, arguments: arguments)
  }

  private static func json(_ value: Any?) -> JSONValue {
    guard let value, let data = try? JSONSerialization.data(withJSONObject: value),
      case .value(let parsed) = LooseJSON.parts(String(decoding: data, as: UTF8.self)).first
    else { return .object(JSONObject()) }
    return parsed
  }
}

/// How many argument leaves are filled as they were recorded.
struct FillTally {
  let reader: Reader
  var leaves = 0
  var oracle = 0
  var null = 0

  mutating func add(_ session: TestView) async throws {
    for (place, item) in session.items.enumerated() {
      for call in item.entry.calls {
        var whole = session
        whole.items = Array(session.items[..<place])
        var turn = whole
        turn.items =
          whole.items.lastIndex { $0.kind == .prompt }.map { Array(whole.items[$0...]) } ?? []
        let filled = try await fill(call.name, whole)
        let alone = try await fill(call.name, turn)
        for leaf in Leaf.leaves(of: call.arguments) {
          leaves += 1
          if Self.holds(filled, leaf) { oracle += 1 }
          if Self.holds(alone, leaf) { null += 1 }
        }
      }
    }
  }

  private func fill(_ tool: String, _ view: TestView) async throws -> JSONValue? {
    let request = ModelRequest(head: view.head, items: view.items, task: .fill(tool: tool))
    return try await Reader.Executor(configuration: reader.executorConfiguration)
      .respond(to: request, model: reader).calls.first?.arguments
  }

  private static func holds(_ arguments: JSONValue?, _ leaf: Leaf) -> Bool {
    Leaf.leaves(of: arguments ?? .null)
      .contains { $0.path == leaf.path && $0.value.isEquivalent(to: leaf.value) }
  }
}
