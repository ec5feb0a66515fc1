extension Transcript {
  /// Responses without content directly before tool calls: a fault of some recorders.
  var emptyResponses: [Int] {
    entries.indices.filter { place in
      entries[place].kind == .response && entries[place].isBlank && place + 1 < entries.count
        && entries[place + 1].kind == .toolCalls
    }
  }

  /// Takes entries out, and moves what names places after them.
  ///
  /// - Complexity: O(entries + places named).
  mutating func remove(_ places: [Int]) {
    guard !places.isEmpty else { return }
    let moved = PlacesAfterRemoval(of: places, count: entries.count)
    let gone = Set(places)
    entries = entries.indices.filter { !gone.contains($0) }.map { entries[$0] }
    for index in changes.indices { changes[index].position = moved(changes[index].position) }
    for index in compactions.indices { compactions[index].move(moved) }
  }
}

extension DecodedTranscript {
  /// Notes responses without content before tool calls, and drops them if asked to.
  mutating func mendEmptyResponses(dropping: Bool) {
    let empty = transcript.emptyResponses
    guard let first = empty.first else { return }
    notes.add(
      .emptyResponse, count: empty.count, at: transcript.entries[first].label,
      "an empty response before tool calls" + (dropping ? ", dropped" : ""))
    guard dropping else { return }
    expectations.move(PlacesAfterRemoval(of: empty, count: transcript.entries.count))
    transcript.remove(empty)
  }
}

/// Where places are once some entries are taken out: one that is gone becomes that of the next.
struct PlacesAfterRemoval {
  private let moved: [Int]

  init(of places: [Int], count: Int) {
    let gone = Set(places)
    var moved: [Int] = []
    var next = 0
    for place in 0...count {
      moved.append(next)
      if !gone.contains(place) { next += 1 }
    }
    self.moved = moved
  }

  func callAsFunction(_ place: Int) -> Int { moved[min(max(place, 0), moved.count - 1)] }

  func callAsFunction(_ places: RangeSet<Int>) -> RangeSet<Int> {
    RangeSet(places.ranges.map { self($0.lowerBound)..<self($0.upperBound) })
  }
}

extension CompactionEvent {
  fileprivate mutating func move(_ moved: PlacesAfterRemoval) {
    position = moved(position)
    dropped = moved(dropped)
    for index in summaries.indices {
      summaries[index].covers = moved(summaries[index].covers)
      summaries[index].carries = moved(summaries[index].carries)
      summaries[index].place = moved(summaries[index].place)
    }
    for index in replacements.indices {
      replacements[index].entry = moved(replacements[index].entry)
    }
  }
}

extension ImportedExpectations {
  /// Moves what names places after entries that were taken out.
  mutating func move(_ moved: PlacesAfterRemoval) {
    func move(_ evidence: inout [Evidence]) {
      for index in evidence.indices {
        evidence[index].entry = evidence[index].entry.map { EntryID(moved($0.index)) }
      }
    }
    func move(_ checkpoint: Checkpoint) -> Checkpoint {
      switch checkpoint {
      case .before(let id): .before(EntryID(moved(id.index)))
      case .after(let id): .after(EntryID(moved(id.index)))
      case .turn(let id): .turn(EntryID(moved(id.index)))
      case .end, .every: checkpoint
      }
    }
    for index in facts.indices {
      move(&facts[index].evidence)
      for older in facts[index].supersedes.indices {
        move(&facts[index].supersedes[older].evidence)
      }
    }
    for index in probes.indices { probes[index].at = move(probes[index].at) }
    for index in trajectories.indices { trajectories[index].at = move(trajectories[index].at) }
  }
}
