/// Findings as a SARIF 2.1.0 log (OASIS, Static Analysis Results Interchange Format), for code
/// scanning and editors.
public struct SARIFLog: Sendable {
  /// What was linted.
  public var results: [LintResult]
  /// The rules that ran or could have run.
  public var rules: [any HazardRule]
  /// The tool's version.
  public var version: String

  /// Makes a log.
  public init(
    _ results: [LintResult], rules: [any HazardRule] = HazardRules.all, version: String
  ) {
    self.results = results
    self.rules = rules
    self.version = version
  }

  /// The log. What the record has itself is `informational` where a policy was asked about.
  public var json: JSONValue {
    [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
      "runs": [
        [
          "tool": [
            "driver": [
              "name": "evalrun", "semanticVersion": .string(version),
              "rules": .array(rules.map(Self.json)),
            ]
          ],
          "columnKind": "utf16CodeUnits",
          "results": .array(results.flatMap(json)),
        ]
      ],
    ]
  }

  private static func json(_ rule: any HazardRule) -> JSONValue {
    [
      "id": .string(rule.id), "shortDescription": ["text": .string(rule.sentence)],
      "fullDescription": ["text": .string(rule.sentence + " " + rule.consequence)],
      "defaultConfiguration": ["level": .string(rule.severity.rawValue)],
      "properties": ["tags": [.string(rule.group.rawValue)]],
    ]
  }

  private func json(_ result: LintResult) -> [JSONValue] {
    result.report.findings.compactMap { finding in
      guard let place = rules.firstIndex(where: { $0.id == finding.rule }) else { return nil }
      let counts = result.isOfRecord || !finding.isInherited
      var properties: [(String, JSONValue)] = [
        ("firstRequest", JSONValue(finding.firstRequest)),
        ("lastRequest", JSONValue(finding.lastRequest)),
        ("requests", JSONValue(finding.requests)), ("inherited", .bool(finding.isInherited)),
      ]
      if let strategy = result.strategy { properties.append(("strategy", .string(strategy))) }
      if let cause = finding.cause { properties.append(("cause", .string(cause.description))) }
      var location: [(String, JSONValue)] = [
        ("physicalLocation", ["artifactLocation": ["uri": .string(Self.uri(result.file))]])
      ]
      if !finding.label.isEmpty {
        location.append(
          ("logicalLocations", [["name": .string(finding.label), "kind": "element"]]))
      }
      return [
        "ruleId": .string(finding.rule), "ruleIndex": JSONValue(place),
        "kind": counts ? "fail" : "informational",
        "level": counts ? .string(finding.severity.rawValue) : "none",
        "message": ["text": .string(message(finding, rules[place], result))],
        "locations": [.object(JSONObject(location))],
        "partialFingerprints": [
          "finding/v1": .string(Self.fingerprint(finding, result))
        ],
        "properties": .object(JSONObject(properties)),
      ]
    }
  }

  private func message(
    _ finding: HazardFinding, _ rule: any HazardRule, _ result: LintResult
  ) -> String {
    let place = finding.label.isEmpty ? "" : "\(finding.label): "
    let detail = finding.detail.isEmpty ? rule.sentence : "\(finding.detail). \(rule.sentence)"
    let policy = result.strategy.map { " [\($0)]" } ?? ""
    return place + detail + policy
  }

  /// What is the same for the same finding in another run: rule, file, policy and entry.
  private static func fingerprint(_ finding: HazardFinding, _ result: LintResult) -> String {
    SHA256.hexadecimal(
      [
        finding.rule, result.file, result.strategy ?? "", finding.label,
        finding.isInherited ? "inherited" : "introduced",
      ].joined(separator: "\n"))
  }

  /// A path as a URI reference: everything but unreserved characters and slashes in percent form.
  static func uri(_ path: String) -> String {
    var uri = ""
    for byte in path.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        uri += "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }
    return uri
  }
}
