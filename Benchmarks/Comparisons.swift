// How long comparing takes: 100,000 questions in 10,000 cases, 8 arms, 5 metrics, 10,000 assignments.
//
//   swiftc -O -parse-as-library Sources/EvalKit/Statistics/*.swift Benchmarks/Comparisons.swift -o /tmp/comparisons
//   /usr/bin/time -v /tmp/comparisons
//
// Exits 1 if pairing and comparing take 5 seconds or more.

@main
struct Comparisons {
  static func main() throws {
    let clock = ContinuousClock()
    let words = RandomWords(seed: 1)
    var next = 0
    let askings = (0..<10_000).flatMap { number in
      (0..<10).map {
        ClusterLayout.Asking(
          cluster: "case-\(number)", caseID: "case-\(number)", question: "probe-\($0)")
      }
    }
    let metrics: [[[Double?]]] = (0..<5).map { _ in
      (0..<8).map { _ in
        askings.map { _ in
          next += 1
          return words[next] & 1 == 0 ? 0 : 1
        }
      }
    }

    let start = clock.now
    let layout = ClusterLayout(askings)
    let samples = metrics.flatMap { arms in
      arms.dropFirst().compactMap { layout.pair(baseline: arms[0], candidate: $0) }
    }
    let paired = clock.now
    var settings = PairedComparison.Settings()
    settings.margin = 0.02
    let comparisons = PairedComparison.all(samples, settings: settings)
    let end = clock.now
    print("\(comparisons.count) comparisons: pairing \(paired - start), comparing \(end - paired)")
    let intervals = samples.prefix(1).map { ClusterBootstrap($0).interval }
    print("one bootstrap of \(intervals[0].confidence): \(clock.now - end)")
    if end - start >= .seconds(5) { throw TooSlow() }
  }

  struct TooSlow: Error {}
}
