import Authoring
import EvalKit
import Testing

struct StarterTextTests {
  @Test func `the template of a case loads, passes the check and has its id`() throws {
    let text = StarterText.caseText(id: "late-order")
    let check = BrokenCaseTests.check(text)
    #expect(check.findings.map(\.diagnostic.description) == [])
    let value = try EvalSetLoader(FileReader(files: ["c.json5": text])).cases(in: "c.json5").set
      .cases[0]
    #expect(value.id == "late-order")
    #expect(value.facts.count == 4 && value.probes.count == 4)
    #expect(value.trajectories.count == 1 && value.constraints.count == 1)
  }

  @Test func `the template of a set loads with no error, and warns of nothing but its size`() throws
  {
    let files = StarterText.setFiles(id: "mine")
    #expect(files.map(\.path) == ["README.md", "cases/first-case.json5", "evalset.json5"])
    let reader = FileReader(
      files: Dictionary(files.map { ($0.path, $0.text) }, uniquingKeysWith: { $1 }))
    let diagnostics = DiagnosticCollector()
    let loaded = EvalSetLoader(reader).set(diagnostics: diagnostics)
    let check = SetCheck(loaded, errors: diagnostics.diagnostics, manifest: "evalset.json5")
    #expect(check.errorCount == 0)
    #expect(check.findings.map(\.rule) == [.clusters])
    #expect(loaded?.set.id == "mine")
    #expect(files[0].text.hasPrefix("# mine\n"))
  }
}
