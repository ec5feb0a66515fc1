import Testing

@testable import evalrun

@Suite struct `A table` {
  @Test func `sets words to the left and numbers to the right`() {
    var table = TextTable(["arm", "tokens\na request", "hit"])
    table.add(["oracle", "1,234", "99.0"])
    table.addRule()
    table.add(["window", "9"])
    #expect(
      table.lines(width: 80) == [
        "           tokens",
        "arm     a request   hit",
        "───────────────────────",
        "oracle      1,234  99.0",
        "───────────────────────",
        "window          9",
      ])
  }

  @Test func `counts wide characters as two columns`() {
    var table = TextTable(["arm", "n"])
    table.add(["窓 10", "1"])
    table.add(["ab cd", "2"])
    #expect(table.lines(width: 80).suffix(2) == ["窓 10  1", "ab cd  2"])
  }

  @Test func `cuts its first column to fit, and nothing else`() {
    var table = TextTable(["arm", "n"])
    table.add(["summarize-history(entries: 50)", "123,456"])
    let lines = table.lines(width: 30)
    #expect(lines.last == "summarize-history(en…  123,456")
    #expect(lines.allSatisfy { DisplayWidth.of($0) <= 30 })
  }

  @Test(arguments: [
    ("abc", 3), ("日本", 4), ("e\u{301}", 1), ("ｱ", 1), ("Ａ", 2), ("한", 2), ("👍", 2), ("✔️", 2),
    ("", 0),
  ]) func `knows the columns of a text`(_ text: String, _ columns: Int) {
    #expect(DisplayWidth.of(text) == columns)
  }

  @Test(arguments: [
    (0.7142, "71.4"), (1, "100.0"), (0, "0.0"), (0.00049, "0.0"), (-0.0004, "0.0"),
    (-0.125, "-12.5"),
    (0.99999, "100.0"),
  ]) func `writes a share with one decimal`(_ share: Double, _ text: String) {
    #expect(Figures.percent(share) == text)
  }

  @Test func `writes a dash where there is no number`() {
    #expect(Figures.percent(nil) == "–")
    #expect(Figures.decimal(.nan) == "–")
    #expect(Figures.count(.infinity) == "–")
  }

  @Test(arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567")])
  func `sets thousands apart`(_ number: Int, _ text: String) {
    #expect(Figures.grouped(number) == text)
  }
}
