import EvalKit

/// An age profile: how far back recorded sessions reach, with the counts it comes from.
enum ReplayProfile {
  /// The document `--profile-out` saves.
  static func json(_ report: ReplayReport) -> JSONValue {
    [
      "buckets": buckets(report.distances), "kind": "ageProfile",
      "source": [
        "arguments": JSONValue(report.distances.total),
        "requests": JSONValue(report.pooled[0].requests),
        "transcripts": JSONValue(report.results.count),
      ],
      "unit": "turns", "version": 1,
    ]
  }

  /// The buckets of a histogram; the last has no upper bound.
  static func buckets(_ distances: ReuseDistances) -> JSONValue {
    .array(
      distances.counts.indices.map { bucket -> JSONValue in
        let starts = ReuseDistances.starts
        let share =
          distances.total == 0
          ? 0 : Double(distances.counts[bucket]) / Double(distances.total)
        return [
          "count": JSONValue(distances.counts[bucket]), "from": JSONValue(starts[bucket]),
          "share": JSONValue(share),
          "to": bucket + 1 < starts.count ? JSONValue(starts[bucket + 1] - 1) : .null,
        ]
      })
  }
}
