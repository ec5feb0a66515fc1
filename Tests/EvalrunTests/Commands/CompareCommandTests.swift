import EvalKit
import Foundation
import Testing

@testable import evalrun

@Suite struct `Comparing on the command line` {
  private func tool(_ arguments: String...) async -> (code: ExitCode, output: String, notes: String)
  {
    await tool(arguments)
  }

  private func tool(_ arguments: [String]) async -> (
    code: ExitCode, output: String, notes: String
  ) {
    let recorder = RecordingConsole()
    let code = await Tool.run(arguments, console: recorder.console)
    return (code, recorder.output, recorder.notes)
  }

  /// A small run of two policies.
  private func run(
    _ folder: TemporaryFolder, _ name: String = "run", cases: String = "travel-desk",
    _ more: String...
  ) async -> String {
    let path = "\(folder.path)/\(name)"
    let found = await tool(
      [
        "run", "\(PackageFolder.path)/evalsets/starter", "--case", cases, "-s",
        "short = rolling-window(6)", "-s", "long = rolling-window(30)", "--context", "2048",
        "--out",
        path,
      ] + more)
    #expect(found.code == .done, "\(found.notes)")
    return path
  }

  @Test func `a run of one case has values, what broke, and no conclusion`() async throws {
    let folder = try TemporaryFolder()
    let path = await run(folder)
    let found = await tool("compare", path)
    #expect(found.code == .done, "\(found.notes)")
    #expect(found.output.contains("starter: 1 case in 1 cluster; verdicts on recall"))
    #expect(found.output.contains("against long"))
    #expect(found.output.contains("inconclusive: 1 cluster; under 8 nothing is concluded"))
    #expect(found.output.contains("broken by short: travel-desk "))
    #expect(found.output.contains("correct, now"))
    #expect(found.output.contains("tokens/task"))
    let strict = await tool("compare", path, "--strict")
    #expect(strict.code == .inconclusive)
    #expect(strict.output == found.output)
  }

  @Test func `a run and its repeat are identical everywhere`() async throws {
    let folder = try TemporaryFolder()
    let first = await run(folder)
    let second = await run(folder, "again")
    let found = await tool("compare", first, second, "--strict", "--json")
    #expect(found.code == .done, "\(found.notes)")
    let json = try JSONValue.parse(found.output)
    let pairs = try #require(json["pairs"]?.arrayValue)
    #expect(pairs.count == 2)
    for pair in pairs {
      #expect(pair["metrics"]?["recall"]?["verdict"] == "identical")
      #expect(pair["viewsAreEqual"] == true)
      let metrics = try #require(pair["metrics"]?.objectValue)
      for metric in metrics.keys.compactMap({ metrics[$0] }) {
        #expect(metric["difference"] == nil || metric["difference"]?.doubleValue == 0)
        #expect(metric["broken"] == nil)
      }
    }
    #expect(json["conclusion"]?.stringValue?.contains("identical") == true)
  }

  @Test func `one pair has the metrics that are asked for, within strata and by all intervals`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = await run(folder)
    let found = await tool(
      "compare", path, "--arm", "sho*", "--against", "oracle", "--metric", "argumentFill", "--by",
      "kind", "--by", "case", "--all-intervals")
    #expect(found.code == .done, "\(found.notes)")
    #expect(found.output.contains("against oracle"))
    #expect(found.output.contains("argument fill"))
    // The conclusion tells of tokens all the same.
    #expect(found.output.contains("fewer tokens"))
    #expect(!found.output.contains("tokens/task (") && !found.output.contains("recall by tokens"))
    #expect(found.output.contains("recall, by kind of fact"))
    #expect(found.output.contains("recall, by case"))
    #expect(found.output.contains("bootstrap"))
    let markdown = await tool("compare", path, "--markdown")
    #expect(markdown.output.contains("| *against long* |"))
    #expect(markdown.output.contains("| --: |"))
  }

  @Test func `what cannot be compared is said`() async throws {
    let folder = try TemporaryFolder()
    let path = await run(folder)
    #expect(await tool("compare").code == .usage)
    #expect(await tool("compare", "\(folder.path)/none").code == .missingInput)
    let arm = await tool("compare", path, "--arm", "shrt")
    #expect(arm.code == .usage)
    #expect(arm.notes.contains("did you mean 'short'"))
    let metric = await tool("compare", path, "--metric", "recal")
    #expect(metric.code == .usage)
    #expect(metric.notes.contains("'recall'"))
    let alone = await tool("compare", path, "--arm", "short", "--against", "short")
    #expect(alone.code == .usage)
    #expect(alone.notes.contains("nothing to compare"))
    let margin = await tool("compare", path, "--margin", "2")
    #expect(margin.code == .usage)
    #expect(margin.notes.contains("a share such as 0.02 or 2%"))
    let both = await tool("compare", path, "--json", "--markdown")
    #expect(both.code == .usage)
  }

  @Test func `another judge on one side is no basis, and one for both is`() async throws {
    let folder = try TemporaryFolder()
    let strict = "\(PackageFolder.path)/judges/strict.json5"
    let first = await run(folder)
    let second = await run(folder, "strict", "--judge", strict)
    let apart = await tool("compare", first, second, "--strict")
    #expect(apart.code == .inconclusive)
    #expect(apart.output.contains("incomparable: the sides differ in judge"))
    let same = await tool("compare", first, second, "--judge", strict, "--strict")
    #expect(same.code == .done, "\(same.output)")
    let varied = await tool("compare", first, second, "--vary", "judge")
    #expect(!varied.output.contains("incomparable"))
  }

  @Test func `cases of one run alone are left out by name`() async throws {
    let folder = try TemporaryFolder()
    let first = await run(folder)
    let third = await run(folder, "other", cases: "support-refunds")
    let found = await tool("compare", first, third)
    #expect(found.output.contains("0 of 2 cases in common; it must be half"))
    #expect(found.output.contains("left out, only in the baseline: travel-desk"))
  }

  @Test func `a sweep is compared at equal cost, and a judge says what to ship`() async throws {
    let folder = try TemporaryFolder()
    let judge = try folder.file(
      "mine.json5",
      "{ version: 1, id: 'mine', choose: { minimise: 'tokensPerTask', subject: { recall: '≥ null + 0.01' } } }"
    )
    let path = "\(folder.path)/sweep"
    let made = await tool(
      "run", "\(PackageFolder.path)/evalsets/starter", "--case", "travel-desk", "-s",
      "rolling-window(entries: [6, 20])", "--limit", "4", "-s", "whole-turn-window(turns: [2, 5])",
      "--context",
      "4096", "--judge", judge, "--out", path)
    #expect(made.code == .done, "\(made.notes)")
    let found = await tool("compare", path, "--at-equal", "tokens", "--choose", "--strict")
    #expect(found.code == .inconclusive, "\(found.notes)")
    #expect(found.output.contains("recall by tokens a task: reader, context 4096"))
    #expect(found.output.contains("on the front"))
    #expect(found.output.contains("minimise tokensPerTask, subject to recall ≥ null"))
    #expect(found.output.contains("cannot decide: 1 cluster"))
    #expect(
      found.output.contains("tokens a task (the middle of what all sweeps reach")
        || found.output.contains("no tokensPerTask that all policies reach"))
    let json = try JSONValue.parse(
      await tool("compare", path, "--at-equal", "tokens=9k", "--choose", "--json").output)
    #expect(json["choices"]?.arrayValue?.count == 1)
    #expect(json["planes"]?.arrayValue?.count == 1)
    #expect(json["atEqualCost"]?.arrayValue?.isEmpty == false)
    let without = await tool(
      "compare", path, "--choose", "--judge", "\(PackageFolder.path)/judges/default.json5")
    #expect(without.code == .usage)
    #expect(without.notes.contains("has no 'choose'"))
    let several = await tool("compare", path, path, "--at-equal", "tokens")
    #expect(several.code == .usage)
    #expect(await tool("compare", path, "--at-equal", "cost").code == .usage)
  }
}
