import EvalKit

/// Writes a plan's facts and questions.
struct QuestionWriter {
  var facts: JSONValue
  var probes: JSONValue

  static func questions(_ plan: CasePlan, _ prose: inout Prose) -> QuestionWriter {
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
            ("id", .string(ask.fact.id)), ("kind", .string(kind(ask))),
            ("ask", .string(prose.say("ask-\(shape)", locals))),
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
