public import EvalKit

/// Something `check` has to say of a set or a case.
public struct CheckFinding: Hashable, Sendable {
  /// What kind of thing.
  public var rule: CheckRule
  /// The finding with its place and, where there is one, its fix.
  public var diagnostic: Diagnostic
  /// The case it is about; empty for the set.
  public var caseID: String
  /// The fact, probe, expectation or rule it is about; empty for the whole case.
  public var part: String
  /// Why the set keeps it; nil where it does not.
  public var acceptance: String?

  /// Makes a finding.
  public init(
    rule: CheckRule, diagnostic: Diagnostic, caseID: String = "", part: String = "",
    acceptance: String? = nil
  ) {
    self.rule = rule
    self.diagnostic = diagnostic
    self.caseID = caseID
    self.part = part
    self.acceptance = acceptance
  }

  /// Whether it is an error.
  public var isError: Bool { diagnostic.severity == .error }
  /// Whether it is a warning that nobody accepted.
  public var isOpenWarning: Bool { !isError && acceptance == nil }

  /// As JSON.
  public var json: JSONValue {
    var object = JSONObject()
    object["severity"] = .string(diagnostic.severity.rawValue)
    object["rule"] = .string(rule.rawValue)
    object["file"] = .string(diagnostic.file)
    object["line"] = JSONValue(diagnostic.line)
    object["column"] = JSONValue(diagnostic.column)
    object["path"] = .string(diagnostic.path)
    if !caseID.isEmpty { object["case"] = .string(caseID) }
    if !part.isEmpty { object["part"] = .string(part) }
    object["message"] = .string(diagnostic.message)
    object["fixable"] = .bool(diagnostic.fix != nil)
    if let acceptance { object["accepted"] = .string(acceptance) }
    return .object(object)
  }

  /// Whether an acceptance is of this finding.
  func isMeant(by accepted: AcceptedWarning) -> Bool {
    guard accepted.warning == rule.rawValue else { return false }
    guard let subject = accepted.subject else { return true }
    return subject == caseID || subject == "\(caseID)/\(part)"
  }
}
