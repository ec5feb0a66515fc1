public import EvalKit

/// Summarises by picking sentences: what was said of values, wishes, decisions, corrections.
///
/// Extractive and budgeted: sentences stay as they were said and in order, once each, without those
/// that a later one replaced. It has no window and never throws for length. Where the summary is to
/// have sections they are put under them, and lines of the summary before stay in theirs.
public struct ReaderSummariser: Summariser {
  /// The name specs and records carry.
  public let name = "reader"
  /// None.
  public var window: Int? { nil }
  /// What was read before; copies share it.
  private let memory = ReadingMemory()

  /// Makes a summariser.
  public init() {}

  /// Returns a summary within the limit; without one, 15 % of the input, at least 60 and at most 400
  /// tokens.
  public func summary(of request: SummaryRequest) async throws -> Reply {
    var items = request.items
    var sections = request.sections.isEmpty ? nil : SummarySections(request.sections)
    if let previous = request.previous, !previous.isEmpty, sections != nil {
      items = (sections?.items(of: previous) ?? []) + items
    } else if let previous = request.previous, !previous.isEmpty {
      items.insert(
        Item(
          source: .recorded(EntryID(0)), form: .whole,
          entry: Entry(kind: .instructions, segments: [.text(previous)])),
        at: 0)
    }
    let input = items.reduce(0) { $0 + Self.cost($1.entry) }
    let limit = request.limit ?? min(max(input * 15 / 100, 60), 400)
    let statements = Summary.statements(of: items, memory)
    func chosen(within limit: Int) -> String {
      Summary(statements, of: items, limit: limit, sections: sections).text
    }
    var text = chosen(within: limit)
    if let measure = request.measure, let most = request.limit {
      // The session counts more exactly than this: what it counts too much is left out.
      var tried = limit
      while !text.isEmpty, measure(text) > most {
        tried = tried * 4 / 5
        text = tried == 0 ? "" : chosen(within: tried)
      }
    }
    return Reply(
      text: text, abstained: text.isEmpty,
      usage: Usage(input: input, output: TextCost.tokens(text)),
      sources: request.items.flatMap(\.standsFor))
  }

  private static func cost(_ entry: Entry) -> Int {
    var cost = 0
    for segment in entry.segments {
      switch segment.content {
      case .text(let text): cost += TextCost.tokens(text)
      case .structure(let value, _), .opaque(let value): cost += TextCost.tokens(value.serialised())
      case .attachment: break
      }
    }
    for call in entry.calls {
      cost += TextCost.tokens(call.name) + TextCost.tokens(call.arguments.serialised())
    }
    return cost
  }
}
