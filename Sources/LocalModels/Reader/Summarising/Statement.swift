import EvalKit

/// A sentence or a leaf that a summary may hold.
struct Statement: Sendable {
  let passage: Int
  let item: Int
  let text: String
  let score: Int
  let cost: Int
  /// Whether it decides something, asks, or names a file or an address.
  var decides = false
  var asks = false
  var names = false
}

/// Weighs the passages of a conversation for a summary.
struct StatementFinder {
  private let items: [Item]
  private let passages: [Passage]
  private let mentioned: Set<String>
  private let replaced: Replacements

  init(_ items: [Item], _ memory: ReadingMemory) {
    self.items = items
    passages = PassageReader(instructions: [], items: items, memory: memory).passages
    replaced = Replacements(passages)
    var mentioned: Set<String> = []
    for passage in passages where passage.kind != .toolOutput {
      for span in passage.spans where span.kind != .phrase {
        mentioned.insert(passage.reading.foldedText(span.range))
      }
    }
    self.mentioned = mentioned
  }

  /// What is worth keeping, in order.
  func statements() -> [Statement] {
    var statements: [Statement] = []
    var leaves: [Int: Int] = [:]
    for (place, passage) in passages.enumerated() where passage.kind != .reasoning {
      guard let text = replaced.text(of: place, passages) else { continue }
      if passage.isLeaf {
        guard passage.kind != .toolCalls, leaves[passage.item, default: 0] < Self.leavesPerItem,
          let score = score(leaf: passage)
        else { continue }
        leaves[passage.item, default: 0] += 1
        let name = passage.name.joined(separator: " ")
        append(place, passage.range.count < 48 ? "\(name): \(text)" : text, score, &statements)
      } else {
        append(place, text, score(prose: passage), &statements)
      }
    }
    return statements
  }

  private static let leavesPerItem = 4

  private func append(_ place: Int, _ text: String, _ score: Int, _ statements: inout [Statement]) {
    let passage = passages[place]
    var statement = Statement(
      passage: place, item: passage.item, text: text, score: score, cost: TextCost.tokens(text))
    statement.decides = Self.decides(passage)
    statement.asks = passage.isQuestion
    statement.names = passage.spans.contains { $0.kind == .path || $0.kind == .url }
    statements.append(statement)
  }

  private static func decides(_ passage: Passage) -> Bool {
    let text = ByteText(" " + passage.reading.foldedText(passage.range))
    return decisions.contains(where: text.contains)
  }

  private func score(prose passage: Passage) -> Int {
    var score = values(passage)
    switch passage.kind {
    case .prompt: score += 6
    case .instructions, .opaque: score += 3
    case .toolOutput: score -= 2
    default: break
    }
    if passage.isCorrection { score += 4 }
    if Self.decides(passage) { score += 4 }
    if passage.isQuestion { score -= 4 }
    return score
  }

  private func values(_ passage: Passage) -> Int {
    passage.spans.reduce(0) { sum, span in
      switch span.kind {
      case .identifier: sum + (span.quality > 8 ? 6 : 1)
      case .email, .path, .url, .phone, .address: sum + 5
      case .date, .time, .money: sum + (span.quality > 8 ? 4 : 1)
      case .name: sum + (span.quality > 12 ? 3 : 1)
      case .number, .quoted: sum + 2
      case .version, .phrase: sum
      }
    }
  }

  private func score(leaf passage: Passage) -> Int? {
    let spans = passage.spans
    let isMentioned = spans.contains { mentioned.contains(passage.reading.foldedText($0.range)) }
    let isIdentifier = spans.contains { $0.kind == .identifier && $0.quality >= 12 }
    guard isMentioned || isIdentifier else { return nil }
    return (isMentioned ? 5 : 2) + (isIdentifier ? 3 : 0) + min(values(passage), 6)
  }

  private static let decisions = [
    " decide", " agreed", " prefer", " must ", " never ", " always ", " chose", " confirm",
    " please ", " need ", " want ", " will ", " is called ", " remember", " deadline", " settled",
    "決め", "必ず", "お願い", "决定", "需要", "결정",
  ]
}

/// Values that a later correction replaced.
struct Replacements {
  /// For each passage: the values in it that no longer hold.
  private var stale: [Int: [Range<Int>]] = [:]

  init(_ passages: [Passage]) {
    var values: [(place: Int, span: Span, normal: String, shape: ValueShape)] = []
    for (place, passage) in passages.enumerated() where passage.kind != .reasoning {
      let spans = passage.spans.filter {
        $0.quality > 8 && [.identifier, .date, .time, .money, .email, .phone].contains($0.kind)
      }
      let corrects = !passage.isLeaf && passage.isCorrection
      let chunks = corrects ? ChunkScanner.chunks(passage.reading, passage.range) : []
      for span in spans {
        let normal = passage.reading.foldedText(span.range)
        let shape = ValueShape(normal)
        guard corrects, !Corrections.isTakenBack(span.range, in: passage.content, chunks: chunks)
        else {
          values.append((place, span, normal, shape))
          continue
        }
        if let old = values.last(where: {
          $0.span.kind == span.kind && $0.shape == shape && $0.normal != normal && $0.place < place
            && Self.shareTopic(passages[$0.place], passage)
        }) {
          for value in values where value.normal == old.normal {
            stale[value.place, default: []].append(value.span.range)
          }
        }
        values.append((place, span, normal, shape))
      }
    }
  }

  /// The text of a passage without what was replaced; nil if nothing else is in it.
  func text(of place: Int, _ passages: [Passage]) -> String? {
    let passage = passages[place]
    guard let ranges = stale[place] else { return passage.text }
    let others = passage.spans.contains { span in
      span.quality > 8 && span.kind != .number && span.kind != .phrase && span.kind != .version
        && !ranges.contains { $0.overlaps(span.range) }
    }
    guard others else { return nil }
    var text = ""
    var start = passage.range.lowerBound
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound })
    where range.lowerBound >= start {
      text += passage.reading.text(start..<range.lowerBound) + "(replaced)"
      start = range.upperBound
    }
    return text + passage.reading.text(start..<passage.range.upperBound)
  }

  /// Whether a correction speaks of what an earlier passage said: a word in common, or nothing more
  /// than a pronoun in its place.
  private static func shareTopic(_ old: Passage, _ new: Passage) -> Bool {
    let keys = { (passage: Passage) in
      Set(
        passage.words.map { passage.reading.words[$0] }.filter { !$0.isFunctionWord }.map(\.key))
    }
    return !keys(old).isDisjoint(with: keys(new)) || new.item - old.item <= 4
  }
}
