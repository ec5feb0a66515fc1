import EvalKitTesting
import Testing

@testable import EvalKit

struct ModelSummariserTests {
  private func items(_ notation: String) -> [Item] {
    Entry.list(notation).enumerated().map {
      Item(recorded: EntryID($0.offset), entry: $0.element)
    }
  }

  private func asked(_ request: SummaryRequest) async throws -> ModelRequest {
    let model = ScriptedModel([.text("short")])
    let reply = try await ModelSummariser(ModelRunner(model), timeLimit: 10).summary(of: request)
    #expect(reply.text == "short")
    return try #require(model.recorder.requests.first)
  }

  @Test func `In a session of its own it is shown the prompt alone`() async throws {
    let request = try await asked(
      SummaryRequest(
        items: items("p1 r1"), prompt: "the log, the last summary with it",
        instructions: "Be brief.", previous: "old", limit: 90))
    #expect(request.head == Head())
    #expect(request.items.map(\.entry.text) == ["Be brief.\n\nthe log, the last summary with it"])
    #expect(request.options.maximumResponseTokens == 90)
    #expect(request.options.toolMode == .disallowed)
  }

  @Test func `Without a prompt it is shown the items and told after them`() async throws {
    let request = try await asked(SummaryRequest(items: items("p1 r1"), previous: "old"))
    #expect(request.items.notation == "p1 r1 ")
    #expect(request.items.last?.entry.text == "The summary so far:\nold")
    let bare = try await asked(SummaryRequest(items: items("p1")))
    #expect(bare.items.last?.entry.text == "Summarize this conversation.")
  }

  @Test func `Within the session it stands behind the same head and entries`() async throws {
    let head = Head("Rules.", tools: [ToolDefinition(name: "search")])
    let request = try await asked(
      SummaryRequest(
        items: items("p1 r1"), prompt: "not needed", instructions: "Sum up.",
        session: History(items: items("p1 r1 p2"), head: head)))
    #expect(request.head == head)
    #expect(request.items.notation == "p1 r1 p2 ")
    #expect(request.items.last?.entry.text == "Sum up.")
  }

  @Test(arguments: [(Int?.none, 100), (80, 80), (200, 100)])
  func `Fitted to an arm it has the smaller of both windows`(own: Int?, window: Int) {
    let model = ScriptedModel(capabilities: ModelCapabilities(contextSize: own))
    let summariser = ModelSummariser(ModelRunner(model), timeLimit: 10)
    #expect(summariser.window == own)
    #expect(summariser.fitted(to: 100).window == window)
  }

  @Test func `The summariser of an arm is its model, the reader's for the reader`() {
    let model = ModelRunner(ScriptedModel(name: "small"))
    let settings = RunSettings(
      models: [model],
      summarisers: [
        ScriptedSummariser(name: "reader"),
        WindowedSummariser(ScriptedSummariser(name: "reader"), name: "scripted"),
      ])
    let fitted = settings.summarisers(for: model, contextSize: 300)
    #expect(fitted["arm"]?.name == "arm")
    #expect(fitted["arm"]?.window == 300)
    #expect(fitted["scripted"]?.window == 300)
    #expect(fitted["reader"]?.window == nil)
    let reader = settings.summarisers(
      for: ModelRunner(ScriptedModel(name: "reader")), contextSize: 300)
    #expect(reader["arm"]?.name == "reader")
  }

  @Test func `A windowed summariser says what the other says`() async throws {
    let base = ScriptedSummariser(["short"])
    let windowed = WindowedSummariser(base, name: "scripted")
    #expect(windowed.window == nil)
    let fitted = windowed.fitted(to: 9)
    #expect(fitted.name == "scripted" && fitted.window == 9)
    #expect(try await fitted.summary(of: SummaryRequest(items: items("p1"))).text == "short")
  }
}
