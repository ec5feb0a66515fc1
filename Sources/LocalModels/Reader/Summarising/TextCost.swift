/// Counts about how many tokens a text takes, without a vocabulary.
enum TextCost {
  /// One a Chinese, Japanese or Korean character, two for seven others, rounded up by word.
  static func tokens(_ text: String) -> Int {
    var tokens = 0
    var run = 0
    func close() {
      tokens += (2 * run + 6) / 7
      run = 0
    }
    for scalar in text.unicodeScalars {
      if ScalarClass.isCJK(scalar.value) {
        close()
        tokens += 1
      } else if ScalarClass.isSpace(scalar.value) {
        close()
      } else {
        run += 1
      }
    }
    close()
    return tokens
  }
}
