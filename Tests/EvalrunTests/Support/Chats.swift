/// Recorded sessions to replay.
enum Chats {
  /// A chat in OpenAI's format: each turn calls a tool with the order of five turns before.
  static func json(turns: Int, order: (Int) -> String = { "ORD-\(41000 + $0)" }) -> String {
    var messages = [#"{"role": "system", "content": "You look after orders."}"#]
    for turn in 1...max(1, turns) {
      let id = "k\(turn)"
      let asked = order(max(1, turn - 5))
      messages.append(#"{"role": "user", "content": "My next order is \#(order(turn))."}"#)
      messages.append(
        #"{"role": "assistant", "content": null, "tool_calls": [{"id": "\#(id)", "type": "function", "#
          + #""function": {"name": "get_order", "arguments": "{\"order\": \"\#(asked)\"}"}}]}"#)
      messages.append(
        #"{"role": "tool", "tool_call_id": "\#(id)", "content": "packed on shelf \#(turn + 200)"}"#)
      messages.append(#"{"role": "assistant", "content": "It is packed."}"#)
    }
    return "{\"messages\": [\(messages.joined(separator: ",\n"))]}"
  }
}
