extension TranscriptFormat {
  /// Dialogues of API-Bank: lines of a user, of the model and of calls with their results.
  public static let apiBank = TranscriptFormat(
    name: "api-bank", title: "API-Bank dialogues",
    recognises: { value in
      guard let first = value.arrayValue?.first, let role = first["role"]?.stringValue else {
        return false
      }
      return role == "API"
        ? first["api_name"] != nil : ["User", "AI"].contains(role) && first["text"] != nil
    },
    decode: { unit in
      guard let rows = unit.value.arrayValue else {
        throw Refusal("expected an array of rows, or one a line")
      }
      var decoder = APIBankDecoder()
      return try decoder.decode(rows)
    })
}

/// Makes a transcript of rows.
struct APIBankDecoder {
  private var builder = TranscriptBuilder()

  mutating func decode(_ rows: [JSONValue]) throws(Refusal) -> DecodedTranscript {
    _ = try rows.decoded { value, index throws(Refusal) in
      try add(try value.requiredObject("a row"), label: "m\(index)")
    }
    return builder.decoded()
  }

  private mutating func add(_ row: JSONObject, label: String) throws(Refusal) {
    switch try row.requiredString("role") {
    case "User": builder.add([try said(.prompt, row)], label: label)
    case "AI": builder.add([try said(.response, row)], label: label)
    case "API": builder.add(try exchange(row, label: label), label: label)
    case let other:
      builder.notes.add(.unknownRole, at: label, "a row of unknown role '\(other)'")
      builder.add(
        [Entry(kind: .opaque, segments: [Segment(.opaque(.object(row)))])], label: label)
    }
  }

  private func said(_ kind: EntryKind, _ row: JSONObject) throws(Refusal) -> Entry {
    let text = try row.string("text") ?? ""
    return Entry(
      kind: kind, segments: text.isEmpty ? [] : [.text(text)], extra: row.others(["role", "text"]))
  }

  /// A row of the API is the call and its result at once; an exception is told after the output.
  private mutating func exchange(_ row: JSONObject, label: String) throws(Refusal) -> [Entry] {
    let name = try row.requiredString("api_name")
    let call = builder.call(
      id: nil, name: name, arguments: row.value("param_dict"),
      extra: row.others(["role", "api_name", "param_dict", "result"]), label: label)
    guard let result = row.value("result") else { return [Entry.calls([call])] }
    var output = Entry(kind: .toolOutput, segments: Segment.result(result), toolName: name)
    if let object = result.objectValue, object["output"] != nil || object["exception"] != nil {
      output.segments = Segment.result(object["output"]) + Segment.result(object["exception"])
      output.extra = object.others(["api_name", "input", "output", "exception"])
    }
    return [Entry.calls([call]), output]
  }
}
