import EvalKit
import Testing

/// What a record holds to do, and to do again, at a reply.
struct ActionChoicesTests {
  private static func call(_ name: String, _ value: String) -> ToolCall {
    ToolCall(name: name, arguments: ["at": .string(value)])
  }

  private static let transcript = Transcript(
    head: Head("Help."),
    entries: [
      .prompt("Hi"), .response("Hello."),
      .prompt("Look"), .calls([call("look", "a")]), .output("seen"), .response("Seen."),
      .prompt("Thanks"), .response("Welcome."),
      .prompt("Look there"), .calls([call("look", "b")]), .output("seen"), .response("Seen too."),
      .prompt("And again"), .calls([call("look", "b")]), .output("seen"), .response("As before."),
    ])

  private static func choices(at request: Int) -> ActionChoices? {
    let structure = TranscriptStructure(transcript.entries)
    let replies = Replay(transcript, structure: structure).replies
    return ActionChoices(transcript, structure: structure, at: replies[request])
  }

  @Test func `the recorded call, the latest prose of a turn without calls, other calls`() {
    let found = Self.choices(at: 4)
    #expect(found?.recorded == .call(Self.call("look", "b")))
    #expect(found?.prose == "Welcome.")
    #expect(found?.calls == [Self.call("look", "a")])
    #expect(found?.all.map(\.role) == [.action, .prose, .call])
    #expect(found?.all.map(\.continuation.text).first == #"look {"at":"b"}"#)
  }

  @Test func `a reply in prose stands against every call, newest first`() {
    let found = Self.choices(at: 7)
    #expect(found?.recorded == .prose("As before."))
    #expect(found?.calls == [Self.call("look", "b"), Self.call("look", "a")])
  }

  @Test func `at the beginning nothing was done before`() {
    let found = Self.choices(at: 0)
    #expect(found?.recorded == .prose("Hello.") && found?.prose == nil && found?.calls == [])
    // The turn in flight is no earlier turn.
    #expect(Self.choices(at: 1)?.prose == "Hello.")
  }
}
