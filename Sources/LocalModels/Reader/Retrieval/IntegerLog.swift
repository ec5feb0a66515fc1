/// Logarithms in whole numbers, so that no decision rests on floating point.
enum IntegerLog {
  /// The binary logarithm of `numerator / denominator` in 1/1024ths; 0 where it would be negative.
  static func log2(_ numerator: Int, over denominator: Int) -> Int {
    guard numerator > denominator, denominator > 0 else { return 0 }
    // The ratio with 20 binary places; its fraction is read off by squaring ten times.
    var value = (UInt64(numerator) << 20) / UInt64(denominator)
    var whole = 0
    while value >= 2 << 20 {
      value >>= 1
      whole += 1
    }
    var fraction = 0
    for _ in 0..<10 {
      value = (value &* value) >> 20
      fraction <<= 1
      if value >= 2 << 20 {
        value >>= 1
        fraction |= 1
      }
    }
    return (whole << 10) + fraction
  }
}
