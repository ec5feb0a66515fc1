/// What a session's own compaction did to what the model was shown, as it was recorded.
///
/// The entries of the transcript are untouched by it: they are what was said. Entries that an event
/// does not name stay as they were. Sets of entries are their places in the transcript.
///
/// A record that says which entry was the first kept is a summary that covers those before it; one
/// that lists what replaced the history covers or drops each entry that is not in the list, and has
/// a summary for each item that is no entry.
public struct CompactionEvent: Hashable, Sendable {
  /// A text shown in place of an entry's content.
  public struct Replacement: Hashable, Sendable {
    /// The entry, by place.
    public var entry: Int
    /// What was shown instead.
    public var text: String
    /// Whether that is a part of the content; else it is a placeholder.
    public var isPart: Bool

    /// Makes a replacement.
    public init(entry: Int, text: String, isPart: Bool = false) {
      self.entry = entry
      self.text = text
      self.isPart = isPart
    }
  }

  /// Something put among the entries: usually a summary of those taken out.
  public struct Summary: Hashable, Sendable {
    /// What it was shown as: a prompt, a response, instructions, or opaque where only a provider
    /// can read it.
    public var kind: EntryKind
    /// What it holds.
    public var segments: [Segment]
    /// The entries it stands for; they are taken out.
    public var covers: RangeSet<Int>
    /// Entries whose text is in it verbatim; they are taken out too.
    public var carries: RangeSet<Int>
    /// The place it stands at: before the entry there, or the next one that is still shown.
    public var place: Int

    /// Makes a summary.
    public init(
      kind: EntryKind = .prompt, segments: [Segment], covers: RangeSet<Int>,
      carries: RangeSet<Int> = RangeSet(), place: Int
    ) {
      self.kind = kind
      self.segments = segments
      self.covers = covers
      self.carries = carries
      self.place = place
    }

    /// The entries it stands for in any way.
    public var standsFor: RangeSet<Int> { covers.union(carries) }
  }

  /// How many entries of the transcript stand before it; it is in force from the next request on.
  public var position: Int
  /// The entries taken out that nothing stands for.
  public var dropped: RangeSet<Int>
  /// What was put in their place, in order.
  public var summaries: [Summary]
  /// The entries shown with another content.
  public var replacements: [Replacement]
  /// Who compacted, in the record's own word: `model`, `provider`, `user`.
  public var by: String?
  /// What set it off, in the record's own word: `auto`, `manual`.
  public var trigger: String?
  /// Keys of the recorded event that this type has no field for, kept for export.
  public var extra: JSONObject

  /// Makes an event.
  public init(
    position: Int, dropped: RangeSet<Int> = RangeSet(), summaries: [Summary] = [],
    replacements: [Replacement] = [], by: String? = nil, trigger: String? = nil,
    extra: JSONObject = JSONObject()
  ) {
    self.position = position
    self.dropped = dropped
    self.summaries = summaries
    self.replacements = replacements
    self.by = by
    self.trigger = trigger
    self.extra = extra
  }

  /// The entries taken out: those dropped, and those that a summary stands for.
  public var takenOut: RangeSet<Int> {
    summaries.reduce(dropped) { $0.union($1.standsFor) }
      .intersection(RangeSet(0..<max(0, position)))
  }
}
