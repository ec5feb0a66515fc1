import EvalKit
import Synchronization

/// What was read of one entry: its passages, and where its words stand.
final class ReadEntry: Sendable {
  /// The passages, in item 0, their objects numbered from 1.
  let passages: [Passage]
  /// The highest number of an object.
  let objects: Int
  /// How many words the passages have.
  let wordCount: Int
  /// For every word and every key of a path, the passages that have it; by rising key.
  private let keys: [UInt64]
  private let starts: [Int32]
  private let places: [Occurrence]
  private let sizes = Mutex<[Int]?>(nil)
  private let owned = Mutex<[Owner]?>(nil)
  private let spoken = Mutex<Spoken?>(nil)

  /// A passage that has a word.
  struct Occurrence: Sendable {
    let passage: Int32
    /// How often, up to 15.
    let count: UInt8
  }

  /// A value with the words of the names it goes by.
  struct Owner: Sendable {
    let text: String
    let keys: Set<UInt64>
  }

  private struct Spoken: Sendable {
    var mentions: [String] = []
    var year: String?
  }

  init(_ passages: [Passage]) {
    self.passages = passages
    objects = max(0, passages.map(\.object).max() ?? 0)
    wordCount = passages.reduce(0) { $0 + $1.words.count }
    var all: [(key: UInt64, passage: Int32)] = []
    all.reserveCapacity(wordCount)
    for (place, passage) in passages.enumerated() {
      let words = passage.reading.words
      for index in passage.words { all.append((words[index].key, Int32(place))) }
      for key in passage.pathKeys { all.append((key, Int32(place))) }
    }
    all.sort { ($0.key, $0.passage) < ($1.key, $1.passage) }
    var keys: [UInt64] = []
    var starts: [Int32] = []
    var places: [Occurrence] = []
    for (key, passage) in all {
      if keys.last != key {
        keys.append(key)
        starts.append(Int32(places.count))
      } else if let last = places.last, last.passage == passage {
        places[places.count - 1] = Occurrence(passage: passage, count: min(last.count + 1, 15))
        continue
      }
      places.append(Occurrence(passage: passage, count: 1))
    }
    starts.append(Int32(places.count))
    self.keys = keys
    self.starts = starts
    self.places = places
  }

  /// The passages that have a word or a key, in order.
  ///
  /// - Complexity: O(log words).
  func occurrences(of key: UInt64) -> ArraySlice<Occurrence> {
    var low = 0
    var high = keys.count
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    guard low < keys.count, keys[low] == key else { return [] }
    return places[Int(starts[low])..<Int(starts[low + 1])]
  }

  /// For each passage whether it has one of some words or keys.
  func passages(with keys: [UInt64]) -> [Bool] {
    var marked = [Bool](repeating: false, count: passages.count)
    for key in keys {
      for occurrence in occurrences(of: key) { marked[Int(occurrence.passage)] = true }
    }
    return marked
  }

  /// For each passage: how many leaves of the entry have its name; 0 for prose.
  var listSizes: [Int] {
    sizes.remembered {
      var counts: [[String]: Int] = [:]
      for passage in passages where passage.isLeaf { counts[passage.name, default: 0] += 1 }
      return passages.map { $0.isLeaf ? counts[$0.name] ?? 0 : 0 }
    }
  }

  /// The values that leaves are, folded, each once.
  var owners: [Owner] {
    owned.remembered {
      var order: [String] = []
      var keys: [String: Set<UInt64>] = [:]
      for passage in passages
      where passage.isLeaf && passage.value != nil && passage.range.count > 2 {
        let text = passage.reading.foldedText(passage.range)
        if keys[text] == nil { order.append(text) }
        keys[text, default: []]
          .formUnion(passage.pathKeys + passage.content.label.nameKeys)
      }
      return order.map { Owner(text: $0, keys: keys[$0] ?? []) }
    }
  }

  /// The typed values of prose, folded: what was spoken of. Outputs and reasoning speak of nothing.
  var mentions: [String] { said.mentions }

  /// The year of the first whole date.
  var year: String? { said.year }

  private var said: Spoken {
    spoken.remembered {
      var said = Spoken()
      for passage in passages {
        let isProse =
          !passage.isLeaf && passage.kind != .toolOutput && passage.kind != .reasoning
        for value in passage.content.filling {
          if isProse { said.mentions.append(value.folded) }
          if said.year == nil, value.span.kind == .date,
            ChunkShape.isISODate(Array(value.folded.utf8))
          {
            said.year = String(value.folded.prefix(4))
          }
        }
      }
      return said
    }
  }
}
