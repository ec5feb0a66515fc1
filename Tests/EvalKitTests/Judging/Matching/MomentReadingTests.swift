import Testing

@testable import EvalKit

/// Which times and days are read in a text, where each ends, and what is none.
struct MomentReadingTests {
  private static let times: [(String, [String])] = [
    ("24:00", ["24:00 = 24:0"]), ("25:00", []), ("18:59", ["18:59 = 18:59"]), ("18:60", []),
    ("18:5", []), ("123:45", []), ("at 0:05", ["0:05 = 0:5"]), ("18.15", []),
    ("18.15 uhr", ["18.15 uhr = 18:15"]), ("18:15:30", ["18:15:30 = 18:15"]),
    ("18:15:30:00", ["18:15:30 = 18:15"]), ("18h15", ["18h15 = 18:15"]), ("18h60", []),
    ("18h 15", []), ("18 h15", []), ("18h", []), ("18時15分", ["18時15分 = 18:15"]), ("18時間15分", []),
    ("18時", ["18時 = 18:0"]), ("18時半", ["18時半 = 18:30"]), ("6 am", ["6 am = 6:0"]),
    ("12 am", ["12 am = 0:0"]), ("12 pm", ["12 pm = 12:0"]), ("11 pm", ["11 pm = 23:0"]),
    ("12:30 am", ["12:30 am = 0:30"]), ("12:30 pm", ["12:30 pm = 12:30"]), ("13 pm", []),
    ("13:00 pm", ["13:00 pm = 13:0"]), ("6 a.m.", ["6 a.m = 6:0"]), ("6 p.m.", ["6 p.m = 18:0"]),
    ("6 a m", []), ("12 a.m.", ["12 a.m = 0:0"]),
    ("6:15 in the evening", ["6:15 in the evening = 18:15"]),
    ("6:15 in the afternoon", ["6:15 in the afternoon = 18:15"]),
    ("6:15 in the morning", ["6:15 in the morning = 6:15"]),
    ("6:15 in the night", ["6:15 = 6:15"]), ("6:15 in evening", ["6:15 = 6:15"]),
    ("6:15 at night", ["6:15 at night = 18:15"]),
    ("12:15 in the morning", ["12:15 in the morning = 0:15"]),
    ("13:15 in the evening", ["13:15 = 13:15"]), ("6 in the evening", []),
    ("6:15 at noon", ["6:15 = 6:15", "noon = 12:0"]), ("6 uhr", ["6 uhr = 6:0"]),
    ("6 uhr am", ["6 uhr = 6:0"]), ("午後6時15分", ["午後6時15分 = 18:15"]), ("午後12時", ["午後12時 = 12:0"]),
    ("午前12時", ["午前12時 = 0:0"]), ("午前12時30分", ["午前12時30分 = 0:30"]), ("午前6時", ["午前6時 = 6:0"]),
    ("午後13時", ["午後13時 = 13:0"]), ("上午9点", ["上午9点 = 9:0"]), ("오전 9시 30분", ["오전 9시 30분 = 9:30"]),
    ("오후 3시", ["오후 3시 = 15:0"]), ("下午", []), ("下午6", []), ("午 後6時", ["6時 = 6:0"]),
    ("noon", ["noon = 12:0"]), ("midnight", ["midnight = 0:0"]),
    ("half past six", ["half past six = 6:30|18:30"]),
    ("half past 6", ["half past 6 = 6:30|18:30"]), ("half to six", []),
    ("quarter past six", ["quarter past six = 6:15|18:15"]),
    ("quarter to six", ["quarter to six = 5:45|17:45"]),
    ("quarter to one", ["quarter to one = 0:45|12:45"]),
    ("quarter past twelve", ["quarter past twelve = 12:15|0:15"]),
    ("half past twelve in the evening", ["half past twelve in the evening = 12:30"]),
    ("half past twelve in the morning", ["half past twelve in the morning = 0:30"]),
    ("quarter to one in the morning", ["quarter to one in the morning = 0:45"]),
    ("quarter past 13", []), ("half past zero", []), ("quarter past", []), ("half past", []),
    ("quarter six", []), ("quarter past six at night", ["quarter past six at night = 18:15"]),
    ("14:00 UTC", ["14:00 utc = 14:0 zone 0"]), ("14:00 Z", ["14:00 z = 14:0 zone 0"]),
    ("14:00  UTC", ["14:00 = 14:0"]), ("14:00Z", ["14:00z = 14:0 zone 0"]),
    ("14:00 CET", ["14:00 cet = 14:0 zone 60"]), ("14:00 EST", ["14:00 est = 14:0 zone -300"]),
    ("14:00+02:00", ["14:00+02:00 = 14:0 zone 120"]), ("14:00+02", ["14:00+02 = 14:0 zone 120"]),
    ("14:00+14:00", ["14:00+14:00 = 14:0 zone 840"]), ("14:00+15", ["14:00 = 14:0"]),
    ("14:00+02:30", ["14:00+02:30 = 14:0 zone 150"]), ("14:00+02:60", ["14:00 = 14:0"]),
    ("14:00+002", ["14:00 = 14:0"]), ("14:00-02:00", ["14:00 = 14:0", "02:00 = 2:0"]),
    ("14:00-02:30", ["14:00 = 14:0", "02:30 = 2:30"]),
    ("14:00:00-02:00", ["14:00:00-02:00 = 14:0 zone -120"]),
    ("14:00:00-12:00", ["14:00:00-12:00 = 14:0 zone -720"]),
    ("14:00:00-13:00", ["14:00:00 = 14:0", "13:00 = 13:0"]),
    ("14:00:00-02:30", ["14:00:00 = 14:0", "02:30 = 2:30"]),
    ("14:00:00-02", ["14:00:00-02 = 14:0 zone -120"]),
    ("14:00-15:00", ["14:00 = 14:0", "15:00 = 15:0"]), ("14:00-5", ["14:00 = 14:0"]),
    ("14:00 UTC+2", ["14:00 utc+2 = 14:0 zone 120"]),
    ("14:00 UTC-5", ["14:00 utc-5 = 14:0 zone -300"]),
    ("14:00 UTC-05:00", ["14:00 utc-05:00 = 14:0 zone -300"]),
    ("14:00 CET+2", ["14:00 cet = 14:0 zone 60"]), ("14:00 UTC 5", ["14:00 utc = 14:0 zone 0"]),
    ("14:00*02:00", ["14:00 = 14:0", "02:00 = 2:0"]),
    ("2026-05-14T14:00:00Z", ["2026-05-14 = 2026-5-14", "14:00:00z = 14:0 zone 0"]),
    ("2026-05-14T14:00", ["2026-05-14 = 2026-5-14", "14:00 = 14:0"]), ("the t14:00", []),
    ("x14:00", []), ("14:00, 15:00", ["14:00 = 14:0", "15:00 = 15:0"]),
    ("14:00", ["14:00 = 14:0"]),
  ]

  private static let days: [(String, [String])] = [
    ("2026-05-14", ["2026-05-14 = 2026-5-14"]), ("2026-5-4", ["2026-5-4 = 2026-5-4"]),
    ("2026.05.14", ["2026.05.14 = 2026-5-14"]), ("2026/05/14", ["2026/05/14 = 2026-5-14"]),
    ("2026-05.14", []), ("2026-13-14", []), ("2026-05-32", []), ("999-05-14", []),
    ("1000-01-01", ["1000-01-01 = 1000-1-1"]), ("2999-12-31", ["2999-12-31 = 2999-12-31"]),
    ("3000-12-31", []), ("14.05.2026", ["14.05.2026 = 2026-5-14"]),
    ("14.05.26", ["14.05.26 = 2026-5-14"]), ("14-05-26", []),
    ("14-05-2026", ["14-05-2026 = 2026-5-14"]), ("14.05.999", []),
    ("05/14/2026", ["05/14/2026 = 2026-5-14"]), ("05/14/26", ["05/14/26 = 2026-5-14"]),
    ("31/12/2026", ["31/12/2026 = 2026-12-31"]), ("32/12/2026", []), ("1.2.3.4", []),
    ("2026-05-14-01", []), ("2026-05-14-x", ["2026-05-14 = 2026-5-14"]),
    ("2026-05-14.", ["2026-05-14 = 2026-5-14"]),
    ("12.05.2026.", ["12.05.2026 = 2026-5-12|2026-12-5"]),
    ("2026年5月14日", ["2026年5月14日 = 2026-5-14"]), ("2026年5月", ["2026年5月 = 2026-5-?"]),
    ("2026年5月14", ["2026年5月 = 2026-5-?"]), ("2026年13月", []), ("2026年5", []),
    ("5月14日", ["5月14日 = ?-5-14"]), ("5月14", []), ("5月32日", []),
    ("2026년 5월 14일", ["2026년 5월 14일 = 2026-5-14"]), ("14 May 2026", ["14 may 2026 = 2026-5-14"]),
    ("14 May 26", ["14 may = ?-5-14"]), ("14 May '26", ["14 may '26 = 2026-5-14"]),
    ("14 May 0999", ["14 may = ?-5-14"]), ("14 May 1000", ["14 may 1000 = 1000-5-14"]),
    ("14 May 2999", ["14 may 2999 = 2999-5-14"]), ("14 May 3000", ["14 may = ?-5-14"]),
    ("14 May 20261", ["14 may = ?-5-14"]), ("14 of May 2026", ["14 of may 2026 = 2026-5-14"]),
    ("14 May of 2026", ["14 may of 2026 = 2026-5-14"]),
    ("14 de mayo de 2026", ["14 de mayo de 2026 = 2026-5-14"]),
    ("14 de mayo de", ["14 de mayo = ?-5-14"]), ("14 de mayo de noche", ["14 de mayo = ?-5-14"]),
    ("14th of May", ["14th of may = ?-5-14"]), ("14 th of May", []),
    ("14th May", ["14th may = ?-5-14"]), ("32 May", []), ("31 May", ["31 may = ?-5-31"]),
    ("0 May", []), ("1 May", ["1 may = ?-5-1"]), ("114 May", []),
    ("14. Mai", ["14. mai = ?-5-14"]), ("fourteenth of May", ["fourteenth of may = ?-5-14"]),
    ("first May", ["first may = ?-5-1"]), ("twentieth May", ["twentieth may = ?-5-20"]),
    ("thirtieth May", ["thirtieth may = ?-5-30"]),
    ("twenty-first May", ["twenty-first may = ?-5-21"]),
    ("thirty-first of May", ["thirty-first of may = ?-5-31"]),
    ("twenty ninth May", ["twenty ninth may = ?-5-29"]),
    ("twenty first May", ["twenty first may = ?-5-21"]), ("twenty-first", []),
    ("May 14", ["may 14 = ?-5-14"]), ("May 14, 2026", ["may 14, 2026 = 2026-5-14"]),
    ("May 14  2026", ["may 14  2026 = 2026-5-14"]), ("May   14", []),
    ("May, 14", ["may, 14 = ?-5-14"]), ("May. 14", ["may. 14 = ?-5-14"]),
    ("May the 14th", ["may the 14th = ?-5-14"]),
    ("May the fourteenth", ["may the fourteenth = ?-5-14"]), ("May 2026", ["may 2026 = 2026-5-?"]),
    ("May the 2026", ["may the 2026 = 2026-5-?"]), ("May '26", ["may '26 = 2026-5-?"]),
    ("May 26", ["may 26 = ?-5-26"]), ("May 14:30", ["14:30 = 14:30"]),
    ("May 14 14:30", ["may 14 = ?-5-14", "14:30 = 14:30"]),
    ("May 14th 2026", ["may 14th 2026 = 2026-5-14"]), ("May", []),
    ("the 14 May", ["14 may = ?-5-14"]), ("14 May 15 May", ["14 may = ?-5-14", "15 may = ?-5-15"]),
    ("20260514", ["20260514 = 2026-5-14"]), ("18991231", []),
    ("19000101", ["19000101 = 1900-1-1"]), ("20991231", ["20991231 = 2099-12-31"]),
    ("21000101", []), ("20261301", []), ("20260532", []), ("2026051", []), ("202605140", []),
    ("20260514x", []), ("20260514T0930", []),
  ]

  @Test(arguments: times) func `the times of day in a text`(text: String, found: [String]) {
    #expect(MatchText(text).momentTexts == found)
  }

  @Test(arguments: days) func `the days in a text`(text: String, found: [String]) {
    #expect(MatchText(text).momentTexts == found)
  }

  @Test func `what is part of a date or a time is no number`() {
    let text = MatchText("2 bags on 14 May 2026 at 18:15, and 3 more")
    #expect(text.numberTexts == ["2 = 2", "3 = 3"])
  }

  @Test func `nothing is read across two pieces`() {
    for pieces in [
      ["14", "May"], ["May", "14"], ["6:15", "pm"], ["14:00", "UTC"], ["6", "uhr"],
    ] {
      let texts = MatchText(pieces: pieces).momentTexts
      #expect(texts.allSatisfy { !$0.contains("\u{1}") }, "\(pieces)")
      #expect(texts == pieces.flatMap { MatchText($0).momentTexts })
    }
  }

  private static let pairs: [(String, String, Bool)] = [
    ("14:00 UTC", "16:00 CEST", true), ("14:00 UTC", "14:00 CEST", false),
    ("14:00", "14:00 CEST", true), ("23:30 EST", "04:30 UTC", true),
    ("0:30 JST", "15:30 UTC", true),
    ("14 May", "14 May 2026", true), ("14 May 2025", "14 May 2026", false),
    ("May 2026", "14 May 2026", false), ("14:00", "14 May", false), ("24:00", "0:00", false),
    ("03/04/2026", "4 March", true), ("03/04/2026", "3 April", true),
    ("03/04/2026", "5 April", false),
  ]

  @Test(arguments: pairs)
  func `whether two mean the same`(left: String, right: String, isSame: Bool) throws {
    let mine = try #require(MatchText(left).moments.first)
    let theirs = try #require(MatchText(right).moments.first)
    #expect(mine.means(theirs) == isSame)
    #expect(theirs.means(mine) == isSame)
  }
}
