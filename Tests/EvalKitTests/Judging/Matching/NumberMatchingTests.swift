import Testing

@testable import EvalKit

struct NumberMatchingTests {
  private static let amounts =
    MatchCase.table(
      .number, "1250",
      in: [
        "It was 1,250 in all.", "1.250 Stück", "1'250", "１２５０", "1.25k", "1250.0", "1,250.00",
        "1250 of them", "exactly 1250!", "1250.", "one thousand two hundred and fifty",
        "one thousand two hundred fifty", "1.25 thousand", "1250x", "１，２５０",
      ],
      not: [
        "11,250", "1251", "12,50", "1250.5", "1.25", "125", "12500", "-1250 degrees", "A1250",
        "1250B3", "1 250 0", "one thousand two hundred and fifteen", "12:50",
      ])
    + MatchCase.table(.number, "1,250", in: ["1250", "1.250"], not: ["1,25", "1,250,000"])
    + MatchCase.table(
      .number, "1,250,000", in: ["1.25 million", "1.25M", "1250k", "1,250,000", "1.250.000"],
      not: ["1.25 billion", "1,250", "1.25"])
    + MatchCase.table(
      .number, "1000", in: ["1,000", "1k", "1K", "1.000", "a thousand 1000", "one thousand"],
      not: ["1 000 000", "10,00", "1 kg"])
    + MatchCase.table(
      .number, "38.40", in: ["38,40", "38.4", "38.40 EUR"], not: ["3840", "38", "38.41", "3.840"])
    + MatchCase.table(
      .number, "5",
      in: ["five bags in all", "5th", "5", "Five.", "(5)", "5,", "5 and 6", "3 + 2 = 5"],
      not: [
        "BA5", "on 2026-05-05", "at 5:30", "fifteen", "50", "5.5", "fifty", "-5", "v5.1",
        "twenty-five", "5 May", "five hundred",
      ])
    + MatchCase.table(.number, "-5", in: ["it was -5 outside"], not: ["it was 5 outside"])
    + MatchCase.table(
      .number, "21", in: ["twenty-one", "twenty one", "21st"], not: ["twenty", "twenty or one"])
    + MatchCase.table(
      .number, "12", in: ["twelve", "a dozen 12"], not: ["twelve hundred", "twenty"])
    + MatchCase.table(
      .number, "200", in: ["[100,200,3000]", "two hundred", "200"], not: ["two", "[100,2000]"])
    + MatchCase.table(.number, "2", in: ["two of us", "2"], not: ["one of two thousand"])

  private static let currencies =
    MatchCase.table(
      .number, "38.40 EUR",
      in: [
        "€38.40/night", "38.40 EUR/month",
        "€38.40", "38,40 euros", "38.4", "EUR 38.40", "EUR38.40", "38.40€", "38,40 €", "38.40 eur",
      ],
      not: ["$38.40", "£38.40", "38.40 USD", "€38.04", "€3,840", "¥38.40"])
    + MatchCase.table(
      .number, "$1,234.50", in: ["USD 1234.5", "1,234.50 dollars", "1.234,50", "US$1,234.50"],
      not: ["€1,234.50", "$1,234", "$12,345.00"])
    + MatchCase.table(
      .number, "3000円", in: ["¥3,000", "3,000 yen", "３０００円", "JPY 3000"],
      not: ["3000 won", "$3000", "300円"])
    + MatchCase.table(.number, "30000", in: ["3万円です", "30,000", "30k"], not: ["3万5千", "3千"])
    + MatchCase.table(.number, "35000円", in: ["3万5千円", "35,000 yen"], not: ["3万円", "5千円"])
    + MatchCase.table(
      .number, "148 euros", in: ["a limit of 148 EUR per night"], not: ["148 pounds per night"])

  private static let shares =
    MatchCase.table(
      .number, "15%",
      in: [
        "15 percent", "15 per cent", "fifteen percent", "fifteen per cent", "15 %", "１５％", "15",
        "15.0%",
      ],
      not: ["50%", "1.5 %", "€15", "15 kg", "115%", "15.5%", "fifty percent"])
    + MatchCase.table(
      .number, "99.9%", in: ["99,9 %", "99.9 percent"], not: ["99%", "9.99%", "99.99%"])

  private static let units =
    MatchCase.table(
      .number, "30 hours", in: ["30h before", "30 hrs", "thirty hours", "30", "1800 minutes"],
      not: ["30 minutes", "30 days", "30 hours 5 minutes"])
    + MatchCase.table(
      .number, "90 minutes",
      in: [
        "1.5 hours", "1 h 30 min", "an hour and a half", "one and a half hours", "90 min",
        "5400 seconds", "90",
      ],
      not: ["90 seconds", "1.5 days", "1 h 20 min", "an hour", "1.5 minutes"])
    + MatchCase.table(.number, "30 minutes", in: ["half an hour", "0.5 h"], not: ["half a day"])
    + MatchCase.table(
      .number, "23.5 kg",
      in: ["23,5 kg", "23.5 kilograms", "23500 g", "23½ kg", "23.5kg", "23.5 kilos", "23.5"],
      not: ["23.5 lb", "235 kg", "23 kg", "23.5 km", "2350 g"])
    + MatchCase.table(
      .number, "2 km", in: ["2000 metres", "2 kilometres", "2km"],
      not: ["2 miles", "2 metres"])
    + MatchCase.table(
      .number, "5k", in: ["5,000 tokens", "5000", "five thousand"], not: ["5 tokens", "5 kg"])
    + MatchCase.table(
      .number, "2 weeks", in: ["14 days", "two weeks", "2 wochen"], not: ["2 months", "2 days"])
    + MatchCase.table(
      .number, "24 months", in: ["two years", "24-month"], not: ["24 days", "2 weeks", "12 years"])
    + MatchCase.table(.number, "0.5", in: ["½", "0,5"], not: ["5", "1½"])

  private static let eastAsian =
    MatchCase.table(
      .number, "3", in: ["三泊です", "３泊", "3名", "三人", "三回", "3つ"],
      not: ["三木さん", "十三人", "三十分", "三", "四人"])
    + MatchCase.table(.number, "15", in: ["十五分", "15分", "１５名"], not: ["五分", "五十分"])
    + MatchCase.table(.number, "250", in: ["二百五十円"], not: ["二百五円", "二千五百円"])

  @Test(arguments: amounts) func `an amount`(_ test: MatchCase) { test.check() }
  @Test(arguments: currencies) func `an amount of money`(_ test: MatchCase) { test.check() }
  @Test(arguments: shares) func `a percentage`(_ test: MatchCase) { test.check() }
  @Test(arguments: units) func `an amount with its unit`(_ test: MatchCase) { test.check() }
  @Test(arguments: eastAsian) func `a number with a counter`(_ test: MatchCase) { test.check() }
}
