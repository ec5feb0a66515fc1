extension LawSpec {
  static let windows: [LawSpec] = []
}
