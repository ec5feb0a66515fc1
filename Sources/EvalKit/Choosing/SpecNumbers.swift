/// A numeric argument of a canonical spec, with the spec that is left without it: specs of which nothing
/// but one number differs are left with the same.
struct SpecNumber: Hashable {
  /// What is left.
  struct Family: Hashable {
    /// The spec without the argument.
    let rest: String
    /// At which token of the rest it stood.
    let place: Int
    /// The parameter.
    let name: String
  }

  /// What specs share that differ in this argument alone.
  let family: Family
  /// The argument's value, with its unit.
  let value: String

  /// The numeric arguments of a spec, in order, those of pipelines in it included; none where the text
  /// is no spec.
  ///
  /// ```swift
  /// SpecNumber.all(in: "rolling-window(entries: 4)").first?.family.rest  // "rolling-window"
  /// ```
  /// - Complexity: O(arguments × text).
  static func all(in spec: String) -> [SpecNumber] {
    let scalars = Array(spec.unicodeScalars)
    guard let tokens = try? SpecLexer.tokens(spec) else { return [] }
    return tokens.indices.compactMap { start in
      guard case .word(let name) = tokens[start].kind, start + 2 < tokens.count,
        tokens[start + 1].isSymbol(":"), case .number = tokens[start + 2].kind
      else { return nil }
      var end = start + 3
      if tokens[end].isSymbol("%") {
        end += 1
      } else if case .word = tokens[end].kind {
        end += 1
      }
      let value = String(
        String.UnicodeScalarView(
          scalars[tokens[start + 2].range.lowerBound..<tokens[end - 1].range.upperBound]))
      let hole = hole(tokens, start..<end)
      let rest = tokens[..<hole.lowerBound] + tokens[hole.upperBound...]
      return SpecNumber(
        family: Family(
          rest: joined(rest, scalars), place: stage(of: start, in: tokens), name: name),
        value: value)
    }
  }

  /// A spec as the rest of another would be written.
  static func rest(of spec: String) -> String? {
    (try? SpecLexer.tokens(spec)).map { joined($0[...], Array(spec.unicodeScalars)) }
  }

  private static func joined(_ tokens: ArraySlice<SpecToken>, _ scalars: [Unicode.Scalar]) -> String
  {
    tokens.filter { $0.kind != .end }
      .map { String(String.UnicodeScalarView(scalars[$0.range])) }.joined(separator: " ")
  }

  /// An argument with the comma or the parentheses that go with it.
  private static func hole(_ tokens: [SpecToken], _ argument: Range<Int>) -> Range<Int> {
    let before = argument.lowerBound - 1
    let after = argument.upperBound
    if before >= 0, tokens[before].isSymbol("(") {
      if tokens[after].isSymbol(")") { return before..<after + 1 }
      return tokens[after].isSymbol(",") ? argument.lowerBound..<after + 1 : argument
    }
    return before >= 0 && tokens[before].isSymbol(",") ? before..<after : argument
  }

  /// The place of the name whose parentheses an argument stands in: the same in a spec that leaves the
  /// argument out.
  private static func stage(of argument: Int, in tokens: [SpecToken]) -> Int {
    var depth = 0
    for place in tokens[..<argument].indices.reversed() {
      if tokens[place].isSymbol(")") || tokens[place].isSymbol("]") { depth += 1 }
      if tokens[place].isSymbol("(") || tokens[place].isSymbol("[") {
        if depth == 0 { return place - 1 }
        depth -= 1
      }
    }
    return 0
  }
}
