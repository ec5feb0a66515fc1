import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct ToolPresetCatalogTests {
  @Test(arguments: [
    ("anthropic.clear-tool-uses", "clear-tool-results(when: 100000 tokens, placeholder: short)"),
    ("anthropic.clear-thinking", "reasoning-clear"),
    (
      "langchain.clear-tool-uses",
      "clear-tool-results(when: 100000 tokens, placeholder: short, counts: chars)"
    ),
    ("deepagents.truncate-arguments", "truncate-tool-arguments(when: 19 entries)"),
    (
      "swe-agent.last-n",
      "observation-mask(keep-first-observation: task, keep-tags: ['keep_output'], "
        + "remove-tags: ['remove_output'])"
    ),
    ("opencode.prune", "tool-budget-prune(exclude-tools: ['skill'], moments: [response])"),
    (
      "vercel.prune-messages",
      "reasoning-clear(keep: before-last) | "
        + "drop-completed-tool-calls(boundary: everything, last-messages: 2)"
    ),
    ("apple.without-tool-traffic", "drop-completed-tool-calls(boundary: everything)"),
  ])
  func `A preset prints what it stands for`(name: String, spec: String) throws {
    let pipeline = try #require(Strategies.catalog.pipeline(ofPreset: name))
    #expect(pipeline.description == spec)
    #expect(try Strategies.catalog.parse(spec) == pipeline)
  }

  @Test func `What a preset prints reads back`() throws {
    for preset in Strategies.catalog.presets {
      let pipeline = try #require(Strategies.catalog.pipeline(ofPreset: preset.name))
      #expect(try Strategies.catalog.parse(pipeline.description) == pipeline, "\(preset.name)")
    }
  }
}
