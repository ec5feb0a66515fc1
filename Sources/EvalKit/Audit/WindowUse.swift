/// How a session fills its window.
public struct WindowUse: Hashable, Sendable {
  /// A request, as far as the window is concerned.
  public struct Request: Hashable, Sendable {
    /// Its number, counted from 1.
    public let number: Int
    /// The label of the input it follows.
    public let label: String
    /// Its tokens.
    public let tokens: Int
    /// Tokens of its recorded reply.
    public let reply: Int
    /// What is left of the window for an answer; 0 where it is full.
    public let left: Int
  }

  /// The request with the most tokens; nil without requests.
  public let peak: Request?
  /// The first that reaches the alarm's share of the window.
  public let firstAlarm: Request?
  /// The first that takes from the reserve.
  public let firstOverBudget: Request?
  /// Requests that do.
  public let overBudget: Int
  /// The first that, with its reply, is over the context size.
  public let firstOverflow: Request?
  /// Requests that are.
  public let overflows: Int

  init(_ scene: AuditScene) {
    func request(_ record: RequestRecord?) -> Request? {
      record.map {
        Request(
          number: $0.number, label: scene.label($0.entry.index), tokens: $0.tokens,
          reply: $0.replyTokens, left: max(0, scene.budget.contextSize - $0.tokens))
      }
    }
    let records = scene.requests
    let alarm = Double(scene.budget.contextSize) * scene.limits.windowAlarm
    peak = request(records.max { ($0.tokens, $1.number) < ($1.tokens, $0.number) })
    firstAlarm = request(records.first { Double($0.tokens) >= alarm })
    firstOverBudget = request(records.first { $0.overBy > 0 })
    overBudget = records.count { $0.overBy > 0 }
    firstOverflow = request(records.first(where: \.isOverflow))
    overflows = records.count(where: \.isOverflow)
  }
}
