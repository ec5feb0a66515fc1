/// How much an answer may say beside the value that was asked for.
///
/// What counts as the value, its spellings and aliases, is the same under all three.
public enum Strictness: String, Hashable, Sendable, CaseIterable, StrictDecodable {
  /// The value alone. An answer that declines in any words is *abstained*, whatever it says besides
  /// ("I'm not sure, but BA4711"), and one that names another fact's value of the same kind, and does
  /// not deny it, is *ambiguous*: a list of everything that was seen answers nothing.
  case strict
  /// A hedged value counts; a current and a replaced value, or two values with "or" between them, are
  /// *ambiguous*.
  case normal
  /// As normal, but of several values the first that is said counts: "BA4711 or BA4117" is correct
  /// where BA4711 is the current one, and so are the first of many numbers.
  case lenient
}
