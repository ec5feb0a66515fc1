import Foundation

/// Student's t distribution with a whole number of degrees of freedom.
///
/// Its distribution function is a finite sum: Abramowitz and Stegun, *Handbook of Mathematical Functions*,
/// 1964, 26.7.3 and 26.7.4.
struct StudentT {
  /// The degrees of freedom: 1 or more.
  let freedom: Int

  /// The share of the distribution below a value. O(freedom).
  ///
  /// ```swift
  /// StudentT(freedom: 1).share(below: 1)  // 0.75: a Cauchy distribution
  /// ```
  func share(below value: Double) -> Double {
    let scaled = value / Double(freedom).squareRoot()
    let cosine = 1 / (1 + scaled * scaled).squareRoot()
    let sine = scaled * cosine
    let isOdd = freedom % 2 == 1
    // The sum's terms: cosᵏ times a product of odd over even numbers, or of even over odd.
    var term = isOdd ? cosine : 1
    var sum = freedom == 1 ? 0 : term
    var power = isOdd ? 3 : 2
    while power <= freedom - 2 {
      term *= cosine * cosine * Double(power - 1) / Double(power)
      sum += term
      power += 2
    }
    let within = isOdd ? 2 / Double.pi * (atan(scaled) + sine * sum) : sine * sum
    return 0.5 + within / 2
  }

  /// The value that a share of the distribution lies below. O(freedom), some dozens of times.
  ///
  /// ```swift
  /// StudentT(freedom: 29).quantile(0.975)  // 2.0452…, as in tables
  /// ```
  /// - Parameter share: Over 0 and under 1.
  func quantile(_ share: Double) -> Double {
    if share < 0.5 { return -quantile(1 - share) }
    var low = 0.0
    var high = 1.0
    while self.share(below: high) < share { (low, high) = (high, high * 2) }
    while true {
      let middle = low + (high - low) / 2
      if middle <= low || middle >= high { return middle }
      if self.share(below: middle) < share { low = middle } else { high = middle }
    }
  }
}
