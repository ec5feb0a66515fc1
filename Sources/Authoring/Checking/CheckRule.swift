/// What `check` tells apart: errors by where they are found, and each warning by name.
public enum CheckRule: String, Hashable, Sendable, CaseIterable {
  /// A file cannot be read as a set or a case.
  case load
  /// A case measures nothing, or something else than it says.
  case fault
  /// A part was only suggested.
  case draft
  /// The model is right without any history.
  case guessable
  /// The model is right on another case's history.
  case coincident
  /// The model is wrong on the whole history, and on the evidence alone.
  case unanswerable
  /// A value is said so often that no policy can lose it.
  case restated
  /// What is asked for was said in the turn before the question.
  case recent
  /// A session fits the smallest context that it is run at.
  case short
  /// The head alone fills the smallest context.
  case head
  /// Nothing asks for a fact, and no expected call needs it.
  case unused
  /// Kinds, ages or positions of what is asked are much alike.
  case narrow
  /// Too few clusters to decide anything, or what the set is meant to detect.
  case clusters
  /// A set accepts a warning that there is not.
  case acceptance

  /// Whether it is an error; everything else is a warning.
  public var isError: Bool { self == .load || self == .fault }
  /// Whether a model must be asked to know.
  public var needsModel: Bool {
    switch self {
    case .guessable, .coincident, .unanswerable: true
    default: false
    }
  }

  /// What it means, in one sentence.
  public var summary: String {
    switch self {
    case .load: "the file cannot be read as a set or a case"
    case .fault: "the case measures nothing, or something else than it says"
    case .draft: "the part was only suggested, and nobody has looked at it"
    case .guessable: "the model is right without any history, so nothing can be lost"
    case .coincident: "the model is right on another case's history"
    case .unanswerable: "the model is wrong even on the whole history and on the evidence alone"
    case .restated: "the value is said more than three times later, so it cannot be lost"
    case .recent: "what is asked for was said in the turn before the question"
    case .short: "the session fits the smallest context, so nothing is ever compacted"
    case .head: "instructions and tools alone fill the smallest context"
    case .unused: "nothing asks for the fact, and no expected call needs it"
    case .narrow: "kinds, ages or positions of what is asked are much alike"
    case .clusters: "too few clusters to decide what the set is meant to decide"
    case .acceptance: "the set accepts a warning that is not found"
    }
  }
}
