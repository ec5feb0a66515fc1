/// Policies that differ in one number, by what they cost: quality against tokens, and every mix of two
/// neighbours between them.
///
/// Policies come with defaults of different aggressiveness, so that "A beats B" is often "A keeps more". A
/// curve says what a policy reaches at a cost. Between two points lies what sending some sessions
/// through one and the rest through the other would give: that much is certain of the gap, and nothing
/// of what lies outside the points.
public struct Curve: Hashable, Sendable {
  /// An arm on the curve.
  public struct Point: Hashable, Sendable {
    /// The arm.
    public let arm: ArmIdentity
    /// Its tokensPerTask.
    public let tokens: Double
    /// The argument that sets it apart, as specs write it; nil where its spec leaves it to the
    /// default, and on a curve of one point.
    public let argument: String?

    /// Makes a point.
    public init(_ arm: ArmIdentity, tokens: Double, argument: String? = nil) {
      self.arm = arm
      self.tokens = tokens
      self.argument = argument
    }
  }

  /// The parameter in which the arms differ; nil on a curve of one point.
  public let parameter: String?
  /// The points by tokens, of equal ones in the order they were run.
  public let points: [Point]

  /// Makes a curve of points in any order.
  public init(parameter: String?, points: [Point]) {
    precondition(!points.isEmpty, "a curve without points; there must be 1 or more")
    self.parameter = parameter
    // Points of equal tokens keep their order, whatever sorting does.
    self.points = points.enumerated()
      .sorted { ($0.element.tokens, $0.offset) < ($1.element.tokens, $1.offset) }.map(\.element)
  }

  /// The model of its arms.
  public var model: String { points[0].arm.model }
  /// The context size of its arms.
  public var context: String { points[0].arm.context }
  /// From the cheapest point to the dearest, in tokens a task.
  public var range: ClosedRange<Double> { points[0].tokens...points[points.count - 1].tokens }
  /// What reports call it: its arms by name.
  public var name: String {
    guard points.count > 1 else { return points[0].arm.name }
    return "\(points[0].arm.name) … \(points[points.count - 1].arm.name)"
  }

  /// The curves of a run, in the order of their first arms.
  ///
  /// Arms of one model and context whose canonical specs differ in one numeric argument share a curve; an
  /// arm that differs from some in one argument and from others in another is on both curves. An arm
  /// without tokensPerTask (errors, nothing measured) is on none.
  /// - Parameters:
  ///   - run: The run.
  ///   - summary: Its scores pooled.
  /// - Returns: every policy with a cost on at least one curve, if only of one point.
  /// - Complexity: O(arms² × arguments).
  public static func all(of run: MeasuredRun, summary: Summary) -> [Curve] {
    let arms = run.policies.compactMap { arm -> (arm: ArmIdentity, spec: String, tokens: Double)? in
      guard let cost = summary[arm: arm.key]?.metrics["tokensPerTask"], !cost.isIncomplete,
        let tokens = cost.value
      else { return nil }
      return (arm, run.reference(of: arm)?.spec ?? arm.name, tokens)
    }
    var curves: [(first: Int, curve: Curve)] = []
    var placed = Set<Int>()
    for (first, members) in families(arms.map { (arm: $0.arm, spec: $0.spec) }) {
      guard members.arguments.count > 1 else { continue }
      let points = members.arguments.map { index, argument in
        Point(arms[index].arm, tokens: arms[index].tokens, argument: argument)
      }
      placed.formUnion(members.arguments.map(\.arm))
      curves.append((first, Curve(parameter: members.parameter, points: points)))
    }
    for index in arms.indices where !placed.contains(index) {
      let point = Point(arms[index].arm, tokens: arms[index].tokens)
      curves.append((index, Curve(parameter: nil, points: [point])))
    }
    return curves.enumerated()
      .sorted { ($0.element.first, $0.offset) < ($1.element.first, $1.offset) }
      .map(\.element.curve)
  }

  private struct Members {
    let parameter: String
    var arguments: [(arm: Int, argument: String?)] = []
  }

  private struct Key: Hashable {
    let model: String
    let context: String
    let family: SpecNumber.Family
  }

  /// Arms by what is left of their specs without one number, in the order they come up, each with the
  /// first arm of it.
  private static func families(_ arms: [(arm: ArmIdentity, spec: String)]) -> [(Int, Members)] {
    var order: [Key] = []
    var members: [Key: Members] = [:]
    for (index, entry) in arms.enumerated() {
      for number in SpecNumber.all(in: entry.spec) {
        let key = Key(
          model: entry.arm.model, context: entry.arm.context, family: number.family)
        if members[key] == nil { order.append(key) }
        members[key, default: Members(parameter: number.family.name)].arguments
          .append((index, number.value))
      }
    }
    // A canonical spec leaves a default out: the arm that is the rest itself.
    for (index, entry) in arms.enumerated() {
      guard let rest = SpecNumber.rest(of: entry.spec) else { continue }
      for key in order
      where key.family.rest == rest && key.model == entry.arm.model
        && key.context == entry.arm.context
      {
        members[key]?.arguments.append((index, nil))
      }
    }
    return order.compactMap { key in
      guard var found = members[key], let first = found.arguments.map(\.arm).min() else {
        return nil
      }
      found.arguments.sort { $0.arm < $1.arm }
      return (first, found)
    }
  }
}
