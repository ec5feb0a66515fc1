import EvalKit

/// What a self-test came to.
struct DoctorFinding: Hashable, Sendable {
  /// How a self-test ended.
  enum Result: String, Hashable, Sendable {
    case ok
    case failed
    case skipped
  }

  /// How it ended.
  var result: Result
  /// What was tested: a set, or the tool itself.
  var subject: String
  /// What was found, with what was demanded.
  var text: String

  /// A test that passes or fails.
  static func test(_ subject: String, _ text: String, _ passes: Bool) -> DoctorFinding {
    DoctorFinding(result: passes ? .ok : .failed, subject: subject, text: text)
  }

  /// A test that says nothing here.
  static func skipped(_ subject: String, _ text: String) -> DoctorFinding {
    DoctorFinding(result: .skipped, subject: subject, text: text)
  }

  /// One line.
  var line: String {
    let mark =
      switch result {
      case .ok: "ok      "
      case .failed: "FAILED  "
      case .skipped: "skipped "
      }
    return "\(mark)\(subject): \(text)"
  }

  /// The finding for a program.
  var json: JSONValue {
    ["result": .string(result.rawValue), "subject": .string(subject), "text": .string(text)]
  }
}
