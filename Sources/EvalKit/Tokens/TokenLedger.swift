import Synchronization

/// A run of tokens that one item renders to.
public struct TokenRun: Sendable {
  /// The tokens.
  public let tokens: [Token]
  /// Whether an assumed attachment cost is in it.
  public let assumed: Bool

  /// Makes a run.
  public init(_ tokens: [Token], assumed: Bool = false) {
    self.tokens = tokens
    self.assumed = assumed
  }

  /// The number of tokens.
  public var count: Int { tokens.count }
}

/// What every entry of a transcript renders to, computed once and shared by all arms.
///
/// - Complexity: building is O(total text); a recorded item's run is looked up in O(1), an edited
///   item's is computed once and kept with the item.
public final class TokenLedger: Sendable {
  /// Heads whose runs are kept: a strategy that edits the head each time must not fill the memory.
  private static let keptHeads = 16

  /// The renderer.
  public let renderer: any Renderer
  /// The tokenizer.
  public let tokenizer: any Tokenizer
  private let entries: [Entry]
  private let recorded: [TokenRun]
  private let heads = Mutex<[(head: Head, runs: [TokenRun])]>([])

  /// Builds the table of a list of entries.
  public init(entries: [Entry], renderer: any Renderer, tokenizer: any Tokenizer) {
    self.renderer = renderer
    self.tokenizer = tokenizer
    self.entries = entries
    recorded =
      renderer.dependsOnNeighbours
      ? []
      : entries.map { Self.run($0, after: nil, renderer: renderer, tokenizer: tokenizer) }
  }

  /// The runs of a head, one a part.
  ///
  /// - Complexity: O(1) for the head asked for last, if it is the same value.
  public func runs(of head: Head) -> [TokenRun] {
    let known = heads.withLock { heads -> [TokenRun]? in
      guard let place = heads.lastIndex(where: { $0.head == head }) else { return nil }
      if place < heads.count - 1 { heads.append(heads.remove(at: place)) }
      return heads.last?.runs
    }
    if let known { return known }
    let runs = renderer.head(head).map { Self.run($0, tokenizer: tokenizer) }
    heads.withLock { heads in
      if heads.count >= Self.keptHeads { heads.removeFirst() }
      heads.append((head, runs))
    }
    return runs
  }

  /// The run of an entry that is not (or not yet) an item.
  public func run(of entry: Entry) -> TokenRun {
    Self.run(entry, after: nil, renderer: renderer, tokenizer: tokenizer)
  }

  /// The run of the entry at a position of the log, if the table was built with that very entry.
  func run(recorded entry: Entry, at id: EntryID) -> TokenRun? {
    id.index < recorded.count && entries[id.index] == entry ? recorded[id.index] : nil
  }

  /// An item of the log, its run looked up in the table.
  public func item(_ entry: Entry, at id: EntryID) -> Item {
    Item(recorded: id, entry: entry, run: run(recorded: entry, at: id))
  }

  /// The tokens of the entry that stands, or will stand, at a position of the log.
  public func count(_ entry: Entry, at id: EntryID) -> Int {
    run(recorded: entry, at: id)?.count ?? run(of: entry).count
  }

  /// The run of an item.
  public func run(of item: Item) -> TokenRun {
    item.rememberedRun {
      Self.run($0, after: nil, renderer: renderer, tokenizer: tokenizer)
    }
  }

  /// The run of an item that stands after another.
  func run(of item: Item, after previous: Item?) -> TokenRun {
    guard renderer.dependsOnNeighbours else { return run(of: item) }
    return Self.run(
      item.entry, after: previous?.entry, renderer: renderer, tokenizer: tokenizer)
  }

  /// The runs of a whole view: the head's parts, then one an item.
  public func runs(head: Head, items: [Item]) -> [TokenRun] {
    var runs = self.runs(of: head)
    runs.reserveCapacity(runs.count + items.count)
    var previous: Item?
    for item in items {
      runs.append(run(of: item, after: previous))
      previous = item
    }
    return runs
  }

  /// The tokens of an item.
  public func count(_ item: Item) -> Int { item.rememberedCount ?? run(of: item).count }

  /// The tokens of a head.
  public func count(_ head: Head) -> Int { runs(of: head).reduce(0) { $0 + $1.count } }

  /// The tokens of items together, without a head.
  public func count(_ items: [Item]) -> Int {
    var sum = 0
    if renderer.dependsOnNeighbours {
      var previous: Item?
      for item in items {
        sum += run(of: item, after: previous).count
        previous = item
      }
      return sum
    }
    for index in items.indices { sum += items[index].rememberedCount ?? count(items[index]) }
    return sum
  }

  private static func run(
    _ entry: Entry, after previous: Entry?, renderer: any Renderer, tokenizer: any Tokenizer
  ) -> TokenRun {
    run(renderer.entry(entry, after: previous), tokenizer: tokenizer)
  }

  private static func run(_ text: RenderedText, tokenizer: any Tokenizer) -> TokenRun {
    var tokens: [Token] = []
    tokenizer.encode(text.text, into: &tokens)
    // An attachment's tokens have no text: stand-ins that are the same for equal attachments.
    let key = UInt32(truncatingIfNeeded: text.attachmentKey ^ text.attachmentKey >> 32)
    let standIn = Token(rawValue: text.attachmentKey == 0 ? .max : key)
    tokens.append(contentsOf: repeatElement(standIn, count: max(0, text.attachmentTokens)))
    return TokenRun(tokens, assumed: text.assumed)
  }
}
