import Testing

@testable import EvalKit

/// Which numbers are read in a text, with their units, and what is none.
struct NumberReadingTests {
  private static let readings: [(String, [String])] = [
    ("1,250", ["1,250 = 1250"]), ("1.250", ["1.250 = 1250|1.25"]), ("1'250", ["1'250 = 1250"]),
    ("1,250.5", ["1,250.5 = 1250.5"]), ("1.250,5", ["1.250,5 = 1250.5"]),
    ("1,250,000", ["1,250,000 = 1250000"]), ("1.250.000", ["1.250.000 = 1250000"]),
    ("1,250.000", ["1,250.000 = 1250"]), ("1'250.5", ["1'250.5 = 1250.5"]),
    ("1'250'000", ["1'250'000 = 1250000"]), ("1250.5", ["1250.5 = 1250.5"]),
    ("1250,5", ["1250,5 = 1250.5"]), ("1234,567", ["1234,567 = 1234.567"]),
    ("1234.567", ["1234.567 = 1234.567"]), ("12,34,567", ["12 = 12", "34 = 34", "567 = 567"]),
    ("0,250", ["0,250 = 0.25"]), ("0.250", ["0.250 = 0.25"]), ("1,25", ["1,25 = 1.25"]),
    ("1.25", ["1.25 = 1.25"]), ("1,2,3", ["1 = 1", "2 = 2", "3 = 3"]),
    ("1,20,300", ["1 = 1", "20 = 20", "300 = 300"]),
    ("[1,2,3000]", ["1 = 1", "2 = 2", "3000 = 3000"]), ("1.2,3", []), ("12:30", []), ("7:8", []),
    ("5 : 6", ["5 = 5", "6 = 6"]), ("a5", []), ("5a", []), ("5th", ["5th = 5"]),
    ("5 th", ["5 = 5"]), ("1st 2nd 3rd 5x", ["1st = 1", "2nd = 2", "3rd = 3", "5x = 5"]),
    ("5b3", []), ("EUR5", ["eur5 = 5 eur"]), ("EUR 5", ["eur 5 = 5 eur"]),
    ("EUR  5", ["eur  5 = 5 eur"]), ("EUR   5", ["5 = 5"]), ("kg 5", ["5 = 5"]),
    ("€5", ["eur 5 = 5 eur"]), ("$5", ["usd 5 = 5 usd"]), ("-5", ["5 = -5"]), ("- 5", ["5 = 5"]),
    ("3-5", ["3 = 3", "5 = 5"]), ("3 -5", ["3 = 3", "5 = -5"]), ("x -5", ["5 = -5"]),
    ("+5", ["5 = 5"]), ("5%", ["5 = 5 percent"]), ("5 %", ["5 = 5 percent"]), ("5  %", ["5 = 5"]),
    ("5 percent", ["5 percent = 5 percent"]), ("5 per cent", ["5 per cent = 5 percent"]),
    ("5 per  cent", ["5 per  cent = 5 percent"]), ("5 per cen", ["5 = 5"]), ("5 cent", ["5 = 5"]),
    ("50 k", ["50 = 50"]), ("50k", ["50k = 50000"]), ("50K", ["50k = 50000"]),
    ("5m", ["5m = 5000000"]), ("5 m", ["5 = 5"]), ("2 million", ["2 million = 2000000"]),
    ("2 thousand euros", ["2 thousand euros = 2000 eur"]), ("2 mn", ["2 mn = 2000000"]),
    ("3bn", ["3bn = 3000000000"]), ("5 and a half", ["5 and a half = 5.5"]),
    ("5 and a half hours", ["5 and a half hours = 5.5 hour"]),
    ("5 hours and a half", ["5 hours and a half = 5.5 hour"]),
    ("5 hours and half", ["5 hours = 5 hour"]), ("two and a half", ["~two and a half = 2.5"]),
    ("one and a half kg", ["~one and a half kg = 1.5 kilogram"]),
    ("an hour and a half", ["~an hour and a half = 1.5 hour"]),
    ("a kg and a half", ["~a kg and a half = 1.5 kilogram"]),
    ("one hour and a half", ["~one hour and a half = 1.5 hour"]),
    ("half an hour", ["~half an hour = 0.5 hour"]), ("half a day", ["~half a day = 0.5 day"]),
    ("half the day", []), ("half an apple", []), ("half a", []), ("an hour", []), ("one hour", []),
    ("one", []), ("one two", ["~two = 2"]), ("twenty-one", ["~twenty-one = 21"]),
    ("twenty one", ["~twenty one = 21"]), ("twenty-one two", ["~twenty-one = 21", "~two = 2"]),
    ("ten one", ["~ten = 10"]), ("nineteen", ["~nineteen = 19"]),
    ("nineteen one", ["~nineteen = 19"]), ("hundred", ["~hundred = 100"]),
    ("a hundred", ["~hundred = 100"]), ("two hundred", ["~two hundred = 200"]),
    ("two hundred and", ["~two hundred = 200"]),
    ("two hundred and five", ["~two hundred and five = 205"]),
    ("two hundred and ninety-nine", ["~two hundred and ninety-nine = 299"]),
    ("one thousand", ["~one thousand = 1000"]), ("thousand", ["~thousand = 1000"]),
    ("two thousand three hundred", ["~two thousand three hundred = 2300"]),
    ("one million two thousand and five", ["~one million two thousand and five = 1002005"]),
    ("twenty-", ["~twenty = 20"]), ("twenty  one", ["~twenty = 20"]),
    ("two hundred and fifty kg", ["~two hundred and fifty kg = 250 kilogram"]),
    ("five-hour", ["~five-hour = 5 hour"]), ("148 EUR/night", ["148 eur = 148 eur"]),
    ("148 /night", ["148 /night = 148 night"]), ("5 nights", ["5 nights = 5 night"]),
    ("5 3", ["5 = 5", "3 = 3"]), ("1 h 30 min", ["1 h 30 min = 1.5 hour"]),
    ("1 h 30", ["1 h = 1 hour", "30 = 30"]),
    ("1 h, 30 min", ["1 h = 1 hour", "30 min = 30 minute"]),
    ("30 min 1 h", ["30 min = 30 minute", "1 h = 1 hour"]),
    ("1 h  30 min", ["1 h = 1 hour", "30 min = 30 minute"]),
    ("1 h 2 h", ["1 h = 1 hour", "2 h = 2 hour"]),
    ("2 kg 300 g", ["2 kg = 2 kilogram", "300 g = 300 gram"]),
    ("1 h 30 min 15 s", ["1 h 30 min = 1.5 hour", "15 = 15"]),
    ("1 h 30 min 15 sec", ["1 h 30 min 15 sec = 1.5041666666666667 hour"]),
    ("1 day 2 hours 3 minutes", ["1 day 2 hours 3 minutes = 1.0854166666666667 day"]),
    ("1.250 h 30 min", ["1.250 h = 1250|1.25 hour", "30 min = 30 minute"]),
    ("1 h 1.250 min", ["1 h = 1 hour", "1.250 min = 1250|1.25 minute"]),
    ("3万5千円", ["3万5千円 = 35000 jpy"]), ("3万5千", ["3万5千 = 35000"]), ("3万", ["3万 = 30000"]),
    ("3万 5千", ["3万 = 30000", "5千 = 5000"]), ("3万12000", ["3万 = 30000", "12000 = 12000"]),
    ("3千500", ["3千 = 3000", "500 = 500"]), ("30時間", ["30時間 = 30 hour"]),
    ("30 時間", ["30 時間 = 30 hour"]), ("二百五十円", ["~二百五十円 = 250 jpy"]), ("二百五", []),
    ("十五分", ["~十五分 = 15 minute"]), ("千円", ["~千円 = 1000 jpy"]), ("二二円", []), ("三木", []),
    ("十 円", []), ("二十三人", ["~二十三人 = 23 person"]), ("五本 三冊", ["~五 = 5", "~三 = 3"]),
    ("一千二百三十四円", ["~一千二百三十四円 = 1234 jpy"]), ("23½ kg", ["23.5 kg = 23.5 kilogram"]),
    ("½", ["0.5 = 0.5"]), ("¼", ["0.25 = 0.25"]), ("1¾", ["1.75 = 1.75"]), ("A ½", ["0.5 = 0.5"]),
    ("x5", []), ("BA 5", ["5 = 5"]), ("5 £", ["5  gbp = 5 gbp"]), ("5¥", ["5 jpy = 5 jpy"]),
    ("￥500", ["jpy 500 = 500 jpy"]),
  ]

  private static let multiplied: [(String, Double)] = [
    ("3k", 3e3), ("3m", 3e6), ("3 thousand", 3e3), ("3 million", 3e6), ("3 millions", 3e6),
    ("3 mn", 3e6), ("3 bn", 3e9), ("3 billion", 3e9), ("3 千", 3e3), ("3 万", 3e4), ("3 億", 3e8),
    ("3億", 3e8), ("3mn", 3e6),
  ]

  @Test(arguments: multiplied) func `a number that is multiplied`(text: String, value: Double) {
    #expect(MatchText(text).numbers.map(\.values) == [[value]])
  }

  @Test(arguments: readings) func `the numbers in a text`(text: String, found: [String]) {
    #expect(MatchText(text).numberTexts == found)
  }

  @Test func `nothing is read across two pieces`() {
    for pieces in [
      ["EUR", "5"], ["5", "kg"], ["5", "percent"], ["2", "million"], ["1", "250"],
    ] {
      let texts = MatchText(pieces: pieces).numberTexts
      #expect(texts == pieces.flatMap { MatchText($0).numberTexts }, "\(pieces)")
    }
  }

  @Test func `a multiplier is no number of its own`() {
    #expect(!ValueMatcher("1 million", kind: .number).isIn("2 million"))
    #expect(ValueMatcher("2,000,000", kind: .number).matches(in: MatchText("2 million")).count == 1)
  }

  private static let pairs: [(String, String, Bool)] = [
    ("90 min", "1.5 hours", true), ("90 min", "90 seconds", false), ("90", "90 seconds", true),
    ("2 kg", "2 km", false), ("2 kg", "2000 g", true), ("5 EUR", "5 USD", false),
    ("2 years", "24 months", true), ("1 month", "30 days", false), ("5 tokens", "5 bytes", false),
    ("1.250", "1250", true), ("1.250", "1,25", true), ("0.1", "0.1000000001", true),
    ("0.1", "0.1001", false), ("0", "0.0", true), ("0", "0.0000000001", false),
    ("1 mile", "1609.344 m", false), ("1 mile", "1609.344 metres", true),
    ("1 inch", "2.54 cm", true),
    ("1 lb", "453.59237 g", true), ("3 feet", "914.4 mm", true),
    ("1 oz", "28.349523125 grams", true),
    ("1500 ms", "1.5 s", false), ("1500 ms", "1.5 seconds", true), ("1 week", "168 hours", true),
    ("5 mg", "0.005 g", true), ("3 km", "3000 meters", true),
  ]

  @Test(arguments: pairs)
  func `whether two mean the same`(left: String, right: String, isSame: Bool) throws {
    let mine = try #require(MatchText(left).numbers.first)
    let theirs = try #require(MatchText(right).numbers.first)
    #expect(mine.means(theirs) == isSame)
    #expect(theirs.means(mine) == isSame)
  }

  @Test(arguments: [
    ("0", true), ("99", true), ("-99", true), ("100", false), ("-100", false), ("5 kg", false),
    ("2.5", false), ("7", true), ("1.250", false),
  ])
  func `a small bare number is weak`(value: String, isWeak: Bool) {
    #expect(ValueMatcher(value, kind: .number).isWeak == isWeak)
  }
}
