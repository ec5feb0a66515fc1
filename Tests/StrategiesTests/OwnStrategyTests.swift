// The code between the markers stands in docs/own-strategy.md, word for word.
// doc: strategy
import EvalKit
import Foundation
import LocalModels
import Strategies

/// Cuts tool outputs of past turns after so many characters.
struct ShortOutputs: Strategy {
  static let definition = StrategyDefinition(
    name: "short-outputs",
    summary: "Cuts tool outputs of past turns after so many characters.",
    parameters: [
      StrategyParameter(
        "chars", .count([.chars]), default: .count(200, .chars), minimum: 1,
        summary: "How much of an output stays.")
    ])

  private let chars: Int

  init(_ arguments: StrategyArguments) throws {
    chars = try arguments.count("chars")
  }

  func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    var history = history
    for position in 0..<HistoryStructure(history.items).inFlightStart {
      let item = history.items[position]
      let text = item.entry.text
      guard item.kind == .toolOutput, text.count > chars else { continue }
      history.truncate(position, to: [.text(String(text.prefix(chars)))])
    }
    return history
  }
}
// doc: end

// doc: replay
/// Replays a recorded session and returns the tokens of each request.
func tokensPerRequest(
  of entries: [Entry], under spec: String, contextSize: Int
) async throws -> [Int] {
  let catalog = try Strategies.catalog.adding(strategies: [ShortOutputs.self])
  let session = Session(
    pipeline: try catalog.parse(spec), head: Head("Be brief."),
    budget: ContextBudget(contextSize: contextSize),
    ledger: TokenLedger(
      entries: entries, renderer: NeutralRenderer(), tokenizer: PieceTokenizer()))
  let transcript = Transcript(head: Head("Be brief."), entries: entries)
  let (_, requests) = try await Replay(transcript).run(session)
  return requests.map(\.tokens)
}
// doc: end

// doc: run
/// Runs a set under the strategy, and under a window to compare with; the reader answers.
func evaluate(set path: String) async throws -> EvaluationReport {
  try await Evaluation(
    set: URL(filePath: path), strategies: ["short = short-outputs", "last = rolling-window(1)"],
    model: .reader, contexts: [.tokens(2048)],
    catalog: try Strategies.catalog.adding(strategies: [ShortOutputs.self])
  ).run()
}
// doc: end

// doc: transform
/// The transform of a shipping app, pasted: what it keeps of a session's entries.
func appTransform(_ entries: [Entry]) -> [Entry] {
  entries.filter { $0.kind != .reasoning }.suffix(12)
}

let appStage = Strategies.transform("app 1.4", persistence: .view) { appTransform($0) }
// doc: end
