/// Finds earlier turns whose prompt asks for the same sort of thing.
///
/// Two prompts are alike when at least half of their words are shared (Dice's coefficient, 2·|A∩B| ÷
/// (|A|+|B|)), names, values and words without meaning of their own left out: these tell requests of
/// one sort apart, or say nothing. In scripts without spaces, pairs of characters stand for words.
struct LikeTurns {
  /// An earlier turn.
  struct Turn: Sendable {
    /// Its prompt.
    let prompt: EntryID
    /// Its recorded calls.
    let tools: [String]
    /// Its recorded responses.
    let responses: [EntryID]
  }

  /// The turns before a request whose prompt is like the one in flight, oldest first.
  ///
  /// - Complexity: O(text of the prompts) once a request.
  static func turns(before count: Int, in judged: JudgedCase) -> [Turn] {
    judged.notes.likeTurns(before: count) {
      turns(before: count, in: judged.evalCase) { prompt in
        judged.notes.terms(of: prompt) { terms(of: judged.evalCase.transcript[prompt].text) }
      }
    }
  }

  /// The same of a case that is not judged.
  ///
  /// - Complexity: O(text of the prompts).
  static func turns(before count: Int, in evalCase: EvalCase) -> [Turn] {
    turns(before: count, in: evalCase) { terms(of: evalCase.transcript[$0].text) }
  }

  private static func turns(
    before count: Int, in evalCase: EvalCase, terms: (EntryID) -> Set<UInt64>
  ) -> [Turn] {
    let structure = evalCase.structure
    guard count > 0, structure.turns[count - 1] >= 0 else { return [] }
    let active = structure.turns[count - 1]
    let target = terms(structure.turnStarts[active])
    guard !target.isEmpty else { return [] }
    return (0..<active).compactMap { turn in
      let prompt = structure.turnStarts[turn]
      let other = terms(prompt)
      let shared = target.intersection(other).count
      guard shared > 0, 4 * shared >= target.count + other.count else { return nil }
      let entries = structure.range(ofTurn: turn)
      return Turn(
        prompt: prompt,
        tools: entries.flatMap { evalCase.transcript.entries[$0].calls.map(\.name) },
        responses: entries.filter { evalCase.transcript.entries[$0].kind == .response }
          .map { EntryID($0) })
    }
  }

  /// The words of a prompt by hash, without names, values and words of no meaning.
  static func terms(of prompt: String) -> Set<UInt64> {
    var terms = Set<UInt64>()
    var word: [Character] = []
    var isStart = true
    func close() {
      defer { word = [] }
      guard word.count > 1, !word.contains(where: \.isNumber) else { return }
      if word[0].isUppercase, !isStart { return }
      let text = MatchText(String(word))
      if text.atoms.first?.kind == .ideograph {
        for (left, right) in zip(text.atoms, text.atoms.dropFirst()) {
          terms.insert(left.hash &* 31 &+ right.hash)
        }
      } else if let hash = text.atoms.first?.hash, !functionWords.contains(hash) {
        terms.insert(hash)
      }
      isStart = false
    }
    for character in prompt {
      if character.isLetter || character.isNumber {
        word.append(character)
      } else {
        close()
        if ".!?:\n".contains(character) { isStart = true }
      }
    }
    close()
    return terms
  }

  private static let functionWords = Set(
    ("the an and or but of to in on at by for from with about as is are was were be been it its this "
      + "that these those there here me my we us our you your he she they his her their them can "
      + "could will would shall should may might must do does did have has had not no so if then than "
      + "what which who when where how why please now just also too again der die das ein eine und "
      + "oder ist sind war in im an auf mit von zu für ich du wir sie es nicht le la les un une des "
      + "et ou est sont de du je tu nous vous il elle ne pas pour avec")
      .split(separator: " ").map { MatchText.hash(String($0)) })
}
