/// Rebuilds a run's views from the log and the changes that were recorded, in order.
///
/// The same object makes the changes while a session is replayed and reads them back, so that both
/// agree on what a change is measured against.
public struct ViewBuilder: Sendable {
  /// The items of the log, whole.
  public let log: [Item]
  private let transcript: Transcript
  private var items: [Item] = []
  private var count = 0

  /// Makes a builder that has seen no request.
  ///
  /// - Parameter log: The log's items where they were made already.
  public init(_ transcript: Transcript, log: [Item]? = nil) {
    self.transcript = transcript
    self.log =
      log
      ?? transcript.entries.enumerated().map {
        Item(recorded: EntryID($0.offset), entry: $0.element)
      }
  }

  /// What a view with this many entries appended is measured against: the view before and what was
  /// appended since.
  public func base(at count: Int) -> [Item] {
    count > self.count ? items + log[self.count..<min(count, log.count)] : items
  }

  /// The head of the log with this many entries appended.
  public func head(at count: Int) -> Head { transcript.head(at: count) }

  /// Records a main-line request's view and goes on from it.
  public mutating func record(_ view: View, at count: Int) -> ViewChange {
    if count > self.count { items += log[self.count..<min(count, log.count)] }
    self.count = count
    let change = ViewChange(
      from: items, to: view.items, editedHead: view.isHeadEdited ? view.head : nil)
    take(view.items)
    return change
  }

  /// Makes the list the view's without keeping the view's own: whoever owns that goes on to fill it.
  private mutating func take(_ view: [Item]) {
    if let first = view.first { items.leave(before: first) }
    if items.count > view.count { items.removeLast(items.count - view.count) }
    for place in items.indices where items[place].box !== view[place].box {
      items[place] = view[place]
    }
    items += view[items.count...]
  }

  /// The next main-line request's view.
  ///
  /// - Parameter count: How many entries were appended when the request was made.
  /// - Returns: nil if the change does not fit.
  public mutating func next(_ change: ViewChange, at count: Int) -> View? {
    guard let items = change.applied(to: base(at: count)) else { return nil }
    self.items = items
    self.count = count
    return view(items, change, at: count)
  }

  /// A view with the head it was shown with.
  func view(_ items: [Item], _ change: ViewChange, at count: Int) -> View {
    View(
      head: change.editedHead ?? head(at: count), isHeadEdited: change.editedHead != nil,
      items: items)
  }
}

extension Observation {
  /// The main-line views in order of the requests.
  ///
  /// - Returns: nil if a change does not fit the transcript.
  public func views(of transcript: Transcript) -> [View]? {
    var builder = ViewBuilder(transcript)
    var views: [View] = []
    views.reserveCapacity(requests.count)
    for (request, change) in zip(requests, changes) {
      guard let view = builder.next(change, at: request.entry.index + 1) else { return nil }
      views.append(view)
    }
    return views
  }
}
