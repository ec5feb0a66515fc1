/// How much an answer may say beside the value that was asked for.
///
/// What counts as the value, its spellings and aliases, is the same under all three.
public enum Strictness: String, Hashable, Sendable, CaseIterable, StrictDecodable {
  /// The value alone: as normal, and an answer that asserts another fact's value of the same kind
  /// beside it is *ambiguous*: a list of everything that was seen answers nothing.
  case strict
  /// A value that is only supposed ("I'm not sure, but BA4711") is *abstained*; a current and a
  /// replaced value, or two values with "or" between them, are *ambiguous*.
  case normal
  /// A supposed value counts, and of several values the first that is said: "BA4711 or BA4117" is
  /// correct where BA4711 is the current one, and so is the first of many numbers.
  case lenient
}
