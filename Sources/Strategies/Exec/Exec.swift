public import EvalKit
internal import Foundation

/// Asks a program of the user's own what to keep: one line of JSON for each edit, one in return.
///
/// - Keeps, drops: what the program returns is left; what became of each item is told by its label,
///   as ``EvalKit/LabelledEdit`` says.
/// - Costs: one child for a session and its forks, started with the first edit; a request and a
///   reply hold the whole history.
/// - Leaves alone: nothing by itself; a program that returns what it was sent changes nothing.
/// - Fails: a program that ends, is late, or answers anything but such a line is the stage's error,
///   with the end of what it wrote to its standard error. It is ended then; the next edit starts it
///   anew.
///
/// `docs/own-strategy.md` has the schema. The same line must always be answered the same way: what a
/// policy wants to remember goes into `memory`.
public struct Exec: Strategy {
  /// Name, parameters, summary and defaults.
  public static let definition = StrategyDefinition(
    name: "exec",
    summary: "Asks a program of your own what to keep: a line of JSON a request, one in return.",
    parameters: [
      StrategyParameter("command", .string, summary: "The command, as a shell runs it."),
      StrategyParameter(
        "time", .count([]), default: .number(10), minimum: 1,
        summary: "How many seconds a reply may take."),
    ],
    runsProgram: true)

  /// How long a reply may be, in bytes: 64 MiB.
  public static let maximumReply = 64 << 20

  let command: String
  let seconds: Int
  let limit: Int

  /// Reads the arguments.
  public init(_ arguments: StrategyArguments) throws {
    try self.init(arguments, limit: Self.maximumReply)
  }

  init(_ arguments: StrategyArguments, limit: Int) throws {
    command = try arguments.text("command")
    seconds = try arguments.count("time")
    self.limit = limit
    guard !command.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }) else {
      throw ArgumentError(
        parameter: "command", problem: "expected a command such as 'python3 my_policy.py'")
    }
    guard !command.utf8.contains(0) else {
      throw ArgumentError(parameter: "command", problem: "a command holds no zero byte")
    }
  }

  /// Sends the history and applies what comes back.
  public func edit(
    _ history: History, in context: MomentContext, memory: inout JSONValue
  ) async throws -> History {
    let edit = LabelledEdit(history)
    let line = ExecRequest.line(edit, in: context, memory: memory)
    let program = context.resource(for: "exec/\(command)") { ExecProgram(command: command) }
    let reply = try await program.reply(to: line, within: seconds, limit: limit) {
      bytes throws(ExecFailure) in
      try ExecReply(bytes, to: edit)
    }
    var result = reply.history
    if let head = reply.head, head != result.head { result.editHead { $0 = head } }
    if let kept = reply.memory { memory = kept }
    return result
  }

  /// Unknown: it may make items.
  public func bounds(after before: HistoryBounds, at moment: Moment, in budget: ContextBudget)
    -> HistoryBounds
  { .none }

  /// The digest of the command and of the content of every file that it names.
  public var fingerprint: String? { CommandFiles.digest(of: command) }
}
