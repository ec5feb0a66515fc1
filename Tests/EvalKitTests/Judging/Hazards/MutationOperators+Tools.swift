import EvalKit
import EvalKitTesting

extension MutationOperator {
  /// Mistakes with tools and what they did.
  static let tools: [MutationOperator] = [
    MutationOperator(name: "drop the calls, keep the answer") { ground, random in
      guard
        let turn = turns(ground).filter({ turn in
          guard let answer = answer(ground, turn) else { return false }
          return ground.places(.toolOutput).contains { turn.contains($0) && $0 < answer }
        }).randomElement(using: &random), let answer = answer(ground, turn)
      else { return nil }
      var mutation = Mutation(ground)
      mutation.drop(
        turn.filter { [.toolCalls, .toolOutput].contains(ground.entries[$0].kind) }, from: ground)
      mutation.plant("imitation-trap", answer)
      return mutation
    },
    MutationOperator(name: "drop a write, keep its prompt") { ground, random in
      guard let (turn, round) = write(ground, &random) else { return nil }
      var mutation = Mutation(ground)
      mutation.drop(Array(turn.dropFirst()), from: ground)
      mutation.plant("effect-forgotten", round)
      return mutation
    },
    MutationOperator(name: "drop a write with its prompt") { ground, random in
      guard let (turn, round) = write(ground, &random) else { return nil }
      var mutation = Mutation(ground)
      mutation.drop(Array(turn), from: ground)
      mutation.plant("effect-invisible", round)
      return mutation
    },
    MutationOperator(name: "leave out a definition") { ground, random in
      var head = ground.transcript.head(at: ground.count)
      let defined = Set(head.tools.map(\.name))
      guard
        let round = ground.places(.toolCalls).filter({ place in
          ground.entries[place].calls.contains { defined.contains($0.name) }
        }).randomElement(using: &random)
      else { return nil }
      var mutation = Mutation(ground)
      let called = Set(ground.entries[round].calls.map(\.name))
      head.tools.removeAll { called.contains($0.name) }
      mutation.head = head
      mutation.plant("undefined-tool", round)
      return mutation
    },
  ]

  /// The turns, each with its prompt.
  private static func turns(_ ground: Ground) -> [Range<Int>] {
    let prompts = ground.places(.prompt)
    return zip(prompts, prompts.dropFirst() + [ground.count]).map { $0..<$1 }
  }

  /// A turn's last response.
  private static func answer(_ ground: Ground, _ turn: Range<Int>) -> Int? {
    ground.transcript.entries.indices.last { place in
      ground.transcript.entries[place].kind == .response && turn.contains(place)
    }
  }

  /// A turn with an answered round of one call that changes something, and that round.
  private static func write(_ ground: Ground, _ random: inout SplitMix64)
    -> (turn: Range<Int>, round: Int)?
  {
    let round = ground.places(.toolCalls).filter { place in
      let calls = ground.entries[place].calls
      return calls.count == 1 && !ground.outputs(of: place).isEmpty
        && ["send_", "update_", "book_", "cancel_", "create_"].contains { prefix in
          calls[0].name.hasPrefix(prefix)
        }
    }.randomElement(using: &random)
    guard let round, let turn = turns(ground).first(where: { $0.contains(round) }) else {
      return nil
    }
    return (turn, round)
  }
}
