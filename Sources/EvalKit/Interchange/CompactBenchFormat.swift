extension TranscriptFormat {
  /// compactbench's cases: turns, and items that ask for what compaction must keep.
  public static let compactBench = TranscriptFormat(
    name: "compactbench", title: "compactbench cases",
    recognises: { value in
      value["case_id"] != nil && value["transcript"]?["turns"]?.arrayValue != nil
    },
    decode: { unit in try CompactBenchFormat.decode(unit.value) })
}

/// The cases of compactbench.
enum CompactBenchFormat {
  static func decode(_ value: JSONValue) throws(Refusal) -> DecodedTranscript {
    let object = try value.requiredObject("a case")
    let transcript = try object.object("transcript") ?? JSONObject()
    var decoder = OpenAIChatDecoder()
    var decoded: DecodedTranscript
    do throws(Refusal) {
      // `id` is the number of a turn.
      let turns = try transcript.elements("turns") { turn, _ throws(Refusal) in
        JSONValue.object(try turn.requiredObject("a turn").others(["id"]))
      }
      decoded = try decoder.decode(
        .object(JSONObject()), messages: turns, places: turns.indices.map { [.index($0)] },
        under: "turns")
    } catch {
      throw error.inside(.key("transcript"))
    }
    decoded.metadata = object.others(["transcript", "evaluation_items"])
    var builder = ExpectationBuilder(
      decoded.transcript, cluster: try object.string("template_key"))
    _ = try object.elements("evaluation_items") { value, index throws(Refusal) in
      let item = try value.requiredObject("an item")
      let id = try item.string("key") ?? "item-\(index + 1)"
      let expected = try item.object("expected") ?? JSONObject()
      switch try expected.string("check") {
      case "contains_normalized":
        let answer = expected.value("value")?.plainText ?? ""
        builder.addFact(
          id: id, ask: try item.requiredString("prompt"), answers: [answer],
          places: builder.places(of: [answer], among: decoded.transcript.entries.indices))
      case let check:
        builder.refuse("an item of the check '\(check ?? "")', which no probe can make", at: id)
      }
    }
    builder.finish(&decoded)
    return decoded
  }
}
