/// Seeded random words by number, so that no result depends on the order of work or on threads.
///
/// Word n is what SplitMix64 gives on its n-th call. Source: Steele, Lea and Flood, "Fast splittable
/// pseudorandom number generators", OOPSLA 2014.
///
/// ```swift
/// RandomWords(seed: 0)[0]  // 0xe220_a839_7b1d_cdaf, as published
/// ```
package struct RandomWords: Hashable, Sendable {
  /// Where the sequence starts.
  package let seed: UInt64

  /// A sequence that starts at a seed.
  package init(seed: UInt64) { self.seed = seed }

  /// The word with a number, from 0. O(1).
  package subscript(number: Int) -> UInt64 {
    var mixed = seed &+ (UInt64(number) &+ 1) &* 0x9e37_79b9_7f4a_7c15
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// A number under a bound, off an even share by no more than bound ÷ 2⁶⁴ (Lemire 2019).
  package func index(_ number: Int, below bound: Int) -> Int {
    Int(self[number].multipliedFullWidth(by: UInt64(bound)).high)
  }
}
