import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct SupersededContentTests {
  private let transcript = Transcript(
    entries: ToolSession.round(1, "read", "a.py", gives: "first")
      + ToolSession.round(2, "read", "b.py", gives: "other")
      + ToolSession.round(3, "grep", "a.py", gives: "found")
      + ToolSession.round(4, [("read", ["path": "a.py", "from": 10])], outputs: ["part"])
      + ToolSession.round(5, "read", "a.py", gives: "second"))

  @Test(arguments: [
    ("", "c1 o1.0* c2 o2.0 c3 o3.0 c4 o4.0 c5 o5.0"),
    ("key: path", "c1 o1.0* c2 o2.0 c3 o3.0 c4 o4.0* c5 o5.0"),
    ("key: path, path-arguments: [file]", "c1 o1.0 c2 o2.0 c3 o3.0 c4 o4.0 c5 o5.0"),
    ("tools: [grep]", "c1 o1.0 c2 o2.0 c3 o3.0 c4 o4.0 c5 o5.0"),
    ("exclude-tools: [read]", "c1 o1.0 c2 o2.0 c3 o3.0 c4 o4.0 c5 o5.0"),
  ])
  func `An output gives way to a later one of the same call or file`(
    arguments: String, left: String
  ) async throws {
    let spec = arguments.isEmpty ? "superseded-content" : "superseded-content(\(arguments))"
    #expect(try await Bench().left(of: transcript, by: spec) == left)
  }

  @Test func `Equal arguments with recorded keys in another order are another call`() async throws {
    let entries =
      ToolSession.round(1, [("read", ["a": 1, "b": 2])], outputs: ["x"])
      + ToolSession.round(2, [("read", ["b": 2, "a": 1])], outputs: ["x"])
    #expect(
      try await Bench().left(of: Transcript(entries: entries), by: "superseded-content")
        == "c1 o1.0 c2 o2.0")
  }

  // When it fails: another part of the same file.
  @Test func `A look at another part of a file takes the first along`() async throws {
    let entries =
      ToolSession.round(1, [("read", ["path": "a.py", "from": 1])], outputs: ["the beginning"])
      + ToolSession.round(2, [("read", ["path": "a.py", "from": 900])], outputs: ["the end"])
    #expect(
      try await Bench().left(of: Transcript(entries: entries), by: "superseded-content(key: path)")
        == "c1 o1.0* c2 o2.0")
  }

  // MARK: windows

  private static let window = """
    Opened.
    [File: src/a.py (120 lines total)]
    (9 more lines above)
    10:def f():
    11:  return 1
    (109 more lines below)
    bash-$
    """

  @Test func `An older window on a file is shut`() async throws {
    let entries =
      ToolSession.round(1, "open", gives: Self.window)
      + ToolSession.round(2, "open", gives: Self.window.replacing("a.py", with: "b.py"))
      + ToolSession.round(3, "edit", gives: Self.window)
    let items = try await Bench().edited(
      Transcript(entries: entries), by: "superseded-content(key: window)"
    ).items
    #expect(
      items[1].entry.text == """
        Opened.
        [File: src/a.py (120 lines total)]
        (9 more lines above)
        Outdated window with 2 lines omitted...
        (109 more lines below)
        bash-$
        """)
    #expect(items.map(\.form) == [.whole, .truncated, .whole, .whole, .whole, .whole])
  }

  @Test func `Numbered lines without a header are left alone unless told to drop them`()
    async throws
  {
    let entries = ToolSession.round(1, "cat", gives: "1: one\n2: two")
    let transcript = Transcript(entries: entries)
    let bench = Bench()
    #expect(
      try await bench.left(of: transcript, by: "superseded-content(key: window)") == "c1 o1.0")
    #expect(
      try await bench.left(of: transcript, by: "superseded-content(key: window, headless: dropped)")
        == "c1")
  }

  @Test(arguments: ["in: prompts", "headless: dropped"])
  func `What is for windows alone is refused elsewhere`(argument: String) {
    let error = #expect(throws: SpecError.self) {
      try Strategies.catalog.parse("superseded-content(\(argument))")
    }
    #expect(error?.description.contains("only with key: window") == true)
  }
}
