/// The place of an entry in the log: unique by construction, whatever ids were recorded.
public struct EntryID: Hashable, Sendable, Comparable {
  /// The position, counted from 0; the head is not an entry and has none.
  public let index: Int

  /// Makes an id from a position.
  public init(_ index: Int) { self.index = index }

  /// Whether one stands before the other.
  public static func < (left: Self, right: Self) -> Bool { left.index < right.index }
}

/// What an entry is.
public enum EntryKind: String, Hashable, Sendable, CaseIterable {
  /// What the user said.
  case prompt
  /// What the model said.
  case response
  /// What the model thought.
  case reasoning
  /// The calls of one round, in parallel.
  case toolCalls
  /// The output of one call.
  case toolOutput
  /// Instructions found mid-conversation; they stay where they stand.
  case instructions
  /// An entry of unknown role, kept as it came.
  case opaque

  /// Whether it is something the model is given: a prompt or a tool output.
  public var isInput: Bool { self == .prompt || self == .toolOutput }

  /// Whether it is part of a model's reply: everything that is not an input or instructions.
  public var isReply: Bool { !isInput && self != .instructions }
}

/// One call of a tool.
public struct ToolCall: Hashable, Sendable {
  /// The recorded id; may be missing, and may repeat.
  public var id: String?
  /// The tool's name.
  public var name: String
  /// The arguments: usually an object, any JSON value is legal.
  public var arguments: JSONValue
  /// The recorded text of the arguments where they came as a string; nil where they were JSON.
  public var argumentsText: String?
  /// Keys of the recorded call that this type has no field for, kept for export.
  public var extra: JSONObject

  /// Makes a call.
  public init(
    id: String? = nil, name: String, arguments: JSONValue, argumentsText: String? = nil,
    extra: JSONObject = JSONObject()
  ) {
    self.id = id
    self.name = name
    self.arguments = arguments
    self.argumentsText = argumentsText
    self.extra = extra
  }
}

/// One entry of a transcript.
public struct Entry: Hashable, Sendable {
  /// A readable name, unique within the transcript (`m4.calls`, `tag`): made where none was recorded.
  public var label: String
  /// The id as it was recorded, kept for export; may repeat.
  public var recordedID: String?
  /// What it is.
  public var kind: EntryKind
  /// What it holds, in order; empty for tool calls.
  public var segments: [Segment]
  /// The calls of a toolCalls entry; empty otherwise.
  public var calls: [ToolCall]
  /// The recorded id of the call a tool output answers, where there is one.
  public var callID: String?
  /// The tool a tool output came from, where it was recorded.
  public var toolName: String?
  /// The response schema a prompt asks for.
  public var responseSchema: JSONValue?
  /// A speaker's name beside the role.
  public var speaker: String?
  /// Keys of the recorded entry that this type has no field for, kept for export.
  public var extra: JSONObject

  /// Makes an entry.
  public init(
    label: String = "", recordedID: String? = nil, kind: EntryKind, segments: [Segment] = [],
    calls: [ToolCall] = [], callID: String? = nil, toolName: String? = nil,
    responseSchema: JSONValue? = nil, speaker: String? = nil, extra: JSONObject = JSONObject()
  ) {
    self.label = label
    self.recordedID = recordedID
    self.kind = kind
    self.segments = segments
    self.calls = calls
    self.callID = callID
    self.toolName = toolName
    self.responseSchema = responseSchema
    self.speaker = speaker
    self.extra = extra
  }

  /// The text segments joined by a line feed.
  public var text: String {
    segments.count == 1
      ? (segments[0].text ?? "") : segments.compactMap(\.text).joined(separator: "\n")
  }

  /// A prompt of plain text.
  public static func prompt(_ text: String, label: String = "") -> Entry {
    Entry(label: label, kind: .prompt, segments: [.text(text)])
  }

  /// A response of plain text.
  public static func response(_ text: String, label: String = "") -> Entry {
    Entry(label: label, kind: .response, segments: [.text(text)])
  }

  /// A round of calls.
  public static func calls(_ calls: [ToolCall], label: String = "") -> Entry {
    Entry(label: label, kind: .toolCalls, calls: calls)
  }

  /// The output of a call.
  public static func output(
    _ text: String, callID: String? = nil, toolName: String? = nil, label: String = ""
  ) -> Entry {
    Entry(
      label: label, kind: .toolOutput, segments: [.text(text)], callID: callID, toolName: toolName)
  }

  /// Reasoning of plain text.
  public static func reasoning(_ text: String, label: String = "") -> Entry {
    Entry(label: label, kind: .reasoning, segments: [.text(text)])
  }
}
