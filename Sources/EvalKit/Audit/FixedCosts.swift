/// What every request pays before anyone has said anything.
public struct FixedCosts: Hashable, Sendable {
  /// A tool as it is defined.
  public struct Tool: Hashable, Sendable {
    /// Its name.
    public let name: String
    /// What leaving it out would save on each request.
    public let tokens: Int
    /// Of these, its name.
    public let nameTokens: Int
    /// Of these, its description.
    public let descriptionTokens: Int
    /// Of these, the schema of its arguments.
    public let schemaTokens: Int
    /// How often the session calls it.
    public let calls: Int
    /// The keys of its schema, the most expensive first, each without the keys within it.
    public let keys: [Key]
  }

  /// A key of a tool's schema.
  public struct Key: Hashable, Sendable {
    /// The path to it, such as `order.items[].sku`.
    public let path: String
    /// Its tokens, keys within it left out.
    public let tokens: Int
  }

  /// Tokens that some of the entries of a session have.
  public struct Extra: Hashable, Sendable {
    /// Entries that have any.
    public let entries: Int
    /// Entries that could have.
    public let of: Int
    /// The tokens of all of them.
    public let tokens: Int
    /// What the least of them has; 0 where one that could have any has none. So much, at least, is
    /// paid on every request.
    public let least: Int
  }

  /// Tokens of the instructions.
  public let instructions: Int
  /// The tools in the order they are defined.
  public let tools: [Tool]
  /// What is left of the head beside them: text the renderer puts between parts.
  public let framing: Int
  /// Response schemas, by prompt.
  public let responseSchemas: Extra
  /// Reasoning, by reply.
  public let reasoning: Extra

  /// Tokens of the head: instructions, tools and framing.
  public var head: Int { instructions + toolTokens + framing }
  /// Tokens of the tools.
  public var toolTokens: Int { tools.reduce(0) { $0 + $1.tokens } }
  /// Tokens that no request is without.
  public var total: Int { head + responseSchemas.least + reasoning.least }
  /// The share of a window that they take.
  public func share(of budget: ContextBudget) -> Double {
    Double(total) / Double(budget.contextSize)
  }

  /// Measures the largest head of a session, and what its prompts and replies have in common.
  ///
  /// - Complexity: O(tools × text of the head + text).
  init(_ scene: AuditScene) {
    let meter = scene.meter
    let head = scene.largestHead
    let whole = meter.count(head)
    var without = head
    without.instructions = []
    instructions = whole - meter.count(without)
    let calls = scene.callCounts
    tools = head.tools.indices.map { place in
      var without = head
      let tool = without.tools.remove(at: place)
      return Tool(
        tool, tokens: whole - meter.count(without), calls: calls[tool.name] ?? 0, meter: meter)
    }
    framing = whole - instructions - tools.reduce(0) { $0 + $1.tokens }
    let entries = scene.transcript.entries
    responseSchemas = Extra(
      entries.indices.filter { entries[$0].kind == .prompt }.map { scene.schemaTokens[$0] })
    reasoning = Extra(scene.replies.map { $0.reasoningTokens })
  }
}

extension FixedCosts.Tool {
  fileprivate init(_ tool: ToolDefinition, tokens: Int, calls: Int, meter: TokenMeter) {
    func saved(_ change: (inout ToolDefinition) -> Void) -> Int {
      var less = tool
      change(&less)
      return meter.count(Head(tools: [tool])) - meter.count(Head(tools: [less]))
    }
    name = tool.name
    self.tokens = tokens
    self.calls = calls
    nameTokens = saved { $0.name = "" }
    descriptionTokens = saved { $0.description = "" }
    schemaTokens = saved { $0.parameters = .object(JSONObject()) }
    keys = SchemaKeys(tool.parameters, meter: meter).keys.enumerated()
      .sorted { ($1.element.tokens, $0.offset) < ($0.element.tokens, $1.offset) }
      .map { FixedCosts.Key(path: $0.element.path, tokens: $0.element.tokens) }
  }
}

extension FixedCosts.Extra {
  fileprivate init(_ counts: [Int]) {
    entries = counts.count { $0 > 0 }
    of = counts.count
    tokens = counts.reduce(0, +)
    least = counts.min() ?? 0
  }
}
