extension TranscriptFormat {
  /// ADK's eval sets: a conversation a case, with the tool uses of each turn, which are what is
  /// expected; and the older files of `query`, `expected_tool_use` and `reference`.
  public static let adkEvalSet = TranscriptFormat(
    name: "adk-evalset", title: "ADK eval sets",
    recognises: { ADKEvalSetFormat.recognises($0) },
    decodeEach: { unit in try ADKEvalSetFormat.decodeEach(unit.value) })
}

/// The cases of ADK.
enum ADKEvalSetFormat {
  static func recognises(_ value: JSONValue) -> Bool {
    if value["eval_cases"]?.arrayValue != nil { return true }
    if let first = value["conversation"]?.arrayValue?.first { return first["user_content"] != nil }
    return value.arrayValue?.first.map(isOld) ?? false
  }

  private static func isOld(_ value: JSONValue) -> Bool {
    value["query"]?.stringValue != nil
      && (value["expected_tool_use"] != nil || value["reference"] != nil)
  }

  static func decodeEach(_ value: JSONValue) throws(Refusal) -> [Result<DecodedTranscript, Refusal>]
  {
    if let rows = value.arrayValue { return [.success(try old(rows))] }
    let set = try value.requiredObject("an eval set")
    guard let cases = try set.array("eval_cases") else {
      return [.success(try evalCase(value))]
    }
    return cases.enumerated().map { index, value in
      do throws(Refusal) {
        var decoded = try evalCase(value)
        decoded.steps = [.key("eval_cases"), .index(index)]
        return .success(decoded)
      } catch {
        return .failure(error.inside(.key("eval_cases"), .index(index)))
      }
    }
  }

  // MARK: Cases

  private static func evalCase(_ value: JSONValue) throws(Refusal) -> DecodedTranscript {
    let object = try value.requiredObject("a case")
    var builder = TranscriptBuilder()
    var turns: [(prompt: Int, calls: [ExpectationBuilder.Call])] = []
    _ = try object.elements("conversation") { value, index throws(Refusal) in
      let turn = try value.requiredObject("a turn")
      turns.append((builder.count, try add(turn, at: index, to: &builder)))
    }
    return finished(
      builder, turns, cluster: object["eval_id"]?.stringValue,
      metadata: object.others(["conversation"]))
  }

  private static func finished(
    _ builder: TranscriptBuilder, _ turns: [(prompt: Int, calls: [ExpectationBuilder.Call])],
    cluster: String?, metadata: JSONObject
  ) -> DecodedTranscript {
    var decoded = builder.decoded(metadata: metadata)
    var expected = ExpectationBuilder(builder.transcript, cluster: cluster)
    for (index, turn) in turns.enumerated() {
      expected.addTrajectory(id: "turn-\(index + 1)", inTurnOf: EntryID(turn.prompt), turn.calls)
    }
    expected.finish(&decoded)
    return decoded
  }

  /// Adds a turn: what the user said, the tool uses, what agents said on the way, the response.
  private static func add(
    _ turn: JSONObject, at index: Int, to builder: inout TranscriptBuilder
  ) throws(Refusal) -> [ExpectationBuilder.Call] {
    let label = "m\(index)"
    builder.add([try content("user_content", of: turn, as: .prompt)], label: "\(label).text")
    let data = try turn.object("intermediate_data") ?? JSONObject()
    var calls: [ExpectationBuilder.Call] = []
    var made: [ToolCall] = []
    var outputs: [Entry] = []
    do throws(Refusal) {
      _ = try data.elements("tool_uses") { value, _ throws(Refusal) in
        let use = try value.requiredObject("a tool use")
        calls.append(try ExpectationBuilder.Call(value, arguments: ["args"]))
        made.append(
          builder.call(
            id: try use.string("id"), name: try use.requiredString("name"),
            arguments: use.value("args"), extra: use.others(["id", "name", "args"]), label: label))
      }
      outputs = try data.elements("tool_responses") { value, _ throws(Refusal) in
        let response = try value.requiredObject("a tool response")
        let content = response.value("response") ?? .null
        return Entry(
          kind: .toolOutput, segments: [.structure(content)], callID: try response.string("id"),
          toolName: try response.string("name"))
      }
    } catch {
      throw error.inside(.key("intermediate_data"))
    }
    if !made.isEmpty { builder.add([.calls(made)], label: "\(label).calls") }
    for output in outputs { builder.add([output], label: "\(label).output") }
    for said in data["intermediate_responses"]?.arrayValue ?? [] {
      guard let entry = intermediate(said) else { continue }
      builder.add([entry], label: "\(label).said")
    }
    if turn.value("final_response") != nil {
      let response = try content("final_response", of: turn, as: .response)
      builder.add([response], label: "\(label).response")
    }
    return calls
  }

  private static func content(_ key: String, of turn: JSONObject, as kind: EntryKind)
    throws(Refusal) -> Entry
  {
    guard let content = try turn.object(key) else {
      throw Refusal("missing key '\(key)'" + EditDistance.suggestion(for: key, in: turn.keys))
    }
    do throws(Refusal) {
      return Entry(kind: kind, segments: segments(of: try content.array("parts") ?? []))
    } catch {
      throw error.inside(.key(key))
    }
  }

  /// The texts of parts; unused keys of a part are null.
  private static func segments(of parts: [JSONValue]) -> [Segment] {
    parts.map { part in
      part["text"]?.stringValue.map { .text($0) } ?? Segment(.opaque(part))
    }
  }

  /// `[author, parts]`: what an agent said before the final response.
  private static func intermediate(_ value: JSONValue) -> Entry? {
    guard let pair = value.arrayValue, pair.count == 2, let parts = pair[1].arrayValue else {
      return nil
    }
    return Entry(
      kind: .response, segments: segments(of: parts), speaker: pair[0].stringValue)
  }

  // MARK: Older files

  private static func old(_ rows: [JSONValue]) throws(Refusal) -> DecodedTranscript {
    var builder = TranscriptBuilder()
    var turns: [(prompt: Int, calls: [ExpectationBuilder.Call])] = []
    _ = try rows.decoded { value, index throws(Refusal) in
      let row = try value.requiredObject("a row")
      turns.append((builder.count, []))
      builder.add([.prompt(try row.requiredString("query"))], label: "m\(index).text")
      var made: [ToolCall] = []
      turns[index].calls = try row.elements("expected_tool_use") { value, _ throws(Refusal) in
        let call = try ExpectationBuilder.Call(value, arguments: ["tool_input"], name: "tool_name")
        made.append(ToolCall(name: call.name, arguments: .object(call.arguments)))
        return call
      }
      if !made.isEmpty { builder.add([.calls(made)], label: "m\(index).calls") }
      if let reference = try row.string("reference") {
        builder.add([.response(reference)], label: "m\(index).response")
      }
    }
    return finished(builder, turns, cluster: nil, metadata: JSONObject())
  }
}
