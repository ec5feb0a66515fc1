/// The log of an arm as the evaluation framework Inspect reads it: one sample a question, whose
/// messages are the view the model was shown.
///
/// Times are not kept in a run, so the log says it was made at the start of 1970.
public struct InspectLog: Sendable {
  /// The time that stands where Inspect wants one.
  static let created = "1970-01-01T00:00:00+00:00"

  private let spec: RunSpec
  private let arm: RunSpec.ArmReference
  private let cases: [String: EvalCase]
  private let observations: [Observation]
  private let scores: [String: [Score]]
  private let values: [(metric: String, value: MetricFigures)]

  /// A metric of the arm over the whole run.
  struct MetricFigures: Sendable {
    var value: Double
    var scored: Int
    var unscored: Int
  }

  /// Makes the log of an arm.
  ///
  /// - Parameters:
  ///   - arm: The arm, one of the run's.
  ///   - spec: What the run was made from.
  ///   - cases: Its cases.
  ///   - observations: What happened, of all arms or of this one.
  ///   - scores: How it was judged, of all arms or of this one.
  ///   - summary: The run's `summary.json`; without it the log has no figures of the whole run.
  public init(
    arm: RunSpec.ArmReference, spec: RunSpec, cases: [EvalCase], observations: [Observation],
    scores: [Score], summary: JSONValue?
  ) {
    self.spec = spec
    self.arm = arm
    self.cases = Dictionary(cases.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    self.observations = observations.filter { $0.arm == arm.key }
    self.scores = Dictionary(
      grouping: scores.filter { $0.arm == arm.key && !$0.question.isEmpty }, by: \.caseID)
    values = Self.figures(of: arm.key, in: summary)
  }

  private static func figures(of key: String, in summary: JSONValue?)
    -> [(metric: String, value: MetricFigures)]
  {
    let mine = summary?["arms"]?.arrayValue?.first { arm in
      let context = arm["context"].map { $0.stringValue ?? $0.serialised() } ?? ""
      let name = arm["arm"]?.stringValue ?? ""
      return "\(name)|\(arm["model"]?.stringValue ?? "")|\(context)" == key
    }
    return (mine?["metrics"]?.objectValue?.members ?? []).compactMap { member in
      guard let value = member.value["value"]?.doubleValue else { return nil }
      let unscored = ["errored", "notApplicable", "excluded"].reduce(0) {
        $0 + (member.value[$1]?.intValue ?? 0)
      }
      return (
        member.key,
        MetricFigures(
          value: value, scored: member.value["scored"]?.intValue ?? 0, unscored: unscored)
      )
    }
  }

  /// The log, its keys in the order Inspect writes them.
  ///
  /// - Complexity: O(questions × size of their views).
  public var json: JSONValue {
    let samples = samples
    let identity = SHA256.hexadecimal("\(spec.digest) \(arm.key)")
    let task = spec.sets.map(\.id).joined(separator: "+")
    let settings: JSONValue = [
      "spec": .string(arm.spec), "context": .string(arm.context), "reserve": JSONValue(arm.reserve),
    ]
    return [
      "version": 2, "status": "success",
      "eval": [
        "eval_id": .string(String(identity.prefix(22))),
        "run_id": .string(String(spec.digest.prefix(22))),
        "created": .string(Self.created),
        "task": .string(task), "task_id": .string(String(identity.suffix(22))),
        "task_version": 1, "task_attribs": .object(JSONObject()),
        "task_args": .object(JSONObject()), "solver": .string(arm.name), "solver_args": settings,
        "dataset": [
          "name": .string(task), "samples": JSONValue(samples.count),
          "sample_ids": .array(samples.compactMap { $0["id"] }), "shuffled": false,
        ],
        "model": .string("evalrun/\(arm.model)"), "model_args": .object(JSONObject()),
        "config": .object(JSONObject()),
        "metadata": [
          "arm": .string(arm.key), "isControl": .bool(arm.isControl),
          "digest": .string(spec.digest),
        ],
      ],
      "plan": [
        "name": "plan", "steps": [["solver": .string(arm.name), "params": settings]],
        "config": .object(JSONObject()),
      ],
      "results": [
        "total_samples": JSONValue(samples.count),
        "completed_samples": JSONValue(samples.count { $0["error"] == nil }),
        "scores": .array(values.map(Self.score)),
      ],
      "stats": [
        "started_at": .string(Self.created), "completed_at": .string(Self.created),
        "model_usage": .object(JSONObject()),
      ],
      "samples": .array(samples),
    ]
  }

  /// A figure of the whole run, pooled as the run's own tables have it.
  private static func score(_ metric: String, _ figures: MetricFigures) -> JSONValue {
    [
      "name": .string(metric), "scorer": .string(metric),
      "scored_samples": JSONValue(figures.scored), "unscored_samples": JSONValue(figures.unscored),
      "params": .object(JSONObject()),
      "metrics": [
        "value": [
          "name": "value", "value": JSONValue(figures.value), "params": .object(JSONObject()),
        ]
      ],
    ]
  }

  // MARK: Samples

  /// The questions that were put, in the order of the run.
  private var samples: [JSONValue] {
    observations.flatMap { observation -> [JSONValue] in
      guard let value = cases[observation.caseID] else { return [] }
      let questions = Dictionary(
        value.questions.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      return observation.questions.compactMap { outcome in
        questions[outcome.id].map {
          InspectSample(
            evalCase: value, question: $0, outcome: outcome, model: "evalrun/\(arm.model)",
            scores: (scores[value.id] ?? []).filter { score in
              score.question == outcome.id || score.question.hasPrefix(outcome.id + "/")
            }
          ).json
        }
      }
    }
  }
}
