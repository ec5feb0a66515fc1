extension LabelledEdit {
  /// The history with only these parts left, in this order.
  ///
  /// - Throws: ``LabelledEditError`` if something is covered that is not there, or a part shows
  ///   nothing.
  /// - Complexity: O(items + text).
  public func applied(_ parts: [Part]) throws(LabelledEditError) -> History {
    var result = history
    var used = Set<Int>()
    var edited = Set<Int>()
    var places: [Place] = []
    for part in parts {
      let covers = try part.covers.map { label throws(LabelledEditError) in
        guard let position = positions[label] else { throw .unknownCover(label) }
        return position
      }
      let position = part.label.flatMap { positions[$0] }
      guard let position else {
        guard let entry = part.entry else { throw .nothingToShow(part.label) }
        places.append(.made(entry, covers: covers))
        continue
      }
      let isFirst = used.insert(position).inserted
      let item = history.items[position]
      let entry = part.entry ?? item.entry
      switch EntryChange(from: item.entry, to: entry) {
      case .none where covers.isEmpty && !edited.contains(position): places.append(.item(position))
      case .emptied: if isFirst { used.remove(position) }
      case .edited(let segments, let calls)
      where covers.isEmpty && isFirst && !item.isSynthesised:
        result.edit(position, segments: segments, calls: calls)
        edited.insert(position)
        places.append(.item(position))
      case .none, .edited, .remade: places.append(.made(entry, covers: [position] + covers))
      }
    }
    result.arrange(arranged(places, used: used))
    return result
  }

  private enum Place {
    case item(Int)
    case made(Entry, covers: [Int])
  }

  /// Says of what is made which entries it carries.
  private func arranged(_ places: [Place], used: Set<Int>) -> [History.Arranged] {
    let items = history.items
    var search: VerbatimSearch?
    return places.map { place in
      switch place {
      case .item(let position): return .item(position)
      case .made(let entry, let covers):
        let texts =
          search
          ?? VerbatimSearch(items.indices.map { ($0, Array(Self.text(of: items[$0].entry).utf8)) })
        search = texts
        let allowed = Set(covers)
        let carried = texts.keys(in: Array(entry.text.utf8)).filter {
          allowed.isEmpty ? !used.contains($0) : allowed.contains($0)
        }
        return .made(
          entry, covering: covers.flatMap { items[$0].standsFor },
          carrying: carried.flatMap { items[$0].holds })
      }
    }
  }

  /// The text of an entry that is nothing but text; empty for any other.
  private static func text(of entry: Entry) -> String {
    entry.calls.isEmpty && entry.segments.allSatisfy { $0.text != nil } ? entry.text : ""
  }
}

extension Item {
  /// The entries whose text it holds verbatim.
  fileprivate var holds: [EntryID] {
    switch source {
    case .recorded(let id): form == .whole ? [id] : []
    case .synthesised(_, _, let carries): carries
    }
  }
}

extension History {
  /// Does what makes an item show other segments and calls.
  fileprivate mutating func edit(
    _ position: Int, segments: [Segment]?, calls: EntryChange.Calls?
  ) {
    if let segments {
      if EntryChange.isCut(segments, of: items[position].entry.segments) {
        truncate(position, to: segments)
      } else {
        mask(position, with: segments)
      }
    }
    // Operations ask of each call in order.
    var index = -1
    switch calls {
    case nil: break
    case .kept(let kept):
      let kept = Set(kept)
      dropCalls(at: position) { _ in
        index += 1
        return !kept.contains(index)
      }
    case .rewritten(let calls):
      maskArguments(position) { call in
        index += 1
        let arguments = calls[index].arguments
        return arguments == call.arguments ? nil : arguments
      }
    }
  }
}
