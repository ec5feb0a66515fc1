@testable import EvalKit

/// What was read in a text, in words: every place, every meaning, every unit is pinned by a row.
extension MatchText {
  /// Each number as written, what it may be, its unit; `~` where it is spelled out.
  var numberTexts: [String] {
    numbers.map { mention in
      let values = mention.values.map { Int(exactly: $0).map { "\($0)" } ?? "\($0)" }
      return (mention.isSpelled ? "~" : "") + text(of: mention.range) + " = "
        + values.joined(separator: "|") + (mention.unit.map { " \($0.name)" } ?? "")
    }
  }

  /// Each date or time as written and what it may be.
  var momentTexts: [String] {
    moments.map { mention in
      text(of: mention.range) + " = " + mention.values.map(\.words).joined(separator: "|")
    }
  }

  /// Each atom with its kind and the gap before it.
  var atomTexts: [String] {
    atoms.indices.map { "\(text(of: $0..<$0 + 1)):\(atoms[$0].kind):\(atoms[$0].gap)" }
  }

  /// Each sentence; those that ask end in a question mark.
  var sentenceTexts: [String] {
    sentences.map { text(of: $0.range) + ($0.isQuestion ? "?" : "") }
  }
}

extension MomentMention.Value {
  fileprivate var words: String {
    switch self {
    case .day(let year, let month, let day):
      "\(year.map { "\($0)" } ?? "?")-\(month)-\(day.map { "\($0)" } ?? "?")"
    case .time(let minutes, let zone):
      "\(minutes / 60):\(minutes % 60)\(zone.map { " zone \($0)" } ?? "")"
    }
  }
}
