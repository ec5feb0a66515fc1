import Testing

@testable import EvalKit

/// What each rule says of its own example, to the letter: the entry, the requests, the numbers.
///
/// Rules that only pass on what the analysis of pipelines says are tested there.
struct RuleWordsTests {
  private static let said: [(String, [String])] = [
    ("orphan-output", ["2 1–1 error: its call, toolCalls 1, is not in view"]),
    ("orphan-call", ["1 1–1 error: its output, toolOutput 2, is not in view"]),
    ("pending-call-removed", ["1 1–1 error: the call of weigh is in flight and not in view"]),
    ("split-batch", ["1 1–1 error: 1 of 2 outputs are in view"]),
    ("output-before-call", ["2 1–1 error: its call, toolCalls 1, stands after it"]),
    (
      "output-not-adjacent",
      ["3 1–1 error: what a stage made stands between it and its call, toolCalls 1"]
    ),
    ("duplicate-id", ["1 1–1 error: toolCalls 1 stands twice, with its ids"]),
    ("orphan-response", ["1 1–1 error: its prompt, prompt 0, is not in view"]),
    ("bad-first-entry", ["1 1–1 error: the view begins with a response"]),
    ("bad-alternation", ["2 1–1 error: a prompt stands right before it"]),
    ("trailing-response", ["1 1–1 error: prompt 4, which is to be answered, is not behind it"]),
    ("empty-view", ["- 1–1 error: no entry is left"]),
    ("empty-entry", ["3 1–1 error: nothing is left in it"]),
    ("instructions-lost", ["- 1–1 error: instructions is in view nowhere"]),
    ("instructions-moved", ["- 1–1 error: instructions stands within item 6"]),
    ("instructions-changed", ["- 1–1 warning: instructions has another text"]),
    ("prompt-lost", ["2 1–1 error: what is asked is in view nowhere"]),
    ("prompt-duplicated", ["4 1–1 warning: it stands also within what a stage made"]),
    ("in-flight-edited", ["2 1–1 error: it was masked"]),
    ("duplicate-entry", ["2 1–1 error: it stands twice"]),
    (
      "order-changed",
      [
        "0 1–1 warning: an entry that is later in the record stands before it",
        "1 1–1 warning: an entry that is later in the record stands before it",
      ]
    ),
    ("reasoning-orphaned", ["1 1–1 warning: what it led to, toolCalls 2, is not in view"]),
    ("signed-prefix-changed", ["3 1–1 error: the view is other than the record from item 1 on"]),
    (
      "silent-gap",
      [
        "0 1–1 warning: 2 of the 4 entries a summary stands for were not fed to its "
          + "summariser, from prompt 0 on"
      ]
    ),
    ("double-coverage", ["3 1–1 warning: response 3 is kept and summarised"]),
    ("media-lost", ["0 1–1 warning: 1 attachment left no trace in the summary of 2 entries"]),
    (
      "instructions-unseen",
      [
        "- 1–1 warning: stage 1 'example' is to preserve 'system instructions', and "
          + "its summariser is shown entries only"
      ]
    ),
    ("summary-in-prompt", ["4 1–1 warning: prompt 4 holds a summary in front of the user's words"]),
    (
      "nested-summary",
      [
        "0 2–2 warning: a summary of a summary: 1 of the 1 lines of the one before are "
          + "not in it word for word"
      ]
    ),
    ("summary-growth", ["0 2–2 warning: 58 bytes after 15: 286 % more"]),
    ("summary-unsupported", ["0 1–1 error: identifier 'BA4177': in nothing it was made of"]),
    (
      "summary-failed",
      [
        "0 1–1 error: it reads as an error: 'Error generating summary: 429 rate limit "
          + "exceeded'"
      ]
    ),
    (
      "call-text-in-prose",
      ["1 1–1 warning: a call of book_room stands as text in what stands for it"]
    ),
    (
      "stale-survivor",
      ["0 1–1 error: 'BA4117' is in view, and 'BA4711', which replaced it, is not"]
    ),
    ("constraint-lost", ["0 1–1 error: nothing in view says 'never phone the traveller'"]),
    ("secret-leaked", ["0 1–1 error: secret 'card' is in view after its turn"]),
    (
      "dangling-reference",
      ["3 1–1 warning: 'as shown above', and nothing it could mean is in view"]
    ),
    (
      "opaque-placeholder",
      [
        "- 1–1 warning: '[cleared]' stands for toolOutput 2 and does not say what it "
          + "replaced or that the whole is intact or how to get it back"
      ]
    ),
    ("undefined-tool", ["1 1–1 error: weigh is not defined"]),
    ("tool-in-prose-only", ["- 1–1 warning: 'get_weight' is not defined"]),
    ("late-tool", ["0 2–2 warning: this turn was answered before make_title was defined"]),
    ("imitation-trap", ["3 1–1 warning: nothing shows that get_weight was called for it"]),
    ("effect-forgotten", ["1 1–1 error: nothing shows that book_room was called"]),
    ("effect-invisible", ["1 1–1 warning: nothing shows that book_room was called, or asked for"]),
    ("tools-changed", ["- 2–2 warning: measure left out"]),
    ("over-budget", ["- 1–1 error: over the budget by 12 tokens"]),
    ("inflation", ["0 1–1 warning: 42 tokens stand where 28 stood"]),
    ("incompressible-floor", ["- 1–1 error: the head alone takes 405 tokens of a budget of 200"]),
    ("thrash", ["- 2–4 warning: edits on 3 requests in a row, from 2 on; 3 of 4 requests edited"]),
    ("ratchet", ["- 1–3 warning: 3 edits freed less and less; the last 676, 253, 85 tokens"]),
    (
      "mid-loop-blindness",
      [
        "2 2–2 warning: 1 requests in tool loops are over the budget, by up to 9 "
          + "tokens, and no stage looks at them"
      ]
    ),
    (
      "counts-entries",
      [
        "1 1–1 warning: stage 1 'example' counts entries; this one has 405 tokens, the "
          + "middle one 7"
      ]
    ),
    (
      "prefix-break",
      [
        "0 2–2 warning: 39 of 39 held tokens are read again; the first that differs is "
          + "at prompt 0"
      ]
    ),
    ("sliding-edit", ["0 2–4 warning: the edit point moved on 3 requests in a row"]),
    (
      "volatile-prefix",
      [
        "- 2–2 warning: the head differs only in the instructions by a date, an id or "
          + "a number"
      ]
    ),
    ("unstable-synthetic", ["0 2–2 warning: what stands for 2 entries was made anew otherwise"]),
    (
      "stripped-reasoning",
      ["3 2–2 warning: 19 of 29 held tokens are read again, from reasoning 3 on"]
    ),
    (
      "early-conditional",
      [
        "- 2–2 warning: 12 tokens of instructions did not change and stand behind what "
          + "did: moved last, it would leave them cached"
      ]
    ),
    (
      "break-not-repaid",
      ["0 2–2 warning: 1 edits cost 194 and saved 25, in tokens of fresh input (default)"]
    ),
  ]

  private func words(_ finding: HazardFinding) -> String {
    let entry = finding.entry.map { "\($0.index)" } ?? "-"
    let requests = "\(finding.firstRequest)–\(finding.lastRequest)"
    return "\(entry) \(requests) \(finding.severity.rawValue): \(finding.detail)"
  }

  @Test(arguments: said)
  func `a rule says what and where it is`(id: String, said: [String]) throws {
    let rule = try #require(HazardRules.rule(id))
    let findings = rule.examples.fires.report(rule).findings
    #expect(findings.map(words) == said)
    #expect(findings.allSatisfy { !$0.isInherited && $0.rule == id })
  }

  @Test func `of the silent example no rule says anything, not even that it was recorded so`() {
    for rule in HazardRules.all {
      #expect(rule.examples.silent.report(rule).findings.isEmpty, "\(rule.id)")
    }
  }

  @Test func `every rule that is no analysis of pipelines stands here`() {
    let others = ["unreachable-stage", "runs-first", "target-at-trigger"]
    #expect(HazardRules.all.map(\.id).filter { !others.contains($0) } == Self.said.map(\.0))
  }
}
