/// A row of numbers as a row of bars, one letter each.
enum Sparkline {
  private static let bars = Array("▁▂▃▄▅▆▇█")
  /// What stands for numbers that are all the same.
  private static let level: Character = "▄"

  /// The bars, from the least of the numbers to the greatest; a blank where there is none.
  static func of(_ values: [Double?]) -> String {
    let present = values.compactMap { $0 }.filter(\.isFinite)
    guard let least = present.min(), let most = present.max() else {
      return String(repeating: " ", count: values.count)
    }
    return String(
      values.map { value -> Character in
        guard let value, value.isFinite else { return " " }
        if most == least { return level }
        let share = (value - least) / (most - least)
        return bars[min(bars.count - 1, Int(share * Double(bars.count)))]
      })
  }
}
