import EvalKit
import Foundation
import Testing

/// What the pages of the strategies cite is there.
struct DocumentedCitationsTests {
  struct Page: Sendable, CustomTestStringConvertible {
    var name: String
    /// Prose and code spans in turn, prose first; no fenced blocks.
    var parts: [String]
    /// The points of "When it fails".
    var failures: [String]
    var testDescription: String { name }
  }

  private static let root: URL = {
    var root = URL(filePath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    return root
  }()

  private static func spaced(_ text: some StringProtocol) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// The text with one space wherever there is space, those at its ends included.
  private static func parts(_ text: String) -> [String] {
    let words = text.split(omittingEmptySubsequences: false, whereSeparator: \.isWhitespace)
    let line = words.enumerated().filter { $0.offset == 0 || !$0.element.isEmpty }
    return line.map { String($0.element) }.joined(separator: " ")
      .split(separator: "`", omittingEmptySubsequences: false).map(String.init)
  }

  static let pages: [Page] = {
    let folder = root.appending(path: "docs/strategies")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".md") }.sorted().compactMap { name in
      let file = folder.appending(path: name)
      guard let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
      let blocks = text.components(separatedBy: "```").enumerated()
      let prose = blocks.filter { $0.offset.isMultiple(of: 2) }.map(\.element).joined()
      let section = prose.components(separatedBy: "\n## When it fails\n").dropFirst().first ?? ""
      let points = (section.components(separatedBy: "\n## ").first ?? "")
        .components(separatedBy: "\n- ").dropFirst()
      return Page(name: name, parts: parts(prose), failures: Array(points))
    }
  }()

  /// The names of all tests.
  static let tests: Set<String> = {
    let folder = root.appending(path: "Tests")
    let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return Set(
      (files ?? []).filter { $0.hasSuffix(".swift") }.flatMap { file -> [String] in
        let text = try? String(contentsOf: folder.appending(path: file), encoding: .utf8)
        return (text ?? "").components(separatedBy: "func `").dropFirst()
          .compactMap { $0.components(separatedBy: "`").first }
      })
  }()

  /// Texts that policies show, which look like names of tests.
  private static let shown: Set<String> = [
    "Values said in entries that are not shown:", "No output was recorded.",
    "Old environment output: ({lines} lines omitted)", "Summary of the conversation so far:",
    "Summarize this conversation:", "Outdated window with N lines omitted...",
  ]

  /// Whether a code span reads like a sentence.
  private static func isSentence(_ span: String) -> Bool {
    span.first?.isUppercase == true && span.split(separator: " ").count >= 3
  }

  private static func spans(_ parts: [String]) -> [String] {
    parts.enumerated().filter { !$0.offset.isMultiple(of: 2) }.map(\.element)
  }

  @Test func `There are pages and tests to look at`() {
    #expect(Self.pages.count > 60)
    #expect(Self.tests.count > 500)
    #expect(Self.pages.filter { !$0.failures.isEmpty }.count > 35)
  }

  @Test(arguments: pages)
  func `Every test that a page cites is there`(page: Page) {
    for span in Self.spans(page.parts).map(Self.spaced)
    where Self.isSentence(span) && !Self.shown.contains(span) {
      #expect(Self.tests.contains(span), "\(page.name) cites no test: \(span)")
    }
  }

  @Test(arguments: pages)
  func `Every hazard that a page cites has a rule`(page: Page) {
    var isCited = false
    for index in stride(from: 1, to: page.parts.count, by: 2) {
      let before = page.parts[index - 1]
      isCited =
        before.hasSuffix("hazard ") || before.hasSuffix("hazards ")
        || isCited && [", ", " and "].contains(before)
      guard isCited else { continue }
      let id = page.parts[index]
      #expect(HazardRules.rule(id) != nil, "\(page.name) cites hazard \(id), which has no rule")
    }
  }

  @Test(arguments: pages.filter { !$0.failures.isEmpty })
  func `Everything that is said to fail cites the test that shows it`(page: Page) {
    for point in page.failures {
      let cited = Self.spans(Self.parts(point)).map(Self.spaced).filter(Self.tests.contains)
      #expect(!cited.isEmpty, "\(page.name): \(point)")
    }
  }
}
