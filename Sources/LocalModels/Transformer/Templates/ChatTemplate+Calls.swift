internal import EvalKit

extension ChatTemplate {
  /// A part of a call as it is written.
  struct CallPiece: Hashable {
    var text: String
    /// Whether it is the model's to choose, not prescribed by what stands before.
    var isWeighed: Bool

    static func chosen(_ text: String) -> CallPiece { CallPiece(text: text, isWeighed: true) }
    static func given(_ text: String) -> CallPiece { CallPiece(text: text, isWeighed: false) }
  }

  /// A call in pieces: that it is one and its tool's name are chosen, then each argument's value, up to
  /// what ends it.
  func pieces(of call: ToolCall) -> [CallPiece] {
    let name = Self.content(call.name)
    let arguments = argumentPieces(call)
    switch family {
    case .qwen:
      return [
        .chosen(Self.marker("<tool_call>")), .given("\n{\"name\": \""), .chosen(name + "\""),
        .given(", \"arguments\": "),
      ] + arguments
    case .llama3 where hasTools:
      return [.chosen("{\"name\": \""), .chosen(name + "\""), .given(", \"parameters\": ")]
        + arguments
    case .mistral where hasTools:
      return [
        .chosen(Self.marker("[TOOL_CALLS]")), .given(" [{\"name\": \""), .chosen(name + "\""),
        .given(", \"arguments\": "),
      ] + arguments
    case .chatML, .zephyr, .llama3, .mistral: return [.chosen(name), .given(" ")] + arguments
    }
  }

  private func argumentPieces(_ call: ToolCall) -> [CallPiece] {
    guard let members = call.arguments.objectValue?.members else {
      return [.chosen(Self.content(call.writtenArguments))]
    }
    var pieces: [CallPiece] = []
    for (place, member) in members.enumerated() {
      let key = JSONValue.string(member.key).serialised()
      let end = place + 1 < members.count ? "," : "}"
      pieces.append(.given(Self.content((place == 0 ? "{" : " ") + key + ": ")))
      if case .string = member.value {
        let quoted = member.value.serialised()
        pieces += [
          .given("\""), .chosen(Self.content(String(quoted.dropFirst()))), .given(end),
        ]
      } else {
        pieces.append(.chosen(Self.content(member.value.serialised() + end)))
      }
    }
    return members.isEmpty ? [.given("{}")] : pieces
  }
}
