import EvalKit
import Testing

/// A text and the JSON it is read as.
struct AcceptedJSON: Sendable, CustomTestStringConvertible {
  var text: String
  var result: String
  var testDescription: String { text }
  init(_ text: String, _ result: String? = nil) {
    self.text = text
    self.result = result ?? text
  }
}

/// A text and the refusal it meets.
struct RefusedJSON: Sendable, CustomTestStringConvertible {
  var text: String
  var error: String
  var testDescription: String { text }
  init(_ text: String, _ error: String) {
    self.text = text
    self.error = error
  }
}

struct JSONParserTests {
  @Test(
    arguments: [
      AcceptedJSON("null"), AcceptedJSON("true"), AcceptedJSON(" false\r\n", "false"),
      AcceptedJSON("[]"), AcceptedJSON("{}"), AcceptedJSON("[[],{}]"),
      AcceptedJSON("0"), AcceptedJSON("-0"), AcceptedJSON("12345678901234567890123"),
      AcceptedJSON("1.0"), AcceptedJSON("255.50"), AcceptedJSON("-1E+5"), AcceptedJSON("1e999"),
      AcceptedJSON(#""a\u00e9\n\/\b""#, #""aé\n/\u0008""#),
      AcceptedJSON(#""\ud83d\ude00""#, "\"😀\""),
      AcceptedJSON(#""\u0000""#), AcceptedJSON("\"\u{7f}\u{2028}Ω\""),
      AcceptedJSON(#"{"b":1,"a":{"z":[1,2,{"c":null}]}}"#),
      AcceptedJSON(#"{"":0}"#), AcceptedJSON("\u{feff}[1]", "[1]"),
    ])
  func `JSON is read as it is written`(_ example: AcceptedJSON) throws {
    #expect(try JSONValue.parse(example.text).serialised() == example.result)
    #expect(try JSONNode.parse(example.text).value.serialised() == example.result)
  }

  @Test(
    arguments: [
      AcceptedJSON("{a:1,}", #"{"a":1}"#), AcceptedJSON("[1,]", "[1]"),
      AcceptedJSON("{$_1:1}", #"{"$_1":1}"#),
      AcceptedJSON("{größe:1}", #"{"größe":1}"#),
      AcceptedJSON("// one\n[1, /* two\n */ 2] // end", "[1,2]"),
      AcceptedJSON(#"'it\'s "so"'"#, #""it's \"so\"""#),
      AcceptedJSON("+1.5", "1.5"), AcceptedJSON(".5", "0.5"), AcceptedJSON("-.5e3", "-0.5e3"),
      AcceptedJSON("5.", "5.0"), AcceptedJSON("5.e3", "5.0e3"), AcceptedJSON("0x10", "16"),
      AcceptedJSON("-0xFfFF", "-65535"), AcceptedJSON("0xFFFFFFFFFFFFFFFF", "18446744073709551615"),
      AcceptedJSON("'a\\\nb\\\r\nc'", #""abc""#),
      AcceptedJSON(#"'\x41\v\0\q'"#, #""A\u000b\u0000q""#),
      AcceptedJSON("\u{a0}\u{2003}1\u{feff}", "1"), AcceptedJSON("{'a b':null}", #"{"a b":null}"#),
    ])
  func `JSON5 is read on request`(_ example: AcceptedJSON) throws {
    #expect(try JSONValue.parse(example.text, options: .json5).serialised() == example.result)
  }

  @Test(
    arguments: [
      RefusedJSON("", "f:1:1: empty; expected a JSON value"),
      RefusedJSON(" \n ", "f:2:2: empty; expected a JSON value"),
      RefusedJSON("[1] x", "f:1:5: unexpected 'x' after the end of the value"),
      RefusedJSON("[1,]", "f:1:3: a comma before the closing bracket is JSON5, not JSON"),
      RefusedJSON("[,]", "f:1:2: expected a value, found ',' (at [0])"),
      RefusedJSON("[1 2]", "f:1:4: expected ',' or ']', found '2'; opened at 1:1"),
      RefusedJSON("[1", "f:1:3: expected ',' or ']', found the end of the text; opened at 1:1"),
      RefusedJSON("{\n \"a\": [0, NaN]}", "f:2:11: NaN is not a number JSON can hold (at a[1])"),
      RefusedJSON(#"{"a":-Infinity}"#, "f:1:6: Infinity is not a number JSON can hold (at a)"),
      RefusedJSON(
        #"{"a":{"x y":Infinity}}"#, "f:1:13: Infinity is not a number JSON can hold (at a[\"x y\"])"
      ),
      RefusedJSON(#"{"a":1,"b":2,"a":3}"#, "f:1:14: key 'a' occurs twice; it is at 1:2 already"),
      RefusedJSON(
        "{\"o\":[{\"id\":1,\n\"id\":2}]}",
        "f:2:1: key 'id' occurs twice; it is at 1:8 already (at o[0])"),
      RefusedJSON(
        "{a:1}", "f:1:2: expected a key in double quotes; unquoted keys are JSON5, not JSON"),
      RefusedJSON("{1:1}", "f:1:2: expected a key or '}', found '1'"),
      RefusedJSON(#"{"a" 1}"#, "f:1:6: expected ':' after a key, found '1' (at a)"),
      RefusedJSON("[True]", "f:1:2: 'True' is Python, not JSON; write true (at [0])"),
      RefusedJSON("[nul]", "f:1:2: expected a value, found 'nul'; strings need quotes (at [0])"),
      RefusedJSON("['a']", "f:1:2: expected a value, found ''' (at [0])"),
      RefusedJSON("// c\n1", "f:1:1: expected a value, found '/' (comments are JSON5, not JSON)"),
      RefusedJSON("01", "f:1:1: a number has no leading zeros"),
      RefusedJSON("+1", "f:1:1: a leading '+' is JSON5, not JSON"),
      RefusedJSON("0x10", "f:1:1: a hexadecimal number is JSON5, not JSON"),
      RefusedJSON(".5", "f:1:1: a number has digits on both sides of its point; else it is JSON5"),
      RefusedJSON("1.", "f:1:1: a number has digits on both sides of its point; else it is JSON5"),
      RefusedJSON("-", "f:1:1: expected a number, found the end of the text"),
      RefusedJSON("1e", "f:1:3: expected the digits of an exponent, found the end of the text"),
      RefusedJSON("1.2.3", "f:1:4: unexpected '.' in a number"),
      RefusedJSON("12a", "f:1:3: unexpected 'a' in a number"),
      RefusedJSON("\"a\nb\"", "f:1:3: the line ends within a string that begins at 1:1"),
      RefusedJSON("\"a\tb\"", "f:1:3: a raw tab in a string; write \\t"),
      RefusedJSON("\"a\u{1b}\"", "f:1:3: control character U+001B in a string; escape it"),
      RefusedJSON("\"abc", "f:1:5: the text ends within a string that begins at 1:1"),
      RefusedJSON("\"abc\\", "f:1:6: the text ends within a string that begins at 1:1"),
      RefusedJSON(#""\x41""#, #"f:1:2: '\x' is not an escape of JSON"#),
      RefusedJSON(#""\u12g4""#, "f:1:6: expected 4 hexadecimal digits, found 'g'"),
      RefusedJSON("[é, ü", "f:1:2: expected a value, found 'é'; strings need quotes (at [0])"),
    ])
  func `a mistake is refused with its place`(_ example: RefusedJSON) {
    for refusal in refusals(of: Array(example.text.utf8)) { #expect(refusal == example.error) }
  }

  @Test(
    arguments: [
      RefusedJSON("[NaN]", "f:1:2: NaN is not a number JSON can hold (at [0])"),
      RefusedJSON("[+Infinity]", "f:1:2: Infinity is not a number JSON can hold (at [0])"),
      RefusedJSON("0x1FFFFFFFFFFFFFFFF", "f:1:1: a hexadecimal number over 64 bits"),
      RefusedJSON("0x", "f:1:3: expected a hexadecimal digit, found the end of the text"),
      RefusedJSON("/* a\n", "f:1:1: this comment is never closed"),
      RefusedJSON("{a:1,'a':2}", "f:1:6: key 'a' occurs twice; it is at 1:2 already"),
      RefusedJSON("'\\1'", "f:1:2: a digit cannot be escaped"),
      RefusedJSON("[.]", "f:1:2: expected a number, found ']' (at [0])"),
      RefusedJSON("'\\\n' x", "f:2:3: unexpected 'x' after the end of the value"),
      RefusedJSON("[1,,]", "f:1:4: expected a value, found ',' (at [1])"),
    ])
  func `a mistake in JSON5 is refused with its place`(_ example: RefusedJSON) {
    for refusal in refusals(of: Array(example.text.utf8), options: .json5) {
      #expect(refusal == example.error)
    }
  }

  @Test func `bytes that are not UTF-8 are refused`() {
    let bytes = Array("{\"a\":\n\"".utf8) + [0xC3, 0x28] + Array("\"}".utf8)
    for refusal in refusals(of: bytes) {
      #expect(refusal == "f:2:2: byte 0xC3 is not valid UTF-8 here")
    }
  }

  @Test func `nesting is bounded`() throws {
    let deep = String(repeating: "[", count: 256) + String(repeating: "]", count: 256)
    #expect(try JSONValue.parse(deep).serialised() == deep)
    for refusal in refusals(of: Array("{\"a\":\(deep)}".utf8)) {
      #expect(refusal.hasPrefix("f:1:261: nested more than 256 deep (at a[0][0]"))
    }
  }

  @Test func `size is bounded`() {
    for refusal in refusals(
      of: Array("[1,2]".utf8), options: JSONParser.Options(maximumBytes: 4))
    {
      #expect(refusal == "f:1:1: 5 bytes, at most 4 are read")
    }
  }

  @Test(
    arguments: [
      (#""\uD800""#, "\u{fffd}", 1), (#""\uDC00x""#, "\u{fffd}x", 1),
      (#""\uD800\uD801\uDC00""#, "\u{fffd}\u{10400}", 1),
      (#""\uD800\n\uDFFF""#, "\u{fffd}\n\u{fffd}", 2),
      (#""\uD83D\uDE00""#, "😀", 0),
    ])
  func `lone surrogates are replaced and counted`(text: String, string: String, count: Int) throws {
    let parsed = try JSONParser.value(Array(text.utf8))
    #expect(parsed.root.stringValue == string)
    #expect(parsed.replacedSurrogates == count)
  }

  @Test func `large objects keep key order and find a repeated key`() throws {
    let members = (0..<100).map { "\"key\($0)\":\($0)" }.joined(separator: ",")
    #expect(try JSONValue.parse("{\(members)}").serialised() == "{\(members)}")
    let error = #expect(throws: JSONError.self) { try JSONValue.parse("{\(members),\"key42\":0}") }
    #expect(error?.message == "key 'key42' occurs twice; it is at 1:444 already")
  }

  @Test func `every value and key has its line and column`() throws {
    let node = try JSONNode.parse("\u{feff}{ \"é\": 1,\n  \"b\": [true,\n null] }")
    let members = try #require(node.members)
    #expect(node.position == TextPosition(line: 1, column: 1))
    #expect(members.map(\.keyPosition.description) == ["1:3", "2:3"])
    #expect(members.map(\.value.position.description) == ["1:9", "2:8"])
    #expect(members[1].value.elements?.map(\.position.description) == ["2:9", "3:2"])
  }

  private func refusals(of bytes: [UInt8], options: JSONParser.Options = .json) -> [String] {
    var refusals: [String] = []
    do {
      _ = try JSONValue.parse(bytes, file: "f", options: options)
      refusals.append("none")
    } catch { refusals.append("\(error)") }
    do {
      _ = try JSONNode.parse(bytes, file: "f", options: options)
      refusals.append("none")
    } catch { refusals.append("\(error)") }
    return refusals
  }
}
