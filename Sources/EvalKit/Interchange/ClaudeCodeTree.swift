/// Chooses the rows of a session that lead to its last one.
enum ClaudeCodeTree {
  /// The rows of the path, in the file's order.
  ///
  /// The path goes from the last row to its parents, past a compaction's mark to the row before it.
  /// Of the rows beside it, those belong to it that are parts of a message on it, and those that
  /// answer a call on it that nothing else there does: calls in parallel make a tree of one branch
  /// each. A file whose rows mostly have no parent in it is no tree, and is taken as it stands.
  ///
  /// - Parameters:
  ///   - rows: The rows of the conversation, in the file's order.
  ///   - parents: For the other rows of the file that have an id, their parents.
  static func path(_ rows: [ClaudeCodeRow], parents: [String: String]) -> [ClaudeCodeRow] {
    var ancestors = Ancestors(rows, parents: parents)
    let linked = rows.count { ancestors.place(of: $0.parent) != nil }
    if linked * 2 < rows.count { return rows }
    var path = Set<Int>()
    var current = rows.indices.last
    while let place = current, path.insert(place).inserted {
      let row = rows[place]
      if let parent = ancestors.place(of: row.parent) ?? ancestors.place(of: row.logicalParent) {
        current = parent
      } else {
        let isRoot = row.parent == nil && row.message != nil && !row.isCompactSummary
        current = isRoot || place == 0 ? nil : place - 1
      }
    }
    extend(&path, rows)
    return rows.indices.filter { path.contains($0) }.map { rows[$0] }
  }

  /// Adds the rows beside the path that belong to it.
  private static func extend(_ path: inout Set<Int>, _ rows: [ClaudeCodeRow]) {
    let messages = Set(path.compactMap { rows[$0].messageID })
    for place in rows.indices where rows[place].isAssistant {
      if let id = rows[place].messageID, messages.contains(id) { path.insert(place) }
    }
    let calls = Set(path.flatMap { rows[$0].callIDs })
    var answered = Set(path.flatMap { rows[$0].answeredIDs })
    for place in rows.indices where !path.contains(place) && rows[place].isResults {
      let ids = rows[place].answeredIDs
      if ids.allSatisfy({ calls.contains($0) && !answered.contains($0) }) {
        path.insert(place)
        answered.formUnion(ids)
      }
    }
  }
}

/// Finds the rows of the conversation that ids lead to, past the rows that are no part of it.
private struct Ancestors {
  private var places: [String: Int] = [:]
  private let parents: [String: String]
  /// The ids that lead nowhere.
  private var lost: Set<String> = []

  init(_ rows: [ClaudeCodeRow], parents: [String: String]) {
    self.parents = parents
    for (place, row) in rows.enumerated() {
      if let uuid = row.uuid { places[uuid] = place }
    }
  }

  /// The place of the row that an id leads to; what was found is remembered, so that a long way is
  /// gone once.
  mutating func place(of uuid: String?) -> Int? {
    var way: Set<String> = []
    var next = uuid
    while let id = next, places[id] == nil, !lost.contains(id), way.insert(id).inserted {
      next = parents[id]
    }
    guard let place = next.flatMap({ places[$0] }) else {
      lost.formUnion(way)
      return nil
    }
    for id in way { places[id] = place }
    return place
  }
}
