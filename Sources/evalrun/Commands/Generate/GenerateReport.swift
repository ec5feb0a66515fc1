import Authoring
import EvalKit

/// What a generated set is worth.
struct GenerateReport: Sendable {
  let set: GeneratedCaseSet
  let repeats: ParagraphRepeats
  let measure: SetMeasure

  private var templates: Int { Set(self.set.cases.map(\.template)).count }
  private var tokens: [Int] { self.set.cases.map(\.tokens).sorted() }
  private var shares: [Double] { self.set.overlaps.map(\.share).sorted() }
  private var probes: Int { self.set.cases.reduce(0) { $0 + $1.value.probes.count } }
  private var trajectories: Int { self.set.cases.reduce(0) { $0 + $1.value.trajectories.count } }

  /// The lines.
  var lines: [String] {
    var lines = [
      "\(set.plan.id): \(Figures.counted(set.cases.count, "case")) of "
        + "\(Figures.counted(templates, "template")), \(Figures.grouped(tokens.first ?? 0)) to "
        + "\(Figures.grouped(tokens.last ?? 0)) tokens (median "
        + "\(Figures.grouped(Self.middle(tokens) ?? 0)), \(Figures.grouped(tokens.reduce(0, +))) in all), "
        + "\(Figures.counted(probes, "probe")), "
        + "\(Figures.counted(trajectories, "trajectory", plural: "trajectories"))",
      "words of a probe that its evidence has: at most \(Figures.percent(shares.last)) %, median "
        + "\(Figures.percent(Self.middle(shares))) %",
      "paragraphs of two cases: \(repeats.equal) of \(Figures.grouped(repeats.paragraphs)) equal, "
        + "\(repeats.alike) alike (resemblance \(Figures.percent(ParagraphRepeats.near)) % or more), "
        + "highest resemblance \(Figures.percent(repeats.highest)) %",
      "reader: \(Self.text(measure.whole)) with everything, \(Self.text(measure.nothing)) with nothing, "
        + "\(Self.text(measure.foreign)) with another's session, "
        + "\(Self.text(measure.withoutEvidence)) without the evidence; declines "
        + "\(Self.text(measure.abstained)) that nothing answers",
    ]
    for missed in measure.missed.prefix(Self.listed) {
      lines.append(
        "  missed \(missed[0])/\(missed[1]): \(missed[2]) → "
          + (missed[3].isEmpty ? "nothing" : missed[3]))
    }
    if measure.missed.count > Self.listed {
      lines.append("  and \(measure.missed.count - Self.listed) more")
    }
    return lines
  }

  private static let listed = 10

  private static func text(_ share: SetMeasure.Share) -> String {
    "\(Figures.percent(share.value)) % (\(share.right) of \(share.asked))"
  }

  private static func middle<Value>(_ sorted: [Value]) -> Value? {
    sorted.isEmpty ? nil : sorted[sorted.count / 2]
  }

  /// The report as JSON.
  var json: JSONValue {
    func share(_ share: SetMeasure.Share) -> JSONValue {
      ["asked": JSONValue(share.asked), "right": JSONValue(share.right)]
    }
    return [
      "version": 1, "kind": "generated", "id": .string(set.plan.id),
      "cases": .array(
        set.cases.map {
          [
            "id": .string($0.value.id), "template": .string($0.template),
            "tokens": JSONValue($0.tokens), "turns": JSONValue($0.value.structure.turnStarts.count),
            "probes": JSONValue($0.value.probes.count),
            "trajectories": JSONValue($0.value.trajectories.count),
          ]
        }),
      "overlap": [
        "highest": JSONValue(shares.last ?? 0), "median": JSONValue(Self.middle(shares) ?? 0),
      ],
      "paragraphs": [
        "count": JSONValue(repeats.paragraphs), "equal": JSONValue(repeats.equal),
        "alike": JSONValue(repeats.alike), "highest": JSONValue(repeats.highest),
        "worst": .array(repeats.worst.map { .string($0) }),
      ],
      "reader": [
        "whole": share(measure.whole), "nothing": share(measure.nothing),
        "foreign": share(measure.foreign), "withoutEvidence": share(measure.withoutEvidence),
        "abstained": share(measure.abstained),
        "missed": .array(measure.missed.map { .array($0.map { .string($0) }) }),
      ],
    ]
  }

  /// A first README of a set.
  static func readme(_ set: GeneratedCaseSet) -> String {
    let settings = set.plan.settings
    let templates = Set(set.cases.map(\.template)).sorted()
    return """
      # \(set.plan.id)

      \(set.plan.summary.isEmpty ? set.plan.title : set.plan.summary)

          evalrun run <this folder>

      ## How it was made

      \(Figures.counted(set.cases.count, "case")) generated from \
      \(Figures.counted(templates.count, "template")) (\(templates.joined(separator: ", "))) with seed \
      \(settings.seed), \(settings.turns.lowerBound) to \(settings.turns.upperBound) turns, about \
      \(settings.tokens.lowerBound) to \(settings.tokens.upperBound) tokens a session. The truth is known by \
      construction. Names, numbers and firms are invented; statistics cluster on the template.

      ## What it cannot show

      Generated sessions are tidier than recorded ones, and the reader finds and copies: it shows loss, not \
      understanding.

      """
  }
}
