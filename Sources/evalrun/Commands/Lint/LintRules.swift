import EvalKit

/// The list of rules: a table, the page of the documentation, or JSON.
enum LintRules {
  /// The list in the format asked for.
  static func text(_ options: LintOptions, width: Int) throws -> String {
    switch options.isJSON ? .json : options.format ?? .text {
    case .json: return json.serialised()
    case .markdown: return markdown
    case .text: return table(width: width)
    case .sarif: throw Failure(.usage, "rules are listed as text, json or markdown")
    }
  }

  /// The rules by group: ids are for copying, so none is cut.
  private static func table(width: Int) -> String {
    HazardGroup.allCases.map { group in
      let lines = HazardRules.all.filter { $0.group == group }.flatMap { rule in
        ["  \(rule.id) (\(severity(rule)))"]
          + Help.wrapped(rule.sentence, indent: 6, width: width)
      }
      return ([group.title] + lines).joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  private static func severity(_ rule: any HazardRule) -> String {
    rule.severity.rawValue + (rule.dialects == nil ? "" : ", by dialect")
  }

  private static var json: JSONValue {
    [
      "version": 1, "kind": "rules",
      "rules": .array(
        HazardRules.all.map { rule in
          var members: [(String, JSONValue)] = [
            ("id", .string(rule.id)), ("group", .string(rule.group.rawValue)),
            ("severity", .string(rule.severity.rawValue)), ("sentence", .string(rule.sentence)),
            ("consequence", .string(rule.consequence)),
          ]
          if let dialects = rule.dialects {
            let names = Dialect.allCases.filter(dialects.contains).map(\.rawValue)
            members.append(("dialects", .array(names.map { .string($0) })))
          }
          return .object(JSONObject(members))
        }),
    ]
  }

  /// The sections of the documentation's page, between two marks that stand there.
  private static var markdown: String {
    HazardGroup.allCases.map { group in
      let rules = HazardRules.all.filter { $0.group == group }.map { rule in
        """
        ### \(rule.id)

        *\(severityPhrase(rule)).* \(rule.sentence)

        \(rule.consequence)
        """
      }
      return (["## \(group.title)"] + rules).joined(separator: "\n\n")
    }.joined(separator: "\n\n")
  }

  private static func severityPhrase(_ rule: any HazardRule) -> String {
    let severity = rule.severity == .error ? "Error" : "Warning"
    guard let dialects = rule.dialects else { return severity }
    let names = Dialect.allCases.filter(dialects.contains).map(\.rawValue)
    return "\(severity), with the dialect \(Figures.list(names))"
  }
}

extension HazardGroup {
  fileprivate var title: String {
    switch self {
    case .structure: "Structure"
    case .coverage: "Coverage"
    case .tools: "Tools"
    case .budget: "Budget and trigger"
    case .cache: "Cache"
    }
  }
}
