import Testing

@testable import EvalKit

/// The worked examples of the doc comments, and what has no answer.
struct StatisticsExamplesTests {
  @Test func `random words are SplitMix64's`() {
    let words = RandomWords(seed: 0)
    #expect(words[0] == 0xe220_a839_7b1d_cdaf)
    #expect(words[1] == 0x6e78_9e6a_a1b9_65f4)
    #expect((0..<1000).allSatisfy { (0..<7).contains(words.index($0, below: 7)) })
    #expect(Set((0..<1000).map { words.index($0, below: 7) }).count == 7)
  }

  @Test func `clusters count alike however many questions they hold`() throws {
    #expect(PairedSample([[1, 0], [0.5]])?.mean == 0.5)
    #expect(PairedSample([[1, 1, 1], [0]])?.mean == 0.5)
    #expect(PairedSample([]) == nil)
    #expect(PairedSample([[1], []]) == nil)
    #expect(PairedSample([[.nan]]) == nil)
    #expect(PairedSample([[1]])?.spread == nil)
    #expect(PairedSample([[1], [3]])?.spread == 2.0.squareRoot())
  }

  @Test func `a question asked twice is averaged first, and what one side lacks is left out`() {
    let layout = ClusterLayout([
      .init(cluster: "b", caseID: "3", question: "q"),
      .init(cluster: "a", caseID: "1", question: "q"),
      .init(cluster: "a", caseID: "2", question: "q"),
      .init(cluster: "a", caseID: "1", question: "q"),
    ])
    #expect(layout.clusters == ["a", "b"])
    let sample = layout.pair(baseline: [0, 0, 1, 0], candidate: [nil, 1, 1, 0])
    #expect(sample?.differences == [0.5, 0])
    #expect(sample?.clusterMeans == [0.25])
    let both = layout.pair(baseline: [0, nil, 1, 0], candidate: [1, 1, 0, 1])
    #expect(both?.sizes == [2, 1])
    #expect(both?.clusterMeans == [0, 1])
    #expect(layout.pair(baseline: [nil, 0, nil, nil], candidate: [1, nil, 1, 1]) == nil)
  }

  @Test func `Holm multiplies the smallest most and never goes back`() {
    #expect(Holm.adjusted([0.01, 0.04, 0.03]) == [0.03, 0.06, 0.06])
    #expect(Holm.adjusted([0.5, 0.9]) == [1, 1])
    #expect(Holm.adjusted([]) == [])
  }

  @Test func `Student's t is as in tables`() {
    #expect(abs(StudentT(freedom: 1).share(below: 1) - 0.75) < 1e-15)
    #expect(abs(StudentT(freedom: 29).quantile(0.975) - 2.0452) < 1e-4)
    #expect(abs(StudentT(freedom: 2).quantile(0.025) + 4.3027) < 1e-4)
  }

  @Test func `the detectable effect is the worked one`() throws {
    let effect = try #require(MinimumDetectableEffect(spread: 1, clusters: 30))
    #expect(abs(effect.value - 0.54074) < 1e-5)
    #expect(MinimumDetectableEffect.clusters(toFind: 0.5408, spread: 1) == 30)
    #expect(effect.clustersToHalve == 111)
    let fewer = try #require(MinimumDetectableEffect(spread: 1, clusters: 110))
    let enough = try #require(MinimumDetectableEffect(spread: 1, clusters: 111))
    #expect(enough.value <= effect.value / 2)
    #expect(fewer.value > effect.value / 2)
    #expect(MinimumDetectableEffect(spread: 0, clusters: 30) == nil)
    #expect(MinimumDetectableEffect(spread: 1, clusters: 1) == nil)
  }

  @Test func `discordance counts the questions that differ`() throws {
    let discordance = Discordance(try #require(PairedSample([[1, 0], [0, -1, 1]])))
    #expect(discordance.higher == 2)
    #expect(discordance.lower == 1)
    #expect(discordance.share == 0.6)
  }

  @Test func `the intra-cluster correlation runs from −1 to 1`() throws {
    let alike = try #require(PairedSample([[1, 1], [0, 0]]))
    #expect(IntraclusterCorrelation(alike)?.value == 1)
    #expect(IntraclusterCorrelation(alike)?.designEffect == 2)
    let opposed = try #require(PairedSample([[1, 0], [1, 0]]))
    #expect(IntraclusterCorrelation(opposed)?.value == -1)
    #expect(IntraclusterCorrelation(try #require(PairedSample([[1], [0]]))) == nil)
    #expect(IntraclusterCorrelation(try #require(PairedSample([[1, 1], [1]]))) == nil)
  }

  @Test func `Miller's error is the worked one`() throws {
    let sample = try #require(PairedSample([[1, 1], [0, 0]]))
    let error = try #require(ClusteredStandardError(sample))
    #expect(abs(error.value - (1.0 / 12 + 1.0 / 16).squareRoot()) < 1e-15)
    #expect(abs(error.unclustered - (1.0 / 12).squareRoot()) < 1e-15)
    #expect(abs(error.interval.halfWidth - 1.96 * error.value) < 1e-4)
    #expect(ClusteredStandardError(try #require(PairedSample([[1]]))) == nil)
  }

  @Test func `the bootstrap draws clusters`() throws {
    let interval = ClusterBootstrap(try #require(PairedSample([[0], [1]])), resamples: 1000)
      .interval
    #expect(interval.lower == 0)
    #expect(interval.upper == 1)
    let even = ClusterBootstrap(try #require(PairedSample([[2], [2, 2]])), resamples: 10).interval
    #expect(even.halfWidth == 0)
  }

  @Test func `a comparison holds what its parts say`() throws {
    let words = RandomWords(seed: 2)
    let samples = try [9, 40].map { count in
      try #require(
        PairedSample(
          (0..<count).map { cluster in
            (0..<3).map { Double(words.index(cluster * 3 + $0, below: 5) - 1) }
          }))
    }
    var settings = PairedComparison.Settings()
    settings.margin = 0.5
    settings.assignments = 400
    for (sample, comparison) in zip(samples, PairedComparison.all(samples, settings: settings)) {
      let test = SignFlipTest(sample, assignments: 400)
      #expect(comparison.estimate == sample.mean)
      #expect(comparison.pValue == test.pValue())
      #expect(comparison.interval == test.interval(confidence: 0.95))
      #expect(comparison.equivalence == EquivalenceTest(test, margin: 0.5))
      let effect = try #require(MinimumDetectableEffect(sample))
      let scaled = try #require(comparison.minimumDetectableEffect)
      #expect(abs(scaled.value - effect.value) < 1e-12)
      #expect(scaled.clustersToHalve == effect.clustersToHalve)
      #expect(comparison.questions == sample.differences.count)
      #expect(comparison.isExact == (comparison.clusters == 9))
    }
  }
}
