import EvalKit
import Foundation

/// `evalrun doctor`: tests that the instrument measures.
enum DoctorCommand {
  /// What it is told.
  struct Options: Sendable {
    var sets: [String] = []
    var jobs: PositiveCount?
    var isJSON = false
  }

  /// The verb.
  static let command = Command(
    "doctor", group: .upkeep, summary: "Test the tool on the eval sets at hand",
    synopsis: "[SET…] [-j N]",
    examples: [
      .init("evalrun doctor", "Tests every set under evalsets/."),
      .init("evalrun doctor evalsets/starter -j 8", "One set, at -j 1 and at -j 8."),
    ],
    discussion: """
      Runs each set twice in fresh folders and compares the bytes, judges again, looks at what the \
      controls score, runs a policy that always fails, checks every case, and lets every hazard rule \
      fire on its own example. Exits 1 where a test fails.
      """,
    options: Options(),
    parameters: [
      .arguments("SET", to: \.sets, help: "Eval sets. Default: those under evalsets/."),
      .option(
        "-j", "--jobs", value: "N", to: \.jobs,
        help: "Threads of the second of two runs compared. Default: 4."),
      .flag("--json", to: \.isJSON, help: "Print JSON."),
    ]
  ) { options, console in
    let sets = try options.sets.isEmpty ? shipped() : options.sets
    let scratch = FileManager.default.temporaryDirectory
      .appendingPathComponent("evalrun-doctor-\(ProcessInfo.processInfo.globallyUniqueString)")
    defer { try? FileManager.default.removeItem(at: scratch) }
    var findings = hazardRules()
    for finding in findings where !options.isJSON { try console.print(finding.line) }
    for set in sets {
      let checks = DoctorChecks(path: set, scratch: scratch, width: options.jobs?.value ?? 4)
      let found = try await checks.findings { console.note("doctor: \($0)") }
      for finding in found where !options.isJSON { try console.print(finding.line) }
      findings += found
    }
    let failed = findings.count { $0.result == .failed }
    if options.isJSON {
      let document: JSONValue = [
        "failed": JSONValue(failed), "findings": .array(findings.map(\.json)), "kind": "doctor",
        "version": 1,
      ]
      try console.print(document.serialised())
    } else {
      let skipped = findings.count { $0.result == .skipped }
      try console.print(
        "\(Figures.counted(findings.count, "test")), \(failed) failed, \(skipped) skipped")
    }
    return failed > 0 ? .failed : .done
  }

  /// The sets under `evalsets/`.
  private static func shipped() throws -> [String] {
    let folder = "evalsets"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let sets = names.sorted().map { "\(folder)/\($0)" }.filter {
      FileManager.default.fileExists(atPath: "\($0)/\(EvalSetLoader.manifest)")
    }
    guard !sets.isEmpty else {
      throw Failure(.missingInput, "there is no eval set under '\(folder)' here; name some")
    }
    return sets
  }

  /// Every hazard rule fires on its own example, and not on the other.
  private static func hazardRules() -> [DoctorFinding] {
    let wrong = HazardRules.all.filter { rule in
      !rule.examples.fires.fires(rule) || rule.examples.silent.fires(rule)
    }.map(\.id)
    let count = HazardRules.all.count
    return [
      .test(
        "hazards",
        wrong.isEmpty
          ? "\(count) rules fire on their own examples"
          : "\(Figures.list(wrong)) of \(count) rules do not do what their examples say",
        wrong.isEmpty)
    ]
  }
}
