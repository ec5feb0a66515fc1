import Testing

@testable import evalrun

@Suite struct `A plot of points` {
  private func plot(_ points: [(Character, Double, Double)]) -> [String] {
    ScatterPlot(
      yTitle: "recall %", xTitle: "tokens a task",
      points: points.map { ScatterPlot.Point(letter: $0.0, x: $0.1, y: $0.2) },
      yFigure: { Figures.percent($0) }, xFigure: { Figures.count($0) }
    ).lines
  }

  @Test func `has axes with figures, and letters`() {
    let lines = plot([("A", 1000, 0.5), ("B", 2000, 0.9), ("C", 3000, 1.0), ("D", 1500, 0.0)])
    #expect(
      lines == [
        "recall %",
        "100.0 ┤                                                                C",
        "      │                                B",
        "      │",
        "      │",
        "      │",
        " 50.0 ┤A",
        "      │",
        "      │",
        "      │",
        "      │",
        "  0.0 ┤                D",
        "      └─────────────────────────────────────────────────────────────────",
        "       1,000                         2,000                         3,000",
        "                                                           tokens a task",
      ])
  }

  @Test func `puts one point, and equal ones, in the middle`() {
    #expect(
      plot([("A", 1000, 0.5)]) == [
        "recall %",
        "     │",
        "     │",
        "     │",
        "     │",
        "     │",
        "50.0 ┤                                 A",
        "     │",
        "     │",
        "     │",
        "     │",
        "     │",
        "     └──────────────────────────────────────────────────────────────────",
        "                                    1,000",
        "                                                           tokens a task",
      ])
    #expect(plot([("A", 1000, 0.5), ("B", 1000, 0.5)]).last == "* AB at one place")
    let level = plot([("A", 1000, 0.5), ("B", 2000, 0.5)])
    #expect(level.count { $0.contains("┤") } == 1)
    #expect(level.contains { $0.contains("A") && $0.hasSuffix("B") })
  }

  @Test func `has nothing to show of no point`() {
    #expect(plot([]) == [])
  }

  @Test(arguments: [1, 2, 7, 52])
  func `is no wider than 72 columns and no higher than 16 lines`(count: Int) {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz").prefix(count)
    let lines = plot(
      letters.enumerated().map { index, letter in
        (letter, 123_456_789 * Double(index % 9 + 1), Double(index % 7) / 6)
      })
    #expect(lines.count <= 16)
    #expect(lines.allSatisfy { DisplayWidth.of($0) <= 72 })
    let drawn = Set(lines.dropFirst().joined())
    let named = letters.filter { drawn.contains($0) || lines.last?.contains($0) == true }
    #expect(count > 7 || named.count == count)
  }
}
