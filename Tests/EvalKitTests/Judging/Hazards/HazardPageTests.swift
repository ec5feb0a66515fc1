import EvalKit
import Foundation
import Testing

struct HazardPageTests {
  /// The ids that the page has a section for, by the title of its group, in order.
  private func documented() throws -> [(group: String, ids: [String])] {
    var root = URL(filePath: #filePath)
    for _ in 0..<5 { root.deleteLastPathComponent() }
    let page = try String(contentsOf: root.appending(path: "docs/hazards.md"), encoding: .utf8)
    var sections: [(group: String, ids: [String])] = []
    for line in page.split(separator: "\n") {
      if line.hasPrefix("## ") {
        sections.append((String(line.dropFirst(3)), []))
      } else if line.hasPrefix("### "), !sections.isEmpty {
        sections[sections.count - 1].ids.append(String(line.dropFirst(4)))
      }
    }
    return sections.filter { !$0.ids.isEmpty }
  }

  @Test func `the page names exactly the rules there are, by group and in order`() throws {
    let documented = try documented()
    let ids = documented.flatMap(\.ids)
    let rules = HazardRules.all.map(\.id)
    #expect(Set(ids).subtracting(rules) == [], "documented, and not there")
    #expect(Set(rules).subtracting(ids) == [], "there, and not documented")
    #expect(ids == rules)
    let groups = HazardGroup.allCases.map { group in
      HazardRules.all.filter { $0.group == group }.map(\.id)
    }
    #expect(documented.map(\.ids) == groups.filter { !$0.isEmpty })
  }
}
