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
  /// An error for every part that is a draft, at its place: such a set must not be measured yet.
  public var draftDiagnostics: [Diagnostic] {
    cases.flatMap { loaded in
      loaded.value.drafts.map { part in
        Diagnostic(
          severity: .error, file: loaded.places.file, position: loaded.places[part].position,
          path: loaded.places[part].path,
          message:
            "\(loaded.value.name(of: part)) is a draft that nobody has looked at; delete its "
            + "line 'draft: true' if it is right, and the whole of it if it is not")
      }
    }
  }

  /// Why a set must not be measured yet, on one line; nil where nothing is a draft.
  public var draftRefusal: String? {
    let drafts = draftDiagnostics
    guard let first = drafts.first else { return nil }
    return drafts.count == 1
      ? first.description : "\(drafts.count) drafts; the first: \(first.description)"
  }
}
