import EvalKit
import Testing

struct InspectArchiveTests {
  private static let header = #"{"version":2,"status":"success","eval":{"task":"t"}}"#

  private static func sample(_ message: String) -> String {
    #"{"id":1,"epoch":1,"input":"x","target":"","messages":[\#(message)]}"#
  }

  private static let user = #"{"role":"user","content":"Hi"}"#

  private func refusal(_ parts: [(name: String, text: String)]) -> String {
    do {
      _ = try TranscriptImporter.read(storedZip(parts), file: "l.eval")
      return ""
    } catch {
      return "\(error)"
    }
  }

  @Test func `samples come in the archive's order, beside parts that are none`() throws {
    let bytes = storedZip([
      ("summaries.json", "[]"), ("samples/2_epoch_1.json", Self.sample(Self.user)),
      ("samples/1_epoch_1.json", Self.sample("")), ("header.json", Self.header),
    ])
    let read = try TranscriptImporter.read(bytes, file: "l.eval")
    #expect(read.map { $0.transcript.entries.map(\.text) } == [["Hi"], ["x"]])
    #expect(read.map(\.label) == ["l.eval#samples[0]", "l.eval#samples[1]"])
  }

  @Test func `a run that was cut off has its journal for a header`() throws {
    let bytes = storedZip([
      ("_journal/start.json", #"{"version":2,"eval":{"task":"t"},"plan":{}}"#),
      ("samples/1_epoch_1.json", Self.sample(Self.user)),
    ])
    #expect(try TranscriptImporter.read(bytes, file: "l.eval").count == 1)
  }

  @Test func `mistakes name the part of the archive`() {
    let good = ("samples/1_epoch_1.json", Self.sample(Self.user))
    #expect(
      refusal([
        good, ("samples/2_epoch_1.json", Self.sample("{\n\"content\":\"x\"}")),
        ("header.json", Self.header),
      ])
        == "l.eval/samples/2_epoch_1.json:1:55: missing key 'role' (at samples[1].messages[0])")
    #expect(
      refusal([good, ("samples/2_epoch_1.json", "{\n}}"), ("header.json", Self.header)])
        .hasPrefix("l.eval/samples/2_epoch_1.json:2:2: "))
    #expect(
      refusal([good, ("header.json", "[]")])
        == "l.eval/header.json:1:1: expected an object, found an array")
    #expect(
      refusal([good])
        == "l.eval:1:1: a zip archive that is no Inspect log (it has no header.json); "
        + "unpack it first")
    #expect(
      refusal([("header.json", Self.header)])
        == "l.eval/header.json:1:1: the log holds no samples (its status is 'success')")
  }
}
