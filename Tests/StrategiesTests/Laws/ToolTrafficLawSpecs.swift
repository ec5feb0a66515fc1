extension LawSpec {
  static let toolTraffic: [LawSpec] = []
}
