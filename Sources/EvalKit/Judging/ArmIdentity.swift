/// What judging knows of an arm: its key, and which control it is, if it is one.
public struct ArmIdentity: Hashable, Sendable {
  /// The name: the user's, else the canonical spec, else the control's.
  public let name: String
  /// The model's name.
  public let model: String
  /// The context size, `2048` or `50%`.
  public let context: String

  /// Reads a key, `arm|model|context`; the arm's name may have bars in it.
  public init(key: String) {
    let parts = key.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 3 else {
      name = key
      model = ""
      context = ""
      return
    }
    name = parts.dropLast(2).joined(separator: "|")
    model = parts[parts.count - 2]
    context = parts[parts.count - 1]
  }

  /// The identity of an arm.
  public init(_ arm: Arm) {
    name = arm.name
    model = arm.model
    context = arm.context.description
  }

  /// `arm|model|context`.
  public var key: String { "\(name)|\(model)|\(context)" }

  /// The control it is; names of controls are reserved.
  public var control: Control? {
    switch name {
    case Control.oracle.name: .oracle
    case Control.null.name: .null
    case Control.evidence.name: .evidence
    case Control.foreign.name: .foreign
    default:
      name.hasPrefix("placebo(") && name.hasSuffix(")")
        ? .placebo(of: String(name.dropFirst(8).dropLast())) : nil
    }
  }

  /// The name of the placebo that stands beside it.
  public var placeboName: String { Control.placebo(of: name).name }
}
