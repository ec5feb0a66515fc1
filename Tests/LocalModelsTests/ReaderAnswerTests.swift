import EvalKit
import Testing

@testable import LocalModels

struct AnswerCase: Sendable, CustomTestStringConvertible {
  let said: String
  let question: String
  let answer: String

  init(_ said: String, _ question: String, _ answer: String) {
    self.said = said
    self.question = question
    self.answer = answer
  }

  var testDescription: String { question }
}

@Suite struct ReaderAnswerTests {
  @Test(arguments: [
    AnswerCase("My bag tag is BA4711.", "What is the bag tag number?", "BA4711"),
    AnswerCase("The neighbour is called Thaddeus Wroe.", "Who is the neighbour?", "Thaddeus Wroe"),
    AnswerCase("The party is on 21 March 2027.", "When is the party?", "21 March 2027"),
    AnswerCase("The bay closes at 16:35.", "At what time does the bay close?", "16:35"),
    AnswerCase("The restocking fee is $11.80.", "How much is the restocking fee?", "$11.80"),
    AnswerCase(
      "We need 43 dinner plates.", "How many dinner plates do we need?", "43 dinner plates"),
    AnswerCase("Seven corners were crushed.", "How many corners were crushed?", "Seven corners"),
    AnswerCase("The leak is in src/cache/window.py.", "Which file leaks?", "src/cache/window.py"),
    AnswerCase("We pin ordset to version 2.4.1.", "What is the ordset version?", "2.4.1"),
    AnswerCase(
      "Write to dora@example.com, says Dora.", "What is Dora's email?", "dora@example.com"),
    AnswerCase("The plumber is at +49 30 123456.", "What is the plumber's phone?", "+49 30 123456"),
    AnswerCase(
      "The shop is at 19 Tanner Street.", "What is the address of the shop?", "19 Tanner Street"),
    AnswerCase(
      "The colour of the pot is juniper green.", "Which colour is the pot?", "juniper green"),
    AnswerCase(
      "Mornings start at 5:30 AM.", "What time do mornings start? Return HH:MM AM/PM.", "05:30 AM"),
    AnswerCase("رقم الحجز هو ٤٧١١٣.", "ما هو رقم الحجز؟", "٤٧١١٣"),
    AnswerCase("बुकिंग संख्या ४७११३ है।", "बुकिंग संख्या क्या है?", "४७११३"),
  ])
  func `typed values are read off the sentence that speaks of them`(_ it: AnswerCase) async throws {
    let view = TestView(.prompt("Hello there, how are you?"), .prompt(it.said))
    let reply = try await view.answer(it.question)
    #expect(reply.text == it.answer)
    #expect(!reply.abstained)
    #expect(reply.sources == [EntryID(1)])
  }

  @Test(arguments: [
    AnswerCase("母のアレルギーはキウイです。", "母のアレルギーは何ですか。", "キウイ"),
    AnswerCase("予約番号はHN-60417です。", "予約番号は何ですか。", "HN-60417"),
    AnswerCase("祭りの日付は8月21日です。", "祭りはいつですか。", "8月21日"),
    AnswerCase("送迎の時刻は15時20分です。", "送迎は何時ですか。", "15時20分"),
    AnswerCase("夕食の料金は14,600円です。", "夕食の料金はいくらですか。", "14,600円"),
    AnswerCase("担当は山田さんです。", "担当は誰ですか。", "山田"),
    AnswerCase("会议室的号码是B-204。", "会议室的号码是什么？", "B-204"),
    AnswerCase("예약 번호는 KR-3391입니다.", "예약 번호가 무엇입니까?", "KR-3391"),
  ])
  func `scripts without spaces are read by pairs of characters`(_ it: AnswerCase) async throws {
    let reply = try await TestView(.prompt(it.said)).answer(it.question)
    #expect(reply.text == it.answer)
  }

  @Test(arguments: [
    ("Sorry, it is BA4711, not BA4117.", "BA4711"), ("Actually, the bag tag is BA4711.", "BA4711"),
    ("The tag is BA4711 instead of BA4117.", "BA4711"),
  ])
  func `a correction gives the value that holds`(_ correction: String, _ value: String) async throws
  {
    let view = TestView(
      .prompt("My bag tag is BA4117."), .response("I look for it."), .prompt(correction))
    #expect(try await view.answer("What is the bag tag?").text == value)
  }

  @Test func `a Japanese correction gives the value that holds`() async throws {
    let view = TestView(.prompt("暗証番号は4417です。"), .prompt("訂正します。暗証番号は4471です。"))
    #expect(try await view.answer("暗証番号は何ですか。").text == "4471")
  }

  @Test func `two values that tie are answered by the later and marked`() async throws {
    let view = TestView(
      .prompt("The gate code is 7719B."), .response("Fine."), .prompt("The gate code is 8820C."))
    let reply = try await view.answer("What is the gate code?")
    #expect(reply.text == "8820C")
    #expect(reply.contested)
  }

  @Test func `a value alone is not contested`() async throws {
    let view = TestView(.prompt("The gate code is 7719B."), .prompt("The lamp is broken again."))
    let reply = try await view.answer("What is the gate code?")
    #expect(!reply.contested)
  }

  @Test(arguments: [
    "Which gate does the flight leave from?", "How many candles burn in the chapel?",
    "What is the surname of the caretaker?", "従妹の犬の名前は何ですか。",
  ])
  func `what was not said is not answered`(_ question: String) async throws {
    let view = TestView(
      .prompt("My bag tag is BA4711 and I live in Porto."), .response("Thank you, Thaddeus Wroe."))
    let reply = try await view.answer(question)
    #expect(reply.abstained)
    #expect(reply.text.isEmpty)
  }

  @Test func `a value of the wrong kind does not answer`() async throws {
    let view = TestView(.prompt("The retirement party will be a great surprise for everybody."))
    #expect(try await view.answer("When is the retirement party?").abstained)
  }

  @Test func `a negated value is no answer`() async throws {
    let view = TestView(.prompt("The bag tag is not BA4117."))
    #expect(try await view.answer("What is the bag tag?").abstained)
  }

  @Test func `leaves of JSON are found by their keys`() async throws {
    let booking: JSONValue = [
      "booking_ref": "QX7R2M", "rules": ["changeFee": "38.40 EUR", "refundable": false],
    ]
    let output = Entry(kind: .toolOutput, segments: [.structure(booking)])
    let view = TestView(.prompt("Show it to me."), output)
    #expect(try await view.answer("What is the booking reference?").text == "QX7R2M")
    #expect(try await view.answer("How much is the change fee?").text == "38.40 EUR")
  }

  @Test func `JSON inside text is read too`() async throws {
    let view = TestView(
      .prompt("Show it."), .output("Result: {\"serial_number\": \"VQ30884K\", \"parts\": 3}"))
    #expect(try await view.answer("What is the serial number?").text == "VQ30884K")
  }

  @Test func `the fact in the instructions is in view`() async throws {
    let view = TestView(.prompt("Hi."), head: Head("The studio's policy number is KV-70418."))
    let reply = try await view.answer("What is the policy number of the studio?")
    #expect(reply.text == "KV-70418")
    #expect(reply.sources.isEmpty)
  }

  @Test func `an answer has at most twelve words`() async throws {
    let view = TestView(
      .prompt(
        "The plan for the garden is a long list of many small things that nobody ever wrote down."))
    let reply = try await view.answer("What is the plan for the garden?")
    #expect(reply.text.split(separator: " ").count <= 12)
  }

  @Test func `options are chosen from`() async throws {
    let view = TestView(.prompt("I taught myself coding in the pandemic, mostly in Python."))
    let reply = try await view.answer(
      "Which language did I teach myself in the pandemic? Choose from the following options: Java, C, Python."
    )
    #expect(reply.text == "python")
  }

  @Test func `an empty view abstains`() async throws {
    #expect(try await TestView([]).answer("What is the code?").abstained)
    #expect(try await TestView(.prompt("")).answer("").abstained)
  }

  @Test func `five thousand entries are read and the later value is found`() async throws {
    var entries = (0..<5000).map { Entry.prompt("Note \($0): the weather stays fair at sea.") }
    entries[10] = .prompt("The anchor chain has the number AC-118.")
    let reply = try await TestView(entries).answer("What is the number of the anchor chain?")
    #expect(reply.text == "AC-118")
  }

  @Test func `the same request gives the same reply whatever was asked before`() async throws {
    let view = TestView(.prompt("My bag tag is BA4711."), .prompt("The gate code is 7719B."))
    let reader = Reader()
    let executor = Reader.Executor(configuration: reader.executorConfiguration)
    let ask = ModelRequest(
      head: Head(),
      items: view.items + [Item(recorded: EntryID(2), entry: .prompt("What is the tag?"))])
    let first = try await executor.respond(to: ask, model: reader)
    _ = try await executor.respond(
      to: ModelRequest(head: Head(), items: view.items, task: .act), model: reader)
    #expect(try await executor.respond(to: ask, model: reader) == first)
    #expect(try await executor.respond(to: ask, model: Reader()) == first)
  }
}
