import EvalKit
import Testing

struct CaseTranscriptFormatTests {
  private func decode(_ text: String) throws -> (CaseTranscript, [String]) {
    let diagnostics = DiagnosticCollector(file: "c")
    let node = try JSONNode.parse(text, options: .json5)
    let decoded = CaseTranscriptFormat.decode(node, path: "transcript", diagnostics: diagnostics)
    return (decoded, diagnostics.diagnostics.map(\.description))
  }

  /// The marks of a text, and what is left of it.
  private func marks(_ text: String) throws -> (text: String, marks: [Mark], errors: [String]) {
    let (decoded, errors) = try decode("[{prompt: \(JSONValue.string(text).serialised())}]")
    return (decoded.transcript.entries[0].text, decoded.marks, errors)
  }

  @Test func `steps become a head, entries and changes`() throws {
    let (decoded, errors) = try decode(
      """
      [ { instructions: 'Help.', tools: [ { name: 'find', effect: 'read' } ] },
        { prompt: 'a' },
        { reasoning: 'b' },
        { id: 'look',
          calls: [ { id: 'k', tool: 'find', arguments: { x: [1.0] } }, { tool: 'find' } ] },
        { output: 'k', json: { y: 2 } },
        { text: 'z' },
        { response: 'c' },
        { tools: [] },
        { instructions: 'Now.' },
        { prompt: [ { text: 'd' }, { attachment: 'p.jpg', tokens: 900, mediaType: 'image/jpeg' },
                    { structure: { e: 1 }, source: 'E' } ], schema: { type: 'object' } } ]
      """)
    #expect(errors == [])
    let transcript = decoded.transcript
    #expect(transcript.head.instructionsText == "Help.")
    #expect(transcript.head.tools.map(\.effect) == [.read])
    #expect(
      transcript.entries.map(\.label) == [
        "prompt 1", "reasoning 1", "look", "output 1", "output 2", "response 1", "prompt 2",
      ])
    #expect(transcript.entries[2].calls.map(\.id) == ["k", nil])
    #expect(transcript.entries[2].calls[0].arguments.serialised() == #"{"x":[1.0]}"#)
    #expect(transcript.entries[3].segments == [.structure(["y": 2])])
    #expect(transcript.entries[4].toolName == "find")
    let structure = TranscriptStructure(transcript.entries)
    #expect(structure.answers.map { $0?.index } == [nil, nil, nil, 0, 1, nil, nil])
    #expect(transcript.changes.map(\.position) == [6, 6])
    #expect(transcript.changes[0].tools == [])
    #expect(transcript.changes[1].instructions?.map(\.text) == ["Now."])
    #expect(transcript.changes[1].instructions?.map(\.label) == ["instructions 2"])
    #expect(transcript.entries[6].responseSchema == ["type": "object"])
    #expect(
      transcript.entries[6].segments[1].content
        == .attachment(Attachment(name: "p.jpg", mediaType: "image/jpeg", tokens: 900)))
    #expect(transcript.location(named: "call 1") == .entry(EntryID(2)))
  }

  @Test func `outputs without an id answer the earliest unanswered call`() throws {
    let (decoded, errors) = try decode(
      """
      [ { prompt: 'x' },
        { calls: [ { id: 'a', tool: 't' }, { id: 'b', tool: 't' }, { id: 'c', tool: 't' } ] },
        { output: 'b', text: '2' }, { output: null, text: '1' }, { text: '3' } ]
      """)
    #expect(errors == [])
    #expect(decoded.transcript.entries.map(\.callID) == [nil, nil, "b", "a", "c"])
  }

  @Test func `marks are taken out of texts, with their places`() throws {
    let read = try marks(
      "Né [[tag=BA4711|was BA4117]], [[n=5]] bags, [[back~in two weeks]], [[!card=4111 1]].")
    #expect(read.errors == [])
    #expect(read.text == "Né BA4711, 5 bags, in two weeks, 4111 1.")
    #expect(read.marks.map(\.kind) == [.supersedes, .value, .quote, .secret])
    #expect(read.marks.map(\.factID) == ["tag", "n", "back", "card"])
    #expect(read.marks.map(\.value) == ["BA4711", "5", "in two weeks", "4111 1"])
    #expect(read.marks.map(\.supersededValue) == ["BA4117", nil, nil, nil])
    #expect(read.marks.map(\.range) == [4..<10, 12..<13, 20..<32, 34..<40])
    #expect(read.marks.map(\.location) == Array(repeating: .entry(EntryID(0)), count: 4))
    #expect(read.marks.map(\.path) == Array(repeating: "transcript[0].prompt", count: 4))
    #expect(read.marks[0].position == TextPosition(line: 1, column: 11))
    let bytes = Array(read.text.utf8)
    for mark in read.marks {
      #expect(String(decoding: bytes[mark.range], as: UTF8.self) == mark.value)
    }
  }

  @Test(
    arguments: [
      ("no marks [at] all", "no marks [at] all"), (#"if \[[ -f x ]]"#, "if [[ -f x ]]"),
      (#"\[[a=b]] [[a=c]]"#, "[[a=b]] c"), ("[[a=b=c~d]]", "b=c~d"), ("[[a=[x]]]", "[x]"),
      ("[[a=x|y]]", "x|y"), ("[[f.x-1:y=v]]", "v"), (#"C:\\[[a=b]]"#, #"C:\[[a=b]]"#),
    ])
  func `texts around marks are literal`(text: String, result: String) throws {
    let read = try marks(text)
    #expect(read.text == result)
    #expect(read.errors == [])
  }

  @Test(
    arguments: [
      "[[a]]", "[[=x]]", "[[a=]]", "[[a b=x]]", "[[!a~x]]", "[[a=x|was ]]", "[[a=[[b=c]]]]",
      "[[ -f x ]]", "[[a=never closed", "[[",
    ])
  func `what only looks like a mark is refused`(text: String) throws {
    let errors = try marks(text).errors
    #expect(errors.count == 1)
    #expect(errors.first?.hasPrefix("c:1:11: ") == true)
    #expect(errors.first?.contains(#"a literal '[[' is written '\[['"#) == true)
  }

  @Test func `marks are found in every text`() throws {
    let (decoded, errors) = try decode(
      """
      [ { instructions: 'Be [[style=brief]].' },
        { prompt: [ { text: 'a' }, { structure: { k: ['[[s=1]]'] } } ] },
        { calls: [ { tool: 't' }, { tool: 't', arguments: { x: { y: '-[[arg=2]]' } } } ] },
        { text: '[[first=3]]' }, { json: ['[[second=4]]', '[[third=5]]'] },
        { reasoning: '[[why=6]]' }, { response: '[[said=7]]' },
        { instructions: '[[later=8]]' } ]
      """)
    #expect(errors == [])
    let entry = { (index: Int) in EntryLocation.entry(EntryID(index)) }
    #expect(
      decoded.marks.map(\.location) == [
        .head(0), entry(0), entry(1), entry(2), entry(3), entry(3), entry(4), entry(5), .change(0),
      ])
    #expect(
      decoded.marks.map(\.part) == [
        .segment(0), .structure(segment: 1, path: [.key("k"), .index(0)]),
        .argument(call: 1, path: [.key("x"), .key("y")]), .segment(0),
        .structure(segment: 0, path: [.index(0)]), .structure(segment: 0, path: [.index(1)]),
        .segment(0), .segment(0), .segment(0),
      ])
    #expect(decoded.transcript.head.instructionsText == "Be brief.")
    #expect(decoded.transcript.entries[1].calls[1].arguments == ["x": ["y": "-2"]])
    #expect(decoded.marks[2].range == 1..<2)
    #expect(decoded.transcript.entries[3].segments == [.structure(["4", "5"])])
  }

  @Test func `all mistakes are reported at once`() throws {
    let (_, errors) = try decode(
      """
      [ { promt: 'x' },
        { prompt: 'x', response: 'y' },
        { prompt: 5, colour: 1 },
        { profile: 'on-device' },
        { calls: [ { id: 'k', tol: 't' }, { id: 'k1', tool: 't' } ] },
        { output: 'k2', text: '' },
        { output: 'k1' },
        { output: 'k1', text: 'again' },
        { id: 'a b', prompt: '' },
        { id: 'one', prompt: '' },
        { id: 'one', prompt: '' },
        { prompt: [ { txt: 'x' }, { text: 'x', attachment: 'y' }, {} ] },
        { },
        3 ]
      """)
    #expect(
      errors == [
        "c:1:5: unknown key 'promt'; did you mean 'prompt'? (at transcript[0])",
        "c:2:3: 'prompt' and 'response' in one step; they are steps of their own "
          + "(at transcript[1])",
        "c:3:13: expected a string or an array of segments, found a number "
          + "(at transcript[2].prompt)",
        "c:3:16: unknown key 'colour'; known are calls, compaction, id, instructions, output, "
          + "profile, prompt, reasoning, response, schema, tools (at transcript[2])",
        "c:4:14: 'profile' is reserved: a change of profile cannot be replayed yet "
          + "(at transcript[3].profile)",
        "c:5:14: missing key 'tool'; is 'tol' meant to be it? (at transcript[4].calls[0])",
        "c:5:25: unknown key 'tol'; did you mean 'tool'? (at transcript[4].calls[0])",
        "c:6:13: the call 'k2' was not made; did you mean 'k1'? (at transcript[5].output)",
        "c:7:3: an output has either 'text' or 'json' (at transcript[6])",
        "c:8:13: the call 'k1' is answered already (at transcript[7].output)",
        "c:9:9: an id is made of letters, digits, '-', '_', '.' and ':' (at transcript[8].id)",
        "c:11:9: the id 'one' is used twice; it is at 10:9 already (at transcript[10].id)",
        "c:12:17: unknown key 'txt'; did you mean 'text'? (at transcript[11].prompt[0])",
        "c:12:29: a segment has one of text, structure, attachment (at transcript[11].prompt[1])",
        "c:12:61: a segment has one of text, structure, attachment (at transcript[11].prompt[2])",
        "c:13:3: a step has one of instructions, tools, prompt, response, reasoning, calls, output, "
          + "compaction (at transcript[12])",
        "c:14:3: expected an object, found a number (at transcript[13])",
      ])
  }

  @Test(
    arguments: [
      (
        "[{prompt: 'x'}, {text: 'y'}]",
        "c:1:17: there is no call that this output could answer (at transcript[1])"
      ),
      (
        "[{calls: [{tool: 't'}]}, {calls: [{tool: 't'}]}, {text: 'y'}]",
        "c:1:50: calls of two rounds are unanswered; name the call as 'output' (at transcript[2])"
      ),
      (
        "[{instructions: 'a'}, {instructions: 'b'}]",
        "c:1:38: there are instructions already; the head changes only after an entry "
          + "(at transcript[1].instructions)"
      ),
      (
        "[{calls: [{id: 'k', tool: 't'}, {id: 'k', tool: 't'}]}]",
        "c:1:38: the call id 'k' is used twice (at transcript[0].calls[1].id)"
      ),
      ("[{calls: []}]", "c:1:10: there are no calls in 'calls' (at transcript[0].calls)"),
      (
        "[{tools: [{name: 't', effect: 'raed'}, {name: 't'}]}]",
        "c:1:31: expected one of read, write, found 'raed'; did you mean 'read'? "
          + "(at transcript[0].tools[0].effect)|c:1:47: there is a tool 't' already "
          + "(at transcript[0].tools[1].name)"
      ),
      ("{}", "c:1:1: expected an array of steps, found an object (at transcript)"),
    ])
  func `a mistake in a step is reported`(text: String, error: String) throws {
    #expect(try decode(text).1.joined(separator: "|") == error)
  }

  @Test func `a case file is imported with its marks and metadata`() throws {
    let read = try #require(
      try TranscriptImporter.read(try fixture("freezer-case.json5"), file: "c.json5").first)
    #expect(read.marks.map(\.factID) == ["badge", "box"])
    #expect(read.metadata.keys == ["version", "id"])
    #expect(
      refusal("{transcript: [{promt: 'x'}, {respons: 'y'}]}", file: "c.json5")
        == """
        c.json5:1:16: unknown key 'promt'; did you mean 'prompt'? (at transcript[0])
        c.json5:1:30: unknown key 'respons'; did you mean 'response'? (at transcript[1])
        """)
  }
}
