/// Points on a plane as text: at most 72 columns and 16 lines.
struct ScatterPlot: Sendable {
  /// A point.
  struct Point: Sendable {
    /// What stands for it.
    var letter: Character
    /// To the right.
    var x: Double
    /// Up.
    var y: Double
  }

  /// What the plane's upward axis is.
  var yTitle: String
  /// What the axis to the right is.
  var xTitle: String
  /// The points; values are finite.
  var points: [Point]
  /// How a value of the upward axis is written.
  var yFigure: @Sendable (Double) -> String
  /// How a value of the axis to the right is written.
  var xFigure: @Sendable (Double) -> String

  private static let width = 72
  private static let rows = 11

  /// The plot; where points share a place an asterisk stands, and a last line names them. None for no
  /// point.
  var lines: [String] {
    guard let x = Axis(points.map(\.x)), let y = Axis(points.map(\.y)) else { return [] }
    let ticks =
      y.isFlat
      ? [Self.rows / 2: y.low] : [0: y.high, Self.rows / 2: y.middle, Self.rows - 1: y.low]
    let labels = ticks.mapValues(yFigure)
    let gutter = labels.values.map(DisplayWidth.of).max() ?? 0
    let columns = Self.width - gutter - 2
    var cells = [[[Character]]](
      repeating: Array(repeating: [], count: columns), count: Self.rows)
    for point in points {
      let row = Self.rows - 1 - y.place(of: point.y, among: Self.rows)
      cells[row][x.place(of: point.x, among: columns)].append(point.letter)
    }
    var lines = [yTitle]
    for (row, line) in cells.enumerated() {
      let label = labels[row] ?? ""
      let marks = line.map { $0.count > 1 ? "*" : $0.first ?? " " }
      let mark = labels[row] == nil ? "│" : "┤"
      lines.append(Self.trimmed(Self.right(label, gutter) + " \(mark)" + String(marks)))
    }
    let indent = String(repeating: " ", count: gutter + 1)
    lines.append(indent + "└" + String(repeating: "─", count: columns))
    lines.append(indent + " " + Self.scale(x, columns, xFigure))
    lines.append(indent + " " + Self.right(xTitle, columns))
    let shared = cells.flatMap { $0 }.filter { $0.count > 1 }.map { String($0) }
    if !shared.isEmpty {
      lines.append(
        DisplayWidth.cut("* \(shared.joined(separator: ", ")) at one place", to: Self.width))
    }
    return lines
  }

  /// The figures under the axis: both ends and the middle, where they have room.
  private static func scale(_ axis: Axis, _ columns: Int, _ figure: (Double) -> String) -> String {
    let middle = figure(axis.middle)
    if axis.isFlat { return trimmed(centred(middle, columns)) }
    let (low, high) = (figure(axis.low), figure(axis.high))
    let room = columns - DisplayWidth.of(low) - DisplayWidth.of(high)
    let between =
      room >= DisplayWidth.of(middle) + 4
      ? centred(middle, room) : String(repeating: " ", count: max(1, room))
    return low + between + high
  }

  private static func centred(_ text: String, _ width: Int) -> String {
    let spare = max(0, width - DisplayWidth.of(text))
    return String(repeating: " ", count: spare / 2) + text
      + String(repeating: " ", count: spare - spare / 2)
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - DisplayWidth.of(text))) + text
  }

  private static func trimmed(_ line: String) -> String {
    var line = line
    while line.last == " " { line.removeLast() }
    return line
  }
}

/// From the least value to the most.
private struct Axis {
  let low: Double
  let high: Double

  init?(_ values: [Double]) {
    guard let low = values.min(), let high = values.max() else { return nil }
    self.low = low
    self.high = high
  }

  /// Whether all values are one.
  var isFlat: Bool { !(high > low) }
  var middle: Double { low + (high - low) / 2 }

  /// The cell a value falls into; the middle one where all values are one.
  func place(of value: Double, among cells: Int) -> Int {
    if isFlat { return cells / 2 }
    return Int(((value - low) / (high - low) * Double(cells - 1)).rounded())
  }
}
