import EvalKit
import Testing

/// A small generator of numbers, the same in every run (Steele, Lea, Flood 2014).
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

struct DamagedFileTests {
  @Test(
    arguments: FixtureTests.renderings.map(\.file) + LogFormatFixtureTests.renderings.map(\.file)
      + RecordedFormatFixtureTests.all.map(\.file))
  func `a damaged file is read or refused with a place, never worse`(_ file: String) throws {
    let whole = try fixture(file)
    var random = SplitMix(state: 7)
    for round in 0..<80 {
      let bytes = damaged(whole, round: round, using: &random)
      var options = TranscriptImporter.Options()
      options.skipsMalformedLines = round.isMultiple(of: 5)
      do {
        for read in try TranscriptImporter.read(bytes, file: file, options: options) {
          let written = FoundationModelsFormat.encode(read.transcript)
          #expect(written["type"] == "FoundationModels.Transcript")
        }
      } catch {
        #expect(error.diagnostics.isEmpty == false)
        #expect(error.diagnostics.allSatisfy { $0.line > 0 && $0.column > 0 })
      }
    }
  }

  /// A copy with some bytes cut off, removed, replaced or repeated.
  private func damaged(_ whole: [UInt8], round: Int, using random: inout SplitMix) -> [UInt8] {
    var bytes = whole
    if round.isMultiple(of: 4) {
      return Array(whole.prefix(Int.random(in: 0..<whole.count, using: &random)))
    }
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let start = Int.random(in: 0..<bytes.count - 16, using: &random)
      let end = start + Int.random(in: 1..<16, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes.removeSubrange(start..<end)
      case 1: bytes.insert(contentsOf: bytes[start..<end], at: start)
      default:
        let interesting = Array("{}[]\",:\\/0-\u{1}x".utf8)
        bytes[start] = interesting.randomElement(using: &random) ?? 0xFF
      }
    }
    return bytes
  }

  @Test(
    arguments: [
      "apple-transcript-1.1.json", "openai-chat.json", "tau-bench-results.json",
      "atif-1.7.trajectory.json", "otel-genai-messages.json", "otel-genai-otlp.json",
      "inspect-log.json", "swe-agent.traj", "openhands-v0-output.jsonl",
      "openhands-v1-events.json", "sgd.json", "sharegpt.json",
      "anthropic-messages.json", "openai-responses-items.json", "gemini-api-contents.json",
      "gemini-cli-session.json", "any-language-model.json", "server-foundation-models.json",
    ])
  func `a value of another type is read or refused with a place`(file: String) throws {
    let root = try JSONValue.parse(try fixture(file))
    let strangers: [JSONValue] = [.null, 1, "x", [], [:], true, ["x"]]
    let changes = strangers.map { variants(of: root, $0) }
    for index in changes[0].indices {
      let changed = changes[index % strangers.count][index]
      do throws(ImportError) {
        for read in try TranscriptImporter.read(Array(changed.serialised().utf8), file: file) {
          _ = FoundationModelsFormat.encode(read.transcript)
        }
      } catch {
        #expect(error.diagnostics.map(\.file) == [file])
      }
    }
  }

  /// The value with each of its parts in turn replaced by a stranger.
  private func variants(of value: JSONValue, _ stranger: JSONValue) -> [JSONValue] {
    var variants = [stranger]
    switch value {
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        for variant in self.variants(of: element, stranger) {
          var changed = elements
          changed[index] = variant
          variants.append(.array(changed))
        }
      }
    case .object(let object):
      for member in object.members {
        for variant in self.variants(of: member.value, stranger) {
          var changed = object
          changed[member.key] = variant
          variants.append(.object(changed))
        }
      }
    case .null, .bool, .number, .string: break
    }
    return variants
  }
}
