import EvalKit
import Strategies
import Testing

@Suite struct `A list where a spec takes one value` {
  // A spec, and the names of the arms it makes.
  @Test(arguments: [
    ("rolling-window(4)", ["rolling-window(entries: 4)"]),
    (
      "rolling-window(entries: [4, 8, 16])",
      [
        "rolling-window(entries: 4)", "rolling-window(entries: 8)", "rolling-window(entries: 16)",
      ]
    ),
    (
      "rolling-window([8, 4 entries])",
      ["rolling-window(entries: 8)", "rolling-window(entries: 4)"]
    ),
    ("win = rolling-window(entries: [4, 8])", ["win(entries: 4)", "win(entries: 8)"]),
    ("win = rolling-window([4])", ["win(entries: 4)"]),
    (
      "w = keep-first-last(first: [1, 2], last: [4, 6])",
      [
        "w(first: 1 entry, last: 4 entries)", "w(first: 1 entry, last: 6 entries)",
        "w(first: 2 entries, last: 4 entries)", "w(first: 2 entries, last: 6 entries)",
      ]
    ),
    (
      "whole-turn-window(tokens: [25%, 2k])",
      ["whole-turn-window(tokens: 25%)", "whole-turn-window(tokens: 2000)"]
    ),
    (
      "r = rolling-window([4, 8]) | truncate-tool-output([100 chars, 200 chars])",
      [
        "r(entries: 4, max: 100 chars)", "r(entries: 4, max: 200 chars)",
        "r(entries: 8, max: 100 chars)", "r(entries: 8, max: 200 chars)",
      ]
    ),
    (
      "l = fallback-ladder([rolling-window([4, 8]) | repair], when: 90%)",
      ["l(entries: 4)", "l(entries: 8)"]
    ),
    (
      "p = rolling-window(4, persistence: [view, stored])",
      ["p(persistence: view)", "p(persistence: stored)"]
    ),
    (
      "h = rolling-window(4, head: [kept, counted])", ["h(head: kept)", "h(head: counted)"]
    ),
    // The first value is the default, which canonical specs leave out.
    (
      "keep-first-last(last: [8, 9], first: 2)",
      [
        "keep-first-last(first: 2 entries, last: 8 entries)",
        "keep-first-last(first: 2 entries, last: 9 entries)",
      ]
    ),
    (
      "s = apple.rolling-window(entries: [4, 6])", ["s(entries: 4)", "s(entries: 6)"]
    ),
    // Lists that a parameter takes itself make no arms.
    (
      "clear-tool-results(when: [4 uses, 50%], keep: 3 uses)",
      ["clear-tool-results(when: [4 uses, 50%])"]
    ),
    (
      "c = clear-tool-results(when: [4 uses, 50%], exclude-tools: [a, b], keep: [1 use, 3 uses])",
      ["c(keep: 1 use)", "c(keep: 3 uses)"]
    ),
  ])
  func `makes an arm of each value, and of each combination`(text: String, names: [String])
    throws
  {
    let arms = try ArmSpec.sweep(text, catalog: Strategies.catalog)
    #expect(arms.map(\.name) == names)
    #expect(Set(arms.map(\.canonical)).count == names.count)
    for arm in arms {
      #expect(try Strategies.catalog.parse(arm.canonical) == arm.pipeline)
    }
  }

  @Test func `takes the value it says`() throws {
    let arms = try ArmSpec.sweep(
      "w = keep-first-last(first: [1, 2], last: [4, 6])", catalog: Strategies.catalog)
    #expect(
      arms.map(\.canonical) == [
        "keep-first-last(first: 1 entry, last: 4 entries)",
        "keep-first-last(first: 1 entry, last: 6 entries)",
        "keep-first-last(first: 2 entries, last: 4 entries)",
        "keep-first-last(first: 2 entries, last: 6 entries)",
      ])
    #expect(arms.allSatisfy { $0.label == "w" })
  }

  // A spec, where the carets stand, and what is said.
  @Test(arguments: [
    (
      "rolling-window(entries: [4, 8, 4 entries])", "                               ^^^^^^^^^",
      "4 stands twice in the list for 'entries'"
    ),
    (
      "rolling-window(entries: [])", "                         ^",
      "expected a value in the list for 'entries'; found ']'"
    ),
    (
      "rolling-window(entries: [4 8])", "                           ^",
      "expected ',' or ']'; found '8'"
    ),
    (
      "rolling-window(entries: [4, 8", "                             ^",
      "expected ',' or ']'; the spec ends here"
    ),
    (
      "rolling-window([4, 50%])", "                   ^^^",
      "'entries' takes entries, not %; did you mean 'tokens: 50%'?"
    ),
    (
      "rolling-window(4, head: [kept, counte])", "                               ^^^^^^",
      "'head' is one of kept, counted; found 'counte'; did you mean 'counted'?"
    ),
    // A fault of one value, found when its arm is made.
    (
      "amortized-window(when: 75%, target: 50%, rounding: [down, up])",
      "                                                          ^^",
      "'rounding' goes with drop: drop: 50%, rounding: up"
    ),
  ])
  func `tells a fault with its place`(text: String, carets: String, message: String) throws {
    let error = try #require(throws: SpecError.self) {
      try ArmSpec.sweep(text, catalog: Strategies.catalog)
    }
    #expect(error.message == message)
    #expect(error.description.hasSuffix("\n  \(carets)"), "\(error)")
  }

  @Test func `makes 64 arms at most`() throws {
    let eight = "[1, 2, 3, 4, 5, 6, 7, 8]"
    let most = try ArmSpec.sweep(
      "keep-first-last(first: \(eight), last: \(eight))", catalog: Strategies.catalog)
    #expect(most.count == 64)
    let text = "keep-first-last(first: \(eight), last: \(eight), persistence: [view, stored])"
    let error = try #require(throws: SpecError.self) {
      try ArmSpec.sweep(text, catalog: Strategies.catalog)
    }
    #expect(
      error.message
        == "lists make an arm of every combination: 8 × 8 × 2 here, and 64 is the most")
    #expect(text.dropFirst(error.column).hasPrefix("[view"))
    #expect(error.length == "[view, stored]".count)
  }

  @Test func `has no place where one pipeline is read`() throws {
    let text = "rolling-window(entries: [4, 8])"
    let error = try #require(throws: SpecError.self) { try Strategies.catalog.parse(text) }
    #expect(
      error.message
        == "'entries' takes one value here; a list makes an arm of each, and this is one pipeline")
    #expect(error.column == 24)
    let access = SpecAccess { _ in Array("{ version: 1, stages: ['\(text)'] }".utf8) }
    let saved = try #require(throws: SpecError.self) {
      try ArmSpec.sweep("@saved.json5", catalog: Strategies.catalog, access: access)
    }
    #expect(saved.message.contains("saved.json5:1:"))
    #expect(saved.message.contains("'entries' takes one value here"))
  }
}
