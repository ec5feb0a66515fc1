extension TranscriptFormat {
  /// Session files of pi, and of OpenClaw and OMP, which are built on it.
  public static let pi = TranscriptFormat(
    name: "pi", title: "pi, OpenClaw and OMP sessions",
    recognises: { PiFormat.rows(in: $0) != nil },
    decode: { unit in
      guard let rows = PiFormat.rows(in: unit.value) else {
        throw Refusal("expected the lines of a session, the first with 'type': 'session'")
      }
      var decoder = PiDecoder()
      return try decoder.decode(rows)
    })
}

/// Where a value keeps its rows.
enum PiFormat {
  /// The rows of a session; a message by itself is one.
  static func rows(in value: JSONValue) -> [JSONValue]? {
    switch value {
    case .array(let rows): return rows.first.map { isFirst($0) } == true ? rows : nil
    case .object(let object):
      let isMessage =
        object["role"]?.stringValue != nil && object["content"] != nil && object["api"] != nil
        && object["stopReason"] != nil
      return isMessage ? [["type": "message", "message": value]] : nil
    default: return nil
    }
  }

  private static func isFirst(_ row: JSONValue) -> Bool {
    switch row["type"]?.stringValue {
    case "session": row["cwd"] != nil || row["version"] != nil
    // Files that were cut at the front.
    case "message": row["message"]?["role"]?.stringValue != nil && row["timestamp"] != nil
    default: false
    }
  }
}

/// Makes a transcript of the rows of a session: of the branch that its last row is on.
struct PiDecoder {
  private var builder = TranscriptBuilder()
  private var metadata = JSONObject()
  /// For each row, how many entries stood before it.
  private var places: [Int] = []
  private var rowsByID: [String: Int] = [:]

  mutating func decode(_ rows: [JSONValue]) throws(Refusal) -> DecodedTranscript {
    let objects = try rows.decoded { value, _ throws(Refusal) in
      try value.requiredObject("a row")
    }
    for (index, row) in objects.enumerated() {
      if let id = row["id"]?.stringValue { rowsByID[id] = index }
    }
    let isOnBranch = branch(of: objects)
    _ = try rows.decoded { _, index throws(Refusal) in
      places.append(builder.count)
      if isOnBranch[index] {
        try add(objects[index], label: "m\(index)")
      } else {
        builder.notes.add(.otherBranch, at: "m\(index)", "a row of another branch, left out")
      }
    }
    return builder.decoded(metadata: metadata)
  }

  /// Which rows are on the way from the beginning to the last row.
  ///
  /// Rows without an id, as in version 1, belong to the row before them.
  private mutating func branch(of rows: [JSONObject]) -> [Bool] {
    var parents: [Int?] = []
    var previous: Int?
    for (index, row) in rows.enumerated() {
      var parent = previous
      if row["id"] != nil, row["type"] != "session", let recorded = row["parentId"] {
        parent = recorded.stringValue.flatMap { rowsByID[$0] }
        if let name = recorded.stringValue, parent == nil {
          builder.notes.add(
            .missingContent, at: "m\(index)",
            "a row after a row that is not in the file ('\(name)')")
        }
      }
      parents.append(parent)
      previous = index
    }
    var isOnBranch = [Bool](repeating: false, count: rows.count)
    var next = rows.indices.last
    while let row = next, !isOnBranch[row] {
      isOnBranch[row] = true
      next = parents[row]
    }
    // The session's own row stands before the first row of every branch.
    for (index, row) in rows.enumerated() {
      if row["type"] == "session" {
        isOnBranch[index] = true
      } else if row["id"] == nil, index > 0, isOnBranch[index - 1] {
        isOnBranch[index] = true
      }
    }
    return isOnBranch
  }

  private mutating func add(_ row: JSONObject, label: String) throws(Refusal) {
    switch row["type"]?.stringValue {
    case "session": metadata = row.others(["type"])
    case "message":
      guard let message = try row.object("message") else { throw Refusal("missing key 'message'") }
      do throws(Refusal) {
        builder.add(
          try PiMessage(message, recordedID: row["id"]?.stringValue).entries(
            label: label, &builder), label: label)
      } catch {
        throw error.inside(.key("message"))
      }
    case "custom_message":
      // Extensions speak to the model as the user does.
      builder.add(
        [
          Entry(
            recordedID: row["id"]?.stringValue, kind: .prompt,
            segments: try PiMessage.segments(of: row), speaker: row["customType"]?.stringValue,
            extra: row.others(["type", "id", "content"]))
        ], label: label)
    case "branch_summary":
      builder.add(
        [
          Entry(
            recordedID: row["id"]?.stringValue, kind: .prompt,
            segments: [.text(try row.requiredString("summary"))], speaker: "branch_summary",
            extra: row.others(["type", "id", "summary"]))
        ], label: label)
    case "compaction": try addCompaction(row, label: label)
    case let type:
      builder.notes.add(
        .skippedRecord, at: label,
        "a row of type '\(type ?? "none")', no part of the conversation")
    }
  }

  private mutating func addCompaction(_ row: JSONObject, label: String) throws(Refusal) {
    var firstRow: Int?
    if let id = try row.string("firstKeptEntryId") {
      firstRow = rowsByID[id]
      if firstRow == nil {
        builder.notes.add(
          .missingContent, at: label, "a compaction that keeps rows from one that is not there")
      }
    } else if let index = row.value("firstKeptEntryIndex")?.intValue, index >= 0 {
      firstRow = index
    }
    let kept = firstRow.flatMap { places.indices.contains($0) ? places[$0] : nil }
    let summary = try row.string("summary").map { [Segment.text($0)] }
    builder.addCompaction(
      summary: summary, firstKept: kept,
      extra: row.others(["type", "summary", "firstKeptEntryId", "firstKeptEntryIndex"]))
  }
}
