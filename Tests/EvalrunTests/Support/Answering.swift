import EvalKit
import Foundation
import LocalModels

/// Answers prompts from their lines alone, as a runner of one's own would: knows nothing of the run.
enum Answering {
  /// A line for each line of plain prompts; the reader answers.
  static func lines(_ prompts: String) async throws -> [String] {
    var lines: [String] = []
    for text in prompts.split(separator: "\n") {
      lines.append(try await line(JSONValue.parse(String(text)), Array(text.utf8)))
    }
    return lines
  }

  private static func line(_ prompt: JSONValue, _ bytes: [UInt8]) async throws -> String {
    var answer = JSONObject()
    answer["id"] = prompt["id"]
    answer["digest"] = prompt["digest"]
    let reply = try await reply(prompt, bytes)
    if !reply.text.isEmpty { answer["text"] = .string(reply.text) }
    if !reply.calls.isEmpty {
      answer["calls"] = .array(
        reply.calls.map { ["name": .string($0.name), "arguments": $0.arguments] })
    }
    if reply.abstained { answer["abstained"] = true }
    return JSONValue.object(answer).serialised()
  }

  private static func reply(_ prompt: JSONValue, _ bytes: [UInt8]) async throws -> Reply {
    let task: ModelTask =
      switch prompt["task"]?.stringValue {
      case "fill": .fill(tool: prompt["tool"]?.stringValue ?? "")
      case "act": .act
      default: .answer
      }
    let read = try TranscriptImporter.read(bytes, file: "prompt", format: .openAIChat)
    let transcript = read.first?.transcript ?? Transcript()
    let items = transcript.entries.enumerated().map { place, entry in
      Item(recorded: EntryID(place), entry: entry)
    }
    let request = ModelRequest(
      head: transcript.head, items: items, task: task,
      options: RequestOptions(
        toolMode: prompt["toolMode"]?.stringValue.flatMap(ToolMode.init(rawValue:))))
    let reader = Reader()
    return try await Reader.Executor(configuration: reader.executorConfiguration)
      .respond(to: request, model: reader)
  }
}
