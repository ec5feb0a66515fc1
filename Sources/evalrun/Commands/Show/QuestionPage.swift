import EvalKit

/// One question of a run, from what was asked to why it was judged so.
struct QuestionPage: Sendable {
  /// The question as it was asked.
  let asked: RunBrowser.Asked
  /// Its scores.
  let scores: [Score]

  private var transcript: Transcript { asked.value.transcript }

  /// The page.
  func text(width: Int) -> String {
    var lines = [
      "case      \(asked.value.id): \(asked.value.title)",
      "arm       \(asked.observation.arm)",
      "question  \(asked.question.id), \(place)",
    ]
    lines += labelled("asked", ask, width)
    lines += labelled("expected", expected, width)
    lines += [""] + evidence
    lines += ["", "view: \(Figures.grouped(asked.outcome.tokens)) tokens"] + view(width)
    lines.append("")
    lines += labelled("answer", answer, width)
    for score in scores {
      lines += labelled(score.metric, verdict(score), width)
      if score.metric == "toolConfusion", let kind = ToolConfusion(rawValue: score.verdict) {
        lines += labelled("", kind.signature.sentence, width)
        lines += labelled("remedy", kind.signature.remedy, width)
      }
    }
    return lines.joined(separator: "\n")
  }

  private func labelled(_ label: String, _ text: String, _ width: Int) -> [String] {
    let name = label + String(repeating: " ", count: max(1, 10 - label.count))
    var lines = Help.wrapped(
      text.split(whereSeparator: \.isNewline).joined(separator: " "), indent: 10,
      width: min(width, 120))
    guard label.count < 10, !lines.isEmpty else { return [label] + lines }
    lines[0] = name + lines[0].dropFirst(10)
    return lines
  }

  /// Where it was asked.
  private var place: String {
    switch asked.question.place {
    case .boundary(let count) where count == transcript.entries.count: "at the end"
    case .boundary(let count): "before \(transcript.entries[count].label)"
    case .reply(let id): "instead of the recorded reply \(transcript[id].label)"
    }
  }

  private var ask: String {
    switch asked.question.subject {
    case .probe(let index): asked.value.probes[index].ask
    case .decoy(let index): asked.value.probes[index].decoy ?? ""
    case .trajectory, .fill: "(the recorded request itself)"
    }
  }

  private var expected: String {
    switch asked.question.subject {
    case .probe(let index):
      let probe = asked.value.probes[index]
      switch probe.expect {
      case .facts:
        return facts.map { fact in
          let old = fact.supersedes.map(\.value)
          return "\(fact.id) = \(fact.value)" + (old.isEmpty ? "" : " (was \(Figures.list(old)))")
        }.joined(separator: probe.anyOf ? " or " : "; ")
      case .answer(let text, let aliases, _): return ([text] + aliases).joined(separator: " or ")
      case .number(let number, let tolerance):
        return "\(number)" + (tolerance > 0 ? " ± \(tolerance)" : "")
      case .list(let values, let anyOrder):
        return values.joined(separator: ", ") + (anyOrder ? " in any order" : "")
      case .abstain: return "no answer: it was never said"
      }
    case .decoy: return "an answer: unlike its twin, this was said"
    case .trajectory(let index):
      let expectation = asked.value.trajectories[index]
      let calls = (expectation.ordered + expectation.unordered).map(\.tool)
      return calls.isEmpty ? "the recorded calls" : "calls of \(Figures.list(calls))"
    case .fill: return "the recorded arguments"
    }
  }

  /// The facts it asks for.
  private var facts: [Fact] {
    guard case .probe(let index) = asked.question.subject else { return [] }
    let wanted = Set(asked.value.probes[index].facts)
    return asked.value.facts.filter { wanted.contains($0.id) }
  }

  /// Where its facts were said, and what became of these entries.
  private var evidence: [String] {
    if facts.isEmpty { return ["evidence: none named"] }
    let fates = EntryFate.fates(of: asked.question.count, in: asked.outcome.view.items)
    return ["evidence:"]
      + facts.flatMap { fact in
        fact.evidence.map { evidence in
          guard let id = evidence.entry else {
            return "  \(fact.id): '\(evidence.quote)' in the instructions"
          }
          let fate = id.index < fates.count ? Self.word(fates[id.index]) : "not said yet"
          return "  \(fact.id): '\(evidence.quote)' in \(transcript[id].label): \(fate)"
        }
      }
  }

  /// The view: every entry of the log with its fate, and what stages made where it stands.
  private func view(_ width: Int) -> [String] {
    let count = asked.question.count
    let fates = EntryFate.fates(of: count, in: asked.outcome.view.items)
    var made: [Int: [Item]] = [:]
    var position = 0
    for item in asked.outcome.view.items {
      if let id = item.id {
        position = id.index + 1
      } else {
        made[position, default: []].append(item)
      }
    }
    var lines: [String] = []
    for index in 0...count {
      for item in made[index] ?? [] {
        lines.append(line("made", item.entry.label, item.entry, width))
      }
      if index < count {
        let entry = transcript.entries[index]
        lines.append(line(Self.word(fates[index]), entry.label, entry, width))
      }
    }
    return lines
  }

  private func line(_ mark: String, _ label: String, _ entry: Entry, _ width: Int) -> String {
    func column(_ text: String, _ width: Int) -> String {
      let cut = DisplayWidth.cut(text, to: width - 1)
      return cut + String(repeating: " ", count: width - DisplayWidth.of(cut))
    }
    let start = "  " + column(mark, 22) + column(label, 18)
    let text = TranscriptPage.clean(TranscriptPage.content(of: entry).prefix(width))
    return start + DisplayWidth.cut(text, to: max(20, width - DisplayWidth.of(start)))
  }

  private static func word(_ fate: EntryFate) -> String {
    var word = fate.fate.rawValue
    if fate.partial { word += ", partly" }
    if fate.moved { word += ", moved" }
    if fate.carried { word += ", verbatim" }
    return word
  }

  private var answer: String {
    switch asked.outcome.status {
    case .overflow: return "not asked: the view is over the context size"
    case .errored(let reason): return "not asked: \(reason)"
    case .unanswered(let reason): return "not answered: \(reason)"
    case .notApplicable(let reason): return "not applicable: \(reason)"
    case .answered: break
    }
    var parts: [String] = []
    if let reply = asked.outcome.reply {
      if !reply.text.isEmpty { parts.append(reply.text) }
      parts += reply.calls.map { "\($0.name) \($0.arguments.serialised())" }
      if reply.abstained { parts.append("(abstained)") }
    }
    if !asked.outcome.filled.isEmpty {
      parts.append(
        "filled: "
          + asked.outcome.filled.map { "\($0.name) \($0.arguments.serialised())" }
          .joined(separator: "; "))
    }
    return parts.isEmpty ? "(none recorded)" : parts.joined(separator: " ")
  }

  private func verdict(_ score: Score) -> String {
    let outcome =
      switch score.outcome {
      case .scored(let value): "\(Figures.percent(value)) %"
      case .errored(let reason): "errored: \(reason)"
      case .notApplicable(let reason): "not applicable: \(reason)"
      case .excluded(let reason): "excluded: \(reason)"
      }
    let fact = score.question.split(separator: "/", maxSplits: 1).dropFirst().first
    return [fact.map(String.init), outcome, score.verdict, score.reason]
      .compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// The page for a program.
  var json: JSONValue {
    let fates = EntryFate.fates(of: asked.question.count, in: asked.outcome.view.items)
    let entries = fates.enumerated().map { index, fate -> JSONValue in
      [
        "fate": .string(fate.fate.rawValue), "label": .string(transcript.entries[index].label),
      ]
    }
    return [
      "answer": .string(answer), "arm": .string(asked.observation.arm), "ask": .string(ask),
      "case": .string(asked.value.id), "entries": .array(entries), "expected": .string(expected),
      "question": .string(asked.question.id), "scores": .array(scores.map(ScoreCodec.json)),
      "tokens": JSONValue(asked.outcome.tokens),
    ]
  }
}
