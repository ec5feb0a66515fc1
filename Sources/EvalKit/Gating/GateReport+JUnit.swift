extension GateReport {
  /// The report as JUnit XML: a suite for each policy, a case for each check. A gate that is not met is a
  /// failure, what was not measured an error, what could not be decided skipped.
  public var junit: String {
    let suites = arms.map(\.testSuite)
    var lines = ["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"]
    lines.append("<testsuites name=\"evalrun gate\" \(Self.counts(checks))>")
    lines += suites.flatMap { $0 }
    lines.append("</testsuites>")
    return lines.joined(separator: "\n") + "\n"
  }

  fileprivate static func counts(_ checks: [GateCheck]) -> String {
    let skipped = checks.count { $0.status.reason != nil }
    return "tests=\"\(checks.count)\" failures=\"\(checks.count { $0.status == .failed })\" "
      + "errors=\"\(checks.count { $0.status == .incomplete })\" skipped=\"\(skipped)\""
  }
}

extension GateReport.Arm {
  fileprivate var testSuite: [String] {
    let name = XMLText.escaped("\(arm.name) (\(arm.model), \(arm.context))")
    var lines = ["  <testsuite name=\"\(name)\" \(GateReport.counts(checks))>"]
    for check in checks {
      let head = "    <testcase classname=\"\(name)\" name=\"\(XMLText.escaped(check.name))\""
      let message = XMLText.escaped(check.sentence)
      let text = XMLText.escaped(check.details().joined(separator: "\n"))
      let kind = check.kind.rawValue
      let body: String? =
        switch check.status {
        case .passed: nil
        case .failed: "<failure message=\"\(message)\" type=\"\(kind)\">\(text)</failure>"
        case .incomplete: "<error message=\"\(message)\" type=\"\(kind)\">\(text)</error>"
        case .undecided, .skipped: "<skipped message=\"\(message)\"/>"
        }
      lines.append(body.map { "\(head)>\($0)</testcase>" } ?? "\(head)/>")
    }
    return lines + ["  </testsuite>"]
  }
}

/// Texts in XML.
enum XMLText {
  /// A text as content or in an attribute: markup escaped, and what XML 1.0 has no place for left out.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\n": result += "&#10;"
      case "\t": result += "&#9;"
      case "\r": result += "&#13;"
      default:
        if scalar.value >= 0x20, scalar.value != 0xFFFE, scalar.value != 0xFFFF {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }
}
