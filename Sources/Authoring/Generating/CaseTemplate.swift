import EvalKit

/// What cases of one kind are made from: a domain's cast and tools, the values to plant, the calls to
/// expect, the prose around them. Data, read from a file by ``TemplateLoader``.
public struct CaseTemplate: Sendable {
  /// The id; statistics cluster on it.
  public var id = ""
  /// The domain, a tag of every case.
  public var domain = ""
  /// The title of every case.
  public var title = ""
  /// Named alternatives that prose looks up.
  var rules: [String: [PhrasePattern]] = [:]
  /// Values drawn once a case, by name.
  var cast: [(name: String, generator: ValueGenerator)] = []
  /// Words that calls change, with what they are at first.
  var state: [String: String] = [:]
  /// What the instructions say, one of several.
  var instructions: [PhrasePattern] = []
  /// The tools.
  var tools: [ToolTemplate] = []
  /// The values to plant.
  var facts: [FactTemplate] = []
  /// The calls whose arguments are planted values.
  var actions: [ActionTemplate] = []
  /// Rules the user gives.
  var constraints: [ConstraintTemplate] = []
  /// What is asked for though nobody said it.
  var absent: [AbsentTemplate] = []

  /// The tool with a name.
  func tool(_ name: String) -> ToolTemplate? { tools.first { $0.name == name } }

  /// The definition of a tool as cases have it: arguments that actions fill with facts say which, and
  /// those that all its actions give are required.
  func definition(of tool: ToolTemplate) -> JSONValue {
    let calls = actions.filter { $0.tool == tool.name }
    guard !calls.isEmpty, var definition = tool.definition.objectValue,
      var parameters = definition["parameters"]?.objectValue,
      var properties = parameters["properties"]?.objectValue
    else { return tool.definition }
    for name in properties.keys {
      var nouns: [String] = []
      for case (name, .fact(let id)) in calls.flatMap(\.arguments) {
        if let noun = fact(id)?.noun, !nouns.contains(noun) { nouns.append(noun) }
      }
      guard !nouns.isEmpty, var property = properties[name]?.objectValue else { continue }
      property["description"] = .string("the " + nouns.joined(separator: " or the "))
      properties[name] = .object(property)
    }
    let required = properties.keys.filter { name in
      calls.allSatisfy { $0.arguments.contains { $0.name == name } }
    }
    parameters["properties"] = .object(properties)
    parameters["required"] = .array(required.map { .string($0) })
    definition["parameters"] = .object(parameters)
    return .object(definition)
  }

  /// The fact with an id.
  func fact(_ id: String) -> FactTemplate? { facts.first { $0.id == id } }
}

/// A tool with what it gives.
struct ToolTemplate: Sendable {
  var name: String
  var effect: ToolEffect
  /// The definition as cases have it.
  var definition: JSONValue
  /// What a recorded call is given, by name, unless an action says.
  var arguments: JSONPattern
  /// What it gives.
  var gives: JSONPattern
  /// The key of its rows, and what a row is; as many as the bulk asked for.
  var rows: (key: String, row: JSONPattern)?
  /// What the user says to have it called.
  var wants: [PhrasePattern]
  /// What it gives when it fails; a tool without any never does.
  var failures: [PhrasePattern]
  /// The state it changes.
  var sets: [String: String]

  /// Whether it only looks.
  var isRead: Bool { effect == .read }
}

/// A value to plant.
struct FactTemplate: Sendable {
  /// Who says it.
  enum Source: String, CaseIterable, Hashable, Sendable, StrictDecodable {
    case prompt, output, response
  }

  var id: String
  var kind: String
  var generator: ValueGenerator
  /// What it belongs to: said in the sentence before the value, or beside it in an output.
  var about: String
  /// What it is: said with the value.
  var noun: String
  /// The word a question names its make with.
  var asked: String
  /// The key an output has it under.
  var key: String
  var sources: [Source]
  /// The tool whose output may say it.
  var tool: String?
  /// Whether it is never corrected.
  var isFixed: Bool
  /// Another thing with a value of the same noun, told near by.
  var decoy: String?
}

/// A call to expect.
struct ActionTemplate: Sendable {
  /// An argument: a planted value, or something else.
  enum Argument: Sendable {
    case fact(String)
    case other(JSONPattern)
  }

  var id: String
  var tool: String
  var arguments: [(name: String, value: Argument)]
  /// What is to be done, as one asks for it: "release the container under its seal".
  var deeds: [PhrasePattern]
  /// What is so when it is done: "the container is released".
  var outcomes: [PhrasePattern]

  /// The facts its arguments are.
  var facts: [String] {
    arguments.compactMap { if case .fact(let id) = $0.value { id } else { nil } }
  }
}

/// A rule of the session.
struct ConstraintTemplate: Sendable {
  var id: String
  var text: String
  /// What the user says.
  var says: [PhrasePattern]
  /// The tool it forbids.
  var tool: String?
  /// What answers must not match.
  var forbid: String?
}

/// What nobody said.
struct AbsentTemplate: Sendable {
  var about: String
  var noun: String
  var asked: String
}
