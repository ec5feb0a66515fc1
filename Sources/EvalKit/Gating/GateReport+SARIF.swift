extension GateReport {
  /// The report as a SARIF 2.1.0 log: a result for every check that is not met, was not measured or could
  /// not be decided, on the baseline's file.
  ///
  /// - Parameters:
  ///   - file: The baseline's file, relative to the repository.
  ///   - tool: The tool's version.
  public func sarif(file: String, tool: String) -> JSONValue {
    [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
      "runs": [
        [
          "tool": [
            "driver": [
              "name": "evalrun", "semanticVersion": .string(tool),
              "rules": .array(GateCheck.Kind.allCases.map(\.rule)),
            ]
          ],
          "columnKind": "utf16CodeUnits",
          "results": .array(
            arms.flatMap { arm in
              arm.checks.compactMap { Self.result(of: $0, arm.arm, file: file) }
            }),
        ]
      ],
    ]
  }

  private static func result(of check: GateCheck, _ arm: ArmIdentity, file: String) -> JSONValue? {
    let level: String
    switch check.status {
    case .passed, .skipped: return nil
    case .failed, .incomplete: level = "error"
    case .undecided: level = "warning"
    }
    let place = GateCheck.Kind.allCases.firstIndex(of: check.kind) ?? 0
    let text =
      (["\(arm.name) (\(arm.model), \(arm.context)): \(check.name): \(check.sentence)"]
      + check.details(limit: 20)).joined(separator: "\n")
    return [
      "ruleId": .string(check.kind.ruleID), "ruleIndex": JSONValue(place), "kind": "fail",
      "level": .string(level), "message": ["text": .string(text)],
      "locations": [
        [
          "physicalLocation": ["artifactLocation": ["uri": .string(SARIFLog.uri(file))]],
          "logicalLocations": [["name": .string(arm.name), "kind": "element"]],
        ]
      ],
      // The same while the same gate fails for the same policy.
      "partialFingerprints": [
        "gate/v1": .string(SHA256.hexadecimal([arm.key, check.name].joined(separator: "\n")))
      ],
      "properties": ["arm": .string(arm.key), "status": .string(check.status.word)],
    ]
  }
}

extension GateCheck.Kind {
  fileprivate var ruleID: String { "gate-\(rawValue)" }

  fileprivate var rule: JSONValue {
    ["id": .string(ruleID), "shortDescription": ["text": .string(meaning)]]
  }

  /// What it means that the check is not met.
  private var meaning: String {
    switch self {
    case .drift: "A metric is worse than the baseline's by what the judge allows, or more."
    case .sampled: "A metric is worse than the baseline's by more than repeats differ."
    case .generalises: "A metric is worse than the baseline's, and would be on other sessions."
    case .floor: "A metric is under its floor."
    case .ceiling: "A metric is over its ceiling."
    case .must: "A question that must not fail newly fails."
    case .hazards: "The policy newly makes an error of a hazard rule."
    case .coverage: "Something that the baseline measured was not measured."
    case .cache: "The rate of cache hits fell under a half."
    }
  }
}
