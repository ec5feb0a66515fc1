/// Answers to prompts, made elsewhere and kept in a file: one line of JSON each.
///
/// A line is `{ id, digest, text | calls | abstained, usage? }`, or a result line of an OpenAI or
/// Anthropic batch whose requests were written here. An answer belongs to a question *and* to what
/// was shown for it; it is never used for another view.
public struct RecordedAnswers: Sendable {
  /// What came of a prompt.
  enum Answer: Sendable, Hashable {
    /// The model replied.
    case reply(Reply)
    /// Whoever ran it says that it failed: a reason.
    case failure(String)
  }

  /// The file's name without its folder: what is said of answers is the same wherever they are kept.
  public let file: String
  /// SHA-256 of the file's bytes, as 64 hexadecimal digits.
  public let digest: String
  private var answers: [AnswerKey: (answer: Answer, line: Int)] = [:]
  /// The views that a question was answered on, in the order of the file.
  private var views: [String: [String]] = [:]

  /// How many prompts are answered.
  public var count: Int { answers.count }

  /// Reads answers.
  ///
  /// - Parameters:
  ///   - bytes: Lines of JSON; empty ones are skipped.
  ///   - file: The path, for mistakes in it.
  /// - Throws: ``RecordedAnswersError`` with every line that cannot be read, and with lines that
  ///   answer one prompt in two ways.
  /// - Complexity: O(bytes).
  public init(_ bytes: [UInt8], file: String) throws(RecordedAnswersError) {
    self.file = String(file.split(separator: "/").last ?? "")
    digest = SHA256.hexadecimal(bytes)
    let diagnostics = DiagnosticCollector(file: file, maximum: 20)
    for (number, range) in bytes.lineRanges
    where bytes[range].contains(where: { $0 > 0x20 }) {
      do throws(JSONError) {
        let parsed: JSONParser.Parsed<JSONNode> = try JSONParser.parse(
          bytes, range: range, firstLine: number, file: file, options: .json)
        if let read = EncodedAnswer.decode(parsed.root, diagnostics) {
          add(read, parsed.root.position, diagnostics)
        }
      } catch {
        var found = error.diagnostic
        if error.reason == .cutOff { found.message += "; an answer is one line" }
        diagnostics.add(found)
      }
    }
    if answers.isEmpty, !diagnostics.hasErrors {
      diagnostics.error(
        "there is no answer; expected a line for each prompt: { id, digest, text or calls }",
        at: TextPosition(line: 1, column: 1))
    }
    if diagnostics.hasErrors {
      throw RecordedAnswersError(
        diagnostics: diagnostics.diagnostics, count: diagnostics.errorCount)
    }
  }

  /// Adds an answer; one that failed gives way to one that did not.
  private mutating func add(
    _ read: EncodedAnswer, _ position: TextPosition, _ diagnostics: DiagnosticCollector
  ) {
    guard let (known, line) = answers[read.key] else {
      answers[read.key] = (read.answer, position.line)
      views[read.key.question, default: []].append(read.key.view)
      return
    }
    switch (known, read.answer) {
    case (_, .failure): return
    case (.failure, .reply): answers[read.key] = (read.answer, position.line)
    case (.reply(var old), .reply(var new)):
      // Tokens may differ where the same was said twice.
      (old.usage, new.usage) = (Usage(), Usage())
      guard old != new else { return }
      diagnostics.error(
        "another answer to \(read.name), on the same view, stands on line \(line); leave one",
        at: position)
    }
  }

  /// The answer to a prompt.
  ///
  /// - Throws: ``RecordedAnswerError`` where there is none, or none for this view.
  public func reply(to prompt: Prompt) throws(RecordedAnswerError) -> Reply {
    let key = AnswerKey(id: prompt.id, digest: prompt.digest)
    switch answers[key]?.answer {
    case .reply(let reply): return reply
    case .failure(let reason):
      throw .failed(id: prompt.id, file: file, reason: reason)
    case nil:
      guard let others = views[key.question], let first = others.first else {
        throw .missing(id: prompt.id, file: file)
      }
      throw .stale(
        id: prompt.id, file: file, digest: prompt.digest, answered: first,
        others: others.count - 1)
    }
  }
}

extension RecordedAnswers: Hashable {
  /// Whether two were read from the same bytes under the same name.
  public static func == (left: RecordedAnswers, right: RecordedAnswers) -> Bool {
    left.digest == right.digest && left.file == right.file
  }

  /// Hashes the digest and the name.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(digest)
    hasher.combine(file)
  }
}

/// Why a file of answers cannot be used.
public struct RecordedAnswersError: Error, Sendable, CustomStringConvertible {
  /// What is wrong, with places; the first of many.
  public let diagnostics: [Diagnostic]
  /// How many mistakes there are.
  public let count: Int

  /// One mistake a line.
  public var description: String {
    let lines = diagnostics.map(\.description)
    let rest = count - lines.count
    return (lines + (rest > 0 ? ["and \(rest) more mistakes"] : [])).joined(separator: "\n")
  }
}

/// Why a prompt has no recorded answer.
public enum RecordedAnswerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The question was not answered at all.
  case missing(id: String, file: String)
  /// It was answered on other views: the first of them, and how many more there are.
  case stale(id: String, file: String, digest: String, answered: String, others: Int)
  /// Whoever ran the model says that it failed.
  case failed(id: String, file: String, reason: String)
  /// The request is no question of a run.
  case unnamed(file: String)

  /// Cause and remedy in one line.
  public var description: String {
    switch self {
    case .missing(let id, let file):
      "no answer for '\(id)' in \(file); write the prompts with 'evalrun ask' and answer this one"
    case .stale(let id, let file, let digest, let answered, let others):
      "the answer for '\(id)' in \(file) is for another view: digest \(answered.prefix(12))…"
        + (others > 0 ? " and \(others) more" : "") + ", asked is \(digest.prefix(12))…; "
        + "write the prompts anew with 'evalrun ask'"
    case .failed(let id, let file, let reason):
      "the answer for '\(id)' in \(file) failed: \(reason); answer it again"
    case .unnamed(let file):
      "\(file) answers the questions of a run only, and this request is none; have summaries made "
        + "by: reader"
    }
  }
}
