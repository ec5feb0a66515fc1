extension EvalCase {
  /// Everything that is asked of an arm, in the order results have.
  ///
  /// Probes as written, each with its instances by rising turn and, after each, its decoy; then
  /// trajectory checkpoints by request; then the recorded rounds of calls that no trajectory judges.
  ///
  /// - Complexity: O(entries + probes × turns).
  public var questions: [Question] {
    let replies = Replay(transcript, structure: structure).replies
    var questions = probes.indices.flatMap(probeQuestions)
    let judged = trajectories.indices.flatMap { trajectoryQuestions($0, replies) }
    questions += judged
    var taken = Set(judged.map(\.place))
    for reply in replies where !reply.calls(in: transcript).isEmpty {
      guard taken.insert(.reply(reply.start)).inserted else { continue }
      guard let entry = reply.entries.first(where: { !transcript.entries[$0].calls.isEmpty }) else {
        continue
      }
      let label = transcript.entries[entry].label
      let id = "fill(\(label.isEmpty ? "#\(entry)" : label))"
      questions.append(
        Question(id: id, group: id, subject: .fill, place: .reply(reply.start)))
    }
    return questions
  }

  private func probeQuestions(_ index: Int) -> [Question] {
    let probe = probes[index]
    return boundaries(of: probe).flatMap { place in
      let suffix = place.turns.map { "@t\($0)" } ?? ""
      var questions = [
        Question(
          id: probe.id + suffix, group: probe.id, subject: .probe(index),
          place: .boundary(place.count))
      ]
      if probe.decoy != nil {
        questions.append(
          Question(
            id: "\(probe.id)\(suffix).decoy", group: "\(probe.id).decoy", subject: .decoy(index),
            place: .boundary(place.count)))
      }
      return questions
    }
  }

  /// The boundaries a probe is asked at: how many entries were appended, and for one of several
  /// instances the complete turns.
  private func boundaries(of probe: Probe) -> [(count: Int, turns: Int?)] {
    let end = transcript.entries.count
    switch probe.at {
    case .end: return [(end, nil)]
    case .before(let id): return [(id.index, nil)]
    case .after(let id), .turn(let id): return [(id.index + 1, nil)]
    case .every(let step):
      let first = establishedAt(probe)
      let starts = structure.turnStarts
      var places: [(count: Int, turns: Int?)] = []
      for turns in stride(from: max(1, step), to: starts.count, by: max(1, step))
      where starts[turns].index >= first {
        places.append((starts[turns].index, turns))
      }
      return places + [(end, starts.count)]
    }
  }

  /// How many entries must have been appended for a probe to be fair: all evidence of its facts'
  /// values was said, so also every value they replaced.
  public func establishedAt(_ probe: Probe) -> Int {
    let wanted = Set(probe.facts)
    return facts.lazy.filter { wanted.contains($0.id) }
      .flatMap { $0.evidence + $0.supersedes.flatMap(\.evidence) }
      .compactMap { $0.entry.map { $0.index + 1 } }.max() ?? 0
  }

  private func trajectoryQuestions(_ index: Int, _ replies: [RecordedReply]) -> [Question] {
    let trajectory = trajectories[index]
    let asked: [RecordedReply]
    switch trajectory.at {
    case .before(let id):
      asked = replies.filter { $0.entries.contains(id.index) }
    case .turn(let id):
      let turn = structure.turns[id.index]
      asked = replies.filter { structure.turns[$0.input.index] == turn }
    case .after, .every, .end:
      asked = []
    }
    return asked.enumerated().map { place, reply in
      Question(
        id: asked.count > 1 ? "\(trajectory.id)#\(place + 1)" : trajectory.id,
        group: trajectory.id, subject: .trajectory(index), place: .reply(reply.start))
    }
  }
}
