import EvalKit

/// What Apple's decoder requires of a transcript, written down again independently of the encoder.
enum AppleRequirements {
  /// The keys that are missing, and links that do not hold; empty if the file can be read.
  static func missing(in value: JSONValue) -> [String] {
    var missing: [String] = []
    let version = value["version"]
    if value["type"] != "FoundationModels.Transcript" { missing.append("type") }
    if version != 1, version != "1.1" { missing.append("version") }
    for (index, entry) in (value["transcript"]?["entries"]?.arrayValue ?? []).enumerated() {
      for problem in problems(of: entry, isNew: version == "1.1") {
        missing.append("entry \(index): \(problem)")
      }
    }
    return missing
  }

  private static func problems(of entry: JSONValue, isNew: Bool) -> [String] {
    var keys = ["id", "role"]
    var segments = entry["contents"]?.arrayValue ?? []
    var problems: [String] = []
    switch entry["role"]?.stringValue {
    case "instructions":
      keys.append("contents")
      for tool in entry["tools"]?.arrayValue ?? [] {
        if tool["type"] != "function" { problems.append("tool type") }
        for key in ["name", "description", "parameters"] where tool["function"]?[key] == nil {
          problems.append("tool \(key)")
        }
        problems += schemaProblems(tool["function"]?["parameters"] ?? .null, isRoot: true)
      }
    case "user":
      keys += isNew ? ["contents", "options", "contextOptions"] : ["contents", "options"]
      if let format = entry["responseFormat"] {
        problems += schemaProblems(format["jsonSchema"]?["schema"] ?? .null, isRoot: true)
      }
    case "response" where entry["toolCalls"] != nil:
      if entry["contents"] != nil || entry["assets"] != nil { problems.append("contents in calls") }
      for call in entry["toolCalls"]?.arrayValue ?? [] {
        for key in ["id", "name", "arguments"] where call[key]?.stringValue == nil {
          problems.append("call \(key)")
        }
        if (try? JSONValue.parse(call["arguments"]?.stringValue ?? "")) == nil {
          problems.append("arguments that are no JSON")
        }
      }
    case "response": keys.append("contents")
    case "tool":
      keys += ["contents", "toolName", "toolCallID"]
      if entry["toolCallID"] != entry["id"] { problems.append("id is not toolCallID") }
    case "reasoning":
      keys.append("reasoning")
      segments = entry["reasoning"]?["contents"]?.arrayValue ?? []
      if entry["reasoning"]?["contents"] == nil { problems.append("reasoning contents") }
    default: problems.append("role")
    }
    problems += keys.filter { entry[$0] == nil }
    for segment in segments { problems += segmentProblems(segment) }
    return problems
  }

  private static func segmentProblems(_ segment: JSONValue) -> [String] {
    let keys =
      switch segment["type"]?.stringValue {
      case "text": ["id", "text"]
      case "structure": ["id", "structure"]
      case "image": ["image"]
      default: ["type"]
      }
    return keys.filter { segment[$0] == nil }.map { "segment \($0)" }
  }

  private static func schemaProblems(_ schema: JSONValue, isRoot: Bool) -> [String] {
    guard let object = schema.objectValue else { return isRoot ? ["schema"] : [] }
    var problems: [String] = []
    if isRoot || object["type"] == "object" {
      let keys = ["type", "title", "properties", "required", "additionalProperties", "x-order"]
      problems = keys.filter { object[$0] == nil }.map { "schema \($0)" }
    }
    for key in ["properties", "$defs"] {
      for member in object[key]?.objectValue?.members ?? [] {
        problems += schemaProblems(member.value, isRoot: false)
      }
    }
    if let items = object["items"] { problems += schemaProblems(items, isRoot: false) }
    for choice in object["anyOf"]?.arrayValue ?? [] {
      problems += schemaProblems(choice, isRoot: false)
    }
    return problems
  }
}
