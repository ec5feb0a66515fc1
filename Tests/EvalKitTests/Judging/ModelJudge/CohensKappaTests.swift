import Testing

@testable import EvalKit

/// κ and its standard error. The first table is that of Fleiss, Cohen and Everitt (1969), also in Fleiss,
/// *Statistical Methods for Rates and Proportions*: κ 0.676, standard error 0.0877. The others were worked
/// out by the delta method with numeric derivatives, not by the formula that is tested.
struct CohensKappaTests {
  @Test(arguments: [
    ([[75, 1, 4], [5, 4, 1], [0, 0, 10]], 0.676470588235294, 0.0877029534),
    ([[20, 5], [10, 15]], 0.4, 0.1269960629),
    ([[40, 3], [2, 15]], 0.798387096774194, 0.0859359461),
    ([[1, 8], [9, 2]], -0.7, 0.1588867521),
  ])
  func `kappa and its standard error`(counts: [[Int]], value: Double, error: Double) throws {
    let kappa = try #require(CohensKappa(counts))
    #expect(abs(kappa.value - value) < 1e-9)
    #expect(abs(kappa.standardError - error) < 1e-7)
    let half = 1.959963984540054 * error
    #expect(abs(kappa.interval.lowerBound - max(-1, value - half)) < 1e-6)
    #expect(abs(kappa.interval.upperBound - min(1, value + half)) < 1e-6)
  }

  @Test func `perfect agreement on two labels is 1, with no width`() throws {
    let kappa = try #require(CohensKappa([[3, 0], [0, 5]]))
    #expect(kappa.value == 1)
    #expect(kappa.standardError < 1e-9)
  }

  @Test(arguments: [
    [[0, 0], [0, 0]], [[7, 0], [0, 0]], [[0, 0], [0, 7]], [[3, 4], [0, 0]], [[3, 0], [4, 0]],
  ])
  func `where either gives one label only there is none`(counts: [[Int]]) {
    #expect(CohensKappa(counts) == nil)
  }

  @Test(
    arguments: [
      (0, 0, 0, 0, "no answer was judged by both"),
      (3, 0, 1, 0, "the model calls every answer right"),
      (0, 3, 0, 1, "the model calls every answer wrong"),
      (3, 0, 0, 1, "every answer is right by the rules"),
      (0, 3, 1, 0, "every answer is wrong by the rules"), (3, 2, 1, 1, nil),
    ] as [(Int, Int, Int, Int, String?)])
  func `why there is none is said`(
    bothRight: Int, bothWrong: Int, onlyModel: Int, onlyRules: Int, why: String?
  ) {
    var agreement = JudgeAgreement(judge: "j", model: "m")
    let scale = JudgementScale(["yes", "no"])
    func count(_ times: Int, _ label: String, _ isCorrect: Bool) {
      for _ in 0..<times { agreement.count(.label(label), isCorrect: isCorrect, scale: scale) }
    }
    count(bothRight, "yes", true)
    count(bothWrong, "no", false)
    count(onlyModel, "yes", false)
    count(onlyRules, "no", true)
    #expect(agreement.whyNoKappa == why)
    #expect((agreement.kappa == nil) == (why != nil))
  }
}
