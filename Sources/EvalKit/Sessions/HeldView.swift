/// What a model holds of a session, with the items it stands for.
///
/// A request is compared item by item with the one before, as objects, so that only what changed is
/// looked at as tokens; its list of items is its own, so that the session appends to the history
/// without copying it.
struct HeldView: Sendable {
  /// A view as a model would be shown it, measured against what is held.
  struct Rendering {
    /// The head shown.
    let head: Head
    /// How many runs the head renders to.
    let headRuns: Int
    /// How many of the held runs, and how many of its items, it begins with.
    let kept: (runs: Int, items: Int)
    /// The items after those.
    let rest: ArraySlice<Item>
    /// The runs after those kept.
    let runs: [TokenRun]
    /// Tokens in all.
    let total: Int
    /// Whether an assumed attachment cost is in it.
    let isAssumed: Bool
  }

  private(set) var cache: PrefixCache
  private var head: Head?
  private var headRuns = 0
  private var items: [Item] = []

  init(policy: CachePolicy) { cache = PrefixCache(policy: policy) }

  /// Renders what of a view is not held.
  ///
  /// - Complexity: O(items), a comparison of addresses each, and rendering from the first that
  ///   differs on.
  func render(head: Head, items: [Item], ledger: TokenLedger) -> Rendering {
    var runs: [TokenRun] = []
    var kept = (runs: 0, items: 0)
    let headRuns: Int
    if head == self.head {
      headRuns = self.headRuns
      kept.items = Self.commonPrefix(self.items, items)
      kept.runs = headRuns + kept.items
    } else {
      runs = ledger.runs(of: head)
      headRuns = runs.count
    }
    let rest = items[kept.items...]
    runs.reserveCapacity(runs.count + rest.count)
    var previous = kept.items > 0 ? items[kept.items - 1] : nil
    for item in rest {
      runs.append(ledger.run(of: item, after: previous))
      previous = item
    }
    var total = cache.tokens(inFirst: kept.runs)
    var isAssumed = cache.isAssumed(inFirst: kept.runs)
    for run in runs {
      total += run.count
      isAssumed = isAssumed || run.assumed
    }
    return Rendering(
      head: head, headRuns: headRuns, kept: kept, rest: rest, runs: runs, total: total,
      isAssumed: isAssumed)
  }

  /// How much of a rendering could be served; changes nothing.
  func reuse(for rendering: Rendering) -> PrefixCache.Admission {
    cache.reuse(keeping: rendering.kept.runs, then: rendering.runs)
  }

  /// Serves a rendering and holds it instead of what was held.
  mutating func admit(_ rendering: Rendering) -> PrefixCache.Admission {
    let admission = cache.admit(keeping: rendering.kept.runs, then: rendering.runs)
    head = rendering.head
    headRuns = rendering.headRuns
    items.removeSubrange(rendering.kept.items...)
    items.append(contentsOf: rendering.rest)
    return admission
  }

  /// Adds what the model generated after the request.
  mutating func hold(reply: some Sequence<Item>, ledger: TokenLedger) {
    var runs: [TokenRun] = []
    for item in reply {
      runs.append(ledger.run(of: item, after: items.last))
      items.append(item)
    }
    cache.hold(reply: runs)
  }

  /// How many items two lists begin with that are the same objects.
  private static func commonPrefix(_ left: [Item], _ right: [Item]) -> Int {
    let shorter = min(left.count, right.count)
    var index = 0
    while index < shorter, left[index].box === right[index].box { index += 1 }
    return index
  }
}
