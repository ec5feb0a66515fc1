/// Measures, request after request, whether the arguments of recorded calls are still in view.
///
/// No model is asked, and no view is kept: per request only the leaves of the calls that follow it are
/// looked up.
public struct ArgumentSupport: Sendable {
  /// How one traceable leaf came out.
  public struct Finding: Hashable, Sendable {
    /// The leaf's id, `m4.calls#1/tag`.
    public let id: String
    /// Its value; leaves with one value count once together.
    public let value: String
    /// Whether the value is intact in the view of the request.
    public let isSupported: Bool
    /// The entries before the turn in flight that hold the value.
    let holders: ArraySlice<Int>
  }

  /// What was traced.
  public let trace: ArgumentTrace
  /// The findings so far, in order.
  public private(set) var findings: [Finding] = []
  private var shown = ShownItems()
  private var texts = MadeTexts()
  /// Whether every view so far was the log, so that nothing can be missing.
  private var isPristine = true

  /// Starts before the first request.
  public init(_ trace: ArgumentTrace) { self.trace = trace }

  /// Looks up the arguments of the calls that follow a request, in its view.
  ///
  /// - Complexity: O(view) where something was edited and calls follow; O(calls) otherwise.
  public mutating func observe(_ record: RequestRecord, view: View, change: ViewChange) {
    if !change.isEmpty { isPristine = false }
    let input = record.entry.index
    guard let leaves = trace.leaves[input] else { return }
    if isPristine {
      for leaf in leaves { note(leaf, isSupported: true) }
    } else {
      shown.set(view)
      observe(input: input, in: shown)
    }
  }

  mutating func observe(input: Int, in shown: ShownItems) {
    for leaf in trace.leaves[input] ?? [] {
      note(leaf, isSupported: isSupported(leaf, in: shown))
    }
  }

  private mutating func note(_ leaf: ArgumentTrace.Leaf, isSupported: Bool) {
    findings.append(
      Finding(
        id: leaf.id, value: leaf.value.value, isSupported: isSupported, holders: leaf.holders))
  }

  /// The share of traceable leaves that are supported, each value counted once.
  ///
  /// - Returns: nil where nothing is traceable.
  public var share: Double? {
    let values = Dictionary(grouping: findings, by: \.value).values
    if values.isEmpty { return nil }
    return values.reduce(0) { sum, group in
      sum + Double(group.count { $0.isSupported }) / Double(group.count)
    } / Double(values.count)
  }

  private mutating func isSupported(_ leaf: ArgumentTrace.Leaf, in shown: ShownItems) -> Bool {
    for holder in leaf.holders.reversed() {
      guard let place = shown.place(of: holder) else { continue }
      let item = shown.items[place]
      if item.isWhole || leaf.value.isIn(texts.text(of: item)) { return true }
    }
    return shown.synthesised.contains { leaf.value.isIn(texts.text(of: shown.items[$0])) }
  }
}
