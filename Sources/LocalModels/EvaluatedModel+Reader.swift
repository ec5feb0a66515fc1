public import EvalKit

extension EvaluatedModel {
  /// The deterministic default model, with its summaries: of any length, and `scripted`, which fit a
  /// window.
  ///
  /// Each is another: what one has read is let go with it.
  public static var reader: EvaluatedModel {
    let summariser = ReaderSummariser()
    return EvaluatedModel(
      Reader(), isFree: true,
      summarisers: [summariser, WindowedSummariser(summariser, name: "scripted")])
  }
}
