import EvalKit
import Testing

@testable import LocalModels

@Suite struct ReaderFillTests {
  @Test func `arguments are filled by name from prose and from JSON`() async throws {
    let head = Head(
      "",
      tools: [
        tool(
          "issue_refund",
          arguments: [
            "return_number": ["type": "string"], "refund_amount": ["type": "number"],
          ])
      ])
    let view = TestView(
      .prompt("The mixer came back."),
      .response("The return number is RN-55172. The refund amount comes to $218.35."),
      .prompt("Please issue the refund for the mixer."), head: head)
    #expect(
      try await view.fill("issue_refund")
        == ["return_number": "RN-55172", "refund_amount": JSONValue(218.35)])
  }

  @Test func `the corrected value fills the argument`() async throws {
    let head = Head(
      "", tools: [tool("book_pickup", arguments: ["collection_postcode": ["type": "string"]])])
    let view = TestView(
      .prompt("The collection postcode is KD7-4QX."), .response("Fine."),
      .prompt("Sorry, the correct collection postcode is KD7-9QX."), .response("Replaced."),
      .prompt("Book the pickup now."), head: head)
    #expect(try await view.fill("book_pickup") == ["collection_postcode": "KD7-9QX"])
  }

  @Test func `a leaf of the same name fills an argument, another name's value does not`()
    async throws
  {
    let head = Head(
      "", tools: [tool("get_order", arguments: ["order_id": ["type": "string"]])])
    let user: JSONValue = ["user_id": "mia_li_3668", "order_id": "W2378156"]
    let view = TestView(
      .prompt("I am mia_li_3668."),
      .calls([ToolCall(name: "get_user", arguments: ["user_id": "mia_li_3668"])]),
      Entry(kind: .toolOutput, segments: [.structure(user)]),
      .response("Found you."), .prompt("Show me the order."), head: head)
    #expect(try await view.fill("get_order") == ["order_id": "W2378156"])
  }

  @Test func `an argument is taken from the place it had in a like prompt`() async throws {
    let head = Head("", tools: [tool("count_berths", arguments: ["pier": ["type": "string"]])])
    let view = TestView(
      .prompt("How many berths are free at the Osprey pier right now?"),
      .calls([ToolCall(name: "count_berths", arguments: ["pier": "Osprey pier"])]),
      .output("9 free"), .response("Nine."),
      .prompt("How many berths are free at the Curlew pier right now?"), head: head)
    #expect(try await view.fill("count_berths") == ["pier": "Curlew pier"])
  }

  @Test func `types are kept: integer, boolean, enum member, date`() async throws {
    let head = Head(
      "The current time is 2024-05-15 15:00.",
      tools: [
        tool(
          "order",
          arguments: [
            "stems": ["type": "integer"], "gift": ["type": "boolean"],
            "cabin": ["type": "string", "enum": ["economy", "business"]],
            "day": ["type": "string", "format": "date"],
          ])
      ])
    let view = TestView(
      .prompt("Order 40 stems for May 20th as a gift, in business please."), head: head)
    #expect(
      try await view.fill("order")
        == ["stems": 40, "gift": true, "cabin": "business", "day": "2024-05-20"])
  }

  @Test func `a tool that is not defined is filled as it was before`() async throws {
    let view = TestView(
      .prompt("Tell Annika."),
      .calls([ToolCall(name: "send_sms", arguments: ["member": "Annika"])]), .output("sent"),
      .response("Done."), .prompt("Tell Teodor."))
    let arguments = try #require(try await view.fill("send_sms"))
    #expect(arguments.objectValue?.keys == ["member"])
  }

  @Test func `what a tool without arguments gets is an empty object`() async throws {
    let view = TestView(.prompt("Go."), head: Head("", tools: [tool("list_all")]))
    #expect(try await view.fill("list_all") == .object(JSONObject()))
  }
}

@Suite struct ReaderChooseTests {
  static let title = tool(
    "make_title", "Give a title for a project.", effect: .read,
    arguments: ["project": ["type": "string", "description": "Name of the project"]])
  static let memo = tool(
    "file_memo", "File a memo in the archive.", effect: .write,
    arguments: ["text": ["type": "string"]])

  static func precedents(_ count: Int) -> [Entry] {
    zip(["Lantern Quay", "Copper Loom", "Salt Road"].prefix(count), ["One.", "Two.", "Three."])
      .flatMap { [.prompt("Give me a title for the \($0) project."), .response("Try \"\($1)\"")] }
  }

  @Test(arguments: [(0, true), (1, true), (2, false), (3, false)])
  func `answers in prose outweigh a definition from two on`(_ count: Int, _ calls: Bool)
    async throws
  {
    let view = TestView(
      Self.precedents(count) + [.prompt("Give me a title for the Winter Orchard project.")],
      head: Head("", tools: [Self.memo, Self.title]))
    let reply = try await view.act()
    #expect(reply.calls.map(\.name) == (calls ? ["make_title"] : []))
    if calls { #expect(reply.calls.first?.arguments == ["project": "Winter Orchard"]) }
  }

  @Test func `an exchange in view is followed, its answers in prose are not`() async throws {
    let head = Head("", tools: [Self.title])
    let view = TestView(
      Self.precedents(2) + [
        .prompt("Give me a title for the Salt Road project."),
        .calls([ToolCall(name: "make_title", arguments: ["project": "Salt Road"])]),
        .output("White Freight"), .response("White Freight."),
        .prompt("Give me a title for the Winter Orchard project."),
      ], head: head)
    #expect(try await view.act().calls.map(\.name) == ["make_title"])
  }

  @Test func `a read whose output is in view is not made again`() async throws {
    let sheet = tool(
      "read_sheet", "Read the cue sheet of a scene.", effect: .read,
      arguments: ["scene": ["type": "string"]])
    let before: [Entry] = [
      .prompt("Read the cue sheet of the orchard scene, please."),
      .calls([ToolCall(id: "1", name: "read_sheet", arguments: ["scene": "orchard"])]),
      .output("The amber wash is at 62 percent.", callID: "1"), .response("I have it."),
    ]
    let ask = Entry.prompt(
      "In the cue sheet of the orchard scene: at what level is the amber wash?")
    let full = try await TestView(before + [ask], head: Head("", tools: [sheet])).act()
    #expect(full.calls.isEmpty)
    #expect(full.text.contains("62 percent"))
    let cleared = try await TestView(ask, head: Head("", tools: [sheet])).act()
    #expect(cleared.calls.map(\.name) == ["read_sheet"])
  }

  @Test func `a write that was made is not repeated while it is in view`() async throws {
    let order = tool(
      "place_order", "Place an order of stems.", effect: .write,
      arguments: ["flower": ["type": "string"], "stems": ["type": "integer"]])
    let before: [Entry] = [
      .prompt("Order 40 stems of \"white ranunculus\" for Saturday."),
      .calls([
        ToolCall(
          id: "1", name: "place_order", arguments: ["flower": "white ranunculus", "stems": 40])
      ]),
      .output("Accepted as WF-90214.", callID: "1"), .response("All right."),
    ]
    let ask = Entry.prompt(
      "The order of 40 stems of \"white ranunculus\" for Saturday: is it placed?")
    #expect(try await TestView(before + [ask], head: Head("", tools: [order])).act().calls.isEmpty)
    let dropped = try await TestView(ask, head: Head("", tools: [order])).act()
    #expect(dropped.calls.map(\.name) == ["place_order"])
  }

  @Test func `a tool that is gone is followed only where no defined one matches`() async throws {
    let before: [Entry] = [
      .prompt("Send a message to Annika: the bowls are ready."),
      .calls([ToolCall(name: "send_sms", arguments: ["member": "Annika"])]),
      .output("sent"), .response("Done."), .prompt("Send a message to Teodor: the vase is ready."),
    ]
    let message = tool(
      "send_message", "Send a message to a member.", arguments: ["member": ["type": "string"]])
    let replaced = try await TestView(before, head: Head("", tools: [message])).act()
    #expect(replaced.calls.map(\.name) == ["send_message"])
    let ghost = try await TestView(before, head: Head("", tools: [])).act()
    #expect(ghost.calls.map(\.name) == ["send_sms"])
  }

  @Test func `once the round is done the reply is prose`() async throws {
    let berths = tool(
      "count_berths", "Count free berths.", effect: .read, arguments: ["pier": ["type": "string"]])
    let view = TestView(
      .prompt("How many berths are free at the Osprey pier?"),
      .calls([ToolCall(id: "1", name: "count_berths", arguments: ["pier": "Osprey pier"])]),
      .output("At the Osprey pier 9 berths are free.", callID: "1"), head: Head("", tools: [berths])
    )
    let reply = try await view.act()
    #expect(reply.calls.isEmpty)
    #expect(reply.text.contains("9"))
  }

  @Test func `talk calls nothing`() async throws {
    let view = TestView(
      .prompt("That is a relief, thank you."), head: Head("", tools: [Self.title, Self.memo]))
    #expect(try await view.act().calls.isEmpty)
  }
}

@Suite struct ReaderConfigurationTests {
  static let changes: [(String, @Sendable (inout Reader.Configuration) -> Void)] = [
    ("minimumCoverage", { $0.minimumCoverage += 1 }), ("tieMargin", { $0.tieMargin += 1 }),
    ("passagesRead", { $0.passagesRead += 1 }), ("minimumLikeness", { $0.minimumLikeness += 1 }),
    ("precedentsInProse", { $0.precedentsInProse += 1 }),
    ("minimumToolMatch", { $0.minimumToolMatch += 1 }),
  ]

  @Test func `every stored property makes another configuration`() {
    let stored = Mirror(reflecting: Reader.Configuration()).children.compactMap(\.label)
    #expect(stored == Self.changes.map(\.0))
    for (name, change) in Self.changes {
      var configuration = Reader.Configuration()
      change(&configuration)
      #expect(configuration != Reader.Configuration(), "\(name)")
      #expect(Reader(configuration: configuration).executorConfiguration == configuration)
    }
  }

  @Test func `it states no context size and takes tools`() {
    #expect(Reader().name == "reader")
    #expect(Reader().capabilities.contextSize == nil)
    #expect(Reader().capabilities.tools)
  }
}
