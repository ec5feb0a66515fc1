import EvalKit
import Foundation
import Testing

@testable import evalrun

@Suite struct `The next call` {
  /// Counts at four piers, each in a turn of its own, then the same of a fifth.
  private static func chat(defined: Bool) throws -> String {
    var messages: [JSONValue] = [["role": "system", "content": "You answer the radio."]]
    for (place, pier) in ["Osprey", "Tern", "Heron", "Plover", "Curlew"].enumerated() {
      let arguments: JSONValue = ["pier": .string("\(pier) pier")]
      messages += [
        ["role": "user", "content": .string("How many berths are free at the \(pier) pier now?")],
        [
          "role": "assistant", "content": .null,
          "tool_calls": [
            [
              "id": .string("c\(place)"), "type": "function",
              "function": [
                "name": "count_berths", "arguments": .string(arguments.serialised()),
              ],
            ]
          ],
        ],
        ["role": "tool", "tool_call_id": .string("c\(place)"), "content": .string("\(place + 3)")],
        ["role": "assistant", "content": .string("There are some.")],
      ]
    }
    let tool: JSONValue = [
      "type": "function",
      "function": [
        "name": "count_berths", "description": "Count the berths that are free at a pier.",
        "parameters": [
          "type": "object", "properties": ["pier": ["type": "string"]], "required": ["pier"],
        ],
      ],
    ]
    return (["messages": .array(messages), "tools": .array(defined ? [tool] : [])] as JSONValue)
      .serialised()
  }

  private func replay(_ content: String, _ more: String...) async throws -> (
    code: ExitCode, output: String
  ) {
    let folder = try TemporaryFolder()
    let file = try folder.file("chat.json", content)
    let recorder = RecordingConsole()
    let code = await Tool.run(
      ["replay", file, "-s", "drop-completed-tool-calls"] + more, console: recorder.console)
    return (code, recorder.output)
  }

  @Test func `is asked of the whole log and of every view, at no more calls than told`()
    async throws
  {
    let report = try await replay(Self.chat(defined: true), "--next-call", "4", "--json")
    let arms = try #require(try JSONValue.parse(report.output)["arms"]?.arrayValue)
    #expect(arms.map { $0["arm"]?.stringValue } == ["no policy", "drop-completed-tool-calls"])
    for arm in arms {
      #expect(arm["nextCall"]?["asked"] == 4)
      #expect(arm["nextCall"]?["recorded"] == 5)
      #expect(arm["nextCall"]?["errored"] == 0)
      #expect(arm["nextCall"]?["undefinedTools"] == 0)
      #expect(arm["nextCall"]?["model"] == "reader (rule)")
    }
    // With the exchanges in view the model follows them; without, two answers in prose outweigh the
    // definition, so of the piers 1, 2, 3 and 4 only the first two are counted.
    #expect(arms[0]["nextCall"]?["sameTool"] == 1)
    #expect(arms[1]["nextCall"]?["sameTool"] == JSONValue(0.5))
    // What the first call is given no like call shows: it is filled with less than was recorded.
    #expect(arms[0]["nextCall"]?["sameCall"] == JSONValue(0.75))
  }

  @Test func `is told in a line that names the model, and the whole log's figure first`()
    async throws
  {
    let report = try await replay(Self.chat(defined: true), "--next-call", "100")
    let text = report.output.split(whereSeparator: \.isNewline).joined(separator: " ")
    #expect(
      text.contains(
        "next call: reader (rule) calls the record's tool at 100.0 % of 5 recorded rounds on the whole log"
      ))
    #expect(text.contains("drop-completed-tool-calls 40.0 % ("))
    #expect(!text.contains("taken for defined"))
  }

  @Test func `takes the called tools for defined where the session defines none`() async throws {
    let report = try await replay(Self.chat(defined: false), "--next-call", "5")
    let text = report.output.split(whereSeparator: \.isNewline).joined(separator: " ")
    #expect(text.contains("in 1 session no tools are defined, so those called in it are taken for"))
    let whole = try #require(text.firstRange(of: "the record's tool at "))
    #expect(!text[whole.upperBound...].hasPrefix("0.0"))
  }

  @Test func `is not asked unless told to`() async throws {
    let report = try await replay(Self.chat(defined: true))
    #expect(!report.output.contains("next call"))
    let json = try await replay(Self.chat(defined: true), "--json")
    let arms = try #require(try JSONValue.parse(json.output)["arms"]?.arrayValue)
    #expect(arms.allSatisfy { $0["nextCall"]?.isNull == true })
  }

  @Test func `of a session without calls says so`() async throws {
    let talk: JSONValue = [
      "messages": [
        ["role": "user", "content": "Good day."], ["role": "assistant", "content": "Good day."],
        ["role": "user", "content": "Nice weather."], ["role": "assistant", "content": "Yes."],
      ]
    ]
    let report = try await replay(talk.serialised(), "--next-call", "5")
    #expect(report.output.contains("next call: the sessions record no calls"))
  }

  @Test func `agrees in nothing where a stage failed`() async throws {
    let report = try await replay(
      Self.chat(defined: true), "--next-call", "5", "--json", "-s", "exec('false')",
      "--allow-exec")
    let arms = try #require(try JSONValue.parse(report.output)["arms"]?.arrayValue)
    let failed = try #require(arms.last?["nextCall"])
    #expect(failed["asked"] == 5)
    #expect(failed["errored"] == 5)
    #expect(failed["sameTool"] == 0)
  }
}
