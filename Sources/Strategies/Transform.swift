public import EvalKit

/// Runs a closure of the user's own: entries in, entries out.
///
/// - Keeps, drops: what the closure returns is left; what became of each entry is told by its label,
///   else by its content, as ``EvalKit/LabelledEdit`` says.
/// - Costs: what the closure does; nothing is counted for it.
/// - Fails: what the closure throws is the stage's error. What it makes covers nothing, so entries
///   it summarised count as dropped, but for those whose text it holds verbatim.
///
/// A closure cannot be written in a spec: ``Strategies/transform(_:persistence:_:)`` makes a stage.
public struct Transform: Strategy {
  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "transform", summary: "Runs a closure that takes the entries and returns those to keep.",
    parameters: [StrategyParameter("name", .string, summary: "Names the closure.")])

  /// A closure of the user's own.
  public typealias Body = @Sendable ([Entry]) async throws -> [Entry]

  private let body: Body

  /// Refuses: a closure cannot be read from arguments.
  public init(_ arguments: StrategyArguments) throws {
    throw ArgumentError(
      parameter: "name",
      problem: "a closure cannot be named in a spec; make the stage with Strategies.transform")
  }

  init(_ body: @escaping Body) { self.body = body }

  /// Hands the entries to the closure.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    let edit = LabelledEdit(history)
    let returned = try await body(edit.entries)
    return try edit.applied(edit.parts(from: returned))
  }

  /// Unknown: it may make entries.
  public func bounds(after before: HistoryBounds, at moment: Moment, in budget: ContextBudget)
    -> HistoryBounds
  { .none }
}

extension Strategies {
  /// A stage that runs a closure, as a shipping app's history transform is written.
  ///
  /// ```swift
  /// let stage = Strategies.transform("last six") { entries in entries.suffix(6) }
  /// let pipeline = Pipeline([stage])
  /// ```
  /// The closure is given the entries without the head, each with a label that is unique among them.
  /// It must depend on nothing else: the same entries must always give the same result.
  ///
  /// - Parameters:
  ///   - name: Tells it from others; it stands in run digests, so change it with the closure.
  ///   - persistence: What its edits apply to.
  ///   - body: Returns the entries to keep; it may edit, move and add some.
  public static func transform(
    _ name: String, persistence: Persistence = .view, _ body: @escaping Transform.Body
  ) -> Stage {
    Stage(
      Transform(body), arguments: StrategyArguments(["name": .string(name)]),
      persistence: persistence)
  }
}
