import EvalKit
import Testing

private enum Colour: String, CaseIterable, StrictDecodable {
  case red
  case green
}

struct StrictObjectTests {
  let diagnostics = DiagnosticCollector(file: "case.json5")

  private func object(_ text: String, path: String = "") throws -> StrictObject {
    StrictObject(
      try JSONNode.parse(text, options: .json5), path: path, diagnostics: diagnostics)
  }

  private var found: [String] { diagnostics.diagnostics.map(\.description) }

  @Test func `values come out by their types`() throws {
    let object = try object("{s: 'a', i: 3.0, d: .5, b: true, l: ['x'], c: 'red', j: [1, null]}")
    #expect(object.required("s") == "a")
    #expect(object.required("i") == 3)
    #expect(object.optional("d") == 0.5)
    #expect(object.optional("b", default: false))
    #expect(object.required("l", as: [String].self) == ["x"])
    #expect(object.required("c", as: Colour.self) == .red)
    #expect(object.required("j", as: JSONValue.self) == [1, .null])
    #expect(object.optional("none", as: Int.self) == nil)
    #expect(object.optional("none", default: 7) == 7)
    object.finish()
    #expect(found == [])
  }

  @Test func `all mistakes are reported, with place and path`() throws {
    let object = try object(
      """
      { id: 5, titel: 'x',
        count: 1.5, colour: 'gren',
        list: ['a', 2], }
      """, path: "facts[0]")
    #expect(object.required("id", as: String.self) == nil)
    #expect(object.required("title", as: String.self) == nil)
    #expect(object.optional("count", as: Int.self) == nil)
    #expect(object.optional("colour", as: Colour.self) == nil)
    #expect(object.optional("list", as: [String].self) == ["a"])
    object.finish()
    #expect(
      found == [
        "case.json5:1:7: expected a string, found a number (at facts[0].id)",
        "case.json5:1:1: missing key 'title'; is 'titel' meant to be it? (at facts[0])",
        "case.json5:2:10: expected a whole number, found 1.5 (at facts[0].count)",
        "case.json5:2:23: expected one of red, green, found 'gren'; did you mean 'green'? "
          + "(at facts[0].colour)",
        "case.json5:3:15: expected a string, found a number (at facts[0].list[1])",
        "case.json5:1:10: unknown key 'titel'; did you mean 'title'? (at facts[0])",
      ])
    #expect(diagnostics.errorCount == 6)
  }

  @Test func `an unknown key without a near one lists the known`() throws {
    let object = try object("{a: 1, wholly: 2}")
    _ = object.optional("a", as: Int.self)
    _ = object.optional("b", as: Int.self)
    object.finish()
    #expect(found == ["case.json5:1:8: unknown key 'wholly'; known are a, b"])
  }

  @Test func `what is no object gives one error`() throws {
    let object = try object("[1]", path: "x")
    #expect(object.required("a", as: Int.self) == nil)
    object.finish()
    #expect(found == ["case.json5:1:1: expected an object, found an array (at x)"])
  }

  @Test func `nested objects and arrays carry their paths`() throws {
    let object = try object("{at: {before: 1}, facts: [{id: 'a'}, {id: 'b', extra: 1}, 3]}")
    let at = object.optionalObject("at")
    #expect(at?.required("before", as: String.self) == nil)
    let ids = object.objects("facts") { $0.required("id", as: String.self) }
    #expect(ids == ["a", "b"])
    #expect(object.objects("none", required: true) { $0.path } == [])
    object.warning("odd", at: "facts")
    #expect(
      found == [
        "case.json5:1:15: expected a string, found a number (at at.before)",
        "case.json5:1:48: unknown key 'extra'; known are id (at facts[1])",
        "case.json5:1:59: expected an object, found a number (at facts[2])",
        "case.json5:1:1: missing key 'none'",
        "case.json5:1:26: warning: odd (at facts)",
      ])
    #expect(diagnostics.warningCount == 1)
  }

  @Test func `a number out of range is no double`() throws {
    #expect(try object("{n: 1e999}").required("n", as: Double.self) == nil)
    #expect(found == ["case.json5:1:5: the number 1e999 is too large (at n)"])
  }

  @Test func `a collector keeps a bounded number and counts all`() {
    let few = DiagnosticCollector(file: "a", maximum: 2)
    let other = few.inFile("b")
    for column in 1...3 { other.error("x", at: TextPosition(line: 1, column: column)) }
    #expect(few.diagnostics.map(\.description) == ["b:1:1: x", "b:1:2: x"])
    #expect(few.errorCount == 3)
  }

  @Test(
    arguments: [
      ("kitten", "sitting", 3), ("", "abc", 3), ("ab", "ba", 1), ("tag", "tag", 0),
      ("ca", "abc", 3),
    ])
  func `edit distance counts swaps of neighbours as one`(a: String, b: String, distance: Int) {
    #expect(EditDistance.between(a, b) == distance)
  }

  @Test(
    arguments: [
      ("promt", "prompt"), ("Prompt", "prompt"), ("respnose", "response"), ("zzz", nil),
      ("id", nil), ("calls", "call"),
    ])
  func `the nearest word is suggested only when near`(word: String, nearest: String?) {
    #expect(EditDistance.nearest(word, in: ["prompt", "response", "call", "xx"]) == nearest)
  }
}
