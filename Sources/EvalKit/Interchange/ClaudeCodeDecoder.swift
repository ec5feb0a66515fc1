/// Makes a transcript of the rows of a Claude Code session.
struct ClaudeCodeDecoder {
  /// The unit read, where the rows are its elements: for the numbers of lines.
  private let document: ImportUnit?
  private var builder = TranscriptBuilder()
  /// Where the entries of a row begin, by its id.
  private var starts: [String: Int] = [:]
  /// The metadata of a compaction whose summary is still to come.
  private var boundary: JSONObject?

  init(document: ImportUnit?) { self.document = document }

  mutating func decode(_ values: [JSONValue], at steps: [KeyPathStep]) throws(Refusal)
    -> DecodedTranscript
  {
    var metadata = JSONObject()
    let rows = conversation(in: values, metadata: &metadata)
    var parents: [String: String] = [:]
    for value in values {
      if let uuid = value["uuid"]?.stringValue, let parent = value["parentUuid"]?.stringValue {
        parents[uuid] = parent
      }
    }
    let main = rows.filter { !$0.isSidechain }
    let hasMain = main.contains { $0.message != nil }
    let path = ClaudeCodeTree.path(hasMain ? main : rows, parents: parents)
    note(rows, path: Set(path.map(\.index)), hasMain: hasMain)
    for group in groups(of: path) {
      do throws(Refusal) {
        try add(group)
      } catch {
        throw (steps + [.index(group[0].index), .key("message")]).reversed()
          .reduce(error) { $0.inside($1) }
      }
    }
    if boundary != nil {
      builder.notes.add(.missingContent, at: "", "a compaction of which the summary is missing")
    }
    return builder.decoded(metadata: metadata)
  }

  /// The place of a row in the file.
  private func place(_ index: Int) -> String {
    guard let lines = document?.document.lines, document?.steps.isEmpty == true,
      lines.indices.contains(index)
    else { return "row \(index)" }
    return "line \(lines[index].number)"
  }

  private mutating func skip(_ index: Int, _ message: String) {
    builder.notes.add(.skippedRecord, at: place(index), message)
  }

  /// The rows that are part of the conversation; the others are noted.
  private mutating func conversation(in values: [JSONValue], metadata: inout JSONObject)
    -> [ClaudeCodeRow]
  {
    var rows: [ClaudeCodeRow] = []
    var seen: [String: Int] = [:]
    for (index, value) in values.enumerated() {
      guard let object = value.objectValue else {
        skip(index, "a row that is \(value.kindName), no object")
        continue
      }
      for key in ["sessionId", "agentId", "cwd", "gitBranch", "version"] {
        if metadata[key] == nil, let value = object.value(key) { metadata[key] = value }
      }
      if let uuid = object["uuid"]?.stringValue {
        if let first = seen[uuid], values[first] == value {
          builder.notes.add(.duplicate, at: place(index), "a row that stands in the file twice")
          continue
        }
        seen[uuid] = index
      }
      if let row = row(index, object, metadata: &metadata) { rows.append(row) }
    }
    return rows
  }

  private mutating func row(_ index: Int, _ object: JSONObject, metadata: inout JSONObject)
    -> ClaudeCodeRow?
  {
    let type = object["type"]?.stringValue ?? "none"
    switch type {
    case "user", "assistant":
      guard let message = object["message"]?.objectValue, message["role"]?.stringValue != nil else {
        skip(index, "a row whose message is no object with a role")
        return nil
      }
      if object["isApiErrorMessage"]?.boolValue == true {
        skip(index, "an error of the connection, shown as a message")
        return nil
      }
      return ClaudeCodeRow(index: index, object: object, message: message)
    case "system":
      let subtype = object["subtype"]?.stringValue ?? "none"
      if subtype == "compact_boundary" || subtype == "microcompact_boundary" {
        return ClaudeCodeRow(index: index, object: object, message: nil)
      }
      skip(index, "a system row of subtype '\(subtype)', no part of the conversation")
    case "summary":
      metadata["summary"] = object.value("summary") ?? metadata["summary"]
      skip(index, "a row of type 'summary', a title kept in the metadata")
    default:
      skip(index, "a row of type '\(type)', no part of the conversation")
    }
    return nil
  }

  /// Notes what the path leaves out, and the second copies that rows on it carry.
  private mutating func note(_ rows: [ClaudeCodeRow], path: Set<Int>, hasMain: Bool) {
    for row in rows {
      if path.contains(row.index) {
        if row.object.value("toolUseResult") != nil {
          builder.notes.add(
            .duplicate, at: place(row.index), "a second copy of a tool's output (toolUseResult)")
        }
      } else if hasMain, row.isSidechain {
        builder.notes.add(.otherBranch, at: place(row.index), "a row of a sub-agent, left out")
      } else {
        builder.notes.add(
          .otherBranch, at: place(row.index), "a row of an abandoned branch, left out")
      }
    }
  }

  /// The rows by message: the parts of one are put together, though results may stand between.
  private mutating func groups(of path: [ClaudeCodeRow]) -> [[ClaudeCodeRow]] {
    var groups: [[ClaudeCodeRow]] = []
    var last: Int?
    for row in path {
      if row.isAssistant {
        if let place = last, let id = row.messageID, groups[place][0].messageID == id {
          groups[place].append(row)
          builder.notes.add(
            .mergedRecords, at: self.place(row.index), "a row that is a part of another's message")
          continue
        }
        last = groups.count
      } else if !row.isResults {
        last = nil
      }
      groups.append([row])
    }
    return groups
  }

  private mutating func add(_ group: [ClaudeCodeRow]) throws(Refusal) {
    let row = group[0]
    for part in group {
      if let uuid = part.uuid { starts[uuid] = builder.count }
    }
    guard let message = row.message else { return addBoundary(row) }
    if row.isCompactSummary { return try addSummary(row, message) }
    let role = try message.requiredString("role")
    var extra = message.others(["type", "role", "content", "id"])
    for key in ["uuid", "timestamp"] { extra[key] = row.object.value(key) }
    let label = "m\(row.index)"
    if row.isMeta, role == "user" {
      builder.notes.add(
        .injectedContext, at: place(row.index), "a message that no user wrote, kept as instructions"
      )
      return try builder.addAnthropic(role: "system", message, extra: extra, label: label)
    }
    try builder.addAnthropic(
      role: role, group.count == 1 ? message : merged(group), extra: extra, label: label)
  }

  /// The message whose parts the rows are; a block that is repeated is taken once.
  private mutating func merged(_ group: [ClaudeCodeRow]) -> JSONObject {
    var blocks: [JSONValue] = []
    for block in group.flatMap(\.blocks) {
      if blocks.contains(block) {
        builder.notes.add(
          .duplicate, at: place(group[0].index), "a block that rows of one message repeat")
      } else {
        blocks.append(block)
      }
    }
    var message = group[0].message ?? JSONObject()
    message["content"] = .array(blocks)
    return message
  }

  /// Remembers a compaction until its summary comes, or adds one that only cleared outputs.
  private mutating func addBoundary(_ row: ClaudeCodeRow) {
    if row.object["subtype"] == "compact_boundary" {
      boundary = row.object["compactMetadata"]?.objectValue ?? JSONObject()
      return
    }
    let metadata = row.object["microcompactMetadata"]?.objectValue ?? JSONObject()
    let ids = Set(metadata["compactedToolIds"]?.arrayValue?.compactMap(\.stringValue) ?? [])
    let entries = builder.transcript.entries
    let cleared = entries.indices.filter { entries[$0].callID.map(ids.contains) ?? false }
    builder.add(
      CompactionEvent(
        position: builder.count,
        replacements: cleared.map {
          CompactionEvent.Replacement(entry: $0, text: "[Old tool result content cleared]")
        },
        trigger: metadata["trigger"]?.stringValue,
        extra: metadata.others(["compactedToolIds", "trigger"])))
  }

  private mutating func addSummary(_ row: ClaudeCodeRow, _ message: JSONObject) throws(Refusal) {
    let content = try AnthropicContent(
      role: "user", message: message, label: "m\(row.index)", notes: &builder.notes)
    var segments: [Segment] = []
    for case .entry(let entry) in content.pieces { segments += entry.segments }
    let metadata = boundary ?? JSONObject()
    let kept = metadata["preservedSegment"]?["headUuid"]?.stringValue.flatMap { starts[$0] }
    boundary = nil
    builder.addSummary(
      segments, kind: .prompt, firstKept: kept, trigger: metadata["trigger"]?.stringValue,
      extra: metadata.others(["trigger"]), label: "m\(row.index)")
  }
}
