public import EvalKit

/// A renderer for exact arithmetic: what is recorded and nothing beside it.
///
/// An entry renders to its text, its calls to their names and arguments, a tool to its name,
/// description and, where there are any, parameters. An attachment costs what it declares, or 0.
public struct PlainRenderer: Renderer {
  /// `plain`.
  public let name = "plain"
  /// Whether an entry's text is said to depend on its neighbours: then nothing is remembered.
  public let dependsOnNeighbours: Bool

  /// Makes a renderer.
  public init(dependsOnNeighbours: Bool = false) {
    self.dependsOnNeighbours = dependsOnNeighbours
  }

  /// The instructions' texts, then the tools'.
  public func head(_ head: Head) -> [RenderedText] {
    head.instructions.map { entry($0, after: nil) }
      + head.tools.map { tool in
        let parameters =
          tool.parameters.objectValue?.isEmpty == true
          ? "" : tool.parameters.serialised()
        return RenderedText("\(tool.name) \(tool.description) \(parameters)")
      }
  }

  /// The text, then the calls.
  public func entry(_ entry: Entry, after previous: Entry?) -> RenderedText {
    let calls = entry.calls.map { call in
      let arguments = call.argumentsText ?? call.arguments.serialised()
      return arguments == "{}" ? call.name : "\(call.name) \(arguments)"
    }
    var rendered = RenderedText(([entry.text] + calls).joined(separator: " "))
    for case .attachment(let attachment) in entry.segments.map(\.content) {
      rendered.add(attachment: attachment.tokens ?? 0, assumed: attachment.tokens == nil, key: 1)
    }
    return rendered
  }
}
