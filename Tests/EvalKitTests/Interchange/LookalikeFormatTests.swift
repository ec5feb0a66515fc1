import EvalKit
import Testing

struct LookalikeFormatTests {
  @Test func `AnyLanguageModel's values come out as plain JSON`() throws {
    let read = try imported(
      #"""
      {"entries":[{"prompt":{"_0":{"id":"E","segments":[
      {"structure":{"_0":{"id":"S","source":"Trip","content":{"kind":{"type":"structure","orderedKeys":["b","a"],
       "properties":{"a":{"kind":{"type":"array","value":[{"kind":{"type":"null"}},{"kind":{"type":"bool","value":true}}]}},
        "b":{"kind":{"type":"number","value":2}}}}}}}},
      {"image":{"_0":{"id":"I","source":{"kind":"data","data":"AAEC","mimeType":"image/png"}}}}],
      "options":{"temperature":1},"responseFormat":{"schema":{"type":"object"}}}}},
      {"novel":{"_0":{}}}]}
      """#)
    #expect(read.format == "any-language-model")
    let prompt = read.transcript.entries[0]
    #expect(
      prompt.segments[0]
        == Segment(.structure(["b": 2, "a": [.null, true]], source: "Trip"), id: "S"))
    #expect(prompt.responseSchema == ["type": "object"])
    #expect(prompt.extra == JSONObject([("options", ["temperature": 1])]))
    guard case .attachment(let image) = prompt.segments[1].content else {
      Issue.record("an image is an attachment")
      return
    }
    #expect(image.mediaType == "image/png")
    #expect(
      read.notes.map(\.description) == ["an entry of unknown kind 'novel' (m1)"])
  }

  @Test func `OpenFoundationModels' images are read in Apple's JSON`() throws {
    let read = try imported(
      #"""
      {"type":"FoundationModels.Transcript","version":1,"transcript":{"entries":[{"role":"user","id":"E",
      "contents":[{"type":"image","id":"I","image":{"sourceType":"base64","data":"AAEC","mediaType":"image/png"}},
      {"type":"image","id":"J","image":{"sourceType":"url","url":"https://x.test/i.png"}}]}]}}
      """#)
    let written = FoundationModelsFormat.encode(read.transcript)
    let contents = written["transcript"]?["entries"]?.arrayValue?[0]["contents"]?.arrayValue
    #expect(contents?[0]["image"] == "data:image/png;base64,AAEC")
    #expect(read.notes == [])
  }

  @Test func `ServerFoundationModels' early files have the text alone`() throws {
    let read = try imported(
      #"""
      [{"role":"prompt","id":"E0","text":"Hi"},{"role":"response","id":"E1","segments":[
      {"kind":"structure","id":"S","source":"T","content":"{\"a\":1}"},
      {"kind":"attachment","id":"A","label":"photo","data":"AAEC"},{"kind":"custom","id":"C"}]},
      {"role":"novel","id":"E2"}]
      """#)
    #expect(read.format == "server-foundation-models")
    #expect(read.transcript.entries[0].text == "Hi")
    #expect(
      read.transcript.entries[1].segments[0]
        == Segment(.structure(["a": 1], source: "T"), id: "S"))
    #expect(
      read.notes.map(\.description) == [
        "a segment of unknown type 'none' (m1)", "an entry of unknown role 'novel' (m2)",
      ])
  }

  /// Events of a session, in order.
  private func events(_ entries: [(kind: String, entry: String)], session: String = "S") -> [String]
  {
    entries.enumerated().map { index, item in
      """
      {"routerId":"R","sessionId":"\(session)","seq":\(index),"kind":"\(item.kind)",\
      "entry":\(item.entry)}
      """
    }
  }

  private func text(_ id: String, _ text: String) -> String {
    #"{"entryId":"\#(id)","segments":[{"type":"text","id":"s","content":"\#(text)"}]}"#
  }

  @Test func `the router's record of a compaction is a compaction`() throws {
    let record =
      #"{\"foldedEntryIds\":[\"A\",\"B\"],\"liveWindowEntryIds\":[\"K\",\"C\"],\"tokensBefore\":900}"#
    let rows = events([
      ("prompt", text("A", "a")), ("response", text("B", "b")), ("prompt", text("C", "c")),
      (
        "response",
        #"""
        {"entryId":"K","segments":[{"type":"text","id":"t","content":"Sum"},{"type":"structure","id":"x","schemaName":"FoundationModelsRouter.CompactionSegment","contentJSON":"\#(record)"}]}
        """#
      ), ("response", text("D", "d")),
    ])
    let read = try imported(rows.joined(separator: "\n"))
    #expect(read.transcript.entries.map(\.text) == ["a", "b", "c", "d"])
    let event = try #require(read.transcript.compactions.first)
    #expect(event.position == 3)
    #expect(event.by == "model")
    #expect(event.summaries.map(\.covers) == [RangeSet(0..<2)])
    #expect(event.summaries.map(\.place) == [2])
    #expect(event.summaries.map { $0.segments.map(\.text) } == [["Sum"]])
    #expect(event.extra == JSONObject([("tokensBefore", 900)]))
  }

  @Test func `the router's sessions are a transcript each, by their numbers`() throws {
    let first = events([("prompt", text("A", "a")), ("response", text("B", "b"))])
    let second = events([("prompt", text("C", "c"))], session: "T")
    let rows = [first[1], second[0], first[0]]
    let read = try TranscriptImporter.read(
      Array(rows.joined(separator: "\n").utf8), file: "f.jsonl")
    #expect(read.map { $0.transcript.entries.map(\.text) } == [["a", "b"], ["c"]])
    #expect(read.map(\.label) == ["f.jsonl#0", "f.jsonl#1"])
  }

  @Test func `what the router recorded without content is noted`() throws {
    let rows = [
      #"{"routerId":"R","sessionId":"S","seq":0,"kind":"prompt","text":"flat"}"#,
      #"{"routerId":"R","sessionId":"S","seq":1,"kind":"response","entry":{"entryId":"E","contentRemoved":true}}"#,
      #"{"routerId":"R","sessionId":"S","seq":2,"kind":"divergence","text":"d"}"#,
    ]
    let read = try imported(rows.joined(separator: "\n"))
    #expect(read.transcript.entries.map(\.text) == ["flat", ""])
    #expect(
      read.notes.map(\.description) == [
        "an entry recorded without its content (m1)",
        "an event of kind 'divergence', no part of the conversation (m2)",
      ])
  }

  @Test(
    arguments: [
      (
        #"{"entries":[{"prompt":{"_0":{"segments":[{"text":{"_0":{}}}]}}}]}"#,
        "f.json:1:42: missing key 'content' (at entries[0].prompt.segments[0])"
      ),
      (
        #"[{"role":"toolCalls","id":"E","calls":[{"id":"c"}]}]"#,
        "f.json:1:40: missing key 'toolName' (at [0].calls[0])"
      ),
      (
        "{\"routerId\":1,\"sessionId\":1,\"seq\":0,\"kind\":\"session\"}\n"
          + #"{"kind":"prompt","entry":{"segments":[{"type":"text"}]}}"#,
        "f.json:2:39: missing key 'content' (at [1].entry.segments[0])"
      ),
    ])
  func `what does not fit is refused with its place`(text: String, error: String) {
    #expect(refusal(text) == error)
  }
}
