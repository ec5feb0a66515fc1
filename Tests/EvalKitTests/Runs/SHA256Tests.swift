import EvalKit
import Testing

struct SHA256Tests {
  /// Vectors of NIST's example files for FIPS 180-4 and of the CAVP short messages.
  @Test(
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
          + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
        "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
      ),
    ])
  func `the published vectors come out`(_ text: String, _ digest: String) {
    #expect(SHA256.hexadecimal(text) == digest)
  }

  @Test func `a million letters come out as published, however they are cut`() {
    let expected = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
    let letters = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
    #expect(SHA256.hexadecimal(letters) == expected)
    var digest = SHA256()
    var start = 0
    var step = 1
    while start < letters.count {
      let end = min(letters.count, start + step)
      digest.update(Array(letters[start..<end]))
      start = end
      step = step * 3 % 997 + 1
    }
    #expect(digest.finished().map { String($0, radix: 16) }.count == 32)
    #expect(digest.finished().first == 0xcd)
    #expect(digest.finished().last == 0xd0)
  }
}
