/// What follows `--strategy`: a spec, with a name of the user's before it perhaps.
public struct ArmSpec: Hashable, Sendable {
  /// The user's name for the arm, if there is one: `short = rolling-window(4)`.
  public var label: String?
  /// The pipeline.
  public var pipeline: Pipeline
  /// What tables call the arm: its label, with the values taken from lists in parentheses, the preset
  /// it names, else the canonical spec.
  public var name: String

  /// Names a pipeline that was made in code, as one with strategies of one's own is.
  ///
  /// - Parameters:
  ///   - name: What tables call the arm.
  ///   - pipeline: The pipeline.
  public init(_ name: String, _ pipeline: Pipeline) {
    self.init(label: name, pipeline: pipeline, name: name)
  }

  init(label: String?, pipeline: Pipeline, name: String) {
    self.label = label
    self.pipeline = pipeline
    self.name = name
  }

  /// The spec as it is printed and digested.
  public var canonical: String { pipeline.description }

  /// Reads `spec` or `name = spec`.
  ///
  /// - Throws: ``SpecError`` with the place of the fault in the whole text.
  public static func parse(
    _ text: String, catalog: StrategyCatalog, access: SpecAccess = SpecAccess()
  ) throws -> ArmSpec {
    try read(text, catalog, access, sweep: nil).arm
  }

  /// Reads a spec in which lists may stand where one value does: an arm for each value, and for each
  /// combination where there are several lists, the last list changing fastest.
  ///
  /// ```swift
  /// try ArmSpec.sweep("win = rolling-window(entries: [4, 8])", catalog: catalog).map(\.name)
  /// // ["win(entries: 4)", "win(entries: 8)"]
  /// ```
  /// - Returns: one arm for a spec without lists, as ``parse(_:catalog:access:)`` reads it.
  /// - Throws: ``SpecError`` with the place of the fault in the whole text, which may be one value of a
  ///   list.
  /// - Complexity: O(arms × text).
  public static func sweep(
    _ text: String, catalog: StrategyCatalog, access: SpecAccess = SpecAccess()
  ) throws -> [ArmSpec] {
    let (first, lists) = try read(text, catalog, access, sweep: SpecSweep())
    if lists.isEmpty { return [first] }
    return try SpecSweep.combinations(of: lists, source: text).map { choices in
      try read(text, catalog, access, sweep: SpecSweep(choices: choices)).arm
    }
  }

  private static func read(
    _ text: String, _ catalog: StrategyCatalog, _ access: SpecAccess, sweep: SpecSweep?
  ) throws -> (arm: ArmSpec, lists: [SpecSweep.List]) {
    var parser = try SpecParser(text, catalog: catalog, access: access)
    parser.sweep = sweep
    let label = try parser.label()
    let rest = parser.position
    let pipeline = try parser.wholePipeline()
    let lists = parser.sweep?.lists ?? []
    var name = label ?? pipeline.description
    // A bare saved pipeline is known by the name it was saved under, a bare preset by its own.
    if label == nil, parser.tokens[rest].isSymbol("@"), parser.tokens.count - rest == 3,
      let saved = parser.savedName
    {
      name = saved
    }
    if label == nil, parser.tokens.count - rest == 2,
      case .word(let word) = parser.tokens[rest].kind,
      catalog.preset(named: word) != nil
    {
      name = word
    }
    if label != nil, !lists.isEmpty {
      name += "(\(lists.map { "\($0.name): \($0.chosen)" }.joined(separator: ", ")))"
    }
    return (ArmSpec(label: label, pipeline: pipeline, name: name), lists)
  }
}

extension ArmSpec {
  /// What is wrong with a name for an arm; nil where nothing is.
  static func problem(withName name: String) -> String? {
    if name.allSatisfy(\.isWhitespace) || name.contains(where: { $0 == "|" || $0.isNewline }) {
      return "an arm's name is not empty and holds no '|' and no line end"
    }
    let isControl =
      ControlDefinition.named(name) != nil || name == "no policy" || name.hasPrefix("placebo(")
    return isControl ? "'\(name)' is the name of a control; choose another for the arm" : nil
  }
}

extension SpecParser {
  /// Reads a label and its equals sign, if there is one before the first bar or parenthesis.
  mutating func label() throws -> String? {
    let stops: [SpecToken.Kind] = ["|", "(", "[", "="].map { .symbol($0) } + [.end]
    guard let stop = tokens.firstIndex(where: { stops.contains($0.kind) }),
      tokens[stop].isSymbol("=")
    else { return nil }
    guard stop > 0 else { throw error("expected a name before '='", at: tokens[stop]) }
    let range = tokens[0].range.lowerBound..<tokens[stop - 1].range.upperBound
    var label = String(String.UnicodeScalarView(scalars[range]))
    if stop == 1, case .string(let text) = tokens[0].kind { label = text }
    if let problem = ArmSpec.problem(withName: label) { throw error(problem, at: range) }
    position = stop + 1
    return label
  }
}
