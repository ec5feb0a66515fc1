/// A file that says what is expected of transcripts and holds none: it is read beside them.
public struct ExpectationFile: Sendable {
  /// The kinds of such files.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Tasks of tau2-bench; a simulation names its own by `task_id`.
    case tau2Tasks = "tau2-tasks"
    /// Answers of BFCL as Python calls, a list a turn; a row of questions has the same `id`.
    case bfclAnswers = "bfcl-answers"
    /// A trajectory in the words of Apple's Evaluations framework.
    case appleTrajectory = "apple-trajectory"
    /// Probing questions of BEAM.
    case beamQuestions = "beam-questions"
    /// Criteria of ADK's evaluator.
    case adkCriteria = "adk-criteria"

    /// What it is, in a few words.
    public var title: String {
      switch self {
      case .tau2Tasks: "tasks of tau2-bench"
      case .bfclAnswers: "answers of BFCL"
      case .appleTrajectory: "a trajectory expectation after Apple's Evaluations framework"
      case .beamQuestions: "probing questions of BEAM"
      case .adkCriteria: "criteria of ADK's evaluator"
      }
    }

    /// The kind of a value, if it is one.
    static func of(_ value: JSONValue) -> Kind? {
      let first = value.arrayValue?.first ?? value
      if first["evaluation_criteria"] != nil, first["user_scenario"] != nil { return .tau2Tasks }
      if let truth = first["ground_truth"]?.arrayValue, first["id"] != nil {
        return truth.first.map { $0.arrayValue != nil } ?? true ? .bfclAnswers : nil
      }
      if value["allowsAdditionalCalls"] != nil || value["disallowed"]?.arrayValue != nil,
        value["ordered"]?.arrayValue != nil || value["unordered"]?.arrayValue != nil
      {
        return .appleTrajectory
      }
      if BEAMFormat.isQuestions(value) { return .beamQuestions }
      if value["criteria"]?.objectValue != nil, value.objectValue?.members.count == 1 {
        return .adkCriteria
      }
      return nil
    }
  }

  /// What kind of file it is.
  public let kind: Kind
  private let document: SourceDocument

  /// Reads a file.
  ///
  /// - Throws: ``ImportError`` if it is no JSON, or says nothing that is expected.
  public init(_ bytes: [UInt8], file: String) throws(ImportError) {
    do throws(JSONError) {
      document = try SourceDocument(
        bytes, file: file, options: JSONParser.Options(), skipsMalformedLines: false)
    } catch {
      throw ImportError([error.diagnostic])
    }
    guard let kind = Kind.of(document.root) else {
      let kinds = Kind.allCases.map(\.title).joined(separator: ", ")
      throw document.error(
        "nothing here says what is expected of a transcript; known are \(kinds)", at: [])
    }
    self.kind = kind
  }

  /// Adds what is expected of a transcript; what cannot be used is noted.
  ///
  /// - Throws: ``ImportError`` with the place, if what is said of it cannot be read.
  public func apply(to imported: inout ImportedTranscript) throws(ImportError) {
    var decoded = DecodedTranscript(
      transcript: imported.transcript, metadata: imported.metadata,
      expectations: imported.expectations)
    var steps: [KeyPathStep] = []
    do throws(Refusal) {
      switch kind {
      case .tau2Tasks:
        let tasks = document.root.arrayValue ?? [document.root]
        let id = imported.metadata["task_id"]?.plainText
        // One task is that of a transcript that names none.
        let isOnly = tasks.count == 1 && id == nil
        if let index = tasks.firstIndex(where: { isOnly || $0["id"]?.plainText == id }) {
          if document.root.arrayValue != nil { steps = [.index(index)] }
          try Tau2Format.addExpectations(of: tasks[index], to: &decoded)
        } else {
          decoded.notes.add(.unusableExpectation, at: "", Self.missing)
        }
      case .bfclAnswers:
        let rows = document.root.arrayValue ?? [document.root]
        let id = imported.metadata["id"]?.plainText
        if let index = rows.firstIndex(where: { $0["id"]?.plainText == id }) {
          steps = (document.root.arrayValue == nil ? [] : [.index(index)]) + [.key("ground_truth")]
          try BFCLFormat.addAnswers(rows[index]["ground_truth"]?.arrayValue ?? [], to: &decoded)
        } else {
          decoded.notes.add(.unusableExpectation, at: "", Self.missing)
        }
      case .appleTrajectory: try AppleTrajectory.add(document.root, to: &decoded)
      case .beamQuestions: try BEAMFormat.addQuestions(document.root, to: &decoded)
      case .adkCriteria:
        decoded.notes.add(
          .unusableExpectation, at: "", "a threshold of another evaluator, which no question uses")
      }
    } catch {
      throw document.error(error.message, at: steps + error.steps.reversed())
    }
    imported.expectations = decoded.expectations
    imported.notes += decoded.notes.notes
  }

  /// A text as an id: what may not stand in one becomes a hyphen.
  package static func identifier(_ text: String) -> String {
    ExpectationBuilder.identifier(text)
  }

  private static let missing = "nothing is said of this transcript in the file of what is expected"

  /// What to say of such a file where a transcript was wanted.
  static func refusal(of value: JSONValue) -> String? {
    Kind.of(value).map {
      "this file holds \($0.title) and no transcript; it is read beside the transcripts it is about, "
        + "as what is expected of them"
    }
  }
}
