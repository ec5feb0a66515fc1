import EvalKit

/// A set that was generated: its cases and its files.
public struct GeneratedCaseSet: Sendable {
  /// What it is made of.
  public let plan: SetPlan
  /// Its cases.
  public let cases: [GeneratedCase]

  /// Generates a set.
  ///
  /// - Throws: ``GenerationError``.
  public init(_ plan: SetPlan, _ templates: [CaseTemplate]) throws(GenerationError) {
    self.plan = plan
    cases = try CaseGenerator(templates, plan.settings).cases()
  }

  /// The files of cases: one, or several where one would be too large.
  ///
  /// - Parameter largest: The most bytes a file has, unless a single case has more.
  public func caseFiles(largest: Int = 2_500_000) -> [(name: String, text: String)] {
    var files: [String] = []
    for line in cases.lazy.map({ $0.json.serialised() + "\n" }) {
      if let last = files.last, last.utf8.count + line.utf8.count <= largest {
        files[files.count - 1] += line
      } else {
        files.append(line)
      }
    }
    guard files.count > 1 else { return [("cases.jsonl", files.first ?? "")] }
    return files.enumerated().map { ("cases-\($0.offset + 1).jsonl", $0.element) }
  }

  /// The set's own file, as text.
  public var manifest: String {
    var members: [(String, JSONValue)] = [
      ("version", 1), ("id", .string(plan.id)), ("title", .string(plan.title)),
    ]
    if !plan.summary.isEmpty { members.append(("description", .string(plan.summary))) }
    if let license = plan.license { members.append(("license", .string(license))) }
    members.append(("cases", .array(caseFiles().map { .string($0.name) })))
    if let defaults = plan.defaults { members.append(("defaults", defaults)) }
    if let accepts = plan.accepts { members.append(("accepts", accepts)) }
    let lines = members.map { key, value in
      "  \(JSONValue.string(key).serialised()): \(value.serialised()),\n"
    }
    return "// Made by 'evalrun generate'; change its plan or its templates instead.\n{\n"
      + lines.joined() + "}\n"
  }

  /// The cases, one a line.
  public var lines: String { cases.map { $0.json.serialised() + "\n" }.joined() }

  /// How much of each probe's words stand in its evidence, by case and probe.
  public var overlaps: [(probe: String, share: Double)] {
    cases.flatMap { generated in
      generated.value.probes.filter { $0.expect == .facts }.map { probe in
        let evidence = probe.facts.compactMap { generated.evidence[$0] }.joined(separator: " ")
        return (
          "\(generated.value.id)/\(probe.id)", ContentWords.share(of: probe.ask, in: evidence)
        )
      }
    }
  }
}
