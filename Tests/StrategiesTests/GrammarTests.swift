import EvalKit
import EvalKitTesting
import Strategies
import Testing

/// Parameters of every kind, for the grammar alone.
private struct Everything: Strategy {
  static let definition = StrategyDefinition(
    name: "everything", summary: "Takes all kinds of values.",
    parameters: [
      StrategyParameter("keep", .count([.turns, .tokens]), isOptional: true, summary: "Sizes."),
      StrategyParameter("times", .count([]), default: .number(1), minimum: 1, summary: "A number."),
      StrategyParameter("when", .trigger, default: .word("always"), summary: "A trigger."),
      StrategyParameter(
        "how", .word(["fast", "slow"]), default: .word("fast"), summary: "A word."),
      StrategyParameter("text", .string, default: .string(""), summary: "A text."),
      StrategyParameter("by", .name, default: .string("reader"), summary: "A name."),
      StrategyParameter("tools", .strings, default: .list([]), summary: "Texts."),
      StrategyParameter("loud", .flag, default: .word("false"), summary: "A flag."),
      StrategyParameter("steps", .pipelines, isOptional: true, summary: "Pipelines."),
    ])

  init(_ arguments: StrategyArguments) throws {}

  func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History { history }
}

struct GrammarTests {
  private func catalog() throws -> StrategyCatalog {
    try Strategies.catalog.adding(strategies: [Everything.self])
  }

  // Written, and as it is printed.
  @Test(arguments: [
    ("rolling-window(10)", "rolling-window(entries: 10)"),
    ("rolling-window( entries:10 )", "rolling-window(entries: 10)"),
    ("rolling-window(10 entries)", "rolling-window(entries: 10)"),
    ("rolling-window(1entry)", "rolling-window(entries: 1)"),
    ("rolling-window(2k)", "rolling-window(entries: 2000)"),
    ("rolling-window(1.5k)", "rolling-window(entries: 1500)"),
    ("rolling-window(entries: 4, head: kept, persistence: view)", "rolling-window(entries: 4)"),
    ("rolling-window(4, persistence: stored)", "rolling-window(entries: 4, persistence: stored)"),
    (
      "rolling-window(4, persistence: stored, moments: prompt)",
      "rolling-window(entries: 4, persistence: stored, moments: [prompt])"
    ),
    (
      "rolling-window(4, persistence: stored, moments: [toolOutput, prompt])",
      "rolling-window(entries: 4, persistence: stored)"
    ),
    (
      "drop-completed-tool-calls()|rolling-window(1)",
      "drop-completed-tool-calls | rolling-window(entries: 1)"
    ),
    ("whole-turn-window(50%)", "whole-turn-window(tokens: 50%)"),
    ("whole-turn-window(tokens: 3k)", "whole-turn-window(tokens: 3000)"),
    ("whole-turn-window(turns: 1 turn)", "whole-turn-window(turns: 1)"),
    ("keep-first-last(first: 1, last: 6)", "keep-first-last(first: 1 entry, last: 6 entries)"),
    ("clear-tool-results", "clear-tool-results"),
    ("clear-tool-results(when: 50%, keep: 3)", "clear-tool-results"),
    (
      "clear-tool-results(when: 10, keep: 1)",
      "clear-tool-results(when: 10 entries, keep: 1 use)"
    ),
    ("clear-tool-results(75 %)", "clear-tool-results(when: 75%)"),
    ("clear-tool-results(overflow)", "clear-tool-results(when: overflow)"),
    (
      "clear-tool-results(when: overflow, persistence: stored, moments: overflow)",
      "clear-tool-results(when: overflow)"
    ),
    ("summarize-history(50)", "summarize-history(entries: 50)"),
    (
      "summarize-history(50, by: gguf:models/a-1.5b.gguf)",
      "summarize-history(entries: 50, by: gguf:models/a-1.5b.gguf)"
    ),
    ("summarize-history(50, by: 'my model')", "summarize-history(entries: 50, by: 'my model')"),
    ("summarize-history(50, by: 4o-mini)", "summarize-history(entries: 50, by: 4o-mini)"),
    ("summarize-history(50, postamble: '')", "summarize-history(entries: 50, postamble: '')"),
    (
      "summarize-history(50, postamble: \"It's\\n\")",
      "summarize-history(entries: 50, postamble: 'It\\'s\\n')"
    ),
    ("everything(2k tokens, times: 3)", "everything(keep: 2000 tokens, times: 3)"),
    ("everything(how: slow, loud: true)", "everything(how: slow, loud: true)"),
    ("everything(tools: [search, 'a, b'])", "everything(tools: ['search', 'a, b'])"),
    ("everything(tools: search)", "everything(tools: ['search'])"),
    ("everything(tools: [])", "everything"),
    (
      "everything(steps: [identity | rolling-window(2), everything(steps: [identity])])",
      "everything(steps: [identity | rolling-window(entries: 2), everything(steps: [identity])])"
    ),
    ("apple.rolling-window", "rolling-window(entries: 10, persistence: stored)"),
    ("apple.rolling-window(entries: 6)", "rolling-window(entries: 6, persistence: stored)"),
    ("apple.rolling-window(6)", "rolling-window(entries: 6, persistence: stored)"),
    ("apple.rolling-window()", "rolling-window(entries: 10, persistence: stored)"),
    ("apple.rolling-window-view(6)", "rolling-window(entries: 6, head: counted)"),
    ("apple.drop-completed-tool-calls", "drop-completed-tool-calls(persistence: stored)"),
    ("apple.summarize-history(20, by: arm)", "summarize-history(entries: 20, by: arm)"),
    (
      "apple.documented-pipeline()",
      "drop-completed-tool-calls(persistence: stored) "
        + "| rolling-window(entries: 10, persistence: stored) | summarize-history(entries: 50)"
    ),
  ])
  func `A spec prints in its canonical form and reads back the same`(
    spec: String, canonical: String
  ) throws {
    let catalog = try catalog()
    let pipeline = try catalog.parse(spec)
    #expect(pipeline.description == canonical)
    let again = try catalog.parse(canonical)
    #expect(again == pipeline)
    #expect(again.description == canonical)
  }

  // A spec, where the carets stand, and what is said.
  @Test(arguments: [
    (
      "rolling-windw(10)", "^^^^^^^^^^^^^",
      "unknown strategy 'rolling-windw'; did you mean 'rolling-window'?"
    ),
    ("rolling(10)", "^^^^^^^", "unknown strategy 'rolling'; did you mean 'rolling-window'?"),
    (
      "rolling-window(entires: 10)", "               ^^^^^^^",
      "'rolling-window' has no parameter 'entires'; did you mean 'entries'?"
    ),
    (
      "rolling-window(size: 10)", "               ^^^^",
      "'rolling-window' has no parameter 'size'; it takes entries, tokens, turns, start-on, "
        + "head, persistence, moments"
    ),
    (
      "rolling-window", "^^^^^^^^^^^^^^",
      "'rolling-window' takes exactly one of entries, tokens and turns"
    ),
    (
      "rolling-window(4, tokens: 30)", "                          ^^",
      "'rolling-window' takes exactly one of entries, tokens and turns"
    ),
    (
      "rolling-window(turns: 4, head: counted)", "                               ^^^^^^^",
      "'head: counted' counts entries; give the size in entries"
    ),
    (
      "summarize-history", "^^^^^^^^^^^^^^^^^",
      "'summarize-history' takes exactly one of entries and when, such as entries: 50"
    ),
    (
      "summarize-history()", "^^^^^^^^^^^^^^^^^",
      "'summarize-history' takes exactly one of entries and when, such as entries: 50"
    ),
    ("exec", "^^^^", "'exec' needs 'command': command: 'text'"),
    (
      "exec('  ')", "     ^^^^", "expected a command such as 'python3 my_policy.py'"
    ),
    (
      "exec('cat', time: 0)", "                  ^", "'time' is at least 1; found 0"
    ),
    (
      "exec('cat', time: 3 turns)", "                  ^^^^^^^",
      "'time' takes a plain number, not turns"
    ),
    (
      "rolling-window(10 entires)", "                  ^^^^^^^",
      "unknown unit 'entires'; did you mean 'entries'?"
    ),
    (
      "rolling-window(10 tokens)", "               ^^^^^^^^^",
      "'entries' takes entries, not tokens; did you mean 'tokens: 10 tokens'?"
    ),
    (
      "rolling-window(50%)", "               ^^^",
      "'entries' takes entries, not %; did you mean 'tokens: 50%'?"
    ),
    (
      "whole-turn-window(3 turns)", "                  ^^^^^^^",
      "'tokens' takes tokens or %, not turns; did you mean 'turns: 3 turns'?"
    ),
    (
      "whole-turn-window(turns: 0)", "                         ^",
      "'turns' is at least 1; found 0"
    ),
    ("rolling-window(-1)", "               ^^", "'entries' is at least 0; found -1"),
    (
      "rolling-window(1.5)", "               ^^^",
      "expected a whole number of at most 1,000,000,000"
    ),
    (
      "rolling-window(9999999999)", "               ^^^^^^^^^^",
      "expected a whole number of at most 1,000,000,000"
    ),
    (
      "clear-tool-results(when: 120%)", "                         ^^^^",
      "a share is at most 100%; found 120%"
    ),
    (
      "clear-tool-results(when: allways)", "                         ^^^^^^^",
      "'when' is one of always, prompt, overflow, idle, model-request, provider-usage; found 'allways'; did you mean 'always'?"
    ),
    (
      "rolling-window(10, 4)", "                   ^",
      "only the first argument may go without its name; write entries: …"
    ),
    (
      "rolling-window(10, entries: 4)", "                   ^^^^^^^",
      "'entries' is given twice"
    ),
    (
      "rolling-window(10, persistence: stord)", "                                ^^^^^",
      "'persistence' is one of view, stored, rebuild; found 'stord'; did you mean 'stored'?"
    ),
    (
      "rolling-window(10, persistence: stored, moments: [promt])",
      "                                                  ^^^^^",
      "'moments' is one of prompt, toolCalls, toolOutput, response, overflow; found 'promt'; "
        + "did you mean 'prompt'?"
    ),
    (
      "rolling-window(10, moments: prompt)", "                            ^^^^^^",
      "a view is made on every request and takes no moments; add persistence: stored"
    ),
    (
      "summarize-history(10, persistence: view)", "                                   ^^^^",
      "'summarize-history' calls a model, so it cannot be a view: it would be asked on every "
        + "request; use stored or rebuild"
    ),
    (
      "apple.rolling-window(4, persistence: view)", "                        ^^^^^^^^^^^",
      "preset 'apple.rolling-window' pins its persistence"
    ),
    (
      "apple.documented-pipeline(10)", "                          ^^",
      "preset 'apple.documented-pipeline' has 3 stages and takes no argument but "
        + "scale: window; it stands for: "
        + "drop-completed-tool-calls(persistence: stored) | rolling-window(entries: 10, "
        + "persistence: stored) | summarize-history(entries: 50)"
    ),
    (
      "identity(3)", "         ^", "'identity' takes no arguments of its own"
    ),
    (
      "oracle", "^^^^^^",
      "'oracle' is a control (the whole log, whatever the budget): it is part of every run and is "
        + "no stage"
    ),
    (
      "@mine.json5", "^^^^^^^^^^^",
      "saved pipelines cannot be read here; write the stages out"
    ),
    ("", "^", "expected the name of a strategy; the spec ends here"),
    ("identity |", "          ^", "expected the name of a strategy; the spec ends here"),
    (
      "identity identity", "         ^^^^^^^^",
      "expected '|' and another stage, or the end; found 'identity'"
    ),
    ("rolling-window(10", "                 ^", "expected ',' or ')'; the spec ends here"),
    ("rolling-window(10,)", "                  ^", "expected an argument; found ')'"),
    (
      "rolling-window(entries: four)", "                        ^^^^",
      "expected a number of entries for 'entries'; found 'four'"
    ),
    ("identity; identity", "        ^", "unexpected ';'"),
    (
      "summarize-history(1, postamble: 'a", "                                ^",
      "the text that begins here has no closing '"
    ),
    (
      "summarize-history(1, postamble: '\\q')", "                                 ^^",
      "unknown escape; a text takes \\n, \\r, \\t, \\\\, \\' and \\\""
    ),
    (
      "summarize-history(1, postamble: 'é日', by: [a])",
      "                                          ^",
      "'by' takes one value here; a list makes an arm of each, and this is one pipeline"
    ),
    (
      "everything(steps: [identity", "                           ^",
      "expected '|', ',' or ']'; the spec ends here"
    ),
    (
      "everything(steps: identity)", "                  ^^^^^^^^",
      "expected stages in brackets for 'steps'; found 'identity'"
    ),
    ("everything(times: 0)", "                  ^", "'times' is at least 1; found 0"),
    (
      "everything(times: 2 turns)", "                  ^^^^^^^",
      "'times' takes a plain number, not turns"
    ),
    (
      "everything(loud: yes)", "                 ^^^",
      "'loud' is one of true, false; found 'yes'"
    ),
  ])
  func `A fault is told with its place and the near miss`(
    spec: String, carets: String, message: String
  ) throws {
    let catalog = try catalog()
    let error = try #require(throws: SpecError.self) { try catalog.parse(spec) }
    #expect(error.message == message)
    #expect(error.description == "\(message)\n  \(spec)\n  \(carets)")
  }

  @Test func `An unknown name with no near miss lists what there is`() throws {
    let error = try #require(throws: SpecError.self) { try Strategies.catalog.parse("zzz") }
    #expect(error.message.hasPrefix("unknown strategy 'zzz'; there is identity, rolling-window,"))
  }

  @Test(arguments: [
    ("short = rolling-window(4)", "short", "short"),
    ("my arm = rolling-window(4)", "my arm", "my arm"),
    ("'a = b' = rolling-window(4)", "a = b", "a = b"),
    ("rolling-window(4)", nil, "rolling-window(entries: 4)"),
    ("apple.rolling-window", nil, "apple.rolling-window"),
    ("apple.rolling-window(6)", nil, "rolling-window(entries: 6, persistence: stored)"),
    ("x = apple.rolling-window", "x", "x"),
  ])
  func `An arm may be named`(text: String, label: String?, name: String) throws {
    let arm = try ArmSpec.parse(text, catalog: Strategies.catalog)
    #expect(arm.label == label)
    #expect(arm.name == name)
    #expect(try Strategies.catalog.parse(arm.canonical) == arm.pipeline)
  }

  @Test(arguments: [
    (
      "null = rolling-window(4)", "^^^^",
      "'null' is the name of a control; choose another for the arm"
    ),
    ("= rolling-window(4)", "^", "expected a name before '='"),
    (
      "a = rolling-windw(4)", "    ^^^^^^^^^^^^^",
      "unknown strategy 'rolling-windw'; did you mean 'rolling-window'?"
    ),
    ("a = b = identity", "    ^", "unknown strategy 'b'; there is "),
  ])
  func `A fault in a named arm is placed in the whole text`(
    text: String, carets: String, message: String
  ) throws {
    let error = try #require(throws: SpecError.self) {
      try ArmSpec.parse(text, catalog: Strategies.catalog)
    }
    #expect(error.message.hasPrefix(message))
    #expect(error.description.hasSuffix("\n  \(carets)"))
  }

  @Test func `Any text survives printing and reading`() throws {
    var random = SplitMix64(seed: 7)
    let alphabet: [Character] = [
      "a", " ", "'", "\"", "\\", "\n", "\t", "\r\n", "é", "e\u{301}", "日", "|", ")", "]", "k", "1",
    ]
    for _ in 0..<300 {
      let text = String(
        (0..<Int.random(in: 0...12, using: &random)).compactMap { _ in
          alphabet.randomElement(using: &random)
        })
      let value = ArgumentValue.string(text)
      for parameter in ["instructions", "by"] {
        let definition = try #require(
          SummarizeHistory.definition.parameters.first { $0.name == parameter })
        let spec = "summarize-history(entries: 1, \(parameter): \(value.spelled(for: definition)))"
        let stage = try #require(try Strategies.catalog.parse(spec).stages.first)
        #expect(try Array(stage.arguments.text(parameter).utf8) == Array(text.utf8))
      }
    }
  }

  @Test func `No spec makes the parser trap`() {
    var random = SplitMix64(seed: 11)
    let pieces = [
      "rolling-window", "apple.rolling-window", "(", ")", "[", "]", ",", ":", "|", "=", "%", "@",
      "10", "-3", "2k", "entries", "'a'", "'", "when", "moments", "persistence", "stored", " ", "é",
      "whole-turn-window", "everything", "1.5", "..", "-", "\\", "\n",
    ]
    for _ in 0..<3000 {
      let spec = (0..<Int.random(in: 0...9, using: &random)).compactMap { _ in
        pieces.randomElement(using: &random)
      }.joined()
      do {
        let arm = try ArmSpec.parse(spec, catalog: Strategies.catalog)
        #expect(try Strategies.catalog.parse(arm.canonical) == arm.pipeline)
      } catch let error as SpecError {
        #expect(error.column <= spec.count)
        #expect(!error.message.isEmpty)
      } catch {
        Issue.record("\(spec): \(error)")
      }
    }
  }
}
