/// A format that transcripts can be written in for other tools.
public enum ExportFormat: String, Hashable, Sendable, CaseIterable {
  /// Apple's `FoundationModels.Transcript`, version 1.1.
  case foundationModels = "foundation-models"
  /// OpenAI chat messages with tools, as a request has them.
  case openAIChat = "openai-chat"
  /// Anthropic Messages with tools, as a request has them.
  case anthropic
  /// The Agent Trajectory Interchange Format, version 1.7.
  case atif
}

/// A transcript in another format, and what that format has no place for.
public struct ExportedTranscript: Hashable, Sendable {
  /// The file.
  public var value: JSONValue
  /// What is not in it, or is in it as something else.
  public var losses: [ExportLoss]

  /// Writes a transcript in a format.
  ///
  /// Reading the file again gives the same entries but for what the losses say, and for labels.
  ///
  /// - Complexity: O(size of the transcript).
  public init(_ transcript: Transcript, as format: ExportFormat) {
    var losses = ExportLosses()
    switch format {
    case .foundationModels:
      value = FoundationModelsFormat.encode(transcript)
      FoundationModelsFormat.addLosses(of: transcript, to: &losses)
    case .openAIChat: value = OpenAIChatFormat.encode(transcript, losses: &losses)
    case .anthropic: value = AnthropicEncoder.encode(transcript, losses: &losses)
    case .atif: value = ATIFEncoder.encode(transcript, losses: &losses)
    }
    self.losses = losses.losses
  }
}

/// Something that a format cannot carry, counted.
public struct ExportLoss: Hashable, Sendable, CustomStringConvertible {
  /// What it is, in words that follow the count.
  public var what: String
  /// How often it was met.
  public var count: Int

  /// `3 × reasoning without a signature`.
  public var description: String { "\(count) × \(what)" }
}

/// Losses being collected; like ones are counted.
struct ExportLosses {
  private(set) var losses: [ExportLoss] = []

  mutating func add(_ what: String, count: Int = 1) {
    if count == 0 { return }
    if let index = losses.firstIndex(where: { $0.what == what }) {
      losses[index].count += count
    } else {
      losses.append(ExportLoss(what: what, count: count))
    }
  }

  /// Adds what no format but our own has a place for.
  mutating func addCommon(of transcript: Transcript) {
    let heads = [transcript.head] + transcript.changes.map { $0.applied(to: Head()) }
    add(
      "effect of a tool (read or write)", count: heads.flatMap(\.tools).count { $0.effect != nil })
    add("recorded compaction", count: transcript.compactions.count)
  }

  /// Adds what formats of chat messages leave out of entries.
  mutating func addMessageLosses(of transcript: Transcript) {
    addCommon(of: transcript)
    let entries = transcript.head.instructions + transcript.entries
    add("recorded id of an entry", count: entries.count { $0.recordedID != nil })
    add("response format of a prompt", count: entries.count { $0.responseSchema != nil })
    let keys = Set(entries.flatMap(\.extra.keys)).sorted()
    if !keys.isEmpty {
      add(
        "entry with keys of its recording (\(keys.prefix(6).joined(separator: ", "))"
          + (keys.count > 6 ? " …)" : ")"), count: entries.count { !$0.extra.isEmpty })
    }
  }
}
