/// Scores by arm, metric and group, so that every later step looks them up.
struct ScoreTable {
  /// What is averaged to one score: a probe of a case, a value of a case.
  struct Group: Hashable {
    let caseID: String
    let name: String
  }

  /// Scores of a group, in the order they came.
  struct Cell {
    let group: Group
    var scores: [Score] = []
  }

  private(set) var arms: [ArmIdentity] = []
  private var cells: [String: [String: [Cell]]] = [:]

  init(_ scores: [Score]) {
    var places: [String: [String: [Group: Int]]] = [:]
    for score in scores {
      if cells[score.arm] == nil { arms.append(ArmIdentity(key: score.arm)) }
      let group = Group(caseID: score.caseID, name: score.group)
      if let place = places[score.arm]?[score.metric]?[group] {
        cells[score.arm]?[score.metric]?[place].scores.append(score)
      } else {
        let place = cells[score.arm]?[score.metric]?.count ?? 0
        places[score.arm, default: [:]][score.metric, default: [:]][group] = place
        cells[score.arm, default: [:]][score.metric, default: []].append(
          Cell(group: group, scores: [score]))
      }
    }
  }

  /// The groups of a metric under an arm.
  func cells(_ arm: ArmIdentity, _ metric: String) -> [Cell] {
    cells[arm.key]?[metric] ?? []
  }

  /// The arm of a control for a model: of the wanted context, else of any.
  func control(_ name: String, for arm: ArmIdentity) -> ArmIdentity? {
    let named = arms.filter { $0.name == name && $0.model == arm.model }
    return named.first { $0.context == arm.context } ?? named.first
  }
}

extension ScoreTable.Cell {
  /// The mean of the group: errors count as the worst value; nil where nothing counts.
  func mean(worst: Double?) -> Double? {
    var sum = 0.0
    var count = 0
    for score in scores {
      switch score.outcome {
      case .scored(let value): (sum, count) = (sum + value, count + 1)
      case .errored: if let worst { (sum, count) = (sum + worst, count + 1) }
      case .notApplicable, .excluded: continue
      }
    }
    return count == 0 ? nil : sum / Double(count)
  }

  var hasScore: Bool {
    scores.contains { if case .scored = $0.outcome { true } else { false } }
  }
}

extension Summary {
  /// What the controls say of each question that a model is asked.
  static func flags(in table: ScoreTable, _ judge: Judge) -> [FlaggedQuestion] {
    var found: [FlaggedQuestion] = []
    var models: [String] = []
    for arm in table.arms where !models.contains(arm.model) { models.append(arm.model) }
    let bounds = judge.flags
    for model in models {
      for metric in ["recall", "trajectoryInOrder"] {
        func values(_ control: Control) -> [ScoreTable.Group: Double] {
          guard
            let arm = table.arms.first(where: { $0.name == control.name && $0.model == model })
          else { return [:] }
          var values: [ScoreTable.Group: Double] = [:]
          for cell in table.cells(arm, metric) where cell.hasScore {
            values[cell.group] = cell.mean(worst: nil)
          }
          return values
        }
        let tests: [(QuestionFlag, [ScoreTable.Group: Double], (Double) -> Bool)] = [
          (.oracleFails, values(.oracle), { $0 < bounds.oracleFails }),
          (.evidenceFails, values(.evidence), { $0 < bounds.evidenceFails }),
          (.nullPasses, values(.null), { $0 >= bounds.nullPasses }),
          (.foreignPasses, values(.foreign), { $0 >= bounds.foreignPasses }),
        ]
        let groups = Set(tests.flatMap { $0.1.keys })
          .sorted { ($0.caseID, $0.name) < ($1.caseID, $1.name) }
        for group in groups {
          let flags = tests.filter { test in test.1[group].map(test.2) ?? false }.map(\.0)
          guard !flags.isEmpty else { continue }
          found.append(
            FlaggedQuestion(
              caseID: group.caseID, metric: metric, group: group.name, model: model, flags: flags))
        }
      }
    }
    return found
  }

  /// The metrics of questions that a flag leaves out, beside those of facts and of model judges.
  private static let flaggable: Set = [
    "recall", "stale", "contradiction", "trajectoryInOrder", "toolConfusion",
  ]

  /// The scores with those of flagged questions left out, said as excluded.
  static func answerable(_ scores: [Score], _ flagged: [FlaggedQuestion]) -> [Score] {
    var reasons: [[String]: String] = [:]
    for question in flagged {
      reasons[[question.caseID, question.model, question.group]] =
        question.flags.map(\.rawValue).joined(separator: ", ")
    }
    return scores.map { score in
      let model = ArmIdentity(key: score.arm).model
      var group = score.group
      if score.metric == "survival" || score.metric == "gone",
        let slash = group.lastIndex(of: "/")
      {
        group = String(group[..<slash])
      } else if !Self.flaggable.contains(score.metric),
        Metric.modelJudge(key: score.metric) == nil
      {
        return score
      }
      guard let reason = reasons[[score.caseID, model, group]] else { return score }
      var score = score
      score.outcome = .excluded(reason)
      return score
    }
  }
}
