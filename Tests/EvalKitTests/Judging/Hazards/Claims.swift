import EvalKit

/// Says of a finding whether it is true, from the view and the record alone, in the simplest way.
struct Claims {
  let ground: Ground
  let items: [Item]
  let head: Head

  private var ids: [Int?] { items.map { $0.id?.index } }
  private func place(_ entry: Int) -> Int? { ids.firstIndex(of: entry) }
  private func shows(_ entry: Int) -> Bool { ids.contains(entry) }
  private func covers(_ entry: Int) -> Bool {
    items.contains { $0.id == nil && $0.standsFor.contains(EntryID(entry)) }
  }

  /// Whether a call of a round is shown.
  private func shows(_ call: Ground.Call) -> Bool {
    guard let place = place(call.entry) else { return false }
    let recorded = ground.transcript.entries[call.entry].calls[call.index]
    return items[place].entry.calls.contains { $0.id == recorded.id && $0.name == recorded.name }
  }

  private func calls(of round: Int) -> [Ground.Call] {
    ground.entries[round].calls.indices.map { Ground.Call(entry: round, index: $0) }
  }

  /// Nil where this does not know the rule.
  func hold(_ rule: String, _ entry: Int?) -> Bool? {
    guard let entry else { return holdOfView(rule) }
    return holdOfPairs(rule, entry) ?? holdOfTurns(rule, entry) ?? holdOfTools(rule, entry)
  }

  private func holdOfView(_ rule: String) -> Bool? {
    let inForce = ground.transcript.head(at: ground.count).instructionsText
    switch rule {
    case "empty-view": return items.allSatisfy { $0.kind == .instructions }
    case "instructions-lost":
      return !head.instructionsText.contains(inForce)
        && !items.contains { $0.entry.text.contains(inForce) }
    case "instructions-moved":
      return !head.instructionsText.contains(inForce)
        && items.contains { $0.entry.text.contains(inForce) }
    case "instructions-changed":
      return !head.instructions.isEmpty && head.instructionsText != inForce
    case "orphan-call", "undefined-tool":
      return items.contains { $0.id == nil && $0.kind == .toolCalls }
    default: return nil
    }
  }

  private func holdOfPairs(_ rule: String, _ entry: Int) -> Bool? {
    let call = entry < ground.count ? ground.answers[entry] : nil
    switch rule {
    case "orphan-output": return shows(entry) && call.map { !shows($0) } ?? true
    case "orphan-call":
      return ground.outputs(of: entry).contains { output in
        !shows(output) && ground.answers[output].map(shows) == true
      }
    case "pending-call-removed":
      return ground.answers[ground.count - 1]?.entry == entry
        && !calls(of: entry).allSatisfy(shows)
    case "split-batch":
      let outputs = ground.outputs(of: entry)
      let someCalls = calls(of: entry).contains(where: shows) && !calls(of: entry).allSatisfy(shows)
      return someCalls || (outputs.contains(where: shows) && !outputs.allSatisfy(shows))
    case "output-before-call":
      guard let call, let origin = place(call.entry) else { return false }
      return ids.indices.contains { ids[$0] == entry && $0 < origin }
    case "output-not-adjacent":
      guard let call, let origin = place(call.entry), let own = place(entry) else { return false }
      return origin < own
        && items[origin + 1..<own].contains { item in
          item.id.map { ground.answers[$0.index]?.entry != call.entry } ?? true
        }
    case "duplicate-id":
      let recorded = ground.entries[entry].calls.compactMap(\.id)
      let holders = items.filter { item in
        item.entry.calls.contains { recorded.contains($0.id ?? "") }
      }
      return holders.count > 1 || ids.filter { $0 == entry }.count > 1
    default: return nil
    }
  }

  private func holdOfTurns(_ rule: String, _ entry: Int) -> Bool? {
    let prompt = ground.prompt(of: entry)
    switch rule {
    case "orphan-response":
      return shows(entry) && ground.entries[entry].kind == .response
        && prompt.map { !shows($0) && !covers($0) } ?? false
    case "bad-first-entry":
      return items.first { $0.kind != .instructions }?.id?.index == entry
        && ground.entries[entry].kind != .prompt && entry > 0
    case "bad-alternation":
      guard let own = ids.lastIndex(of: entry),
        let before = items[..<own].last(where: { $0.kind != .reasoning })
      else { return false }
      return before.kind == ground.entries[entry].kind
    case "trailing-response":
      return ids.last == entry && ground.entries[entry].kind != .toolOutput
        && ground.entries[entry].kind != .prompt
    case "empty-entry":
      guard let own = place(entry) else { return false }
      return !items[own].entry.text.contains { !$0.isWhitespace }
        && ground.entries[entry].text.contains { !$0.isWhitespace }
    case "prompt-lost": return ground.prompt == entry && !shows(entry)
    case "prompt-duplicated":
      let text = ground.entries[entry].text
      return ground.prompt == entry && items.count { $0.entry.text.contains(text) } > 1
    case "in-flight-edited":
      let own = place(entry).map { items[$0] }
      return ground.isInFlight(entry)
        && own.map { $0.form == .masked || $0.isPartial } ?? true
    case "duplicate-entry": return ids.filter { $0 == entry }.count > 1
    case "order-changed":
      guard let own = place(entry) else { return false }
      return ids[..<own].contains { $0.map { $0 > entry } ?? false }
    case "reasoning-orphaned":
      // What was thought in several entries is thought about what follows the last.
      let next = ground.entries[entry...].firstIndex { $0.kind != .reasoning }
      return shows(entry) && ground.entries[entry].kind == .reasoning
        && !(next.map(shows) ?? false)
    case "signed-prefix-changed":
      guard let own = place(entry) else { return false }
      return own != entry || items[own].form != .whole
        || items[..<own].contains { $0.form != .whole || $0.isPartial }
        || Array(ids[..<own]) != Array(0..<own) || head != ground.transcript.head(at: ground.count)
    default: return nil
    }
  }

  private func holdOfTools(_ rule: String, _ entry: Int) -> Bool? {
    guard let prompt = ground.prompt(of: entry) else { return nil }
    let end =
      ground.entries[(prompt + 1)...].firstIndex { $0.kind == .prompt } ?? ground.count
    let turn = prompt + 1..<end
    func isGone(_ place: Int) -> Bool { !shows(place) && !covers(place) }
    switch rule {
    case "imitation-trap":
      return shows(prompt) && shows(entry)
        && (prompt + 1..<entry).contains { ground.entries[$0].kind == .toolOutput }
        && (prompt + 1..<entry).allSatisfy { place in
          (ground.entries[place].kind != .toolCalls && ground.answers[place] == nil)
            || isGone(place)
            || !ground.outputs(of: place).contains { $0 < entry }
              && ground.entries[place].kind == .toolCalls
        }
    case "effect-forgotten", "effect-invisible":
      return shows(prompt) == (rule == "effect-forgotten") && !shows(entry)
        && turn.allSatisfy { ground.entries[$0].kind != .response || !shows($0) }
        && ground.outputs(of: entry).contains { !shows($0) }
    default: return nil
    }
  }
}
