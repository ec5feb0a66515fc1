public import EvalKit

extension EvaluatedModel {
  /// The deterministic default model, with its summaries: of any length, and `scripted`, which fit a
  /// window.
  public static let reader = EvaluatedModel(
    Reader(), isFree: true,
    summarisers: [
      ReaderSummariser(), WindowedSummariser(ReaderSummariser(), name: "scripted"),
    ])
}
