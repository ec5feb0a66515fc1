import EvalKit
import Testing

@testable import evalrun

/// Options of every kind.
struct ParserTestOptions: Sendable, Equatable {
  var inputs: [String] = []
  var first: String?
  var flag = false
  var name: String?
  var strategies: [String] = []
  var width: PositiveCount?
  var context: ContextSize?
}

private let parser = ArgumentParser<ParserTestOptions>([
  .flag("--json", to: \.flag, help: "A flag."),
  .option("--name", value: "NAME", to: \.name, help: "A text."),
  .options("-s", "--strategy", value: "SPEC", to: \.strategies, help: "Many."),
  .option("-j", "--jobs", value: "N", to: \.width, help: "A number."),
  .option("--context", value: "N|P%", to: \.context, help: "A size."),
  .arguments("FILE", to: \.inputs, isRequired: true, help: "Files."),
])

@Suite struct `Arguments` {
  struct Accepted: Sendable, CustomTestStringConvertible {
    var arguments: [String]
    var expected: @Sendable (inout ParserTestOptions) -> Void
    var testDescription: String { arguments.joined(separator: " ") }
    init(
      _ arguments: [String], _ expected: @escaping @Sendable (inout ParserTestOptions) -> Void
    ) {
      self.arguments = arguments
      self.expected = expected
    }
  }

  static let accepted: [Accepted] = [
    Accepted(["a"]) { _ in },
    Accepted(["--json", "a"]) { $0.flag = true },
    Accepted(["a", "--name", "x"]) { $0.name = "x" },
    Accepted(["a", "--name=x=y"]) { $0.name = "x=y" },
    Accepted(["a", "--name="]) { $0.name = "" },
    // A value may look like an option: what follows an option is its value.
    Accepted(["a", "--name", "--json"]) { $0.name = "--json" },
    Accepted(["-s", "one", "a", "--strategy=two"]) { $0.strategies = ["one", "two"] },
    Accepted(["-j4", "a"]) { $0.width = PositiveCount(argument: "4") },
    Accepted(["-j", "4", "a"]) { $0.width = PositiveCount(argument: "4") },
    Accepted(["--context", "4k", "a"]) { $0.context = .tokens(4000) },
    Accepted(["--context=50%", "a"]) { $0.context = .share(50) },
    Accepted(["a", "-"]) { $0.inputs = ["a", "-"] },
    Accepted(["a", "--", "--json", "-x"]) { $0.inputs = ["a", "--json", "-x"] },
  ]

  @Test(arguments: accepted) func `are read as written`(_ example: Accepted) throws {
    var expected = ParserTestOptions()
    expected.inputs = ["a"]
    example.expected(&expected)
    #expect(try parser.parse(example.arguments, into: ParserTestOptions()) == expected)
  }

  static let refused: [([String], String)] = [
    ([], "missing argument 'FILE'"),
    (["a", "--jsn"], "unknown option '--jsn'; did you mean '--json'?"),
    (["a", "-name"], "unknown option '-name'; did you mean '--name'?"),
    (["a", "-x"], "unknown option '-x'"),
    (["a", "--name"], "missing value for '--name NAME'"),
    (["a", "--json=1"], "option '--json' takes no value, found '1'"),
    (["a", "-j0"], "value '0' for '-j' is not valid; expected a whole number of at least 1"),
    (["a", "--json", "--json"], "option '--json' may be given once"),
    (
      ["a", "--context", "0%"],
      "value '0%' for '--context' is not valid; expected a number of tokens such as 4096 or 4k, or a share of each session's peak such as 50%"
    ),
  ]

  @Test(arguments: refused) func `that are wrong are explained`(
    _ arguments: [String], _ message: String
  ) {
    let error = #expect(throws: UsageError.self) {
      try parser.parse(arguments, into: ParserTestOptions())
    }
    #expect(error?.description == message)
  }

  @Test func `that nobody takes are named`() {
    let single = ArgumentParser<ParserTestOptions>([.argument("NAME", to: \.first, help: "One.")])
    let error = #expect(throws: UsageError.self) {
      try single.parse(["a", "b", "c"], into: ParserTestOptions())
    }
    #expect(error?.description == "2 unexpected arguments: 'b', 'c'")
  }

  @Test(arguments: [
    ("attention", CachePolicy()),
    ("recurrent", CachePolicy(kind: .recurrent)),
    ("attention,block=64,minimum=1k", CachePolicy(block: 64, minimum: 1000)),
  ]) func `describe a cache`(_ text: String, _ expected: CachePolicy) {
    #expect(CachePolicy(argument: text) == expected)
  }

  @Test(arguments: ["", "cached", "attention,block=0", "attention,size=3", "attention,"])
  func `that describe no cache are refused`(_ text: String) {
    #expect(CachePolicy(argument: text) == nil)
  }

  @Test(arguments: ["", "k", "-1", "+1", "1.5", "1 k", "99999999999999999999", "2000000000"])
  func `that are no token count are refused`(_ text: String) {
    #expect(TokenCount(argument: text) == nil)
  }
}
