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
    return zip(requests, requests.dropFirst()).contains { goesOn($0, as: $1) }
  }

  /// Whether a request goes on from another: with what that ended with and more, or with half of it
  /// and two items more, a reply and an input. (Requests that share examples differ in the last alone.)
  private static func goesOn(_ earlier: LoggedRequest, as later: LoggedRequest) -> Bool {
    let old = earlier.items.filter { $0["role"]?.stringValue != "system" }.map(said)
    let new = later.items.map(said)
    if let last = old.last, !last.isEmpty, new.dropLast().contains(last) { return true }
    let known = Set(old)
    let shared = new.indices.filter { known.contains(new[$0]) && !new[$0].isEmpty }
    guard let last = shared.last else { return false }
    return shared.count * 2 >= old.count && new.count - 1 - last >= 2
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
    var conversations = Conversations()
    for (index, record) in records.enumerated() {
      guard let request = LoggedRequest(record) else {
        throw Refusal(
          "expected the body of a request, with 'messages', 'input' or 'contents', or an object "
            + "that has one under 'request' or 'body'"
        ).inside(.index(index))
      }
      do throws(Refusal) {
        let view = try decoded(request, unit)
        let reply =
          request.reply.isEmpty ? [] : try decoded(request.body(with: request.reply), unit).entries
        conversations.add(
          view, continues: request.body.value("previous_response_id") != nil, reply: reply,
          record: index)
      } catch {
        throw request.steps.reversed().reduce(error) { $0.inside($1) }.inside(.index(index))
      }
    }
    return conversations.decoded.map { .success($0) }
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

/// The conversations that the requests of a log are of.
private struct Conversations {
  /// A conversation, and the reply to its last request.
  private struct Conversation {
    var builder = RequestLogBuilder()
    var reply: [Entry] = []
  }

  private var all: [Conversation] = []
  private var last = 0

  /// Adds a request to the conversation that it shows most of, or to a new one.
  mutating func add(_ view: Transcript, continues: Bool, reply: [Entry], record: Int) {
    if all.isEmpty {
      all.append(Conversation())
    } else if !continues {
      last = place(of: view)
    }
    all[last].builder.add(view, continues: continues, record: record)
    all[last].reply = reply
  }

  private mutating func place(of view: Transcript) -> Int {
    let shared = all.map { $0.builder.sharedCount(with: view) }
    let most = shared.max() ?? 0
    if most > 0 {
      return shared[last] == most ? last : shared.lastIndex(of: most) ?? last
    }
    // A view without anything of what was said is the last conversation's if it may be what is left
    // of it.
    if all[last].builder.mayBecome(view) { return last }
    all.append(Conversation())
    return all.count - 1
  }

  /// The transcripts. A request by itself, beside conversations, is none.
  var decoded: [DecodedTranscript] {
    var kept = all.filter { !$0.builder.isSingle }
    let left = all.count - kept.count
    if kept.isEmpty { kept = all }
    for index in kept.indices { kept[index].builder.addReply(kept[index].reply) }
    var decoded = kept.map { $0.builder.decoded(isOnly: all.count == 1) }
    if left > 0, left < all.count {
      decoded[0].notes.add(
        .otherBranch, count: left, at: "",
        "a request by itself, which shows nothing of any conversation")
    }
    return decoded
  }
}
