import EvalKit
import Foundation
import Strategies
import Testing

struct DocumentedSpecsTests {
  /// The pages that say how strategies are written, with what stands at the beginning of each.
  private static let examples: [(page: String, spec: String)] = {
    var folder = URL(filePath: #filePath)
    for _ in 0..<3 { folder.deleteLastPathComponent() }
    folder.append(path: "docs/strategies")
    return Strategies.catalog.definitions.map(\.name).flatMap { name -> [(String, String)] in
      let file = folder.appending(path: "\(name).md")
      guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
      let parts = text.split(separator: "```", omittingEmptySubsequences: false)
      guard parts.count > 2 else { return [] }
      return parts[1].split(separator: "\n").map { (name, String($0)) }
    }
  }()

  @Test func `Every spec at the head of a page can be read and names its strategy`() throws {
    var read = 0
    // A file that an example names is not there.
    for (page, spec) in Self.examples where spec.contains(page) && !spec.contains("file:") {
      let stages = try ArmSpec.parse(spec, catalog: Strategies.catalog).pipeline.stages
      #expect(stages.contains { $0.definition.name == page }, "\(page): \(spec)")
      read += 1
    }
    #expect(read > 30)
  }
}
