extension LawSpec {
  static let others: [LawSpec] = ["recorded"]
}
