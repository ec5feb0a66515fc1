/// Prose with choices: `{rule}` stands for a text of that name, `(a|b)` for one of several.
indirect enum PhrasePattern: Hashable, Sendable {
  /// A text as it stands.
  case text(String)
  /// A name to be looked up; its text begins with a capital if the name does.
  case slot(String, isCapitalised: Bool)
  /// One of several.
  case choice([PhrasePattern])
  /// Several on end.
  case sequence([PhrasePattern])

  /// The names it looks up, each once, in order.
  var names: [String] {
    switch self {
    case .text: return []
    case .slot(let name, _): return [name]
    case .choice(let parts), .sequence(let parts):
      var seen = Set<String>()
      return parts.flatMap(\.names).filter { seen.insert($0).inserted }
    }
  }
}

/// What is wrong with a pattern.
struct PhraseError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The message.
  var description: String
}

extension PhrasePattern {
  /// Reads a pattern; `\` before a mark takes its meaning away.
  ///
  /// Parentheses without a `|` are what they are in any text.
  init(_ text: String) throws(PhraseError) {
    var parser = PhraseParser(Array(text.unicodeScalars))
    self = try parser.whole()
  }
}

/// Reads a pattern by descent.
private struct PhraseParser {
  private let scalars: [Unicode.Scalar]
  private var index = 0

  init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

  mutating func whole() throws(PhraseError) -> PhrasePattern {
    let (branches, _) = try branches(isNested: false)
    return branches[0]
  }

  /// The alternatives up to a closing parenthesis, or the end.
  private mutating func branches(isNested: Bool) throws(PhraseError) -> ([PhrasePattern], Bool) {
    var branches: [PhrasePattern] = []
    var parts: [PhrasePattern] = []
    var text = ""
    func flushed() -> [PhrasePattern] { text.isEmpty ? parts : parts + [.text(text)] }
    while index < scalars.count {
      let scalar = scalars[index]
      index += 1
      switch scalar {
      case "\\":
        guard index < scalars.count else { throw PhraseError(description: "nothing follows '\\'") }
        text.unicodeScalars.append(scalars[index])
        index += 1
      case "{":
        parts = flushed()
        text = ""
        parts.append(try slot())
      case "}": throw PhraseError(description: "a '}' without '{'; write '\\}' for the mark itself")
      case "(":
        let (inner, isClosed) = try self.branches(isNested: true)
        guard isClosed else {
          throw PhraseError(description: "a '(' without ')'; write '\\(' for the mark itself")
        }
        if inner.count == 1 {
          text += "("
          parts = flushed() + [inner[0]]
          text = ")"
        } else {
          parts = flushed() + [.choice(inner)]
          text = ""
        }
      case "|" where isNested:
        branches.append(.sequence(flushed()))
        parts = []
        text = ""
      case ")" where isNested:
        branches.append(.sequence(flushed()))
        return (branches, true)
      case ")": throw PhraseError(description: "a ')' without '('; write '\\)' for the mark itself")
      default: text.unicodeScalars.append(scalar)
      }
    }
    branches.append(.sequence(flushed()))
    return (branches, false)
  }

  private mutating func slot() throws(PhraseError) -> PhrasePattern {
    var name = ""
    while index < scalars.count, scalars[index] != "}" {
      name.unicodeScalars.append(scalars[index])
      index += 1
    }
    guard index < scalars.count else {
      throw PhraseError(description: "a '{' without '}'; write '\\{' for the mark itself")
    }
    index += 1
    let isName =
      !name.isEmpty
      && name.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
      }
    guard isName else {
      throw PhraseError(
        description: "'{\(name)}' is no name; a name is made of letters, digits and '-'")
    }
    let isCapitalised = name.first?.isUppercase ?? false
    return .slot(
      isCapitalised ? name.prefix(1).lowercased() + name.dropFirst() : name,
      isCapitalised: isCapitalised)
  }
}
