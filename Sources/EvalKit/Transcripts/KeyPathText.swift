/// A step of a key path.
public enum KeyPathStep: Hashable, Sendable {
  /// Into the value of a key.
  case key(String)
  /// Into an element of an array.
  case index(Int)
}

/// The text of key paths, such as `facts[3].answer["odd key"]`.
public enum KeyPathText {
  /// A path extended by a key.
  public static func appending(key: String, to path: String) -> String {
    let isPlain =
      !key.isEmpty
      && key.utf8.allSatisfy { byte in
        byte == UInt8(ascii: "-") || JSONLexer.isIdentifierPart(byte)
      }
    guard isPlain else { return path + "[" + JSONValue.string(key).serialised() + "]" }
    return path.isEmpty ? key : "\(path).\(key)"
  }

  /// A path extended by an index.
  public static func appending(index: Int, to path: String) -> String { "\(path)[\(index)]" }

  /// The text of a path, from its outermost step on.
  public static func text(of steps: some Sequence<KeyPathStep>) -> String {
    steps.reduce("") { path, step in
      switch step {
      case .key(let key): appending(key: key, to: path)
      case .index(let index): appending(index: index, to: path)
      }
    }
  }

  /// The steps of a path written as `[3].traj`, `3.traj` or `#3`; numbers are indices.
  ///
  /// Keys with `.`, `[` or `]` in them cannot be written.
  public static func steps(of text: String) -> [KeyPathStep] {
    text.split { ".[]#".contains($0) }.map { part in
      Int(part).map { .index($0) } ?? .key(String(part))
    }
  }
}

extension JSONNode {
  /// The node at a path, or the last one on the way that exists.
  func deepest(at steps: some Sequence<KeyPathStep>) -> JSONNode {
    var node = self
    for step in steps {
      switch step {
      case .key(let key):
        guard let next = node[key] else { return node }
        node = next
      case .index(let index):
        guard let elements = node.elements, elements.indices.contains(index) else { return node }
        node = elements[index]
      }
    }
    return node
  }
}
