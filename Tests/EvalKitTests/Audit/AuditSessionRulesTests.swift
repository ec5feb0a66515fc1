import EvalKitTesting
import Testing

@testable import EvalKit

/// The rules on whole sessions, and the order of findings.
struct AuditSessionRulesTests {
  @Test func `the first request that overflows is named, and what is over is added up`()
    async throws
  {
    let transcript = Transcript.plain(turns: 6, tokens: 10)
    // Requests of 10, 30, 50, 70, 90 and 110, replies of 10.
    let audit = try await SessionAudit.plain(transcript, context: 79, reserve: 20)
    #expect(audit.window.firstOverflow?.number == 4)
    #expect(audit.window.overflows == 3)
    let overflow = try #require(audit.finding("overflow"))
    #expect(overflow.severity == .error)
    #expect(overflow.saved == 1 + 21 + 41)
    #expect(overflow.detail.contains("3 of 6 requests overflow"))
    #expect(overflow.detail.contains("request 4 (p4)"))
    #expect(audit.finding("over-budget")?.saved == 11 + 31 + 51)
  }

  @Test func `reasoning is objected to only where it outlives its turn`() async throws {
    #expect(
      try await SessionAudit.plain(Transcript("p1 t1 c1 o1 r1")).finding("reasoning-carried")
        == nil)
    let audit = try await SessionAudit.plain(Transcript("p1 t1 c1 o1 r1 p2 r2 p3 r3"))
    #expect(audit.finding("reasoning-carried")?.saved == 2 * 10)
  }

  @Test func `a heavy entry is one of over a twentieth of the window that outlives its turn`()
    async throws
  {
    for (tokens, saved) in [(205, 205), (204, nil)] as [(Int, Int?)] {
      let entries = Entry.list("p1 c1") + [.o(1, tokens: tokens)] + Entry.list("r1 p2 r2")
      let audit = try await SessionAudit.plain(Transcript(entries: entries))
      #expect(audit.finding("heavy-entry")?.saved == saved)
    }
    let last = Entry.list("p1 c1") + [.o(1, tokens: 900)] + Entry.list("r1")
    #expect(try await SessionAudit.plain(Transcript(entries: last)).finding("heavy-entry") == nil)
  }

  @Test func `an alarm of the cache names the part of the head that changed`() async throws {
    var transcript = Transcript("p1 r1 p2 r2", tokens: 40, head: 20)
    transcript.head.tools = [.of(tokens: 10, "first"), .of(tokens: 10, "second")]
    transcript.changes = [
      HeadChange(position: 2, tools: [.of(tokens: 10, "first"), .of(tokens: 12, "other")])
    ]
    let audit = try await SessionAudit.plain(transcript)
    let alarm = try #require(audit.cacheAlarms.first)
    #expect(alarm.cause == .prefixBreak)
    #expect(alarm.place == "tool other")
    // Held: 40 of the head, the prompt and the reply but its last token; the first 30 still fit.
    #expect(alarm.reread == 119 - 30)
  }

  @Test func `findings are ranked by what they save, then by severity`() {
    func finding(_ rule: String, _ severity: AuditSeverity, _ saved: Int) -> AuditFinding {
      AuditFinding(
        rule: rule, recommendation: .sessions, severity: severity, detail: "", saved: saved)
    }
    let ranked = AuditFinding.ranked([
      finding("b", .note, 0), finding("a", .note, 0), finding("c", .error, 0),
      finding("d", .note, 5),
    ])
    #expect(ranked.map(\.rule) == ["d", "c", "a", "b"])
    let places = [AuditFinding.Place("x", saved: 1), .init("y", saved: 3), .init("z", saved: 3)]
    let sorted = AuditFinding(
      rule: "r", recommendation: .tools, severity: .note, detail: "", places: places)
    #expect(sorted.places.map(\.name) == ["y", "z", "x"])
    #expect(sorted.saved == 7)
  }
}
