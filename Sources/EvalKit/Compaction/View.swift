/// What a request shows the model, after the strategy.
public struct View: Sendable {
  /// The head shown.
  public var head: Head
  /// Whether a stage edited or dropped the head.
  public var isHeadEdited: Bool
  /// The items shown.
  public var items: [Item]

  /// Makes a view.
  public init(head: Head, isHeadEdited: Bool = false, items: [Item]) {
    self.head = head
    self.isHeadEdited = isHeadEdited
    self.items = items
  }

  /// Whether two views show the same.
  public static func areSame(_ left: View, _ right: View) -> Bool {
    left.items.count == right.items.count && left.head == right.head
      && zip(left.items, right.items).allSatisfy(Item.areSame)
  }
}
