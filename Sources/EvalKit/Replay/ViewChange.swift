/// How a view differs from the one before it.
///
/// The base is the previous request's view with everything appended to the log since, whole. A
/// request that only appended has no splice; every view can be rebuilt from the changes in order.
public struct ViewChange: Sendable {
  /// A run of items replaced by others.
  public struct Splice: Sendable {
    /// The position in the base, before any splice was applied.
    public var at: Int
    /// How many items of the base are left out from there.
    public var remove: Int
    /// What stands there instead.
    public var insert: [Item]

    /// Makes a splice.
    public init(at: Int, remove: Int, insert: [Item]) {
      self.at = at
      self.remove = remove
      self.insert = insert
    }
  }

  /// The splices, by rising position, not overlapping.
  public var splices: [Splice]
  /// The head shown, where a stage edited it; nil where it is the log's.
  public var editedHead: Head?

  /// Makes a change.
  public init(splices: [Splice] = [], editedHead: Head? = nil) {
    self.splices = splices
    self.editedHead = editedHead
  }

  /// Whether the request only appended.
  public var isEmpty: Bool { splices.isEmpty && editedHead == nil }
}
