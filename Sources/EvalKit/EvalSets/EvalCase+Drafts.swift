extension EvalCase {
  /// The parts of a case that were only suggested, in the order they are written.
  public var drafts: [CasePlaces.Part] {
    facts.filter(\.isDraft).map { .fact($0.id) }
      + probes.indices.filter { probes[$0].isDraft }.map { .probe($0) }
      + trajectories.indices.filter { trajectories[$0].isDraft }.map { .trajectory($0) }
      + constraints.indices.filter { constraints[$0].isDraft }.map { .constraint($0) }
  }

  /// The same case with nothing marked as a draft.
  public var withoutDrafts: EvalCase {
    var value = self
    for index in value.facts.indices { value.facts[index].isDraft = false }
    for index in value.probes.indices { value.probes[index].isDraft = false }
    for index in value.trajectories.indices { value.trajectories[index].isDraft = false }
    for index in value.constraints.indices { value.constraints[index].isDraft = false }
    return value
  }

  /// What a part is called in messages: `the probe 'tag'`.
  public func name(of part: CasePlaces.Part) -> String {
    switch part {
    case .whole: "the case '\(id)'"
    case .title: "the title"
    case .fact(let id): "the fact '\(id)'"
    case .probe(let index): "the probe '\(probes[index].id)'"
    case .trajectory(let index): "the trajectory '\(trajectories[index].id)'"
    case .constraint(let index): "the constraint '\(constraints[index].id)'"
    case .secret(let id): "the secret '\(id)'"
    }
  }
}

extension LoadedSet {
  /// Why a set must not be measured yet: parts of it are drafts that nobody has looked at.
  ///
  /// - Returns: nil where nothing is a draft.
  public var draftRefusal: String? {
    let found = cases.flatMap { loaded in
      loaded.value.drafts.map { (loaded, $0) }
    }
    guard let (loaded, part) = found.first else { return nil }
    let place = loaded.places[part].position
    return
      "\(found.count) \(found.count == 1 ? "draft" : "drafts") that nobody has looked at, first "
      + "\(loaded.value.name(of: part)) at \(loaded.places.file):\(place); "
      + "delete its line 'draft: true' if it is right, and the whole if it is not"
  }
}
