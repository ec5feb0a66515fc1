import Testing

@testable import EvalKit

/// What is folded away in a text, and where it is cut.
struct TextCuttingTests {
  private static let folded: [(String, String)] = [
    ("ÀÉÎõü", "aeiou"), ("Æ æ Œ ß Þ ð Ø", "ae ae oe ss th d o"), ("× ÷", "× ÷"),
    ("ĀčŁłŽžſ", "acllzzs"), ("Ĳ ĳ ŉ", "ij ij n"), ("ΑΩ αω", "αω αω"), ("АЯ ая", "ая ая"),
    ("ЀЁЏ ё", "ѐёџ ё"), ("Ḁḁ Ẕẕ Ạạ Ỿỿ", "ḁḁ ẕẕ ạạ ỿỿ"), ("Ơơ Ưư Ƥƥ", "ơơ ưư ƥƥ"),
    ("１２Ａｚ～！", "12az~!"), ("AZ@[az`{", "az@[az`{"),
    ("＄5$5€5£5￡5¥5￥5₩5", " usd 5 usd 5 eur 5 gbp 5 gbp 5 jpy 5 jpy 5 krw 5"),
    ("¼ ½ ¾ 1¼ 2½ 3¾ 9¼ 0¼ a½", "0.25 0.5 0.75 1.25 2.5 3.75 9.25 0.25 a0.5"), ("½", "0.5"),
    ("\u{201C}a\u{201D} \u{2018}b\u{2019} \u{201B}c \u{2BC}d", "\"a\" 'b' 'c 'd"),
    ("a\u{2010}b\u{2013}c\u{2015}d\u{2212}e\u{FE63}f\u{2016}", "a-b-c-d-e-f\u{2016}"),
    ("a\u{A0}b\u{2000}c\u{200A}d\u{202F}e\u{3000}f", "a b c d e f"),
    ("a\u{200B}b\u{200D}c\u{FEFF}d\u{AD}e\u{2060}f\u{FE0F}g", "abcdefg"),
    ("e\u{301}o\u{36F}", "eo"), ("ｶﾞ ﾊﾟ ｱﾞ ｦ ﾝ ｯ", "ガ パ ア ヲ ン ッ"), ("ﾎﾞ ﾍﾟ", "ボ ペ"),
    ("か\u{3099} は\u{309A} あ\u{3099} へ\u{3099} ほ\u{309A}", "が ぱ あ べ ぽ"),
    ("か\u{301}\u{3099}", "が"), ("\u{3099}a", "a"),
    (#"a\nb\rc\td"#, "a b c d"), (#"a\u0041b"#, "aab"), (#"a\u00e9"#, "ae"), (#"\u3042"#, "あ"),
    (#"a\u00zz"#, #"a\u00zz"#), (#"a\u004"#, #"a\u004"#), (#"\u0041"#, "a"), (#"\ud83d"#, " "),
    (#"C:\new\table"#, #"c:\new\table"#), (#"c:\new"#, #"c:\new"#), (#"x \n \src"#, #"x   \src"#),
    (#"src\auth\new"#, #"src\auth\new"#), (#"new\tab\zed"#, #"new\tab\zed"#),
    (#"\\n"#, #"\ "#), (#"\"#, #"\"#), (#"a\"#, #"a\"#), (#"\n"#, " "), (#"\b"#, #"\b"#),
    ("٠٩ ۰۹ ०९ ٣٬٢٥٠٫٥ ٢٠٪", "09 09 09 3,250.5 20%"), ("𝐀🎒", "𝐀🎒"), ("", ""),
  ]

  @Test(arguments: folded) func `a text folded`(text: String, folded: String) {
    #expect(String(decoding: TextFolding.bytes(text), as: UTF8.self) == folded)
  }

  @Test func `every Latin letter with a mark has its plain one`() {
    #expect(TextFolding.latin.count == 0x180 - 0xC0)
    #expect(TextFolding.latin.filter(\.isEmpty).count == 2)
    #expect(TextFolding.fullWidthKana.count == 0xFF9D - 0xFF66 + 1)
  }

  private static let atoms: [(String, [String])] = [
    ("BA4711", ["ba:letters:piece", "4711:digits:none"]),
    (
      "BA 47-11  x", ["ba:letters:piece", "47:digits:single", "11:digits:single", "x:letters:wide"]
    ),
    ("三a4ab", ["三:ideograph:piece", "a:letters:none", "4:digits:none", "ab:letters:none"]),
    ("aé1", ["ae:letters:piece", "1:digits:none"]), ("a٣", ["a:letters:piece", "3:digits:none"]),
    ("a😀b", ["a:letters:piece", "b:letters:wide"]),
    ("ー々〇", ["ー:ideograph:piece", "々:ideograph:none", "〇:ideograph:none"]),
    ("a·b", ["a:letters:piece", "b:letters:wide"]),
    ("สวด", ["ส:ideograph:piece", "ว:ideograph:none", "ด:ideograph:none"]),
    ("ab中12", ["ab:letters:piece", "中:ideograph:none", "12:digits:none"]),
    ("A.B", ["a:letters:piece", "b:letters:single"]), ("Ωж", ["ωж:letters:piece"]), ("²", []),
    ("az09", ["az:letters:piece", "09:digits:none"]),
    ("a/:b", ["a:letters:piece", "b:letters:wide"]),
    ("`{", []), ("한글", ["한:ideograph:piece", "글:ideograph:none"]), ("", []),
    ("𠀀a", ["𠀀:ideograph:piece", "a:letters:none"]),
    ("a中b", ["a:letters:piece", "中:ideograph:none", "b:letters:none"]),
  ]

  @Test(arguments: atoms) func `a text cut into atoms`(text: String, atoms: [String]) {
    #expect(MatchText(text).atomTexts == atoms)
    #expect(MatchText(text).isEmpty == atoms.isEmpty)
  }

  @Test func `pieces are apart, and an empty one is nothing`() {
    #expect(
      MatchText(pieces: ["a b", "", "c"]).atomTexts
        == ["a:letters:piece", "b:letters:single", "c:letters:piece"])
    #expect(MatchText(pieces: ["", ""]).isEmpty)
    #expect(MatchText(pieces: []).isEmpty)
    let text = MatchText(pieces: ["left", "wheel"])
    #expect(!ValueMatcher("left wheel", kind: .text).isIn(text))
    #expect(!ValueMatcher("left-wheel", kind: .identifier).isIn(text))
  }

  private static let sentences: [(String, [String])] = [
    ("One. Two! Three? Four", ["one", "two", "three?", "four"]), ("a.b c. D", ["a.b c", "d"]),
    ("Is it? Yes", ["is it?", "yes"]), ("A\nB", ["a", "b"]), ("はい。いいえ", ["はい", "いいえ"]),
    ("ですか。はい", ["ですか?", "はい"]), ("a, b; c", ["a, b; c"]), ("Mr.", ["mr"]),
    ("v1.2. Next", ["v1.2", "next"]), ("a ... b", ["a", "b"]),
    ("はい？いいえ", ["はい?", "いいえ"]), ("One", ["one"]), ("One?", ["one?"]), ("One!Two", ["one", "two"]),
    ("", []), ("one.two", ["one.two"]), ("one?two", ["one?", "two"]),
  ]

  @Test(arguments: sentences) func `a text cut into sentences`(text: String, found: [String]) {
    #expect(MatchText(text).sentenceTexts == found)
  }

  @Test func `a sentence ends with its piece`() {
    #expect(MatchText(pieces: ["one two", "three"]).sentenceTexts == ["one two", "three"])
  }

  @Test func `a topic is the long words apart from every value`() {
    let text = MatchText("The tag BAG is on the red box at noon 2026 by ABC")
    func topic(_ values: Range<Int>...) -> Set<UInt64> {
      text.topic(of: text.atoms.indices, apartFrom: values)
    }
    func hashes(_ words: String...) -> Set<UInt64> { Set(words.map(MatchText.hash)) }
    #expect(topic() == hashes("tag", "bag", "red", "box", "noon", "abc"))
    #expect(topic(2..<3) == hashes("tag", "red", "box", "noon", "abc"))
    #expect(topic(2..<3, 12..<13) == hashes("tag", "red", "box", "noon"))
    #expect(text.topic(of: 6..<8, apartFrom: []) == hashes("red", "box"))
    #expect(text.topic(of: 0..<0, apartFrom: []).isEmpty)
  }

  private static let identifiers: [(String, [String])] = [
    ("BA4711 and x", ["ba4711"]), ("see a/b, now", ["a/b"]), ("me@x.example", ["me@x.example"]),
    ("a-b", []), ("2026-05-14 at A1", ["a1"]), ("5 kg", ["5"]), ("注文7741です", ["7741"]),
    ("7741_2 8", ["7741_2", "8"]), ("the 7", ["7"]), ("#42 x#9", ["42", "x#9"]), ("三人", []),
    ("a.b", []), ("14:00 x1", ["x1"]), ("1,5", ["1", "5"]), ("A1  B2", ["a1", "b2"]),
    ("a@b", ["a@b"]), ("a/b", ["a/b"]), ("注7文", ["7"]), ("7注", ["7"]), ("A1", ["a1"]),
    ("x A1.", ["a1"]), ("on 14 May A1", ["a1"]), ("a+1 b", ["1"]), ("", []),
  ]

  @Test(arguments: identifiers) func `the identifiers in a text`(text: String, found: [String]) {
    let text = MatchText(text)
    #expect(text.identifiers.map(text.text(of:)) == found)
  }
}
