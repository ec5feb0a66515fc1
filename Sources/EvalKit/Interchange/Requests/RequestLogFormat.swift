extension TranscriptFormat {
  /// A log of the request bodies that a program really sent, in order: OpenAI's chat completions and
  /// Responses, Anthropic's Messages, Gemini's contents.
  ///
  /// What the requests show together is the session; what each left out, replaced or put in is a
  /// compaction, so that the strategy `recorded` shows again what was sent. A request of one prompt
  /// that shares nothing with those before it begins another session.
  public static let requestLog = TranscriptFormat(
    name: "request-log", title: "a log of request bodies, in order",
    recognises: { RequestLogFormat.recognises($0) },
    decodeEach: { unit in try RequestLogFormat.decodeEach(unit) })
}

/// A request as it was sent.
struct LoggedRequest {
  /// The body.
  let body: JSONObject
  /// What holds its items: `messages`, `input` or `contents`.
  let key: String
  /// The response, where the log has it.
  let response: JSONObject?
  /// Where the body stands in its record.
  let steps: [KeyPathStep]

  private static let keys = ["messages", "input", "contents"]
  private static let wrappers = ["request", "body", "request_body", "params", "payload", "kwargs"]

  /// Reads a record: a body, or an object that has one.
  init?(_ value: JSONValue) {
    guard let object = value.objectValue else { return nil }
    if let key = Self.key(of: object) {
      self.init(body: object, key: key, response: nil, steps: [])
      return
    }
    for wrapper in Self.wrappers {
      guard let inner = Self.object(object[wrapper]), let key = Self.key(of: inner) else {
        continue
      }
      let response = Self.object(object["response"]) ?? Self.object(object["response_body"])
      self.init(body: inner, key: key, response: response, steps: [.key(wrapper)])
      return
    }
    return nil
  }

  private init(body: JSONObject, key: String, response: JSONObject?, steps: [KeyPathStep]) {
    self.body = body
    self.key = key
    self.response = response
    self.steps = steps
  }

  /// The items.
  var items: [JSONValue] { body[key]?.arrayValue ?? body[key].map { [$0] } ?? [] }

  /// Whether only a request has what the body has; a transcript has no model.
  var isSurelyRequest: Bool { !steps.isEmpty || key == "contents" || body["model"] != nil }

  /// The body of a request with other items.
  func body(with items: [JSONValue]) -> JSONValue {
    var body = body
    body[key] = .array(items)
    return .object(body)
  }

  /// The items that the response adds.
  var reply: [JSONValue] {
    guard let response else { return [] }
    if let message = response["choices"]?.arrayValue?.first?["message"] { return [message] }
    if let output = response["output"]?.arrayValue { return output }
    if let content = response["candidates"]?.arrayValue?.first?["content"] { return [content] }
    if let content = response["content"] {
      return [["role": "assistant", "content": content]]
    }
    return []
  }

  /// The key of the items, if this is a body.
  private static func key(of object: JSONObject) -> String? {
    keys.first { key in
      switch object[key] {
      case .array(let items)?: items.first.map { $0.objectValue != nil } ?? false
      case .string?: key == "input" && object["model"] != nil
      default: false
      }
    }
  }

  /// An object, or the text of one.
  private static func object(_ value: JSONValue?) -> JSONObject? {
    if case .string(let text)? = value, text.utf8.first == UInt8(ascii: "{") {
      return (try? JSONParser.value(Array(text.utf8)))?.root.objectValue
    }
    return value?.objectValue
  }
}

/// Logs of requests.
enum RequestLogFormat {
  /// How many records are looked at.
  private static let sample = 8

  /// Whether records are bodies of requests, and one shows the end of the one before it and more.
  static func recognises(_ value: JSONValue) -> Bool {
    guard let records = value.arrayValue, records.count > 1 else { return false }
    var requests: [LoggedRequest] = []
    for record in records.prefix(sample) {
      guard let request = LoggedRequest(record), request.isSurelyRequest else { return false }
      requests.append(request)
    }
    return zip(requests, requests.dropFirst()).contains { earlier, later in
      guard let last = earlier.items.last.map(said), !last.isEmpty else { return false }
      return later.items.dropLast().contains { said($0) == last }
    }
  }

  /// What an item says, whatever it says of caching.
  private static func said(_ item: JSONValue) -> [String] {
    var leaves: [String] = []
    func collect(_ value: JSONValue) {
      switch value {
      case .object(let object):
        for member in object.members where member.key != "cache_control" && member.key != "type" {
          collect(member.value)
        }
      case .array(let values): for value in values { collect(value) }
      default: value.appendLeaves(to: &leaves)
      }
    }
    collect(item)
    return leaves
  }

  static func decodeEach(_ unit: ImportUnit) throws(Refusal) -> [Result<
    DecodedTranscript, Refusal
  >] {
    let records = unit.value.arrayValue ?? [unit.value]
    var finished: [RequestLogBuilder] = []
    var builder = RequestLogBuilder()
    var last: LoggedRequest?
    for (index, record) in records.enumerated() {
      guard let request = LoggedRequest(record) else {
        throw Refusal(
          "expected the body of a request, with 'messages', 'input' or 'contents', or an object "
            + "that has one under 'request' or 'body'"
        ).inside(.index(index))
      }
      let view: Transcript
      do throws(Refusal) {
        view = try decoded(request, unit)
      } catch {
        throw request.steps.reversed().reduce(error) { $0.inside($1) }.inside(.index(index))
      }
      if builder.begins(with: view) {
        try finish(&builder, after: last, unit)
        finished.append(builder)
        builder = RequestLogBuilder()
      }
      builder.add(view, continues: request.body.value("previous_response_id") != nil, record: index)
      last = request
    }
    try finish(&builder, after: last, unit)
    finished.append(builder)
    return finished.map { .success($0.decoded(isOnly: finished.count == 1)) }
  }

  /// Adds the reply to the last request, where the log has it.
  private static func finish(
    _ builder: inout RequestLogBuilder, after last: LoggedRequest?, _ unit: ImportUnit
  ) throws(Refusal) {
    guard let last, !last.reply.isEmpty else { return }
    builder.addReply(try decoded(last.body(with: last.reply), unit).entries)
  }

  private static func decoded(_ request: LoggedRequest, _ unit: ImportUnit) throws(Refusal)
    -> Transcript
  {
    try decoded(.object(request.body), unit)
  }

  /// What a body shows, read in the format that knows it.
  private static func decoded(_ body: JSONValue, _ unit: ImportUnit) throws(Refusal) -> Transcript {
    let format = TranscriptFormat.all.first { format in
      format.name != TranscriptFormat.requestLog.name && format.recognises(body)
    }
    guard let format else {
      throw Refusal("the body of a request in no known format")
    }
    do {
      let part = ImportUnit(value: body, steps: unit.steps, document: unit.document)
      guard let first = try format.decode(part).first else {
        throw Refusal("the body of a request that shows nothing")
      }
      return try first.get().transcript
    } catch let error as Refusal {
      throw error
    } catch {
      throw Refusal("\(error)")
    }
  }
}
