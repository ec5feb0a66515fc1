internal import EvalKit

/// The sections a structured summary must have: each a line `## name`, then what belongs to it.
struct Sections {
  /// Their names, in order.
  let names: [String]

  /// What a summariser is told of them.
  var instructions: String {
    let lines = names.map { "## \($0)" }.joined(separator: "\n")
    return
      "Write these sections, in this order, each under its line; write \"none\" in one that has "
      + "nothing:\n\(lines)"
  }

  /// What is wrong with a text; nil where it has every section.
  func fault(in text: String) -> SummaryFault? {
    let found = Set(text.split(whereSeparator: \.isNewline).compactMap(Self.name))
    let missing = names.filter { !found.contains($0.lowercased()) }
    return missing.isEmpty ? nil : .missing(missing.map { "## \($0)" })
  }

  /// The name of the section that a line opens, in small letters.
  private static func name(_ line: Substring) -> String? {
    guard line.hasPrefix("##") else { return nil }
    let name = line.drop { $0 == "#" || $0 == " " }
    return String(name.reversed().drop { $0 == " " || $0 == ":" }.reversed()).lowercased()
  }
}
