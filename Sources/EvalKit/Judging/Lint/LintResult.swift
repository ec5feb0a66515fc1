/// What a linter found in one session under one policy, or in one edit.
public struct LintResult: Sendable {
  /// The file, and the place in it where it holds several.
  public var file: String
  /// The policy's name; nil where the record itself was looked at.
  public var strategy: String?
  /// What was found.
  public var report: HazardReport
  /// Whether what the record has is what was asked for: nothing is to be charged to a policy.
  public var isOfRecord: Bool

  /// Makes a result.
  public init(
    file: String, strategy: String? = nil, report: HazardReport, isOfRecord: Bool = false
  ) {
    self.file = file
    self.strategy = strategy
    self.report = report
    self.isOfRecord = isOfRecord
  }

  /// The findings that count: what a policy brought about, or what the record has where that was
  /// asked for; errors first, then by first request.
  public var findings: [HazardFinding] {
    let counted = isOfRecord ? report.findings : report.introduced
    let errors = counted.filter { $0.severity == .error }
    return errors + counted.filter { $0.severity == .warning }
  }

  /// How many findings count, by severity.
  public func count(_ severity: HazardSeverity) -> Int {
    findings.count { $0.severity == severity }
  }

  /// The result as JSON, sorted keys.
  public var json: JSONValue {
    .sorted([
      "file": .string(file), "findings": .array(report.findings.map(\.json)),
      "hazardous": JSONValue(report.hazardous),
      "notApplicable": .array(
        report.notApplicable.map { ["reason": .string($0.reason), "rule": .string($0.rule)] }),
      "ofRecord": JSONValue.ifTrue(isOfRecord), "per100": report.per100.map { JSONValue($0) },
      "requests": JSONValue(report.requests), "strategy": strategy.map { .string($0) },
    ])
  }
}

extension HazardFinding {
  /// The finding as JSON, sorted keys.
  public var json: JSONValue {
    .sorted([
      "cause": cause.map(\.json), "detail": .string(detail),
      "entry": entry.map { JSONValue($0.index) }, "firstRequest": JSONValue(firstRequest),
      "inherited": JSONValue.ifTrue(isInherited), "label": label.isEmpty ? nil : .string(label),
      "lastRequest": JSONValue(lastRequest), "requests": JSONValue(requests),
      "rule": .string(rule), "severity": .string(severity.rawValue),
    ])
  }
}

extension EditCause {
  /// The cause as JSON, sorted keys.
  public var json: JSONValue {
    .sorted([
      "entries": .array(
        entries.map { [JSONValue($0.lowerBound), JSONValue($0.upperBound)] }),
      "kind": .string(kind.rawValue), "moment": .string(moment.rawValue),
      "request": JSONValue(request), "spec": .string(spec), "stage": JSONValue(stage),
    ])
  }
}
