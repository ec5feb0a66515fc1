/// A number of a report for `#expect`: when the expectation fails, it says what is worst and why.
///
/// Where there is no number, because of a misspelt name or because nothing was scored, every comparison
/// is false, so an expectation fails either way round and prints the reason. For that it is neither
/// `Comparable` nor `Equatable`. Not `throws`, since what throws inside `#expect` is not printed.
public struct MeasuredValue: Sendable {
  /// What a value is of.
  struct Origin: Sendable {
    let report: EvaluationReport
    let metric: Metric
    let arm: ArmIdentity
  }

  /// The number, or why there is none.
  public let result: Result<Double, EvaluationError>
  let origin: Origin?

  /// The number.
  ///
  /// - Throws: ``EvaluationError`` where there is none.
  public func get() throws(EvaluationError) -> Double { try result.get() }

  private var number: Double? { try? result.get() }

  private static func compare(
    _ left: Double?, _ right: Double?, _ isOrdered: (Double, Double) -> Bool
  ) -> Bool {
    guard let left, let right else { return false }
    return isOrdered(left, right)
  }
}

extension MeasuredValue {
  /// Whether the value is there and less than a number.
  public static func < (left: MeasuredValue, right: Double) -> Bool {
    compare(left.number, right, <)
  }
  /// Whether the value is there and at most a number.
  public static func <= (left: MeasuredValue, right: Double) -> Bool {
    compare(left.number, right, <=)
  }
  /// Whether the value is there and more than a number.
  public static func > (left: MeasuredValue, right: Double) -> Bool {
    compare(left.number, right, >)
  }
  /// Whether the value is there and at least a number.
  public static func >= (left: MeasuredValue, right: Double) -> Bool {
    compare(left.number, right, >=)
  }
  /// Whether both values are there and the one is less than the other.
  public static func < (left: MeasuredValue, right: MeasuredValue) -> Bool {
    compare(left.number, right.number, <)
  }
  /// Whether both values are there and the one is at most the other.
  public static func <= (left: MeasuredValue, right: MeasuredValue) -> Bool {
    compare(left.number, right.number, <=)
  }
  /// Whether both values are there and the one is more than the other.
  public static func > (left: MeasuredValue, right: MeasuredValue) -> Bool {
    compare(left.number, right.number, >)
  }
  /// Whether both values are there and the one is at least the other.
  public static func >= (left: MeasuredValue, right: MeasuredValue) -> Bool {
    compare(left.number, right.number, >=)
  }
}

extension MeasuredValue: CustomStringConvertible {
  /// The number with what it is of and what is worst, or why there is none.
  ///
  /// - Complexity: O(scores), and for each flip O(text that stages made in its view).
  public var description: String {
    switch result {
    case .failure(let error): return error.description
    case .success(let number):
      guard let origin else { return "\(number)" }
      return Shortfall(origin).text(number)
    }
  }
}
