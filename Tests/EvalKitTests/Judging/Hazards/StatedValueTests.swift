import Testing

@testable import EvalKit

/// Which values a summary is held to have stated, and which words are tools.
struct StatedValueTests {
  private static let stated: [(String, [String])] = [
    ("bag BA4711 is here", ["identifier BA4711"]),
    ("(BA4711), “QX742M”.", ["identifier BA4711", "identifier QX742M"]),
    ("BA4711 and BA4711", ["identifier BA4711"]), ("BA47 is short", []),
    ("A471", ["identifier A471"]),
    ("471A", []), ("471kg of it", []), ("471pieces", ["identifier 471pieces"]), ("4711abc", []),
    ("4711abcd", ["identifier 4711abcd"]),
    ("turn471", []), ("Turn471", ["identifier Turn471"]), ("x=A4711", ["identifier A4711"]),
    ("100 bags", ["number 100"]), ("99 bags", []),
    ("99.5 bags", ["number 99.5"]),
    ("1899 bags", ["number 1899"]), ("1900 bags", []), ("2100 bags", []),
    ("2101 bags", ["number 2101"]),
    ("150%", []), ("99.5 %", ["number 99.5"]), ("99.5%", []), ("150-160", []), ("150/160", []),
    ("150 tokens", []), ("150 characters", []),
    ("150 entries", []), ("150 Lines", []), ("150 pieces", ["number 150"]), ("150", ["number 150"]),
    ("150 bags of 150", ["number 150"]),
    ("on 14 May 2026 at 18:15", ["date 14 may 2026", "date 18:15"]), ("in May 2026", []),
    ("see /etc/hosts now", ["path /etc/hosts"]), ("~/notes", ["path ~/notes"]), ("/a/b", []),
    ("/a/bc", ["path /a/bc"]),
    ("src/token.swift", ["path src/token.swift"]), ("src/token", []), ("and/or", []),
    ("src/a.swiftly", []),
    ("src/a.swift", ["path src/a.swift"]), ("x/y.z", ["path x/y.z"]), ("1/2.5", []), ("/12/34", []),
    ("src/x.a-b", []),
    ("https://x.example/a", ["address https://x.example/a"]),
    ("mail a@b.example", ["address a@b.example"]),
    ("a@b", []), ("7@b.example", []), ("a@b@c.example", []),
    ("The guest is Ann Berg here", ["name Ann Berg"]), ("The guest is Ann here", []),
    ("guest Ann Bea Cleo Dora", ["name Ann Bea Cleo Dora"]), ("guest Ann Bea Cleo Dora Ella", []),
    ("guest: Ann Berg", []), ("Ann Berg Here", []),
    ("the is Ann Berg", []),
    ("that is Ann Berg", ["name Ann Berg"]), ("guest Ann BERG", []), ("guest Ann Bo", []),
    ("guest Ann Bob", ["name Ann Bob"]),
    ("Ann Berg came late", []),
    ("guests Ann Berg met Bob Carr", ["name Ann Berg", "name Bob Carr"]),
    ("guest Ann B3rg", []), ("line one\nthat is Ann Berg", ["name Ann Berg"]), ("", []),
    ("...", []),
  ]

  @Test(arguments: stated) func `the values in a text`(text: String, values: [String]) {
    #expect(StatedValues(text).values.map { "\($0.kind) \($0.matcher.value)" } == values)
  }

  @Test func `a path may be put as its last part`() {
    #expect(
      StatedValues("src/token.swift").values.first?.alternatives.map(\.value) == ["token.swift"])
  }

  /// A word with `i` for an identifier, `q` for one that is quoted, `t` for one that is called a tool.
  private static func marks(_ word: ToolWord) -> String {
    word.text + ":" + (word.isIdentifier ? "i" : "") + (word.isQuoted ? "q" : "")
      + (word.isCalledTool ? "t" : "")
  }

  private static let words: [(String, [String])] = [
    ("get_weight", ["get_weight:i"]), ("getWeight", ["getWeight:i"]), ("Weigh", ["Weigh:"]),
    ("GET", ["GET:"]), ("get_", ["get_:"]), ("_get", ["_get:"]), ("9get_it", ["9get_it:"]),
    ("a-b", ["a-b:"]),
    ("zA", ["zA:i"]), ("aZ", ["aZ:i"]), ("`weigh`", ["weigh:q"]), ("'weigh'", ["weigh:q"]),
    ("\"weigh\"", ["weigh:q"]),
    ("*weigh*", ["weigh:q"]), ("`weigh'", ["weigh:"]), ("weigh()", ["weigh:q"]),
    ("weigh`", ["weigh:"]),
    ("`weigh", ["weigh:"]), ("weigh tool", ["weigh:t", "tool:"]),
    ("tool weigh", ["tool:", "weigh:t"]),
    ("Function weigh", ["Function:", "weigh:t"]), ("function: weigh", ["function:", "weigh:"]),
    ("weigh `tool`", ["weigh:t", "tool:q"]), ("weigh    tool", ["weigh:t", "tool:"]),
    ("weigh     tool", ["weigh:", "tool:"]), ("tools weigh", ["tools:", "weigh:"]),
    ("a, b", ["a:", "b:"]),
    ("tool tool", ["tool:t", "tool:t"]), ("é b", ["é:", "b:"]), ("", []), ("...", []),
    ("x tool y", ["x:t", "tool:", "y:t"]),
  ]

  @Test(arguments: words) func `the words of instructions`(text: String, words: [String]) {
    #expect(ToolWord.all(in: Array(text.utf8)).map(Self.marks) == words)
  }

  @Test(arguments: [
    ("abc", "abc", true), ("abc", "bc", true), ("abc", "c", true), ("abc", "abcd", false),
    ("abc", "ac", false), ("aab", "ab", true), ("", "a", false), ("a", "", false),
    ("abab", "abb", false),
    ("ab", "bc", false),
  ])
  func `a text holds another`(text: String, part: String, isThere: Bool) {
    #expect(MatchText(text).holds(Array(part.utf8)) == isThere)
  }
}
