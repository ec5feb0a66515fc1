import EvalKit
import Testing

@testable import evalrun

struct PrefillTableTests {
  private static func request(_ tokens: Int, cached: Int, read: Prefill?) -> RequestRecord {
    var record = RequestRecord(
      number: 1, moment: .prompt, entry: EntryID(0), tokens: tokens, cached: cached)
    record.prefill = read
    return record
  }

  private static func row(_ requests: [RequestRecord]) -> PrefillTable.Row {
    var row = PrefillTable.Row(name: "nothing at 500")
    for request in requests { row.add(request) }
    return row
  }

  @Test func `what was read is set beside what was predicted`() {
    let row = Self.row([
      Self.request(100, cached: 0, read: Prefill(tokens: 100, reused: 0)),
      Self.request(140, cached: 100, read: Prefill(tokens: 140, reused: 100)),
      Self.request(180, cached: 140, read: Prefill(tokens: 181, reused: 140)),
      Self.request(220, cached: 180, read: Prefill(tokens: 220, reused: 179)),
    ])
    #expect(row.requests == 4 && row.unread == 0)
    #expect(row.predicted == Prefill(tokens: 640, reused: 420))
    #expect(row.measured == Prefill(tokens: 641, reused: 419))
    #expect(row.different == 2)
    let text = PrefillTable(rows: [row]).text(width: 120)
    #expect(!text.contains("not read"))
  }

  @Test func `requests that were not read are counted apart, and said`() {
    let row = Self.row([
      Self.request(100, cached: 0, read: Prefill(tokens: 100, reused: 0)),
      Self.request(9000, cached: 100, read: nil), Self.request(9100, cached: 100, read: nil),
    ])
    #expect(row.requests == 1 && row.unread == 2 && row.different == 0)
    #expect(row.predicted == Prefill(tokens: 100, reused: 0))
    let text = PrefillTable(rows: [row, row]).text(width: 120)
    #expect(text.contains("4 requests of 6 not read"), "\(text)")
  }

  @Test func `an arm that read nothing has no seconds a request`() {
    let row = Self.row([Self.request(9000, cached: 0, read: nil)])
    let line = PrefillTable(rows: [row]).text(width: 120).split(separator: "\n")
      .first { $0.hasPrefix("nothing at 500") }
    #expect(line?.hasSuffix(Figures.none) == true, "\(line ?? "")")
  }
}
