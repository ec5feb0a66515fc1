import EvalKit

/// Findings under the six recommendations, what saves most first.
struct AuditAdvice: Sendable {
  /// A finding as it is printed.
  struct Item: Sendable {
    var recommendation: AuditRecommendation
    var rule: String
    var severity: AuditSeverity
    var saved: Int
    var detail: String
    var places: [AuditFinding.Place]
  }

  /// Places shown of a finding unless all are asked for.
  static let shownPlaces = 3

  /// The findings.
  let items: [Item]
  /// Whether every place is shown.
  let isFull: Bool
  /// Whether the record defines no tools, so that nothing is known of them.
  var areToolsUnknown = false

  /// The lines; recommendations without a finding are listed, so that it is seen they were looked at.
  func lines(width: Int) -> [String] {
    AuditRecommendation.allCases.enumerated().flatMap { place, recommendation -> [String] in
      let found = items.filter { $0.recommendation == recommendation }
      let title = "\(place + 1). \(recommendation.advice)"
      let isUnknown = areToolsUnknown && recommendation == .tools
      return found.isEmpty
        ? Help.wrapped(
          "\(title): \(isUnknown ? "not known, the record defines none" : "nothing found")",
          indent: 0, width: width)
        : Help.wrapped(title, indent: 0, width: width) + found.flatMap { lines($0, width: width) }
    }
  }

  /// The column that texts begin in, after the largest number.
  private var indent: Int {
    max(12, 2 + (items.map { Figures.grouped($0.saved).count }.max() ?? 0))
  }

  private func lines(_ item: Item, width: Int) -> [String] {
    let mark = item.severity == .note ? "" : "\(item.severity.rawValue): "
    var lines = Help.wrapped(
      "\(item.rule): \(mark)\(item.detail)", indent: indent, width: width)
    if let first = lines.first {
      let saved = Figures.grouped(item.saved)
      let padding = String(repeating: " ", count: max(0, indent - 2 - saved.count))
      lines[0] = padding + saved + "  " + first.dropFirst(indent)
    }
    let shown = isFull ? item.places.count : Self.shownPlaces
    for place in item.places.prefix(shown) {
      let detail = place.detail.isEmpty ? "" : ": \(place.detail)"
      let saved =
        place.saved == 0 || item.places.count == 1
        ? "" : " (\(Figures.grouped(place.saved)) saved)"
      lines += Help.wrapped(
        TranscriptPage.clean("\(place.name)\(detail)\(saved)"), indent: indent + 2, width: width)
    }
    if item.places.count > shown {
      lines += Help.wrapped(
        "and \(Figures.grouped(item.places.count - shown)) more", indent: indent + 2, width: width)
    }
    return lines
  }
}
