extension TranscriptFormat {
  /// MultiChallenge's conversations; whether the last prompt is answered well only a model can judge.
  public static let multiChallenge = TranscriptFormat(
    name: "multichallenge", title: "MultiChallenge conversations",
    recognises: { value in
      value["QUESTION_ID"] != nil && value["CONVERSATION"]?.arrayValue != nil
    },
    decode: { unit in
      let object = try unit.value.requiredObject("a row")
      let messages = try object.array("CONVERSATION") ?? []
      var decoder = OpenAIChatDecoder()
      var decoded = try decoder.decode(
        .object(JSONObject()), messages: messages, places: messages.indices.map { [.index($0)] },
        under: "CONVERSATION")
      decoded.metadata = object.others(["CONVERSATION"])
      decoded.expectations.cluster = object["QUESTION_ID"]?.plainText
      if object["TARGET_QUESTION"] != nil {
        decoded.notes.add(
          .unusableExpectation, at: "",
          "a criterion for the last answer, which only a model can judge")
      }
      return decoded
    })
}
