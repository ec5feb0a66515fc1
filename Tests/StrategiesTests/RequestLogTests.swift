import EvalKit
import EvalKitTesting
import Strategies
import Testing

/// A log of what a client really sent, imported, is shown again by the strategy `recorded`.
struct RequestLogTests {
  /// What a request showed, as messages would have it.
  private func contents(_ head: Head, _ entries: [Entry]) -> [String] {
    head.instructions.map { "instructions  \($0.text)" }
      + entries.map { entry in
        "\(entry.kind.rawValue) \(entry.callID ?? "") \(entry.text)"
          + entry.calls.map { "\($0.id ?? "") \($0.name) \($0.arguments.serialised())" }.joined()
      }
  }

  /// A body in the shape of OpenAI's chat completions.
  private func body(_ view: View) -> JSONValue {
    var messages: [JSONValue] = view.head.instructions.map {
      ["role": "system", "content": .string($0.text)]
    }
    for item in view.items {
      let entry = item.entry
      switch entry.kind {
      case .prompt: messages.append(["role": "user", "content": .string(entry.text)])
      case .response: messages.append(["role": "assistant", "content": .string(entry.text)])
      case .instructions: messages.append(["role": "system", "content": .string(entry.text)])
      case .toolOutput:
        messages.append([
          "role": "tool", "tool_call_id": .string(entry.callID ?? ""),
          "content": .string(entry.text),
        ])
      case .toolCalls:
        messages.append([
          "role": "assistant", "content": .null,
          "tool_calls": .array(
            entry.calls.map { call in
              [
                "id": .string(call.id ?? ""), "type": "function",
                "function": [
                  "name": .string(call.name), "arguments": .string(call.arguments.serialised()),
                ],
              ]
            }),
        ])
      case .reasoning, .opaque: break
      }
    }
    return ["model": "m", "messages": .array(messages)]
  }

  /// A session of so many turns, each with a call; no text is another's.
  private func session(turns: Int) -> Transcript {
    Transcript(
      head: Head("Keep the log."),
      entries: (1...turns).flatMap { turn -> [Entry] in
        let id = "k\(turn)"
        return [
          .prompt("Where is sample \(turn)? " + Entry.words("p\(turn)", 20), label: "p\(turn)"),
          .calls(
            [ToolCall(id: id, name: "locate", arguments: ["sample": JSONValue(turn)])],
            label: "c\(turn)"),
          .output(Entry.words("o\(turn)", 60), callID: id, label: "o\(turn)"),
          .response("In box \(turn). " + Entry.words("r\(turn)", 20), label: "r\(turn)"),
        ]
      })
  }

  /// The log that a client with a policy sends, and what each request shows.
  private func log(_ transcript: Transcript, _ spec: String) async throws -> (
    text: String, views: [[String]]
  ) {
    var lines: [String] = []
    var views: [[String]] = []
    let bench = Bench(contextSize: 600)
    let start = bench.session(transcript, try Strategies.catalog.parse(spec))
    _ = try await Replay(transcript).run(start) { _, place in
      guard case .request(_, let view) = place else { return }
      lines.append(body(view).serialised())
      views.append(contents(view.head, view.items.map(\.entry)))
    }
    return (lines.joined(separator: "\n"), views)
  }

  @Test(
    arguments: [
      "identity", "rolling-window(8)", "rolling-window(8, persistence: stored)",
      "whole-turn-window(turns: 2)", "clear-tool-results(keep: 2)", "observation-mask(last: 1 use)",
      "truncate-tool-output(max: 80)", "drop-completed-tool-calls",
      "keep-first-last(first: 2, last: 6)", "collapse-tool-pairs",
    ])
  func `a policy is judged from its own traffic`(spec: String) async throws {
    let transcript = session(turns: 12)
    let (text, views) = try await log(transcript, spec)
    let imported = try TranscriptImporter.read(Array(text.utf8), file: "log.jsonl")
    let only = try #require(imported.first)
    #expect(imported.count == 1)
    #expect(only.format == "request-log")
    #expect(only.notes.filter { $0.kind == .viewNotReproduced } == [], "\(spec)")
    // The last request has no reply in the log, and so none of its own in the transcript.
    var shown: [[String]] = []
    let start = Bench(contextSize: 1_000_000).session(
      only.transcript, try Strategies.catalog.parse("recorded"))
    _ = try await Replay(only.transcript).run(start) { _, place in
      guard case .request(_, let view) = place else { return }
      shown.append(contents(view.head, view.items.map(\.entry)))
    }
    #expect(Array(shown.prefix(views.count - 1)) == Array(views.dropLast()), "\(spec)")
  }

  /// A known limit: with nothing of what was said left, no two requests have anything in common.
  @Test func `a history replaced as a whole begins a session of its own`() async throws {
    let (text, _) = try await log(session(turns: 12), "summarize-history(entries: 10)")
    #expect(try TranscriptImporter.read(Array(text.utf8), file: "log.jsonl").count > 1)
  }

  @Test func `what never went over the wire is not there`() async throws {
    let (text, _) = try await log(session(turns: 6), "rolling-window(8)")
    let only = try #require(
      try TranscriptImporter.read(Array(text.utf8), file: "log.jsonl").first)
    let entries = only.transcript.entries
    #expect(entries.count == session(turns: 6).entries.count - 1)
    #expect(only.transcript.compactions.allSatisfy { $0.by == "client" })
    #expect(
      only.transcript.viewed(.beforeCompaction).compactions.isEmpty
        && only.transcript.viewed(.asSent).entries.count < entries.count)
  }
}
