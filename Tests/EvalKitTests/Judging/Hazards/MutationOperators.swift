import EvalKit
import EvalKitTesting

/// A finding that a mistake must lead to.
struct Planted: Hashable, Sendable {
  let rule: String
  let entry: Int?
}

/// A view with a mistake in it, and what follows from the mistake and the record alone.
struct Mutation {
  var items: [Item]
  var head: Head?
  var planted: Set<Planted> = []

  init(_ ground: Ground) { items = ground.items }

  mutating func plant(_ rule: String, _ entry: Int?) {
    planted.insert(Planted(rule: rule, entry: entry))
  }

  /// Leaves entries out.
  mutating func drop(_ entries: Int..., from ground: Ground) { drop(entries, from: ground) }

  mutating func drop(_ entries: [Int], from ground: Ground) {
    items.removeAll { item in item.id.map { entries.contains($0.index) } ?? false }
    for entry in entries where ground.isInFlight(entry) { plant("in-flight-edited", entry) }
  }

  /// Puts an entry that a stage made before a place.
  mutating func insert(_ entry: Entry, at place: Int, covers: [Int] = [], carries: [Int] = []) {
    items.insert(Self.made(entry, covers: covers, carries: carries), at: place)
  }

  static func made(_ entry: Entry, covers: [Int] = [], carries: [Int] = []) -> Item {
    var history = History(
      items: covers.map {
        Item(
          source: .recorded(EntryID($0)), form: .whole, entry: .prompt(""))
      }, stage: "planted@0")
    history.replace(
      0..<history.count, with: entry, carrying: carries.map { EntryID($0) })
    return history.items[0]
  }
}

/// A way of making a mistake.
struct MutationOperator: Sendable {
  let name: String
  /// The providers' rules that are asked for.
  var dialect: Dialect?
  /// What recordings it needs.
  var ground = GroundKind.plain
  /// Makes it at a place; nil where the ground has none.
  let make: @Sendable (Ground, inout SplitMix64) -> Mutation?

  enum GroundKind: Sendable { case plain, joined, reasoned }
}

extension MutationOperator {
  static let all: [MutationOperator] = rounds + turns + heads + shapes + tools

  /// Mistakes with calls and outputs.
  static let rounds: [MutationOperator] = [
    MutationOperator(name: "drop an output") { ground, random in
      guard
        let output = ground.places(.toolOutput).filter({ ground.answers[$0] != nil })
          .randomElement(using: &random), let call = ground.answers[output]
      else { return nil }
      var mutation = Mutation(ground)
      mutation.drop(output, from: ground)
      mutation.plant("orphan-call", call.entry)
      if ground.outputs(of: call.entry).count > 1 { mutation.plant("split-batch", call.entry) }
      return mutation
    },
    MutationOperator(name: "drop a call") { ground, random in
      guard
        let round = ground.places(.toolCalls).filter({ !ground.outputs(of: $0).isEmpty })
          .randomElement(using: &random)
      else { return nil }
      var mutation = Mutation(ground)
      mutation.drop(round, from: ground)
      for output in ground.outputs(of: round) { mutation.plant("orphan-output", output) }
      if ground.answers[ground.count - 1]?.entry == round {
        mutation.plant("pending-call-removed", round)
      }
      return mutation
    },
    MutationOperator(name: "drop an output of a batch", ground: .joined) { ground, random in
      guard let round = ground.batches.randomElement(using: &random),
        let output = ground.outputs(of: round).randomElement(using: &random)
      else { return nil }
      var mutation = Mutation(ground)
      mutation.drop(output, from: ground)
      mutation.plant("split-batch", round)
      mutation.plant("orphan-call", round)
      return mutation
    },
    MutationOperator(name: "drop a call of a batch", ground: .joined) { ground, random in
      guard let round = ground.batches.randomElement(using: &random),
        let output = ground.outputs(of: round).randomElement(using: &random),
        let call = ground.answers[output]
      else { return nil }
      var mutation = Mutation(ground)
      var entry = ground.transcript.entries[round]
      entry.calls.remove(at: call.index)
      mutation.items[round] = Item(
        source: .recorded(EntryID(round)), form: .whole, isPartial: true, entry: entry)
      mutation.plant("split-batch", round)
      mutation.plant("orphan-output", output)
      if ground.isInFlight(round) { mutation.plant("in-flight-edited", round) }
      return mutation
    },
    MutationOperator(name: "move a call behind its output") { ground, random in
      guard
        let output = ground.places(.toolOutput).filter({ ground.answers[$0] != nil })
          .randomElement(using: &random), let call = ground.answers[output]
      else { return nil }
      var mutation = Mutation(ground)
      let item = mutation.items.remove(at: call.entry)
      mutation.items.insert(item, at: output)
      for other in ground.outputs(of: call.entry) where other <= output {
        mutation.plant("output-before-call", other)
      }
      mutation.plant("order-changed", call.entry)
      return mutation
    },
    MutationOperator(name: "cut inside a round") { ground, random in
      guard
        let output = ground.places(.toolOutput).filter({ ground.answers[$0] != nil })
          .randomElement(using: &random)
      else { return nil }
      var mutation = Mutation(ground)
      mutation.drop(Array(0..<output), from: ground)
      mutation.plant("orphan-output", output)
      mutation.plant("bad-first-entry", output)
      if let prompt = ground.prompt, prompt < output { mutation.plant("prompt-lost", prompt) }
      return mutation
    },
    MutationOperator(name: "remove the call in flight") { ground, _ in
      guard let call = ground.answers[ground.count - 1] else { return nil }
      var mutation = Mutation(ground)
      mutation.drop(call.entry, from: ground)
      mutation.plant("pending-call-removed", call.entry)
      mutation.plant("orphan-output", ground.count - 1)
      return mutation
    },
    MutationOperator(name: "give a call the id of another") { ground, random in
      guard
        let round = ground.places(.toolCalls)
          .filter({ ground.entries[$0].calls.first?.id?.isEmpty == false })
          .randomElement(using: &random)
      else { return nil }
      var mutation = Mutation(ground)
      let id = ground.entries[round].calls[0].id
      mutation.insert(
        .calls([ToolCall(id: id, name: "made", arguments: "")]), at: round)
      mutation.plant("duplicate-id", round)
      mutation.plant("orphan-call", nil)
      return mutation
    },
    MutationOperator(name: "put a note into a round", dialect: .openai) { ground, random in
      guard
        let output = ground.places(.toolOutput).filter({ ground.answers[$0] != nil })
          .randomElement(using: &random)
      else { return nil }
      var mutation = Mutation(ground)
      mutation.insert(.prompt("Mind the budget."), at: output)
      mutation.plant("output-not-adjacent", output)
      return mutation
    },
    MutationOperator(name: "keep reasoning, drop its call", ground: .reasoned) { ground, random in
      guard let round = ground.places(.toolCalls).randomElement(using: &random), round > 0 else {
        return nil
      }
      var mutation = Mutation(ground)
      mutation.drop([round] + ground.outputs(of: round), from: ground)
      mutation.plant("reasoning-orphaned", round - 1)
      return mutation
    },
    MutationOperator(
      name: "edit before signed reasoning", dialect: .anthropic, ground: .reasoned
    ) { ground, random in
      let thoughts = ground.places(.reasoning).filter {
        ground.entries[$0].extra["signature"] != nil
      }
      guard let signed = thoughts.randomElement(using: &random), signed > 0 else { return nil }
      var mutation = Mutation(ground)
      let edited = Int.random(in: 0..<signed, using: &random)
      mutation.items[edited] = Item(
        source: .recorded(EntryID(edited)), form: .truncated, entry: ground.entries[edited])
      mutation.plant("signed-prefix-changed", signed)
      return mutation
    },
  ]
}
