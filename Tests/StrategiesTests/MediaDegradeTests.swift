import EvalKit
import EvalKitTesting
import Strategies
import Testing

struct MediaDegradeTests {
  private func image(_ name: String) -> Segment {
    Segment(.attachment(Attachment(name: name, mediaType: "image/png")))
  }

  private var transcript: Transcript {
    Transcript(entries: [
      Entry(label: "p1", kind: .prompt, segments: [.text("look"), image("a.png")]),
      .response("nice", label: "r1"),
      Entry(label: "p2", kind: .prompt, segments: [image("b.png"), .text("and"), image("c.png")]),
    ])
  }

  private func shown(_ arguments: String) async throws -> [[String]] {
    try await Bench().edited(transcript, by: "media-degrade(\(arguments))").items.map { item in
      item.entry.segments.map { segment in
        if case .attachment(let attachment) = segment.content {
          attachment.name
        } else {
          segment.text ?? ""
        }
      }
    }
  }

  @Test func `All but the newest give way to a line`() async throws {
    func line(_ name: String) -> String { "[image/png \(name) was here; not shown any more]" }
    #expect(
      try await shown("keep: 1")
        == [["look", line("a.png")], ["nice"], [line("b.png"), "and", "c.png"]])
    #expect(
      try await shown("keep: 2") == [
        ["look", line("a.png")], ["nice"], ["b.png", "and", "c.png"],
      ])
    #expect(
      try await shown("keep: 3") == [["look", "a.png"], ["nice"], ["b.png", "and", "c.png"]])
    #expect(try await shown("keep: 0, placeholder: '{name}?'")[2] == ["b.png?", "and", "c.png?"])
  }

  @Test func `Whole entries are the same objects`() async throws {
    let items = try await Bench().edited(transcript, by: "media-degrade(keep: 2)").items
    #expect(items.map(\.form) == [.truncated, .whole, .whole])
  }

  // When it fails
  @Test func `Without a marker an entry that was nothing but an image is left empty`() async throws
  {
    let transcript = Transcript(entries: [Entry(kind: .prompt, segments: [image("a.png")])])
    let items = try await Bench().edited(transcript, by: "media-degrade(keep: 0, mark: false)")
      .items
    #expect(items[0].entry.segments.isEmpty)
  }
}
