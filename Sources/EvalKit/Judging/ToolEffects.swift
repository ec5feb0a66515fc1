/// What each tool does to the world: stated in the case, else read off its name.
public struct ToolEffects: Hashable, Sendable {
  /// Name patterns of tools that only look; `*` is any text.
  public var read: [String]
  /// Name patterns of tools that change something.
  public var write: [String]
  private var stated: [String: ToolEffect] = [:]

  /// Makes a rule from name patterns.
  public init(read: [String] = [], write: [String] = []) {
    self.read = read
    self.write = write
  }

  /// The same with what the heads of a transcript state.
  public func stating(_ transcript: Transcript) -> ToolEffects {
    var effects = self
    for tools in [transcript.head.tools] + transcript.changes.compactMap(\.tools) {
      for tool in tools {
        if let effect = tool.effect { effects.stated[tool.name] = effect }
      }
    }
    return effects
  }

  /// Whether a transcript states what a tool does.
  func states(_ tool: String) -> Bool { stated[tool] != nil }

  /// The effect of a tool; a name that fits both lists, or neither, is a write.
  public func effect(of tool: String) -> ToolEffect {
    if let effect = stated[tool] { return effect }
    if write.contains(where: { Self.fits(tool, $0) }) { return .write }
    return read.contains { Self.fits(tool, $0) } ? .read : .write
  }

  /// Whether a name fits a pattern with `*` for any text, ignoring ASCII case.
  static func fits(_ name: String, _ pattern: String) -> Bool {
    let name = Array(name.lowercased().utf8)
    let pattern = Array(pattern.lowercased().utf8)
    var n = 0
    var p = 0
    var star: (p: Int, n: Int)?
    while n < name.count {
      if p < pattern.count, pattern[p] == UInt8(ascii: "*") {
        star = (p, n)
        p += 1
      } else if p < pattern.count, pattern[p] == name[n] {
        p += 1
        n += 1
      } else if let last = star {
        p = last.p + 1
        n = last.n + 1
        star = (last.p, last.n + 1)
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
