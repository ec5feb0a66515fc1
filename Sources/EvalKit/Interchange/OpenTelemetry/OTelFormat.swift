extension TranscriptFormat {
  /// Messages in the semantic conventions of OpenTelemetry for generative AI: a transcript a
  /// conversation.
  ///
  /// Attributes as plain JSON, spans or events as exporters print them, and OTLP as JSON, in one
  /// value or one a line.
  public static let openTelemetry = TranscriptFormat(
    name: "otel-genai", title: "OpenTelemetry GenAI spans and events",
    recognises: { OTelFormat.recognises($0) },
    decodeEach: { unit in
      let records = OTelRecord.all(in: unit.value)
      var conversations = OTelConversation.all(of: records)
      guard !conversations.isEmpty else { throw OTelFormat.refusal(of: records) }
      let strangers = records.count { !$0.isOfGenerativeAI }
      if strangers > 0 {
        conversations[0].notes.add(
          .skippedRecord, count: strangers, at: "", "a span or event that has no 'gen_ai' in it")
      }
      let isOnly = conversations.count == 1
      return conversations.map { conversation in
        Result { () throws(Refusal) in
          do throws(Refusal) {
            var decoder = OTelDecoder()
            var decoded = try decoder.decode(conversation)
            if !isOnly { decoded.steps = conversation.longest.record.steps }
            return decoded
          } catch {
            throw conversation.longest.record.steps.reversed().reduce(error) { $0.inside($1) }
          }
        }
      }
    })
}

/// Tells what is in the conventions, and why nothing can be read of it.
enum OTelFormat {
  static func recognises(_ value: JSONValue) -> Bool {
    guard let elements = value.arrayValue else { return isRecord(value) }
    // Spans of other things may come first.
    let hasRecords = elements.first.map { isRecord($0) || $0["attributes"] != nil } ?? false
    return hasRecords && elements.contains { isRecord($0) }
  }

  private static func isRecord(_ value: JSONValue) -> Bool {
    guard let object = value.objectValue else { return false }
    if object["resourceSpans"]?.arrayValue != nil { return true }
    if object["resourceLogs"]?.arrayValue != nil { return true }
    if object.members.contains(where: { $0.key.hasPrefix("gen_ai.") }) { return true }
    guard object["attributes"] != nil else { return false }
    return OTelRecord.all(in: value).contains { $0.isOfGenerativeAI }
  }

  static func refusal(of records: [OTelRecord]) -> Refusal {
    let count = records.count { $0.isOfGenerativeAI }
    if count == 0 {
      return Refusal(
        "none of the \(records.count) spans and events has a 'gen_ai' attribute or event")
    }
    let key = OTelHistory.Key.input
    if records.contains(where: { OTelHistory.isCutOff($0) }) {
      return Refusal(
        "'\(key)' is no JSON; it was probably cut off when it was exported, so raise that limit")
    }
    return Refusal(
      "none of the \(count) spans of generative AI has '\(key)': their content was not recorded; "
        + "have the instrumentation capture it")
  }
}
