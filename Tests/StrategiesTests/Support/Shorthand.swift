import EvalKit
import EvalKitTesting
import Strategies
import Testing

/// Sessions in short notation, `i p1 c1 o1 r1`; the label is the text, too.
enum Shorthand {
  static func transcript(_ notation: String) -> Transcript {
    var transcript = Transcript()
    for word in notation.split(separator: " ").map(String.init) {
      switch word.first {
      case "i": transcript.head = Head("instructions \(word)")
      case "p": transcript.entries.append(.prompt(word, label: word))
      case "r": transcript.entries.append(.response(word, label: word))
      case "t": transcript.entries.append(.reasoning(word, label: word))
      case "c":
        let call = ToolCall(name: "search", arguments: ["q": .string(word)])
        transcript.entries.append(.calls([call], label: word))
      case "o": transcript.entries.append(.output(word, toolName: "search", label: word))
      default: Issue.record("no such entry: \(word)")
      }
    }
    return transcript
  }

  /// What a view shows: `i` where it has instructions, labels of whole entries, `label*` of edited
  /// ones, `S` for what a stage made.
  static func text(_ head: Head, _ items: [Item]) -> String {
    let shown = items.map { item in
      item.isSynthesised ? "S" : item.form == .whole ? item.entry.label : "\(item.entry.label)*"
    }
    return ((head.instructions.isEmpty ? [] : ["i"]) + shown).joined(separator: " ")
  }

  static func text(_ view: View) -> String { text(view.head, view.items) }
  static func text(_ history: History) -> String { text(history.head, history.items) }

  /// Plain turns: `p1 r1 p2 r2 …`, each with so many responses.
  static func turns(_ count: Int, responses: Int = 1) -> Transcript {
    Transcript(
      entries: (1...count).flatMap { turn in
        [Entry.prompt("p\(turn)", label: "p\(turn)")]
          + (0..<responses).map { _ in .response("r\(turn)", label: "r\(turn)") }
      })
  }
}

/// A strategy at work on a history, without a replay.
struct Bench {
  var contextSize = 4096
  var moment = Moment.prompt
  var request = 1
  var summariser = ScriptedSummariser(name: "reader") { _, number in "S\(number)" }
  /// The ledger of the session, where it was made before.
  var known: TokenLedger?
  /// What stages keep open; each edit's own unless said.
  var resources: SessionResources?

  func ledger(_ transcript: Transcript) -> TokenLedger {
    known
      ?? TokenLedger(
        entries: transcript.entries, renderer: PlainRenderer(), tokenizer: WordTokenizer())
  }

  func history(_ transcript: Transcript) -> History {
    History(
      items: transcript.entries.enumerated().map {
        Item(recorded: EntryID($0.offset), entry: $0.element)
      }, head: transcript.head)
  }

  func context(_ transcript: Transcript, readsLog: Bool = false) -> MomentContext {
    MomentContext(
      moment: moment, budget: ContextBudget(contextSize: contextSize), request: request,
      head: transcript.head, log: readsLog ? transcript.entries : nil, ledger: ledger(transcript),
      summarisers: ["reader": summariser, "arm": summariser], calls: SummaryLog(),
      recordedCompactions: transcript.compactions.reduce(into: RecordedCompactions()) {
        $0.add($1)
      },
      stage: "stage@0", resources: resources ?? SessionResources())
  }

  /// The history after a stage.
  func edited(_ history: History, by stage: Stage, _ transcript: Transcript) async throws -> History
  {
    var memory = JSONValue.null
    var input = history
    input.stage = "\(stage.definition.name)@0"
    return try await stage.strategy.edit(
      input, in: context(transcript, readsLog: stage.definition.readsLog), memory: &memory)
  }

  /// What is left of a session in shorthand after the only stage of a spec.
  func left(of notation: String, by spec: String) async throws -> String {
    let transcript = Shorthand.transcript(notation)
    let stage = try #require(try Strategies.catalog.parse(spec).stages.first)
    return Shorthand.text(try await edited(history(transcript), by: stage, transcript))
  }

  func session(_ transcript: Transcript, _ pipeline: Pipeline) -> Session {
    Session(
      pipeline: pipeline, head: transcript.head, budget: ContextBudget(contextSize: contextSize),
      ledger: ledger(transcript), summarisers: ["reader": summariser, "arm": summariser])
  }

  /// Replays a session: the records, the views in shorthand, and the session at the end.
  func replay(
    _ transcript: Transcript, _ spec: String, catalog: StrategyCatalog = Strategies.catalog
  ) async throws -> (records: [RequestRecord], views: [String], session: Session) {
    var views: [String] = []
    let start = session(transcript, try catalog.parse(spec))
    let result = try await Replay(transcript).run(start) { _, place in
      if case .request(_, let view) = place { views.append(Shorthand.text(view)) }
    }
    return (result.requests, views, result.session)
  }

  /// The numbers of the requests at which a stage had acted.
  func firings(
    of place: Int, _ transcript: Transcript, _ spec: String,
    catalog: StrategyCatalog = Strategies.catalog
  ) async throws -> [Int] {
    try await replay(transcript, spec, catalog: catalog).records
      .filter { $0.firings.contains { $0.stage == place } }.map(\.number)
  }
}
