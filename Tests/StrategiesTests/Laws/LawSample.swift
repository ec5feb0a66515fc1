import EvalKit
import EvalKitTesting
import Strategies
import Testing

/// A session cut after an input as at a request, with its ledger.
struct LawSample: Sendable {
  let name: String
  let transcript: Transcript
  let ledger: TokenLedger
  let contextSize: Int
  /// What stages keep open, shared by samples that are checked one after another.
  var resources: SessionResources?

  init(name: String, transcript: Transcript, contextSize: Int = 400) {
    self.name = name
    self.transcript = transcript
    self.contextSize = contextSize
    ledger = Bench().ledger(transcript)
  }

  /// A generated session, cut at a request.
  init(seed: Int) {
    var generator = TranscriptGenerator(seed: UInt64(seed))
    var transcript = generator.transcript()
    let inputs = transcript.entries.indices.filter { transcript.entries[$0].kind.isInput }
    if let cut = inputs.isEmpty ? nil : inputs[(seed * 7919) % inputs.count] {
      transcript.entries.removeSubrange((cut + 1)...)
    }
    transcript.compactions = RandomCompactions.events(of: transcript, seed: UInt64(seed))
    self.init(name: "seed \(seed)", transcript: transcript)
  }

  static let generated = (0..<240).map { LawSample(seed: $0) }

  func bench(request: Int = 1) -> Bench {
    let moment: Moment = transcript.entries.last?.kind == .toolOutput ? .toolOutput : .prompt
    return Bench(
      contextSize: contextSize, moment: moment, request: request, known: ledger,
      resources: resources)
  }

  /// The sample with fewer entries.
  private func keeping(_ entries: [Entry]) -> LawSample {
    var transcript = transcript
    transcript.entries = entries
    transcript.changes = []
    transcript.compactions.removeAll { $0.position > entries.count }
    return LawSample(name: name, transcript: transcript, contextSize: contextSize)
  }

  /// The smallest sample found that still breaks a law, by leaving entries out.
  func shrunk(_ breaks: (LawSample) async throws -> Bool) async rethrows -> LawSample {
    var smallest = self
    var size = smallest.transcript.entries.count / 2
    var tries = 0
    while size > 0, tries < 200 {
      var start = 0
      var shrank = false
      while start < smallest.transcript.entries.count - 1, tries < 200 {
        // The last entry is the input the request follows.
        var entries = smallest.transcript.entries
        let end = min(start + size, entries.count - 1)
        entries.removeSubrange(start..<end)
        let candidate = keeping(entries)
        tries += 1
        if try await breaks(candidate) {
          smallest = candidate
          shrank = true
        } else {
          start += size
        }
      }
      if !shrank { size /= 2 }
    }
    return smallest
  }
}

extension LawSample: CustomStringConvertible {
  var description: String {
    let entries = transcript.entries.map { entry in
      let what = entry.calls.map(\.name).joined(separator: "+")
      return "\(entry.kind.rawValue)\(what.isEmpty ? "" : " \(what)")"
    }
    return "\(name), \(entries.count) entries: \(entries.joined(separator: ", "))"
  }
}
