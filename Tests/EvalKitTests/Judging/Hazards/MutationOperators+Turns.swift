import EvalKit
import EvalKitTesting

extension MutationOperator {
  /// Mistakes with prompts and responses.
  static let turns: [MutationOperator] = [
    MutationOperator(name: "drop the active prompt") { ground, _ in
      guard let prompt = ground.prompt else { return nil }
      var mutation = Mutation(ground)
      mutation.drop(prompt, from: ground)
      mutation.plant("prompt-lost", prompt)
      for response in ground.places(.response) where response > prompt {
        mutation.plant("orphan-response", response)
      }
      return mutation
    },
    MutationOperator(name: "drop a prompt, keep its response") { ground, random in
      guard
        let response = ground.places(.response).filter({ ground.prompt(of: $0) != nil })
          .randomElement(using: &random), let prompt = ground.prompt(of: response)
      else { return nil }
      var mutation = Mutation(ground)
      mutation.drop(prompt, from: ground)
      mutation.plant("orphan-response", response)
      return mutation
    },
    MutationOperator(name: "begin on a response") { ground, random in
      guard
        let response = ground.places(.response).filter({ $0 > 0 })
          .randomElement(using: &random), ground.prompt(of: response) != nil
      else { return nil }
      var mutation = Mutation(ground)
      mutation.drop(Array(0..<response), from: ground)
      mutation.plant("bad-first-entry", response)
      mutation.plant("orphan-response", response)
      return mutation
    },
    MutationOperator(name: "end on a response") { ground, random in
      guard let response = ground.places(.response).randomElement(using: &random),
        let prompt = ground.prompt
      else { return nil }
      var mutation = Mutation(ground)
      mutation.drop(Array(response + 1..<ground.count), from: ground)
      mutation.plant("trailing-response", response)
      if prompt > response { mutation.plant("prompt-lost", prompt) }
      return mutation
    },
    MutationOperator(name: "bring two prompts together", dialect: .anthropic) { ground, random in
      let prompts = ground.places(.prompt)
      guard prompts.count > 1 else { return nil }
      let second = Int.random(in: 1..<prompts.count, using: &random)
      let between = Array(prompts[second - 1] + 1..<prompts[second])
      guard !between.isEmpty else { return nil }
      var mutation = Mutation(ground)
      mutation.drop(between, from: ground)
      mutation.plant("bad-alternation", prompts[second])
      return mutation
    },
    MutationOperator(name: "repeat the prompt in a summary") { ground, random in
      guard let prompt = ground.prompt, prompt > 1,
        ground.entries[prompt].text.utf8.count >= 60,
        !ground.entries[..<prompt].contains(where: { $0.text == ground.entries[prompt].text })
      else { return nil }
      var mutation = Mutation(ground)
      let covered = Array(0..<Int.random(in: 1..<prompt, using: &random))
      let text = "So far: much. Now: \(ground.entries[prompt].text)"
      mutation.items.removeFirst(covered.count)
      mutation.insert(.prompt(text), at: 0, covers: covered)
      mutation.plant("prompt-duplicated", prompt)
      return mutation
    },
  ]

  /// Mistakes with the turn in flight, with order and with what is left of an entry.
  static let shapes: [MutationOperator] = [
    MutationOperator(name: "mask in flight") { ground, random in
      guard let entry = inFlight(ground).randomElement(using: &random),
        ground.entries[entry].kind != .toolCalls
      else { return nil }
      var mutation = Mutation(ground)
      var masked = ground.entries[entry]
      masked.segments = [.text("[removed]")]
      mutation.items[entry] = Item(
        source: .recorded(EntryID(entry)), form: .masked, entry: masked)
      mutation.plant("in-flight-edited", entry)
      return mutation
    },
    MutationOperator(name: "summarise in flight") { ground, random in
      guard let entry = inFlight(ground).randomElement(using: &random) else { return nil }
      var mutation = Mutation(ground)
      mutation.items[entry] = Mutation.made(.prompt("It went on."), covers: [entry])
      mutation.plant("in-flight-edited", entry)
      return mutation
    },
    MutationOperator(name: "swap two entries") { ground, random in
      guard ground.count > 2 else { return nil }
      let first = Int.random(in: 0..<ground.count - 1, using: &random)
      var mutation = Mutation(ground)
      mutation.items.swapAt(first, first + 1)
      mutation.plant("order-changed", first)
      if ground.answers[first + 1]?.entry == first {
        mutation.plant("output-before-call", first + 1)
      }
      return mutation
    },
    MutationOperator(name: "show an entry twice") { ground, random in
      let entry = Int.random(in: 0..<ground.count, using: &random)
      var mutation = Mutation(ground)
      let place = Int.random(in: entry + 1...ground.count, using: &random)
      mutation.items.insert(mutation.items[entry], at: place)
      mutation.plant("duplicate-entry", entry)
      let recorded = ground.entries[entry]
      if recorded.recordedID != nil || recorded.calls.contains(where: { $0.id != nil }) {
        mutation.plant("duplicate-id", entry)
      }
      if entry == ground.prompt { mutation.plant("prompt-duplicated", entry) }
      return mutation
    },
    MutationOperator(name: "empty an entry") { ground, random in
      guard
        let entry = ground.entries.indices.filter({ place in
          ground.entries[place].calls.isEmpty
            && ground.entries[place].text.contains { !$0.isWhitespace }
        }).randomElement(using: &random)
      else { return nil }
      var mutation = Mutation(ground)
      var emptied = ground.entries[entry]
      emptied.segments = [.text(" \n")]
      mutation.items[entry] = Item(
        source: .recorded(EntryID(entry)), form: .masked, entry: emptied)
      mutation.plant("empty-entry", entry)
      if ground.isInFlight(entry) { mutation.plant("in-flight-edited", entry) }
      return mutation
    },
    MutationOperator(name: "clear the view") { ground, _ in
      var mutation = Mutation(ground)
      mutation.drop(Array(0..<ground.count), from: ground)
      mutation.plant("empty-view", nil)
      return mutation
    },
  ]

  private static func inFlight(_ ground: Ground) -> [Int] {
    (0..<ground.count).filter(ground.isInFlight)
  }

  /// Mistakes with instructions.
  static let heads: [MutationOperator] = [
    MutationOperator(name: "drop the instructions") { ground, _ in
      guard var mutation = withHead(ground) else { return nil }
      mutation.head?.instructions = []
      mutation.plant("instructions-lost", nil)
      return mutation
    },
    MutationOperator(name: "rewrite the instructions") { ground, random in
      guard var mutation = withHead(ground), let text = mutation.head?.instructionsText else {
        return nil
      }
      let kept = Int.random(in: 1...max(1, text.count - 1), using: &random)
      mutation.head?.instructions = Head("Shortly: " + text.prefix(kept)).instructions
      mutation.plant("instructions-changed", nil)
      return mutation
    },
    MutationOperator(name: "move the instructions") { ground, random in
      guard var mutation = withHead(ground), let text = mutation.head?.instructionsText else {
        return nil
      }
      mutation.head?.instructions = []
      mutation.insert(
        .prompt(text), at: Int.random(in: 0...ground.count, using: &random))
      mutation.plant("instructions-moved", nil)
      return mutation
    },
  ]

  private static func withHead(_ ground: Ground) -> Mutation? {
    let head = ground.transcript.head(at: ground.count)
    guard head.instructions.count == 1, head.instructionsText.contains(where: { !$0.isWhitespace })
    else { return nil }
    var mutation = Mutation(ground)
    mutation.head = head
    return mutation
  }
}
