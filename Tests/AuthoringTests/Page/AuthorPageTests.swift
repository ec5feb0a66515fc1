import EvalKit
import Foundation
import Testing

@testable import Authoring

/// The page's own file; what it does in a browser is tested there.
struct AuthorPageTests {
  private func loaded(_ text: String, _ others: [String: String] = [:]) throws -> LoadedCase {
    var files = others
    files["c.json5"] = text
    return try #require(
      try EvalSetLoader(FileReader(files: files)).cases(in: "c.json5").cases.first)
  }

  private func page(_ text: String, _ others: [String: String] = [:]) throws -> AuthorPage {
    let written = try #require(try JSONNode.parse(text, options: .json5).value.objectValue)
    return try AuthorPage(try loaded(text, others), written: written)
  }

  /// What stands between the only two marks of an element.
  private func content(_ html: String, from start: String, to end: String) throws -> String {
    let parts = html.components(separatedBy: start)
    try #require(parts.count == 2)
    return try #require(parts[1].components(separatedBy: end).first)
  }

  private static let hostile =
    #"</script><script>alert(1)</script> <!-- --> ]]> \u2028 \u2029 \u0000 & \"'"#

  private static let text = """
    { version: 1, id: "c", title: "\(hostile)", cluster: "k",
      transcript: [
        { instructions: "Help. \(hostile)" },
        { prompt: "It is [[tag=BA4711]], said in [[back~two weeks]]. \(hostile)" },
        { calls: [ { id: "k", tool: "t", arguments: { n: 255.0, "\(hostile)": "\(hostile)" } } ] },
        { json: { big: 12345678901234567890, none: null, list: [], deep: [ { a: [true] } ] } },
        { response: "Done." }, { prompt: "Thanks, card [[!card=4111]]." }, { response: "Bye." },
      ],
      facts: [ { id: "back", value: "2026-05-14", derived: true } ],
      probes: [ { ask: "Which?", facts: ["tag"] } ],
      trajectories: [ { id: "t", at: { before: "call 1" },
        expect: { ordered: [ { tool: "t", arguments: { n: { exact: 255.0 }, w: { fact: "tag" } } } ] } } ],
    }
    """

  @Test func `nothing a transcript says is markup, whatever it says`() throws {
    let html = try page(Self.text).html
    #expect(html.components(separatedBy: "</script").count == 3)
    #expect(html.components(separatedBy: "<script").count == 3)
    #expect(html.components(separatedBy: "<!--").count == 1)
    #expect(!html.contains("alert(1)</script>"))
    let payload = try content(
      html, from: "<script type=\"application/json\" id=\"payload\">", to: "</script>")
    #expect(!payload.utf8.contains(UInt8(ascii: "<")) && !payload.utf8.contains(0))
    let parsed = try JSONValue.parse(payload)
    #expect(parsed["state"]?["title"]?.stringValue == (try loaded(Self.text)).value.title)
  }

  @Test func `no other script than its own may run, and nothing is fetched`() throws {
    let html = try page(Self.text).html
    let script = try content(html, from: "<script>", to: "</script>")
    var digest = SHA256()
    digest.update(Array(script.utf8))
    let hash = Data(digest.finished()).base64EncodedString()
    #expect(html.contains("default-src 'none'"))
    #expect(html.contains("script-src 'sha256-\(hash)'"))
    for word in ["http://", "https://", "src=", "@import", "url(", "eval(", "innerHTML"] {
      #expect(!script.contains(word) && !PageStyle.text.contains(word), "\(word)")
      #expect(!PageMarkup.body.contains(word), "\(word)")
    }
  }

  @Test func `marks become facts with their places, and leave the transcript`() throws {
    let payload = try page(Self.text).payload
    let facts = payload["state"]?["facts"]?.arrayValue ?? []
    #expect(facts.compactMap { $0["id"]?.stringValue } == ["back", "tag"])
    #expect(
      facts.last?["evidence"] == [["entry": "prompt 1", "quote": "BA4711"]])
    #expect(
      payload["state"]?["secrets"]?.arrayValue?.first?["evidence"]
        == [["entry": "prompt 2", "quote": "4111"]])
    let steps = payload["raw"]?["steps"]?.arrayValue?.compactMap(\.stringValue) ?? []
    #expect(steps.count == 7)
    #expect(!steps.joined().contains("[["))
  }

  @Test func `numbers keep their digits where the page does not edit them`() throws {
    let raw = try page(Self.text).payload["raw"]
    let steps = raw?["steps"]?.arrayValue?.compactMap(\.stringValue) ?? []
    #expect(steps[3].contains("12345678901234567890"))
    #expect(steps[2].contains("255.0"))
    let rules = try page(Self.text).payload["state"]?["trajectories"]?.arrayValue
    #expect(rules?.first?["written"]?.stringValue?.contains("255.0") == true)
  }

  @Test func `what is shown of JSON is what is said by it`() throws {
    let value = try loaded(Self.text).value
    let payload = try page(Self.text).payload
    for (entry, shown) in zip(
      value.transcript.entries, payload["entries"]?.arrayValue ?? [])
    {
      let leaves = (shown["parts"]?.arrayValue ?? []).flatMap { part -> [String] in
        if let text = part["text"]?.stringValue { return [text] }
        return (part["rows"]?.arrayValue ?? []).compactMap { $0["leaf"]?.stringValue }
      }
      #expect(leaves == entry.leaves)
    }
  }

  @Test func `probes without an id keep the one they had`() throws {
    let probes = try page(Self.text).payload["state"]?["probes"]
    #expect(probes == [["id": "p1", "ask": "Which?", "facts": ["tag"]]])
  }

  @Test func `the facts a trajectory names are known, and how much stands before it`() throws {
    let rule = try page(Self.text).payload["state"]?["trajectories"]?.arrayValue?.first
    #expect(rule?["place"] == 1)
    #expect(rule?["facts"] == [["argument": "t.w", "fact": "tag"]])
  }

  @Test func `a rule that is a draft is written without being one once it is accepted`() throws {
    let text = """
      { version: 1, id: "c", transcript: [ { prompt: "a" }, { response: "b" } ],
        constraints: [ { text: "Be short.", require: { pattern: "^.{0,9}$" } } ] }
      """
    let written = try #require(
      try JSONNode.parse(text.replacing("{ text", with: "{ draft: true, text"), options: .json5)
        .value.objectValue)
    let rule = try AuthorPage(try loaded(text), written: written)
      .payload["state"]?["constraints"]?.arrayValue?.first
    #expect(rule?["draft"] == true && rule?["id"] == "c1")
    let accepted = #"{"id":"c1","text":"Be short.","require":{"pattern":"^.{0,9}$"}}"#
    #expect(rule?["accepted"]?.stringValue == accepted)
    #expect(
      rule?["written"]?.stringValue
        == accepted.replacing(#""c1","#, with: #""c1","draft":true,"#))
  }

  @Test func `a transcript beside the case stays there`() throws {
    let chat = #"[{"role":"user","content":"It is BA4711."},{"role":"assistant","content":"Yes."}]"#
    let text = """
      { version: 1, id: "c", transcript: { path: "t.json", format: "openai-chat" },
        facts: [ { id: "tag", value: "BA4711", evidence: ["m0"] } ] }
      """
    let page = try page(text, ["t.json": chat])
    #expect(page.namesTranscriptFile)
    #expect(page.payload["raw"]?["steps"] == .null)
    #expect(
      page.payload["raw"]?["transcript"]?.stringValue
        == #"{"path":"t.json","format":"openai-chat"}"#)
    #expect(page.payload["entries"]?.arrayValue?.first?["address"] == "m0")
  }

  @Test func `a transcript beside the case that has marks in it is taken into the case`() throws {
    let steps = #"[{"prompt":"It is [[tag=BA4711]]."},{"response":"Yes."}]"#
    let page = try page(
      "{ version: 1, id: 'c', transcript: { path: 't.json' } }", ["t.json": steps])
    #expect(!page.namesTranscriptFile)
    #expect(page.payload["raw"]?["steps"]?.arrayValue?.count == 2)
  }

  @Test func `a recorded transcript begins a case`() throws {
    let chat = #"[{"role":"user","content":"Hello."},{"role":"assistant","content":"Yes."}]"#
    let imported = try #require(try TranscriptImporter.read(Array(chat.utf8), file: "s.json").first)
    let page = AuthorPage(imported, id: "s", reference: JSONObject([("path", "s.json")]))
    #expect(!page.namesTranscriptFile)
    #expect(
      page.payload["raw"]?["source"]?.stringValue
        == #"{"kind":"imported","format":"openai-chat"}"#)
    #expect(page.payload["raw"]?["steps"]?.arrayValue?.count == 2)
  }

  @Test func `a transcript that steps cannot say is named instead`() throws {
    let chat = #"[{"role":"user","content":"a"},{"role":"tool","tool_call_id":"x","content":"b"}]"#
    let imported = try #require(try TranscriptImporter.read(Array(chat.utf8), file: "s.json").first)
    let page = AuthorPage(imported, id: "s", reference: JSONObject([("path", "s.json")]))
    #expect(page.namesTranscriptFile)
    #expect(page.payload["raw"]?["transcript"]?.stringValue == #"{"path":"s.json"}"#)
  }

  @Test func `errors that were found are told with their places`() throws {
    let findings = try page(
      """
      { version: 1, id: "c", transcript: [ { prompt: "It is BA4711." }, { response: "Yes." } ],
        facts: [ { id: "tag", value: "BA4712", evidence: ["prompt 1"] } ] }
      """
    ).payload["findings"]?.arrayValue?.filter { $0["severity"] == "error" }
    #expect(
      findings == [
        [
          "severity": "error",
          "message": "'prompt 1' is evidence of 'tag' and says neither 'BA4712'",
          "place": "2:12, facts[0]",
        ]
      ])
  }

  @Test func `the same case makes the same page`() throws {
    #expect(try page(Self.text).html == page(Self.text).html)
  }
}
