extension MetricTable {
  /// The paired differences as if questions were asked at the ages of a profile.
  ///
  /// Each question has the weight its age has in the profile, shared by the questions of that age; what a
  /// cluster holds is summed up and scaled by the number of clusters, so that the mean over clusters is
  /// the difference of the rates under the profile (direct standardisation, as ``AgeProfile`` says).
  ///
  /// - Parameters:
  ///   - profile: The ages.
  ///   - baseline: The baseline's scores, in the order of the askings.
  ///   - candidate: The candidate's.
  /// - Returns: nil where no paired question has an age the profile counts.
  func sample(at profile: AgeProfile, baseline: [Score?], candidate: [Score?]) -> PairedSample? {
    struct Part: Hashable {
      let caseID: String
      let group: String
      let bucket: Int
    }
    var order: [Part] = []
    var sums: [Part: (sum: Double, count: Int)] = [:]
    for (index, asking) in askings.enumerated() {
      guard let old = baseline[index], let new = candidate[index],
        let before = value(of: old), let after = value(of: new),
        let turns = new.strata?.turns ?? old.strata?.turns,
        let bucket = AgeProfile.bucket(turns), profile.counts[bucket] > 0
      else { continue }
      let part = Part(caseID: asking.caseID, group: asking.group, bucket: bucket)
      if sums[part] == nil { order.append(part) }
      sums[part, default: (0, 0)].sum += after - before
      sums[part, default: (0, 0)].count += 1
    }
    var sizes: [Int: Int] = [:]
    for part in order { sizes[part.bucket, default: 0] += 1 }
    let weight = sizes.keys.reduce(0) { $0 + profile.counts[$1] }
    guard weight > 0 else { return nil }
    var clusters: [String] = []
    var totals: [String: Double] = [:]
    for part in order {
      guard let found = sums[part], let size = sizes[part.bucket] else { continue }
      let cluster = self.cluster(of: part.caseID)
      if totals[cluster] == nil { clusters.append(cluster) }
      let share = Double(profile.counts[part.bucket]) / Double(weight) / Double(size)
      totals[cluster, default: 0] += share * found.sum / Double(found.count)
    }
    return PairedSample(
      clusters.sorted().map { [(totals[$0] ?? 0) * Double(clusters.count)] })
  }
}
