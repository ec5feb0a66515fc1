import EvalKit
import EvalKitTesting
import Foundation
import Strategies
import Testing

struct CatalogTests {
  /// The families of the literature and of products, by the names they go by here.
  static let families = [
    "identity", "rolling-window", "whole-turn-window", "keep-first-last", "amortized-window",
    "middle-out", "drop-newest", "drop-completed-tool-calls", "clear-tool-results",
    "observation-mask", "tool-budget-prune", "offload-tool-output", "truncate-tool-output",
    "truncate-tool-arguments", "superseded-content", "collapse-tool-pairs", "reasoning-clear",
    "regex-remove", "redact", "media-degrade", "token-prune", "forget-tools", "summarize-history",
    "summarize", "anchored-incremental-summary", "structured-summary",
    "user-messages-plus-summary", "hierarchical-summary", "deterministic-digest",
    "retrieve-over-history", "score-select", "pinned-state", "repair", "fallback-ladder",
    "hard-reset", "keep-tools", "instructions", "recorded", "exec",
  ]

  /// The presets that users are promised.
  static let presets = [
    "apple.rolling-window", "apple.rolling-window-view", "apple.drop-completed-tool-calls",
    "apple.summarize-history", "apple.documented-pipeline", "apple.origami", "apple.condense",
    "apple.trim-100-50", "apple.without-tool-traffic", "anthropic.clear-tool-uses",
    "anthropic.clear-thinking", "anthropic.compact", "langchain.trim-messages",
    "langchain.summarization", "langchain.clear-tool-uses", "openhands.observation-masking",
    "openhands.browser-output-masking", "openhands.recent", "openhands.amortized",
    "openhands.llm", "openhands.structured", "openhands.llm-attention",
    "openhands.conversation-window", "openhands.sdk", "swe-agent.last-n", "inspect.trim",
    "inspect.edit", "inspect.summary", "codex.compact", "gemini-cli.compress",
    "claude-code.compact", "cline.compact", "pi.compact", "opencode.prune", "opencode.compact",
    "goose.compact", "roo.condense", "aider.summary", "letta.sliding-window",
    "semantic-kernel.truncation", "semantic-kernel.summarization", "autogen.buffered",
    "autogen.head-tail", "vercel.prune-messages", "agent-framework.sliding",
  ]

  @Test func `The catalog has every family and every preset that is promised`() {
    #expect(Set(Strategies.catalog.definitions.map(\.name)) == Set(Self.families))
    let presets = Set(Strategies.catalog.presets.map(\.name))
    #expect(Set(Self.presets).subtracting(presets) == [])
  }

  @Test func `The first generation of presets stores, the second makes views`() throws {
    let views = [
      "apple.rolling-window-view", "apple.origami", "apple.without-tool-traffic",
    ]
    for name in Strategies.catalog.names where name.hasPrefix("apple.") {
      let pipeline = try #require(Strategies.catalog.pipeline(ofPreset: name))
      let wanted: Persistence =
        views.contains(name) ? .view : name == "apple.condense" ? .rebuild : .stored
      #expect(pipeline.stages.allSatisfy { $0.persistence == wanted }, "\(name)")
    }
  }

  @Test func `Persistence and moments default as documented`() throws {
    func stage(_ spec: String) throws -> Stage {
      try #require(try Strategies.catalog.parse(spec).stages.first)
    }
    for spec in [
      "identity", "rolling-window(1)", "drop-completed-tool-calls", "whole-turn-window(turns: 1)",
      "keep-first-last(first: 1, last: 1)", "clear-tool-results",
    ] {
      #expect(try stage(spec).persistence == .view)
      #expect(try stage(spec).moments == [.prompt, .toolOutput])
    }
    #expect(try stage("summarize-history(1)").persistence == .stored)
    #expect(try stage("summarize-history(1)").moments == [.prompt])
    // A trigger of overflow makes a stage stored, at that moment alone.
    #expect(try stage("clear-tool-results(when: overflow)").persistence == .stored)
    #expect(try stage("clear-tool-results(when: overflow)").moments == [.overflow])
  }

  @Test func `Every strategy and preset says what it is`() {
    for definition in Strategies.catalog.definitions {
      #expect(definition.summary.hasSuffix("."))
      #expect(definition.parameters.allSatisfy { $0.summary.hasSuffix(".") })
    }
    for preset in Strategies.catalog.presets {
      #expect(preset.summary.hasSuffix(".") && !preset.source.isEmpty && !preset.notes.isEmpty)
      #expect(preset.basis.hasSuffix("."), "\(preset.name) does not say what it rests on")
    }
  }

  @Test func `Absolute sizes stay unless shares of the window they were chosen for are asked for`()
    throws
  {
    for preset in Strategies.presets where preset.window != nil {
      let plain = try Strategies.catalog.parse(preset.name)
      let scaled = try Strategies.catalog.parse("\(preset.name)(scale: window)")
      #expect(scaled != plain, "\(preset.name)")
      for stage in scaled.stages {
        for parameter in stage.definition.parameters {
          guard case .count(_, .tokens)? = stage.arguments[parameter.name] else { continue }
          if case .count(let units) = parameter.kind, !units.contains(.percent) { continue }
          Issue.record("\(preset.name) keeps \(parameter.name) in tokens")
        }
      }
      #expect(try Strategies.catalog.parse(scaled.description) == scaled)
    }
    #expect(
      try Strategies.catalog.parse("anthropic.clear-tool-uses(scale: window)").description
        == "clear-tool-results(placeholder: short)")
    #expect(
      try Strategies.catalog.parse("anthropic.clear-tool-uses(when: 10k tokens, scale: window)")
        .description == "clear-tool-results(when: 10000 tokens, placeholder: short)")
    let error = #expect(throws: SpecError.self) {
      try Strategies.catalog.parse("apple.origami(scale: window)")
    }
    #expect(error?.message.contains("no sizes in tokens") == true)
  }

  /// Presets that hold sizes in tokens and were chosen for no window, with the reason.
  static let constants = [
    "aider.summary": "The product works its size out from the window; the least of it is written.",
    "langchain.summarization": "4,000 tokens are an example's, and what it is fed at every window.",
    "deepagents.summarization": "What it is fed: 4,000 tokens at every window.",
  ]

  @Test func `A preset with sizes in tokens has a window, or a reason for none`() {
    var without: Set<String> = []
    for preset in Strategies.presets where preset.window == nil {
      let stages = Strategies.catalog.pipeline(ofPreset: preset.name)?.stages ?? []
      let holdsTokens = stages.contains { stage in
        stage.definition.parameters.contains { parameter in
          guard case .count(_, .tokens)? = stage.arguments[parameter.name] else { return false }
          if case .count(let units) = parameter.kind { return units.contains(.percent) }
          return true
        }
      }
      if holdsTokens { without.insert(preset.name) }
    }
    #expect(without == Set(Self.constants.keys))
  }

  @Test func `Every strategy, control and family of presets has a page`() {
    var root = URL(filePath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    let families = Set(Strategies.catalog.presets.map { $0.name.prefix { $0 != "." } })
    let pages =
      Strategies.catalog.definitions.map(\.name) + ControlDefinition.all.map(\.name)
      + families.map(String.init)
    for page in pages {
      let file = root.appending(path: "docs/strategies/\(page).md")
      #expect(FileManager.default.fileExists(atPath: file.path()), "\(page)")
    }
  }

  @Test func `A name can be taken once`() {
    let preset = Preset(
      name: "apple.rolling-window", summary: "Mine.", source: "me", spec: "identity")
    #expect(throws: CatalogError.duplicate("identity")) {
      try Strategies.catalog.adding(strategies: [Identity.self])
    }
    #expect(throws: CatalogError.duplicate("apple.rolling-window")) {
      try Strategies.catalog.adding(strategies: [], presets: [preset])
    }
  }

  @Test func `A preset needs a dotted name and a spec that reads`() {
    func add(_ name: String, _ spec: String) throws {
      _ = try Strategies.catalog.adding(
        strategies: [],
        presets: [Preset(name: name, summary: "Mine.", source: "me", spec: spec)])
    }
    #expect(throws: CatalogError.badName("mine", expected: "a word with a dot, product.policy")) {
      try add("mine", "identity")
    }
    let error = #expect(throws: CatalogError.self) { try add("me.mine", "identty") }
    #expect(error?.description.contains("did you mean 'identity'?") == true)
    #expect(throws: Never.self) { try add("me.mine", "apple.rolling-window | identity") }
  }

  @Test func `A strategy may not be named like a control`() {
    #expect(throws: CatalogError.duplicate("oracle")) {
      try StrategyCatalog(strategies: [Misnamed.self])
    }
  }

  private struct Misnamed: Strategy {
    static let definition = StrategyDefinition(name: "oracle", summary: "Not one.")
    init(_ arguments: StrategyArguments) throws {}
    func edit(
      _ history: History, in context: MomentContext, memory: inout JSONValue
    ) async throws -> History { history }
  }

  @Test(arguments: [
    ("rolling-windw", "rolling-window"), ("entires", "entries"), ("rol", "rolling-window"),
    ("x", nil), ("", nil), ("zebra", nil),
  ])
  func `The near miss is the word meant`(word: String, meant: String?) {
    #expect(
      NearMiss.suggestion(for: word, among: ["identity", "rolling-window", "entries"]) == meant)
  }
}
