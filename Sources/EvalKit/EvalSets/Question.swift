/// One instance of a probe or trajectory expectation: asked once an arm.
public struct Question: Hashable, Sendable {
  /// What is asked.
  public enum Subject: Hashable, Sendable {
    /// A probe's question, by the probe's place in the case.
    case probe(Int)
    /// The decoy of an abstention probe.
    case decoy(Int)
    /// A trajectory checkpoint, by its place in the case, at one recorded request.
    case trajectory(Int)
    /// A recorded round of calls whose arguments are to be filled, with no expectation of its own.
    case fill
  }

  /// Where it is asked.
  public enum Place: Hashable, Sendable {
    /// With this many entries appended: between turns.
    case boundary(Int)
    /// On the view of the request whose recorded reply begins at this entry.
    case reply(EntryID)
  }

  /// The id of the probe or trajectory, with `@t20` or `#2` for an instance of several and
  /// `.decoy` for a decoy; unique within the case.
  public var id: String
  /// The probe or trajectory all instances of which are averaged to one score.
  public var group: String
  /// What is asked.
  public var subject: Subject
  /// Where.
  public var place: Place

  /// Makes a question.
  public init(id: String, group: String, subject: Subject, place: Place) {
    self.id = id
    self.group = group
    self.subject = subject
    self.place = place
  }
}
