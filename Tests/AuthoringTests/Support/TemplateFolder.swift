import Authoring
import EvalKit
import Foundation

/// The templates that are shipped.
enum TemplateFolder {
  /// The package's folder.
  static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  static let files = FileReader.folder(
    package.appendingPathComponent("evalsets/templates"), prefix: "templates/")
  static let names = files.matches("*.json5")

  /// All of them, or every so many.
  static func templates(every step: Int = 1) throws -> [CaseTemplate] {
    try names.enumerated().filter { $0.offset % step == 0 }
      .map { try TemplateLoader(files).template($0.element) }
  }
}

/// A small template, and ways to spoil it.
enum SmallTemplate {
  static let parts = """
    { version: 1, kind: "parts",
      rules: {
        given: ["Ada", "Bo", "Cy", "Di"], family: ["Ek", "Ito", "Rey", "Voss"],
        open: ["A word about the {about}."], aside: ["The {thing} hums {thing}.", "I hear the {thing}."],
        thing: ["fan", "lamp", "kettle", "clock"],
        reply: ["Very well, the {thing} may hum.", "Fine by me and the {thing}."],
        mention: ["I still see {value} here."], "reply-mention": ["{value} it is."],
        report: ["The {tool} is here."], failed: ["That failed."], again: ["Once more."],
        want: ["Please {deed}."], done: ["Done: {outcome}."],
        "tell-code": ["The {noun} reads {value}."],
        "fix-code": ["Sorry, that was wrong on my sheet: the {noun} is {value}, not {old}."],
        "ask-code": ["Can you recall which {noun} {as} was mentioned for the {about}?"],
        "cloze-code": ["For the {about}, the {noun} {as} is"],
      },
      instructions: ["You keep the shop of {boss}."],
      cast: { boss: "person" },
      tools: [
        { name: "look_up", effect: "read", description: "Look something up.", parameters: { type: "object", properties: { query: { type: "string" } } },
          arguments: { query: "{thing}" }, gives: { shop: "{thing}" }, rows: { key: "rows", row: { what: "{thing}", left: "=whole 100..999" } },
          wants: ["Look the {thing} up, please."], failures: ["error: closed"] },
        { name: "ship", effect: "write", description: "Ship something.", parameters: { type: "object", properties: { code: { type: "string", description: "the stamp code" } }, required: ["code"] },
          gives: { shipped: true } },
      ],
    }
    """

  static let template = """
    { version: 1, kind: "template", id: "small", domain: "shops", title: "A small shop",
      extends: ["parts.json5"],
      facts: [
        \(facts)
      ],
      actions: [
        \(actions)
      ],
      absent: [{ about: "roof garden", noun: "trellis" }],
    }
    """

  private static let words = [
    "anvil", "barrel", "candle", "drum", "easel", "flute", "globe", "hammer", "inkpot",
  ]

  private static let facts = words.enumerated().map { place, word in
    "{ id: \"\(word)\", kind: \"identifier\", value: \"code "
      + "\(String(repeating: "A", count: place % 3 + 1))-####\", about: \"\(word) crate\", "
      + "noun: \"\(["stamp", "badge", "plate"][place % 3])\", tool: \"look_up\" },"
  }.joined(separator: "\n        ")

  private static let actions = words.prefix(4).map { word in
    "{ id: \"ship-\(word)\", tool: \"ship\", arguments: { code: { fact: \"\(word)\" } }, "
      + "deeds: [\"ship the \(word) crate\"], outcomes: [\"it is gone\"] },"
  }.joined(separator: "\n        ")

  /// Loads the template, a part of its text, or of its parts', replaced.
  static func load(_ old: String = "", _ new: String = "") throws -> CaseTemplate {
    func changed(_ text: String) -> String {
      old.isEmpty ? text : text.replacingOccurrences(of: old, with: new)
    }
    let files = FileReader(files: [
      "small.json5": changed(template), "parts.json5": changed(parts),
    ])
    return try TemplateLoader(files).template("small.json5")
  }

  /// A set of the template.
  static func set(cases: Int = 3, seed: Int = 5, tokens: ClosedRange<Int> = 2000...3000) throws
    -> GeneratedCaseSet
  {
    try GeneratedCaseSet(
      SetPlan(
        id: "small", title: "Small",
        settings: GeneratorSettings(cases: cases, seed: seed, turns: 18...22, tokens: tokens)),
      [load()])
  }
}
