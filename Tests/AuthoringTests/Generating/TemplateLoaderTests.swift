import Authoring
import EvalKit
import Testing

@Suite struct TemplateLoaderTests {
  @Test func `reads a template with the parts it extends`() throws {
    let template = try SmallTemplate.load()
    #expect(template.id == "small")
    #expect(template.domain == "shops")
  }

  struct Mistake: Sendable, CustomTestStringConvertible {
    var old: String
    var new: String
    var message: String
    var testDescription: String { message }
  }

  @Test(arguments: [
    Mistake(
      old: "kind: \"template\"", new: "kind: \"temple\"",
      message: "small.json5:1:21: expected the kind 'template', found 'temple' (at kind)"),
    Mistake(
      old: "title: \"A small shop\"", new: "titel: \"A small shop\"",
      message: "small.json5:1:63: unknown key 'titel'; did you mean 'title'?"),
    Mistake(
      old: "The {noun} reads {value}.", new: "The {noun} reads {value.",
      message: "a '{' without '}'; write '\\{' for the mark itself (at rules.tell-code[0])"),
    Mistake(
      old: "I hear the {thing}.", new: "I hear the {thign}.",
      message: "nothing is called '{thign}'; did you mean 'thing'?"),
    Mistake(
      old: "value: \"code A-####\"", new: "value: \"kode A-####\"",
      message: "'kode A-####' draws nothing; expected 'code AA-####'"),
    Mistake(
      old: "{ fact: \"anvil\" }", new: "{ fact: \"anvli\" }",
      message: "there is no fact 'anvli'; did you mean 'anvil'? (at actions[0])"),
    Mistake(
      old: "\"cloze-code\"", new: "\"close-code\"",
      message: "there is no rule 'cloze-code', which is needed"),
    Mistake(
      old: "failures: [\"error: closed\"]", new: "failures: []",
      message: "no tool that reads has 'failures'"),
    Mistake(
      old: "tool: \"ship\"", new: "tool: \"shop\"", message: "there is no tool 'shop'"),
    Mistake(
      old: "about: \"barrel crate\", noun: \"badge\"",
      new: "about: \"anvil crate\", noun: \"stamp\"",
      message: "'anvil' has the noun 'stamp' of 'anvil crate' too"),
    Mistake(
      old: "thing: [\"fan\"", new: "thing: [\"{aside}\", \"fan\"",
      message: "leads back to itself"),
    Mistake(
      old: "report: [\"The {tool} is here.\"]", new: "report: [\"The {value} is here.\"]",
      message: "'{value}' has no value in the rule 'report'"),
    Mistake(
      old: "extends: [\"parts.json5\"]", new: "extends: [\"../parts.json5\"]",
      message: "leads out of the set's folder"),
    Mistake(
      old: "extends: [\"parts.json5\"]", new: "extends: [\"none.json5\"]",
      message: "there is no file 'none.json5'"),
  ])
  func `reports a mistake with its place`(mistake: Mistake) throws {
    let error = #expect(throws: LoadError.self) {
      try SmallTemplate.load(mistake.old, mistake.new)
    }
    let text = try #require(error).description
    #expect(text.contains(mistake.message), "\(text)")
    #expect(text.contains("json5:"))
  }

  @Test func `every shipped template loads, in at least eight domains`() throws {
    let templates = try TemplateFolder.templates()
    #expect(templates.count >= 20)
    #expect(Set(templates.map(\.id)).count == templates.count)
    #expect(Set(templates.map(\.domain)).count >= 8)
  }
}
