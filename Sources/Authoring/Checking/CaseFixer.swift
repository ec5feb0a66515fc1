public import EvalKit

/// Changes the text of a case as fixes say, and nothing else of it: comments and layout stay.
public struct CaseFixer {
  /// The text so far.
  public private(set) var bytes: [UInt8]
  /// What was changed, one line each, in the order it was done.
  public private(set) var changes: [String] = []
  private let file: String

  /// Begins with a file as it is.
  ///
  /// - Parameter file: Its name; what ends in `.json5` is read as JSON5.
  public init(_ bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
  }

  /// Makes the changes of some findings, each path once.
  ///
  /// - Returns: how many were made; one whose place is not written in the file is left out.
  /// - Throws: ``JSONError`` if the file is no JSON, before or after.
  /// - Complexity: O(findings × size of the file).
  public mutating func apply(_ findings: [Diagnostic]) throws(JSONError) -> Int {
    var done = Set<String>()
    var count = 0
    // From the back, so that what is taken out of a list does not move what is still to be changed.
    for finding in findings.sorted(by: { $0.position > $1.position }) {
      guard let fix = finding.fix, done.insert(fix.path).inserted else { continue }
      if try apply(fix, for: finding) { count += 1 }
    }
    _ = try root()
    return count
  }

  private func root() throws(JSONError) -> JSONNode {
    try JSONNode.parse(bytes, file: file, options: file.hasSuffix(".json5") ? .json5 : .json)
  }

  private mutating func apply(_ fix: MechanicalFix, for finding: Diagnostic) throws(JSONError)
    -> Bool
  {
    let steps = KeyPathText.steps(of: fix.path)
    guard let last = steps.last else { return false }
    let root = try root()
    guard let parent = root.node(at: steps.dropLast()) else { return false }
    let extent = ValueExtent(bytes)
    switch (last, fix.change) {
    case (.key(let key), .replace(let value)):
      if let member = parent.members?.first(where: { $0.key == key }) {
        replace(extent.range(from: extent.offset(of: member.value.position)), by: value, finding)
        return true
      }
      return insert(key, value, in: parent, extent, finding)
    case (.key(let key), .remove):
      guard let member = parent.members?.first(where: { $0.key == key }) else { return false }
      let start = extent.offset(of: member.keyPosition)
      let end = extent.range(from: extent.offset(of: member.value.position)).upperBound
      note(finding, "\(text(start..<end)) is taken out")
      bytes.removeSubrange(extent.removal(of: start..<end))
      return true
    case (.index(let index), _):
      guard
        let element = parent.elements?.indices.contains(index) == true
          ? parent.elements?[index] : nil
      else { return false }
      let range = extent.range(from: extent.offset(of: element.position))
      switch fix.change {
      case .replace(let value): replace(range, by: value, finding)
      case .remove:
        note(finding, "\(text(range)) is taken out")
        bytes.removeSubrange(extent.removal(of: range))
      }
      return true
    }
  }

  private mutating func replace(_ range: Range<Int>, by value: JSONValue, _ finding: Diagnostic) {
    let new = written(value)
    note(finding, "\(text(range)) becomes \(new)")
    bytes.replaceSubrange(range, with: Array(new.utf8))
  }

  /// A value as files of this kind write it.
  private func written(_ value: JSONValue) -> String {
    file.hasSuffix(".json5") ? CaseWriter.inline(value) : value.serialised()
  }

  /// Adds a member at the beginning of an object.
  private mutating func insert(
    _ key: String, _ value: JSONValue, in parent: JSONNode, _ extent: ValueExtent,
    _ finding: Diagnostic
  ) -> Bool {
    guard let members = parent.members else { return false }
    let name = file.hasSuffix(".json5") ? key : JSONValue.string(key).serialised()
    let new = "\(name): \(written(value))"
    let start = extent.offset(of: parent.position) + 1
    note(finding, "\(new) is added")
    bytes.insert(contentsOf: Array((" " + new + (members.isEmpty ? " " : ",")).utf8), at: start)
    return true
  }

  private mutating func note(_ finding: Diagnostic, _ what: String) {
    changes.append("\(file):\(finding.position): \(what) (at \(finding.fix?.path ?? ""))")
  }

  /// The text of a range on one line, shortened in the middle.
  private func text(_ range: Range<Int>) -> String {
    let text = String(decoding: bytes[range], as: UTF8.self)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return text.count <= 80 ? text : "\(text.prefix(40)) … \(text.suffix(36))"
  }
}

extension JSONNode {
  /// The node at a path; nil where a step leads nowhere.
  fileprivate func node(at steps: some Sequence<KeyPathStep>) -> JSONNode? {
    var node = self
    for step in steps {
      switch step {
      case .key(let key):
        guard let next = node[key] else { return nil }
        node = next
      case .index(let index):
        guard let elements = node.elements, elements.indices.contains(index) else { return nil }
        node = elements[index]
      }
    }
    return node
  }
}
