import Testing

@testable import EvalKit

struct IdentifierMatchingTests {
  private static let numbers =
    MatchCase.table(
      .identifier, "7741",
      in: [
        "Order 7741 is late.", "INV-7741", "#7741", "no. 7741", "7741, 7742 and 7743", "7741.",
        "(7741)", "7741/7742", "order:7741", "７７４１", "注文7741です", "7 7 4 1", "7-7-4-1",
        "seven seven four one", "number seven, seven, four, one",
      ],
      not: [
        "Order 17741 is late.", "77410", "It costs 7741.50", "7741-2", "rooms 77 41", "7,741",
        "774 1", "A7741", "7741B", "7.741", "1.7741", "eight seven seven four one",
        "seven seven four one two", "seven thousand seven hundred and forty-one", "7741_2",
      ])
    + MatchCase.table(
      .identifier, "741", in: ["741, 742 and 743"], not: ["17,741 of them", "741,000", "74 1"])
    + MatchCase.table(.identifier, "05", in: ["room 05"], not: ["on 2026-05-14", "1.05"])

  private static let codes =
    MatchCase.table(
      .identifier, "BA4711",
      in: [
        "tag ba4711.", "tag BA 4711", "tag BA-4711!", "ＢＡ４７１１です", "予約番号BA4711でお願いします",
        "B A 4 7 1 1", "BA_4711", "**BA4711**", "`BA4711`", "“BA4711”", "BA4711's", "BA4711?",
        "tag=BA4711", #"{"tag":"BA4711"}"#, "BA.4711", "BA 47 11", "BA4711<eos>",
      ],
      not: [
        "BA47112", "XBA4711", "BA4117", "BA471", "4711", "BA 4711-2", "BA4711-B", "BA47I1",
        "BA\n\n4711", "BAA4711", "",
      ])
    + MatchCase.table(
      .identifier, "CC-7419", in: ["cost centre CC7419", "cc 7419"],
      not: ["cost centre CC-7419-B", "CC-74190"])
    + MatchCase.table(
      .identifier, "INV-2024-001", in: ["invoice inv 2024 001", "INV2024001", "INV/2024/001"],
      not: ["INV-2024-0011", "INV-2024-001-2", "2024-001"])
    + MatchCase.table(
      .identifier, "4111 1111 1111 1111", in: ["card 4111111111111111", "4111-1111-1111-1111"],
      not: ["4111 1111 1111 1112"])
    + MatchCase.table(.identifier, "4111111111111111", in: ["card 4111-1111-1111-1111"])
    + MatchCase.table(
      .identifier, "QX7R2M", in: [#"{"ref":"QX7R2M","n":1}"#, #"line one\nQX7R2M"#],
      not: ["QX7R2N", "QX7R2M1"])
    + MatchCase.table(
      .identifier, "Zimmer-Ä12", in: ["ZIMMER A\u{308}12", "zimmer a12"], not: ["Zimmer-Ä13"])
    + MatchCase.table(
      .identifier, "a1b2c3d4-e5f6-4a7b-8c9d-0e1f2a3b4c5d",
      in: ["id A1B2C3D4-E5F6-4A7B-8C9D-0E1F2A3B4C5D", "a1b2c3d4e5f64a7b8c9d0e1f2a3b4c5d"],
      not: ["a1b2c3d4-e5f6-4a7b-8c9d-0e1f2a3b4c5e", "a1b2c3d4"])

  private static let paths =
    MatchCase.table(
      .identifier, "src/auth/token.swift",
      in: [
        "see /repo/src/auth/token.swift:42", "`src/auth/token.swift`", "./src/auth/token.swift",
        #"src\auth\token.swift"#, #"C:\work\src\auth\token.swift"#, "src/auth/token.swift.",
        "https://git.example/repo/src/auth/token.swift", "src/auth/token.swift)",
        "a/src/auth/token.swift and more", "SRC/Auth/Token.swift",
      ],
      not: [
        "src/auth/token.swif", "src/auth/token.swift.bak", "src/auth/tokens.swift",
        "src/auth/token.swiftinterface", "src/auth/", "token.swift", "src/auth/token.rs",
        "src/auth/old/token.swift",
      ])
    + MatchCase.table(
      .identifier, "/etc/hosts", in: ["cat /etc/hosts", "in /etc/hosts."],
      not: ["/etc/hosts.allow", "/etc/host"])
    + MatchCase.table(
      .identifier, "notes/new.txt", in: [#"D:\notes\new.txt"#])

  private static let addresses =
    MatchCase.table(
      .identifier, "lena.ortiz@norrland.example",
      in: [
        "Lena.Ortiz@Norrland.example", "mailto:lena.ortiz@norrland.example",
        "<lena.ortiz@norrland.example>", "lena.ortiz@norrland.example.",
        "at lena.ortiz@norrland.example, please", "lena.ortiz＠norrland.example",
      ],
      not: [
        "lena.ortiz", "magdalena.ortiz@norrland.example", "anna-lena.ortiz@norrland.example",
        "lena.ortiz@norrland.example.com", "lena.ortiz@norrland.examples", "lena@norrland.example",
        "norrland.example", "x.lena.ortiz@norrland.example", "lena.ortiz@norland.example",
      ])

  private static let versions =
    MatchCase.table(
      .identifier, "2.4.1",
      in: [
        "v2.4.1", "V2.4.1", "Version 2.4.1.", "2.4.1,", "foo-2.4.1.tar", "(2.4.1)", "2.4.1 (77)",
      ],
      not: [
        "2.4.10", "2.4", "12.4.1", "3.2.4.1", "2.4.1.7", "2.4.1-beta", "2.4.1-rc.1", "2.4.1rc1",
        "dev2.4.1", "2.41",
      ])
    + MatchCase.table(.identifier, "v2.4.1", in: ["v2.4.1", "V 2.4.1"], not: ["2.4.1", "v2.4.11"])

  @Test(arguments: numbers) func `an order number`(_ test: MatchCase) { test.check() }
  @Test(arguments: codes) func `a code of letters and digits`(_ test: MatchCase) { test.check() }
  @Test(arguments: paths) func `a path`(_ test: MatchCase) { test.check() }
  @Test(arguments: addresses) func `an e-mail address`(_ test: MatchCase) { test.check() }
  @Test(arguments: versions) func `a version`(_ test: MatchCase) { test.check() }
}
