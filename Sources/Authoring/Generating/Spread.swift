import EvalKit

/// Shares from 0 up to 1, one a number, of which any few in a row are spread evenly: whole multiples
/// of the golden ratio without their whole part (Weyl).
///
/// What cases of a template are to be different in is drawn from one, so that templates are alike in
/// it on the whole, however many cases there are.
struct Spread: Sendable {
  private let start: UInt64

  /// Makes a spread that begins anywhere, told by what it is for.
  init(_ template: String, _ seed: Int, _ purpose: String) {
    var hash = StableHash()
    hash.combine(template)
    hash.combine(seed)
    hash.combine(purpose)
    start = hash.value
  }

  /// The share of a number.
  subscript(number: Int) -> Double {
    let place = start &+ UInt64(truncatingIfNeeded: number) &* 0x9e37_79b9_7f4a_7c15
    return Double(place >> 11) / Double(UInt64(1) << 53)
  }
}
