/// What a tool does to the world.
public enum ToolEffect: String, Hashable, Sendable, CaseIterable, StrictDecodable {
  /// It only looks; calling it again is harmless.
  case read
  /// It changes something; calling it again repeats the change.
  case write
}

/// A tool as the model is told of it.
public struct ToolDefinition: Hashable, Sendable {
  /// The tool's name.
  public var name: String
  /// What it is for.
  public var description: String
  /// A JSON Schema of the arguments, keys in recorded order.
  public var parameters: JSONValue
  /// What it does to the world, where stated.
  public var effect: ToolEffect?
  /// Keys of the recorded definition that this type has no field for, kept for export.
  public var extra: JSONObject

  /// Makes a definition.
  public init(
    name: String, description: String = "", parameters: JSONValue = .object(JSONObject()),
    effect: ToolEffect? = nil, extra: JSONObject = JSONObject()
  ) {
    self.name = name
    self.description = description
    self.parameters = parameters
    self.effect = effect
    self.extra = extra
  }
}

/// What stands before the conversation: instructions and tool definitions.
public struct Head: Hashable, Sendable {
  /// The leading run of instructions entries (usually one).
  public var instructions: [Entry]
  /// The tools defined.
  public var tools: [ToolDefinition]

  /// Makes a head.
  public init(instructions: [Entry] = [], tools: [ToolDefinition] = []) {
    self.instructions = instructions
    self.tools = tools
  }

  /// Makes a head with one text of instructions.
  public init(_ text: String, tools: [ToolDefinition] = []) {
    self.init(
      instructions: text.isEmpty
        ? [] : [Entry(label: "instructions", kind: .instructions, segments: [.text(text)])],
      tools: tools)
  }

  /// The instructions as one text.
  public var instructionsText: String { instructions.map(\.text).joined(separator: "\n") }
}

/// A replacement of the head from the next request on.
public struct HeadChange: Hashable, Sendable {
  /// How many entries of the transcript stand before the change.
  public var position: Int
  /// The new instructions; nil leaves them.
  public var instructions: [Entry]?
  /// The new tools; nil leaves them.
  public var tools: [ToolDefinition]?

  /// Makes a change.
  public init(position: Int, instructions: [Entry]? = nil, tools: [ToolDefinition]? = nil) {
    self.position = position
    self.instructions = instructions
    self.tools = tools
  }

  /// The head after the change.
  public func applied(to head: Head) -> Head {
    Head(instructions: instructions ?? head.instructions, tools: tools ?? head.tools)
  }
}
