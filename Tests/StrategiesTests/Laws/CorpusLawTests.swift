import EvalKit
import EvalKitTesting
import Foundation
import Strategies
import Testing

/// The laws of every strategy over recorded sessions, at request points drawn by seed: in a release
/// build, or with `EVALKIT_ALL_RECORDINGS` set, over all of them at up to 20 points each, else over a
/// few at one. With `EVALKIT_LAWS` set, of the strategies whose text contains its value.
@Suite(
  "Laws over recordings", .enabled(if: Corpora.folder != nil, "no recordings beside the package"))
struct LawsOverRecordings {
  private static let points = Corpora.isWhole ? 20 : 1

  private static let specs: [LawSpec] = {
    guard let named = ProcessInfo.processInfo.environment["EVALKIT_LAWS"] else {
      return LawSpec.all
    }
    return LawSpec.all.filter { $0.spec.contains(named) }
  }()

  /// Sessions cut at requests.
  static let samples: [LawSample] = {
    var random = SplitMix64(seed: 20)
    return Corpora.chosen.flatMap { recording -> [LawSample] in
      let requests = TranscriptStructure(recording.transcript.entries).requests.map(\.index)
      let drawn = requests.shuffled(using: &random).prefix(points).sorted()
      let whole = Bench()
      let history = whole.history(recording.transcript)
      let tokens = whole.context(recording.transcript).tokens(history)
      return drawn.map { index in
        var transcript = recording.transcript
        transcript.entries.removeSubrange((index + 1)...)
        transcript.changes.removeAll { $0.position > index + 1 }
        transcript.compactions = RandomCompactions.events(of: transcript, seed: UInt64(index))
        return LawSample(
          name: "\(recording.name) at entry \(index)", transcript: transcript,
          contextSize: max(200, tokens / 2))
      }
    }
  }()

  @Test func `There are recordings to try, and points in them`() {
    #expect(!Corpora.all.isEmpty && Self.samples.count >= Corpora.chosen.count / 2)
    print(
      "laws: \(Corpora.chosen.count) of \(Corpora.all.count) recordings, "
        + "\(Self.samples.count) points, \(LawSpec.all.count) specs")
  }

  @Test(arguments: specs)
  func `A strategy holds to the laws over recorded sessions`(spec: LawSpec) async throws {
    try await Laws.check(spec, over: Self.samples)
  }
}
