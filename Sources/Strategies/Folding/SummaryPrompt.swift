internal import EvalKit

/// What a summariser is told and shown, in our own words.
enum SummaryPrompt {
  /// What it is told where the summary starts afresh.
  static let instructions = """
    Write a short summary of the conversation for someone who must carry it on without having \
    seen it. Preserve exactly: names, numbers, identifiers, paths, dates, and what was corrected. \
    Say what was asked, what was found, what was decided, what was done to the world and what is \
    still open. Report content only, not the course of the conversation. Do not answer the user \
    and do not call tools.
    """

  /// What it is told where it goes on from a summary.
  static let update = """
    Bring the summary up to date with what was said since. Keep every line of it that still holds, \
    word for word; change what was corrected; add what is new. Preserve exactly: names, numbers, \
    identifiers, paths, dates. Write the whole summary. Do not answer the user and do not call \
    tools.
    """

  /// What it is told where summaries of parts become one.
  static let merge = """
    These are summaries of consecutive parts of one conversation, in order. Write one summary of \
    them all. Where a later part corrects an earlier one, the later holds. Preserve exactly: names, \
    numbers, identifiers, paths, dates.
    """

  /// What it is told where it looks at its own summary again.
  static let verify = """
    This is a summary of the conversation. Compare it with the conversation: add what is missing \
    and matters, correct what is wrong, leave the rest word for word, and keep its form. Write the \
    whole summary.
    """

  /// The prompt of some items, behind the summary they continue.
  static func text(of items: [Item], after previous: String? = nil) -> String {
    let log = ChatLog.whole(of: items)
    guard let previous, !previous.isEmpty else { return "Summarize this conversation:\n\n\(log)" }
    return "The summary so far:\n\(previous)\n\nWhat was said since:\n\n\(log)"
  }
}
