public import EvalKit

/// Short entries for worked examples: `.p(1)` is the first prompt, labelled `p1`.
///
/// Each has text of exactly `tokens` words, all different from those of every other entry, so that
/// with ``WordTokenizer`` and ``PlainRenderer`` it costs exactly that.
extension Entry {
  /// The prompt with a number.
  public static func p(_ number: Int, tokens: Int = 10) -> Entry {
    .prompt(words("p\(number)", tokens), label: "p\(number)")
  }

  /// The response with a number.
  public static func r(_ number: Int, tokens: Int = 10) -> Entry {
    .response(words("r\(number)", tokens), label: "r\(number)")
  }

  /// The round of one call with a number; its call has the id `call<number>`.
  public static func c(_ number: Int, tokens: Int = 10) -> Entry {
    .calls(
      [
        ToolCall(
          id: "call\(number)", name: "tool", arguments: "",
          argumentsText: words("c\(number)", tokens - 1))
      ], label: "c\(number)")
  }

  /// The output with a number, of the call with the same number.
  public static func o(_ number: Int, tokens: Int = 10) -> Entry {
    .output(
      words("o\(number)", tokens), callID: "call\(number)", toolName: "tool", label: "o\(number)")
  }

  /// Reasoning with a number.
  public static func t(_ number: Int, tokens: Int = 10) -> Entry {
    .reasoning(words("t\(number)", tokens), label: "t\(number)")
  }

  /// Instructions found mid-conversation with a number.
  public static func i(_ number: Int, tokens: Int = 10) -> Entry {
    Entry(label: "i\(number)", kind: .instructions, segments: [.text(words("i\(number)", tokens))])
  }

  /// Entries written as `p1 c1 o1 r1 p2`: p prompt, r response, c calls, o output, t reasoning,
  /// i instructions; anything else is left out.
  public static func list(_ notation: String, tokens: Int = 10) -> [Entry] {
    notation.split(separator: " ").compactMap { word in
      guard let kind = word.first, let number = Int(word.dropFirst()) else { return nil }
      switch kind {
      case "p": return .p(number, tokens: tokens)
      case "r": return .r(number, tokens: tokens)
      case "c": return .c(number, tokens: tokens)
      case "o": return .o(number, tokens: tokens)
      case "t": return .t(number, tokens: tokens)
      case "i": return .i(number, tokens: tokens)
      default: return nil
      }
    }
  }

  /// `count` words that begin with a name.
  public static func words(_ name: String, _ count: Int) -> String {
    (0..<max(0, count)).map { "\(name).\($0)" }.joined(separator: " ")
  }
}

extension Head {
  /// A head of instructions of exactly so many words.
  public static func of(tokens: Int, name: String = "i") -> Head {
    Head(Entry.words(name, tokens))
  }
}

extension Transcript {
  /// A transcript of entries written as `p1 r1`, with a head of so many words.
  public init(_ notation: String, tokens: Int = 10, head: Int = 0) {
    self.init(head: .of(tokens: head), entries: Entry.list(notation, tokens: tokens))
  }

  /// Plain turns: a prompt and `replies` responses each, numbered from 1.
  public static func plain(turns: Int, tokens: Int = 10, replies: Int = 1, head: Int = 0)
    -> Transcript
  {
    var entries: [Entry] = []
    for turn in 0..<max(0, turns) {
      entries.append(.p(turn + 1, tokens: tokens))
      for reply in 0..<replies { entries.append(.r(turn * replies + reply + 1, tokens: tokens)) }
    }
    return Transcript(head: .of(tokens: head), entries: entries)
  }

  /// A ledger of the entries with exact counts.
  public var plainLedger: TokenLedger {
    TokenLedger(entries: entries, renderer: PlainRenderer(), tokenizer: WordTokenizer())
  }
}

extension Sequence<Item> {
  /// The labels, written as `p1 r1 p2`.
  public var notation: String { map(\.entry.label).joined(separator: " ") }
}

extension View {
  /// The items' labels, with `i` before them where the head shows anything.
  public var notation: String {
    (head == Head() ? [] : ["i"]).joined() + (head == Head() || items.isEmpty ? "" : " ")
      + items.notation
  }
}
