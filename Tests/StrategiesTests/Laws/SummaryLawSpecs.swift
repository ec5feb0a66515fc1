extension LawSpec {
  static let summaries: [LawSpec] = []
}
