import Testing

@testable import EvalKit

struct DateMatchingTests {
  private static let days =
    MatchCase.table(
      .date, "2026-05-14",
      in: [
        "on 14 May 2026", "May 14th, 2026", "the 14th of May", "14.05.2026", "05/14/2026",
        "14/05/2026", "２０２６年５月１４日", "5月14日に", "2026-05-14T09:30:00Z", "20260514",
        "14. Mai 2026", "le 14 mai", "14 de mayo de 2026", "14 maggio", "14 maio", "2026/05/14",
        "2026.5.14", "14.5.26", "Thu, 14 May", "May 14", "14-May-2026", "14 May '26",
        "2026年5月14号", "2026년 5월 14일", "5월 14일입니다", "MAY 14, 2026", "May the 14th",
        "the fourteenth of May", "May fourteenth",
      ],
      not: [
        "14 May 2025", "15 May 2026", "14 June 2026", "May 2026", "the 14th", "14", "2026-05-15",
        "14.06.2026", "5月15日", "May 4", "version 14.5", "14 maybe 2026", "2026", "5-14",
      ])
    + MatchCase.table(
      .date, "16 October", in: ["Friday, October 16", "Oct. 16", "16.10.2027", "10月16日"],
      not: ["October 17", "October", "16 Nov"])
    + MatchCase.table(
      .date, "2026-03-04", in: ["03/04/2026", "04/03/2026", "4 March"], not: ["4 May", "3 March"])
    + MatchCase.table(
      .date, "2026-05-21", in: ["the twenty-first of May", "21st May"], not: ["the first of May"])
    + MatchCase.table(.date, "May 2026", in: ["in May 2026", "2026年5月"], not: ["May 2025"])
    + MatchCase.table(
      .date, "next Friday", in: ["It is next friday."], not: ["this Friday", "next Fri"])

  private static let times =
    MatchCase.table(
      .date, "18:15",
      in: [
        "6:15 pm", "6.15pm", "6:15 p.m.", "18時15分", "午後6時15分", "下午6点15分", "오후 6시 15분", "18h15",
        "18.15 Uhr", "18:15:00", "quarter past six in the evening", "quarter past six", "18：15",
        "6:15 in the evening", "at 18:15.", "18:15 CET", "下午6时15分",
      ],
      not: [
        "18:16", "6:15 am", "6:15", "8:15 pm", "18.15", "午前6時15分", "quarter to six", "1815",
        "quarter past six in the morning", "118:15", "18:150", "18 hours 15",
      ])
    + MatchCase.table(.date, "6:50", in: ["06:50", "6:50 am", "6時50分"], not: ["18:50", "6:05"])
    + MatchCase.table(.date, "12:00", in: ["noon", "12 pm", "12:00"], not: ["midnight", "12 am"])
    + MatchCase.table(.date, "18:30", in: ["half past six", "6:30 pm", "18時半"], not: ["6:30 am"])
    + MatchCase.table(
      .date, "18:00", in: ["6 pm", "18 Uhr", "18時", "6pm"], not: ["18 hours", "18時間", "6 am"])

  private static let zones =
    MatchCase.table(
      .date, "14:00 UTC",
      in: [
        "2 pm UTC", "14:00Z", "16:00 CEST", "15:00 CET", "14:00", "14:00 GMT", "10:00 EDT",
        "23:00 JST", "16:00+02:00", "14:00:00Z", "16:00 UTC+2", "09:00 UTC-5",
      ],
      not: ["14:00 CEST", "15:00", "2 am UTC", "14:00 EST", "14:00+02:00", "13:00 UTC"])
    + MatchCase.table(
      .date, "14:00", in: ["14:00 CEST", "14:00 UTC", "14:00-15:00"], not: ["13:00 UTC"])
    + MatchCase.table(
      .date, "2026-05-14 18:15", in: ["14 May, 6:15 pm", "18:15 on May 14"],
      not: ["14 May", "18:15", "14 May, 6:16 pm"])

  @Test(arguments: days) func `a day in the common orders`(_ test: MatchCase) { test.check() }
  @Test(arguments: times) func `a time of day`(_ test: MatchCase) { test.check() }
  @Test(arguments: zones) func `a time with its zone`(_ test: MatchCase) { test.check() }
}
