import EvalKit

/// Fills the arguments of a call with values in view, by name, type and nearness.
struct Filler: Sendable {
  let view: ActView
  private let context: FillContext

  /// Reads a view.
  init(_ view: ActView) {
    self.view = view
    context = FillContext(view)
  }

  /// A call of a tool.
  ///
  /// - Parameter isNew: Whether a call is wanted that was not made before: where the best values are
  ///   those of an earlier call, the next best are taken.
  func call(_ tool: String, isNew: Bool = true) -> ToolCall {
    let slots = slots(of: tool)
    let inTurn = view.calls.filter {
      $0.call.name == tool && $0.turn == view.activeTurn && view.isRead(tool)
    }
    let call = call(tool, slots, without: used(inTurn))
    guard isNew else { return call }
    let same = view.calls.filter { $0.call.name == tool && $0.makes(call) && $0.hasOutput }
    return same.isEmpty ? call : self.call(tool, slots, without: used(inTurn + same))
  }

  private func used(_ calls: [ActView.Past]) -> [String: Set<String>] {
    var used: [String: Set<String>] = [:]
    for past in calls {
      for leaf in Leaf.leaves(of: past.call.arguments) {
        used[leaf.path.last ?? "", default: []].insert(leaf.text)
      }
    }
    return used
  }

  private func call(_ tool: String, _ slots: [Slot], without used: [String: Set<String>])
    -> ToolCall
  {
    var values: [String: JSONValue] = [:]
    var pools: [(slot: Slot, choices: [ValuePool.Choice])] = []
    for slot in slots {
      let used = used[slot.name] ?? []
      if let value = value(for: slot, tool: tool, used: used) {
        values[slot.name] = value
      } else if slot.isScalar {
        pools.append((slot, pool(slot, tool, used).ranked(isRequired: slot.isRequired)))
      }
    }
    // The surest first; a value fills one slot only.
    pools.sort { $0.choices.first?.score ?? 0 > $1.choices.first?.score ?? 0 }
    var taken: Set<String> = []
    for (slot, choices) in pools {
      if let choice = choices.first(where: { !taken.contains($0.text) }) {
        values[slot.name] = choice.value
        if slot.form == .text { taken.insert(choice.text) }
      } else if slot.isRequired, let value = slot.schema["default"], !value.isNull {
        values[slot.name] = value
      }
    }
    let members = slots.compactMap { slot in values[slot.name].map { (slot.name, $0) } }
    return ToolCall(name: tool, arguments: .object(JSONObject(members)))
  }

  private func pool(_ slot: Slot, _ tool: String, _ used: Set<String>) -> ValuePool {
    ValuePool(
      context: context, slot: slot, tool: tool, earlier: EarlierValues(view, slot: slot), used: used
    )
  }

  /// The arguments of a tool: as defined, else as given in earlier calls.
  private func slots(of tool: String) -> [Slot] {
    if let definition = view.definition(tool) { return view.memory.tool(definition).slots }
    var slots: [Slot] = []
    for past in view.calls where past.call.name == tool {
      for member in past.call.arguments.objectValue?.members ?? []
      where !slots.contains(where: { $0.name == member.key }) {
        slots.append(
          Slot(name: member.key, schema: SchemaGuess.schema(of: member.value), isRequired: true))
      }
    }
    return slots
  }

  /// The value of a slot that is not picked from the pool.
  private func value(for slot: Slot, tool: String, used: Set<String>) -> JSONValue? {
    if !slot.members.isEmpty { return member(of: slot) }
    switch slot.form {
    case .boolean: return boolean(slot)
    case .array: return array(slot)
    case .object: return object(slot.schema)
    case .text, .number, .integer: break
    }
    if let value = Analogy(view).value(slot, tool: tool), !used.contains(value) {
      return SlotValue.json(value, slot)
    }
    return slot.isFreeText ? FreeText(view).text(slot).map { .string($0) } : nil
  }

  private func member(of slot: Slot) -> JSONValue? {
    let order = [view.activePrompt].compactMap { $0 } + view.items.indices.reversed()
    for item in order {
      let text = " " + Folding.fold(view.items[item].entry.text) + " "
      for member in slot.members {
        let words = KeyWords.split(member.stringValue ?? "").joined(separator: " ")
        if !words.isEmpty, text.contains(words) { return member }
      }
    }
    if let past = EarlierValues(view, slot: slot).values.last { return past }
    return slot.schema["default"] ?? (slot.isRequired ? slot.members.first : nil)
  }

  private func boolean(_ slot: Slot) -> JSONValue? {
    if slot.nameKeys.contains(where: context.promptKeys.contains) { return true }
    if let past = EarlierValues(view, slot: slot).values.last { return past }
    if let value = slot.schema["default"], value.boolValue != nil { return value }
    return slot.isRequired ? false : nil
  }

  private func array(_ slot: Slot) -> JSONValue? {
    let element = slot.schema["items"] ?? .object(JSONObject())
    if element["properties"] != nil {
      let objects = ObjectFinder(view).objects(matching: Slot.slots(of: element), name: slot)
      return objects.isEmpty ? nil : .array(objects)
    }
    let singular = Slot(name: slot.name, schema: element, isRequired: true)
    let pool = pool(singular, "", [])
    let values = pool.all()
    return values.isEmpty ? nil : .array(values)
  }

  private func object(_ schema: JSONValue) -> JSONValue? {
    var object = JSONObject()
    for slot in Slot.slots(of: schema) {
      let value =
        value(for: slot, tool: "", used: [])
        ?? (slot.isScalar ? pool(slot, "", []).ranked(isRequired: true).first?.value : nil)
      if let value { object[slot.name] = value }
    }
    return object.isEmpty ? nil : .object(object)
  }
}

/// The schema of a value as it was given.
enum SchemaGuess {
  /// A schema that names the type, with the items of arrays and the members of objects.
  static func schema(of value: JSONValue) -> JSONValue {
    switch value {
    case .string, .null: return ["type": "string"]
    case .bool: return ["type": "boolean"]
    case .number(let number):
      return ["type": number.intValue != nil ? "integer" : "number"]
    case .array(let values):
      return ["type": "array", "items": values.first.map(schema) ?? ["type": "string"]]
    case .object(let object):
      let members = object.members.map { ($0.key, schema(of: $0.value)) }
      return ["type": "object", "properties": .object(JSONObject(members))]
    }
  }
}
