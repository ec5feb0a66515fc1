import EvalKit
import Synchronization

/// What the definition of a tool says, read once.
final class ReadTool: Sendable {
  /// The definition.
  let definition: ToolDefinition
  /// The keys of its name's words but function words.
  let name: Set<UInt64>
  /// The keys of its description's words but function words.
  let description: Set<UInt64>
  /// The keys of all of them.
  let all: Set<UInt64>
  private let arguments = Mutex<[Slot]?>(nil)

  init(_ definition: ToolDefinition, description: Reading) {
    self.definition = definition
    let name = KeyWords.split(definition.name).map(Lexicon.key)
    let described = description.words.filter { !$0.isFunctionWord }.map(\.key)
    self.name = Set(name.filter { !Lexicon.functionWords.contains($0) })
    self.description = Set(described)
    all = Set(name + described)
  }

  /// Its arguments.
  var slots: [Slot] { arguments.remembered { Slot.slots(of: definition.parameters) } }
}
