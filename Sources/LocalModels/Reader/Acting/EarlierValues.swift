import EvalKit

/// What earlier calls in view gave for an argument of the same name: its values and their make.
struct EarlierValues: Sendable {
  /// The values, oldest first.
  var values: [JSONValue] = []
  /// The makes of the values that are text.
  var shapes: Set<ValueShape> = []
  /// Whether they are dates written as 2026-05-14.
  var areISODates = false

  /// Collects the values for a slot.
  init(_ view: ActView, slot: Slot) {
    for past in view.calls {
      collect(past.call.arguments, slot.name)
    }
    for value in values {
      guard let text = value.stringValue else { continue }
      shapes.insert(ValueShape(Folding.fold(text)))
      if ChunkShape.isISODate(Array(text.utf8)) { areISODates = true }
    }
  }

  private mutating func collect(_ value: JSONValue, _ name: String) {
    switch value {
    case .object(let object):
      for member in object.members {
        if member.key == name {
          if let elements = member.value.arrayValue {
            values += elements.filter { $0.objectValue == nil }
          } else if member.value.objectValue == nil {
            values.append(member.value)
          }
        }
        collect(member.value, name)
      }
    case .array(let elements): for element in elements { collect(element, name) }
    default: break
    }
  }
}
