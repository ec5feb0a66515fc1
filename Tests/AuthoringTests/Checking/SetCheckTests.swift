import Authoring
import EvalKit
import Foundation
import LocalModels
import Strategies
import Testing

struct SetCheckTests {
  private func check(_ text: String, manifest: String = "", cases: Int = 1) throws -> SetCheck {
    var files = [
      "evalset.json5": """
      { version: 1, id: "s", cases: ["cases/*.json5"], \(manifest) }
      """
    ]
    for number in 0..<cases {
      files["cases/c\(number).json5"] = text.replacing("id: \"right\"", with: "id: \"c\(number)\"")
    }
    let diagnostics = DiagnosticCollector()
    let loaded = EvalSetLoader(FileReader(files: files)).set(diagnostics: diagnostics)
    return SetCheck(loaded, errors: diagnostics.diagnostics, manifest: "evalset.json5")
  }

  private func rules(_ check: SetCheck) -> [CheckRule] {
    check.findings.filter(\.isOpenWarning).map(\.rule)
  }

  @Test func `a value said four times later can hardly be lost`() throws {
    let often = BrokenCase.right
      .replacing("Noted.", with: "Aarhus noted.").replacing("I see.", with: "Aarhus, I see.")
      .replacing("Filed.", with: "Filed at Aarhus.").replacing("\"done\"", with: "\"Aarhus done\"")
    #expect(rules(BrokenCaseTests.check(often)).contains(.restated))
    let thrice = often.replacing("Filed at Aarhus.", with: "Filed.")
    #expect(!rules(BrokenCaseTests.check(thrice)).contains(.restated))
  }

  @Test func `a fact that nothing asks for is said`() throws {
    let text = BrokenCase.right.replacing(
      #"{ id: "town", ask: "Where is home?", facts: ["town"], at: { before: "prompt 3" } },"#,
      with: "")
    let found = BrokenCaseTests.check(text).findings
    #expect(found.map(\.rule) == [.unused])
    #expect(found.first?.part == "town" && found.first?.diagnostic.path == "facts[1]")
  }

  @Test func `what was said in the turn before a question is said`() throws {
    let text = BrokenCase.right.replacing(
      #"facts: ["via"] }"#, with: #"facts: ["via"], at: { before: "prompt 3" } }"#)
    #expect(rules(BrokenCaseTests.check(text)) == [.recent])
  }

  @Test func `drafts are warnings, each at its place`() throws {
    let text = BrokenCase.right.replacing(
      #"{ id: "via", ask"#, with: #"{ draft: true, id: "via", ask"#)
    let found = BrokenCaseTests.check(text).findings
    #expect(found.map(\.rule) == [.draft])
    #expect(found.first?.diagnostic.path == "probes[2]")
  }

  @Test func `a session that fits the smallest context, and a head that fills it, are said`() throws
  {
    #expect(
      rules(try check(BrokenCase.right, manifest: "defaults: { contexts: [8000] }")).contains(
        .short))
    let tight = try check(
      BrokenCase.right, manifest: "defaults: { contexts: [8000, 20], reserve: 10 }")
    #expect(rules(tight).contains(.head) && !rules(tight).contains(.short))
    #expect(
      !rules(try check(BrokenCase.right, manifest: "defaults: { contexts: [\"50%\"] }")).contains(
        .short))
  }

  @Test func `under eight clusters nothing is decided`() throws {
    #expect(rules(try check(BrokenCase.right, cases: 7)).contains(.clusters))
    #expect(!rules(try check(BrokenCase.right, cases: 8)).contains(.clusters))
    #expect(try check(BrokenCase.right, cases: 8).size?.clusters == 8)
  }

  @Test func `kinds and ages that are much alike are said of a set with many questions`() throws {
    let few = try check(BrokenCase.right, cases: 3)
    #expect(!rules(few).contains(.narrow))
    let many = try check(
      BrokenCase.right.replacing("kind: \"name\"", with: "kind: \"identifier\""), cases: 8)
    let narrow = many.findings.filter { $0.rule == .narrow }.map(\.diagnostic.message)
    #expect(
      narrow.contains { $0.contains("kinds of facts asked for are much alike: identifier 24") })
  }

  @Test func `a set keeps a warning with a reason, and is told when it is gone`() throws {
    let kept = try check(
      BrokenCase.right, manifest: #"accepts: [{ warning: "clusters", because: "an example" }]"#)
    #expect(kept.warningCount == 0 && kept.acceptedCount == 1)
    #expect(kept.findings.first?.acceptance == "an example")
    let other = try check(
      BrokenCase.right,
      manifest:
        #"accepts: [{ warning: "restated", of: "c0/tag", because: "x" }, { warning: "clusers", because: "y" }]"#
    )
    let messages = other.findings.filter { $0.rule == .acceptance }.map(\.diagnostic.message)
    #expect(messages.contains("the warning 'restated' of 'c0/tag' is accepted, and not found"))
    #expect(
      messages.contains { $0.hasPrefix("there is no warning 'clusers'; did you mean 'clusters'?") })
  }

  @Test func `errors cannot be accepted`() throws {
    let text = BrokenCase.right.replacing("Which tag?", with: "Is it BA4711?")
    let found = try check(text, manifest: #"accepts: [{ warning: "fault", because: "x" }]"#)
    #expect(found.errorCount == 1)
  }

  @Test func `the model tells what can be guessed, and what cannot be answered`() async throws {
    // The tool's only value is in its own definition, so any model fills it in without history.
    let text = BrokenCase.right
      .replacing(
        #"{ id: "via", ask: "Over which city?", facts: ["via"] }"#,
        with: #"{ id: "via", ask: "How many wagons in all?", facts: ["via"] }"#)
    var found = try check(text, manifest: "defaults: { contexts: [4096] }", cases: 2)
    let set = try EvalSetLoader(
      FileReader(files: [
        "evalset.json5":
          "{ version: 1, id: \"s\", cases: [\"a.json5\"], defaults: { contexts: [4096] } }",
        "a.json5": text.replacing("id: \"right\"", with: "id: \"c0\""),
      ])
    ).set().set
    let arm = try ArmSpec.parse(
      "rolling-window(entries: 4)", catalog: Strategies.catalog, access: .disk())
    found.add(try await ModelFindings(set, strategies: [arm], model: .reader))
    let told = found.findings.filter(\.rule.needsModel)
    #expect(told.contains { $0.rule == .unanswerable && $0.part == "via" && $0.caseID == "c0" })
    #expect(!told.contains { $0.part == "tag" && $0.rule == .unanswerable })
    #expect(
      told.allSatisfy {
        $0.diagnostic.path.hasPrefix("probes") || $0.diagnostic.path.hasPrefix("traj")
      })
  }

  @Test(arguments: Package.sets)
  func `every shipped set is without error, and its warnings are accepted with a reason`(
    _ name: String
  )
    async throws
  {
    let path = Package.folder.appending(path: "evalsets/\(name)").path()
    let diagnostics = DiagnosticCollector()
    let loaded = try EvalSetLoader.load(path, diagnostics: diagnostics)
    let check = SetCheck(
      loaded, errors: diagnostics.diagnostics, manifest: "\(path)/evalset.json5")
    #expect(check.findings.filter(\.isError).map(\.diagnostic.description) == [])
    #expect(check.findings.filter(\.isOpenWarning).map(\.diagnostic.description) == [])
  }

  @Test func `the report as JSON names everything a program needs`() throws {
    let text = BrokenCase.right.replacing("The tag is", with: "The tag BA4711 is")
    let json = SetCheck.json([BrokenCaseTests.check(text)])
    #expect(json["errors"] == 1 && json["warnings"] == 0)
    let finding = try #require(json["findings"]?.arrayValue?.first)
    #expect(finding["rule"] == "fault" && finding["severity"] == "error")
    #expect(finding["path"] == "probes[0]" && finding["fixable"] == true)
    #expect(finding["case"] == "right")
    #expect(json["sets"]?.arrayValue?.first?["questions"] == 4)
  }
}
