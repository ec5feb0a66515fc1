/// Finds values in summaries that nothing they were made of has.
///
/// What a summariser was fed is recorded with its calls. A program, a strategy that makes its summary
/// itself, and a summariser that is asked within the session may have read all of it: of those, a
/// value has to stand nowhere in the session so far.
struct SummaryUnsupported: HazardRule {
  let id = "summary-unsupported"
  let group = HazardGroup.coverage
  let severity = HazardSeverity.error
  let scope = HazardScope.edits
  let sentence =
    "A summary states a number, an identifier, a path, a date or a name that its source does not contain."
  let consequence =
    "A value the summariser made up is history from then on: the model books, pays and answers with it."

  private static let entries: [Entry] = [
    .prompt("My bag tag is BA4711."), .response("Noted."), .prompt("Where is it?"),
  ]

  var examples: (fires: HazardExample, silent: HazardExample) {
    (
      fires: .summarised(
        "The user looks for bag BA4177.", of: Self.entries, covers: [0, 1], shows: [2]),
      silent: .summarised(
        "The user looks for bag BA-4711.", of: Self.entries, covers: [0, 1], shows: [2])
    )
  }

  func check(_ scene: HazardScene, report: (HazardHit) -> Void) {
    for summary in scene.newSummaries {
      let stated = StatedValues(scene.ownText(of: summary)).values
      guard !stated.isEmpty else { continue }
      let source = Source(of: summary, scene)
      let unsupported = stated.filter { !source.supports($0) }
      guard let first = unsupported.first else { continue }
      let others = unsupported.dropFirst().prefix(2).map { ", '\($0.matcher.value)'" }.joined()
      let more = unsupported.count > 3 ? " and \(unsupported.count - 3) more" : ""
      report(
        HazardHit(
          summary.entry,
          "\(first.kind) '\(first.matcher.value)'\(others)\(more): in nothing it was made of"))
    }
  }

  /// What a summary may rest on.
  private struct Source {
    let scene: HazardScene
    let index: ValueIndex
    /// The entries; nil: all that were said so far.
    let entries: Set<Int>?
    /// The heads, the earlier summaries, masks, and what the policy itself writes.
    let texts: [MatchText]

    init(of summary: NewSummary, _ scene: HazardScene) {
      self.scene = scene
      let shared = scene.subject.texts
      index = shared.index
      let isOpen =
        scene.usedCalls.isEmpty || summary.stage?.strategy.summarising?.sharesPrefix == true
        || summary.stage?.definition.runsProgram == true
      entries = isOpen ? nil : scene.fed.union(summary.standsFor.map(\.index))
      let made = (scene.edit?.removed ?? []).filter { !$0.isWhole }
      texts =
        [shared.text(of: scene.headInForce), shared.text(of: scene.head)]
        + made.map { shared.text(of: $0) }
        + [MatchText(pieces: summary.stage?.texts.map(\.text) ?? [])]
    }

    func supports(_ value: StatedValues.Value) -> Bool {
      let ways = [value.matcher] + value.alternatives
      if ways.contains(where: isThere) || isLabel(value.matcher.value) { return true }
      // A name may be put otherwise; one that shares no word with the source is made up.
      if value.kind == "name" {
        return value.matcher.value.split(separator: " ").contains {
          isThere(ValueMatcher(String($0), kind: .text))
        }
      }
      // A text that was cut may be cut within a value.
      return isWithin(TextFolding.folded(value.matcher.value))
    }

    private func isThere(_ value: ValueMatcher) -> Bool {
      index.texts(with: value).contains(where: isSource) || texts.contains(where: value.isIn)
    }

    private func isSource(_ entry: Int) -> Bool {
      entry < scene.count && (entries?.contains(entry) ?? true)
    }

    private func isLabel(_ text: String) -> Bool {
      scene.transcript.entries.prefix(scene.count).contains { $0.label == text }
    }

    private func isWithin(_ bytes: [UInt8]) -> Bool {
      index.texts.indices.contains { isSource($0) && index.texts[$0].holds(bytes) }
        || texts.contains { $0.holds(bytes) }
    }
  }
}

extension MatchText {
  /// Whether some folded bytes stand anywhere in it, within a word too.
  func holds(_ needle: [UInt8]) -> Bool {
    guard let first = needle.first, needle.count <= bytes.count else { return false }
    return bytes.withUnsafeBufferPointer { text in
      needle.withUnsafeBufferPointer { needle in
        for start in 0...(text.count - needle.count) where text[start] == first {
          var offset = 1
          while offset < needle.count, text[start + offset] == needle[offset] { offset += 1 }
          if offset == needle.count { return true }
        }
        return false
      }
    }
  }
}

extension TextFolding {
  /// The folded bytes of a text.
  static func folded(_ text: String) -> [UInt8] {
    var folding = TextFolding()
    folding.append(text)
    return folding.bytes
  }
}

extension Stage {
  /// The texts among its arguments, those in lists too, by parameter.
  var texts: [(name: String, text: String)] {
    arguments.values.sorted { $0.key < $1.key }.flatMap { name, value in
      value.texts.map { (name, $0) }
    }
  }
}

extension ArgumentValue {
  fileprivate var texts: [String] {
    switch self {
    case .word(let text), .string(let text): [text]
    case .list(let values): values.flatMap(\.texts)
    case .pipelines(let pipelines):
      pipelines.flatMap(\.stages).flatMap { $0.texts.map(\.text) }
    case .number, .count: []
    }
  }
}
