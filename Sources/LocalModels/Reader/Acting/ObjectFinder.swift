import EvalKit

/// Finds objects in view that have the members a schema asks for.
struct ObjectFinder {
  private let view: ActView

  init(_ view: ActView) { self.view = view }

  /// The objects of the latest list that holds most of the members, reduced to these.
  func objects(matching slots: [Slot], name: Slot) -> [JSONValue] {
    var best: (found: Int, objects: [JSONValue]) = (0, [])
    for item in view.items {
      var lists: [[JSONObject]] = []
      for call in item.entry.calls { collect(call.arguments, &lists) }
      for segment in item.entry.segments {
        switch segment.content {
        case .structure(let value, _): collect(value, &lists)
        case .text(let text) where item.kind == .toolOutput:
          for case .value(let value) in LooseJSON.parts(text) { collect(value, &lists) }
        default: break
        }
      }
      for list in lists {
        let found = slots.count { slot in list.contains { $0[slot.name] != nil } }
        if found > 0, found >= best.found {
          best = (found, list.map { reduced($0, slots) })
        }
      }
    }
    return best.objects
  }

  private func reduced(_ object: JSONObject, _ slots: [Slot]) -> JSONValue {
    .object(JSONObject(slots.compactMap { slot in object[slot.name].map { (slot.name, $0) } }))
  }

  private func collect(_ value: JSONValue, _ lists: inout [[JSONObject]]) {
    switch value {
    case .array(let values):
      let objects = values.compactMap(\.objectValue)
      if !objects.isEmpty { lists.append(objects) }
      for element in values { collect(element, &lists) }
    case .object(let object):
      for member in object.members { collect(member.value, &lists) }
    default: break
    }
  }
}
