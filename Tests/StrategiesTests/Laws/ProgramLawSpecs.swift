extension LawSpec {
  // A program that answers with what it was asked changes nothing.
  static let programs: [LawSpec] = [
    "exec('cat')"
  ]
}
