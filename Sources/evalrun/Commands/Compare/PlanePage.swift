import EvalKit

/// Policies by cost and quality: a plot with letters, and what each letter is.
struct PlanePage: Sendable {
  /// The plane.
  let plane: CostPlane

  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")

  /// The plot and its legend.
  var lines: [String] {
    let lettered = shown
    let title = "\(plane.metric.title) by tokens a task"
    var lines = ["\(title): \(plane.model), context \(plane.context)"]
    if lettered.isEmpty { lines.append("no policy has both figures") }
    let unit = plane.metric.unit == .share ? " %" : ""
    lines +=
      ScatterPlot(
        yTitle: plane.metric.title + unit, xTitle: "tokens a task",
        points: lettered.map {
          ScatterPlot.Point(letter: $0.letter, x: $0.point.tokens, y: $0.point.value)
        },
        yFigure: { [metric = plane.metric] in ChoiceFigures.bare($0, of: metric) },
        xFigure: { Figures.count($0) }
      ).lines
    lines += legend(lettered)
    let hidden = plane.points.count - lettered.count
    if hidden > 0 {
      lines.append("\(Figures.counted(hidden, "more policy", plural: "more policies")) not shown")
    }
    lines += plane.unplaced.map { "no place for \($0.arm.name): \($0.reason)" }
    return lines
  }

  private typealias Lettered = (letter: Character, point: CostPlane.Point)

  /// The policies with their letters: all of them where the letters suffice, else those on the front.
  private var shown: [Lettered] {
    let points =
      plane.points.count > Self.letters.count
      ? plane.points.filter { $0.dominator == nil } : plane.points
    return zip(Self.letters, points).map { (letter: $0, point: $1) }
  }

  private func legend(_ lettered: [Lettered]) -> [String] {
    var table = TextTable(
      ["", "policy", "tokens/task", plane.metric.title, ""], leftColumns: [0, 1, 4])
    for (letter, point) in lettered {
      let place = point.dominator.map { dominated(by: $0, lettered) } ?? "on the front"
      table.add([
        "\(letter)", point.arm.name, Figures.count(point.tokens),
        ChoiceFigures.bare(point.value, of: plane.metric), place,
      ])
    }
    return lettered.isEmpty ? [] : table.lines(width: .max)
  }

  private func dominated(by mix: Mix, _ lettered: [Lettered]) -> String {
    func name(_ arm: ArmIdentity) -> String {
      lettered.first { $0.point.arm == arm }.map { "\($0.letter)" } ?? arm.name
    }
    guard let upper = mix.upper else { return "dominated by \(name(mix.lower))" }
    let percent = Int((mix.share * 100).rounded())
    return "dominated by \(100 - percent) % \(name(mix.lower)), \(percent) % \(name(upper))"
  }
}
