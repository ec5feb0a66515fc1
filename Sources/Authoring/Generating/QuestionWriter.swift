import EvalKit

/// Writes a plan's facts and questions.
struct QuestionWriter {
  var facts: JSONValue
  var probes: JSONValue

  /// Writes them.
  ///
  /// - Parameter evidence: The sentence, or key and value, that says each fact.
  static func questions(
    _ plan: CasePlan, evidence: [String: String], _ prose: inout Prose
  ) -> QuestionWriter {
    let template = prose.template
    let facts = template.facts.filter { plan.values[$0.id] != nil }.map { fact -> JSONValue in
      ["id": .string(fact.id), "kind": .string(fact.kind)]
    }
    var probes: [JSONValue] = []
    for ask in plan.asks {
      let locals = ["noun": ask.fact.noun, "about": ask.fact.about, "as": ask.fact.asked]
      let shape = ask.fact.generator.shape
      probes.append(
        .object(
          JSONObject([
            ("id", .string(ask.number == 1 ? ask.fact.id : "\(ask.fact.id)-\(ask.number)")),
            ("kind", .string(kind(ask))),
            ("ask", .string(question(shape, locals, evidence[ask.fact.id], &prose))),
            ("cloze", .string(prose.say("cloze-\(shape)", locals))),
            ("facts", [.string(ask.fact.id)]), ("at", place(ask.turns)),
          ])))
    }
    for (index, absence) in plan.absences.enumerated() {
      let shape = absence.decoy.generator.shape
      let asked = [
        "noun": absence.absent.noun, "about": absence.absent.about, "as": absence.absent.asked,
      ]
      let like = [
        "noun": absence.decoy.noun, "about": absence.decoy.about, "as": absence.decoy.asked,
      ]
      probes.append(
        .object(
          JSONObject([
            ("id", .string("absent-\(index + 1)")), ("kind", "abstention"),
            ("ask", .string(prose.say("ask-code", asked))),
            ("decoy", .string(prose.say("ask-\(shape)", like))),
            ("facts", [.string(absence.decoy.id)]), ("at", place(absence.turns)),
          ])))
    }
    return QuestionWriter(facts: .array(facts), probes: .array(probes))
  }

  /// A question that has few of its evidence's words; of some that have more, the one with fewest.
  private static func question(
    _ shape: String, _ locals: [String: String], _ evidence: String?, _ prose: inout Prose
  ) -> String {
    var best = prose.say("ask-\(shape)", locals)
    var least = ContentWords.share(of: best, in: evidence ?? "")
    for _ in 0..<8 where least >= 0.3 {
      let other = prose.say("ask-\(shape)", locals)
      let share = ContentWords.share(of: other, in: evidence ?? "")
      if share < least { (best, least) = (other, share) }
    }
    return best
  }

  private static func place(_ turns: Int) -> JSONValue { ["after": .string("r\(turns)")] }

  private static func kind(_ ask: CasePlan.Ask) -> String {
    if ask.isUpdate { return "update" }
    switch ask.fact.kind {
    case "date": return "temporal"
    case "decision", "artifact": return ask.fact.kind
    default: return "recall"
    }
  }
}
