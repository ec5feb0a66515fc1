import EvalKit
import EvalKitTesting
import Foundation
import Strategies
import Testing

struct InstructionsTests {
  /// A file in a folder of its own, gone after use.
  private func withFile(_ bytes: [UInt8], _ use: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "instructions-\(ProcessInfo.processInfo.globallyUniqueString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "short.txt")
    try Data(bytes).write(to: file)
    try await use(file.path)
  }

  private func head(_ spec: String, _ notation: String = "i p1") async throws -> Head {
    var transcript = Shorthand.transcript(notation)
    transcript.head.tools = [ToolDefinition(name: "search")]
    let bench = Bench()
    let stage = try #require(try Strategies.catalog.parse(spec).stages.first)
    let left = try await bench.edited(bench.history(transcript), by: stage, transcript)
    #expect(Shorthand.text(left).hasSuffix("p1"))
    return left.head
  }

  @Test func `A text takes the place of the head's instructions, tools stay`() async throws {
    let head = try await head("instructions(text: 'Be brief.')")
    #expect(head.instructions.map(\.text) == ["Be brief."])
    #expect(head.tools.map(\.name) == ["search"])
    #expect(try await self.head("instructions(text: '')").instructions == [])
    #expect(try await self.head("instructions(text: 'Hm')", "p1").instructionsText == "Hm")
  }

  @Test(arguments: [
    ("Be brief.\n", "Be brief."), ("Be\r\nbrief.\n\n", "Be\r\nbrief.\n"), ("Größe\r\n", "Größe\r"),
    ("", ""),
  ])
  func `A file's text does, without its last line feed`(text: String, shown: String) async throws {
    try await withFile(Array(text.utf8)) { path in
      let head = try await head("instructions(file: '\(path)')")
      #expect(Array(head.instructionsText.utf8) == Array(shown.utf8))
    }
  }

  @Test func `The digest tells when the file changed`() async throws {
    func digest(_ text: String) async throws -> String? {
      var digest: String?
      try await withFile(Array(text.utf8)) { path in
        digest = try Instructions(StrategyArguments(["file": .string(path)])).fingerprint
        let pipeline = try Strategies.catalog.parse("identity | instructions(file: '\(path)')")
        #expect(pipeline.fingerprint?.isEmpty == false)
      }
      return digest
    }
    let one = try await digest("one")
    #expect(one?.count == 64)
    #expect(try await digest("one") == one)
    #expect(try await digest("two") != one)
    #expect(try Instructions(StrategyArguments(["text": .string("one")])).fingerprint == nil)
  }

  @Test func `A file that cannot serve is refused with the reason`() async throws {
    func message(_ path: String) -> String? {
      let error = #expect(throws: SpecError.self) {
        try Strategies.catalog.parse("instructions(file: '\(path)')")
      }
      return error?.message
    }
    #expect(message("no/such/file")?.contains("there is no file 'no/such/file'") == true)
    #expect(message("/")?.contains("is no plain file") == true)
    #expect(message("/dev/null")?.contains("is no plain file") == true)
    try await withFile([0x42, 0xFF]) { #expect(message($0)?.contains("is not UTF-8") == true) }
    try await withFile(Array(repeating: 0x41, count: 1 << 20)) { path in
      #expect(throws: Never.self) { try Strategies.catalog.parse("instructions(file: '\(path)')") }
    }
    try await withFile(Array(repeating: 0x41, count: 1 << 20 + 1)) {
      #expect(message($0)?.contains("at most 1 MB") == true)
    }
  }

  @Test(arguments: ["instructions", "instructions(file: 'a', text: 'b')"])
  func `Exactly one of file and text is taken`(spec: String) {
    let error = #expect(throws: SpecError.self) { try Strategies.catalog.parse(spec) }
    #expect(error?.message.contains("exactly one of file and text") == true)
  }

  // When it fails: later changes of the instructions are hidden.
  @Test func `A change of the instructions on the way is hidden, and breaks no cache`() async throws
  {
    var transcript = Transcript.plain(turns: 4, head: 20)
    transcript.changes = [
      HeadChange(position: 4, instructions: Head("Now in French.").instructions)
    ]
    let records = try await Bench().replay(transcript, "instructions(text: 'Be brief.')").records
    #expect(records.allSatisfy { !$0.isBreak })
    #expect(try await Bench().replay(transcript, "identity").records.contains(where: \.isBreak))
  }

  // When it fails
  @Test func `A replay shows the recorded replies whatever the instructions`() async throws {
    let transcript = Transcript.plain(turns: 3, head: 20)
    let result = try await Bench().replay(transcript, "instructions(text: 'Be brief.')")
    #expect(result.session.log == transcript.entries)
  }
}
