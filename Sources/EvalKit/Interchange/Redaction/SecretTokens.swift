/// Keys, tokens and passwords in a text: by what they begin with, or by what is said before them.
enum SecretTokens {
  /// What keys of known issuers begin with, and how many characters follow at least.
  private static let prefixes: [(text: [UInt8], rest: Int)] = [
    ("sk-", 16), ("sk_live_", 10), ("sk_test_", 10), ("pk_live_", 10), ("pk_test_", 10),
    ("rk_live_", 10), ("whsec_", 16), ("ghp_", 20), ("gho_", 20), ("ghu_", 20), ("ghs_", 20),
    ("ghr_", 20), ("github_pat_", 20), ("glpat-", 16), ("xoxb-", 10), ("xoxp-", 10), ("xoxa-", 10),
    ("xoxr-", 10), ("xapp-", 10), ("AKIA", 16), ("ASIA", 16), ("AIza", 30), ("ya29.", 20),
    ("hf_", 20), ("npm_", 20), ("pypi-", 20), ("SG.", 20), ("dop_v1_", 20),
  ].map { (Array($0.0.utf8), $0.1) }

  /// What is said before a secret.
  private static let names = [
    "password", "passwd", "secret", "api_key", "api-key", "apikey", "access_key", "access-key",
    "accesskey", "token", "authorization", "credential", "private_key",
  ].map { Array($0.utf8) }

  static func ranges(in text: [UInt8]) -> [Range<Int>] {
    var found = privateKeys(in: text)
    var position = 0
    while position < text.count {
      guard isPart(text[position]) else {
        position += 1
        continue
      }
      var end = position
      while end < text.count, isPart(text[end]) { end += 1 }
      var word = position..<end
      position = end
      while word.count > 1, !isLetterOrDigit(text[word.upperBound - 1]),
        text[word.upperBound - 1] != UInt8(ascii: "=")
      {
        word = word.lowerBound..<(word.upperBound - 1)
      }
      let bytes = text[word]
      guard bytes.count >= 8, !found.contains(where: { $0.overlaps(word) }) else { continue }
      if isKnown(bytes) || isWebToken(bytes) {
        found.append(word)
      } else if isNamed(word.lowerBound, in: text), isRandom(bytes, atLeast: 12) {
        found.append(word)
      }
    }
    return found
  }

  /// Whether a text under a key of an object is a secret.
  static func isSecret(_ text: String, underKey key: String) -> Bool {
    let key = Array(key.lowercased().utf8)
    guard names.contains(where: { contains($0, in: key[...]) }) else { return false }
    let bytes = Array(text.utf8)
    guard bytes.allSatisfy({ $0 > 0x20 }) else { return false }
    let isPassword = key.starts(with: "passw".utf8)
    return isPassword ? bytes.count >= 4 : isRandom(bytes[...], atLeast: 12)
  }

  /// Whether it begins as the keys of an issuer do.
  private static func isKnown(_ bytes: ArraySlice<UInt8>) -> Bool {
    prefixes.contains { prefix in
      bytes.starts(with: prefix.text) && bytes.count >= prefix.text.count + prefix.rest
        && bytes.dropFirst(prefix.text.count).contains(where: isDigit)
    }
  }

  /// Whether it is a JSON web token: two parts that are objects in base64, and a signature.
  private static func isWebToken(_ bytes: ArraySlice<UInt8>) -> Bool {
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return parts.count == 3 && parts[0].starts(with: "eyJ".utf8)
      && parts[1].starts(with: "eyJ".utf8) && parts[0].count > 10
  }

  /// Whether a secret is said to come: `password: `, `api_key=`, `Bearer `.
  private static func isNamed(_ start: Int, in text: [UInt8]) -> Bool {
    var end = start
    var isAssigned = false
    while end > 0, " \t\"'`:=>".utf8.contains(text[end - 1]), start - end < 5 {
      end -= 1
      isAssigned = isAssigned || text[end] == UInt8(ascii: ":") || text[end] == UInt8(ascii: "=")
    }
    var begin = end
    while begin > 0, isNamePart(text[begin - 1]), end - begin < 40 { begin -= 1 }
    let name = Array(String(decoding: text[begin..<end], as: UTF8.self).lowercased().utf8)
    if name == Array("bearer".utf8) { return true }
    return isAssigned && names.contains { contains($0, in: name[...]) }
  }

  /// Whether it looks drawn by lot: letters and digits, at least three bits a character.
  private static func isRandom(_ bytes: ArraySlice<UInt8>, atLeast count: Int) -> Bool {
    guard bytes.count >= count, bytes.contains(where: isDigit),
      bytes.contains(where: { isLetterOrDigit($0) && !isDigit($0) })
    else { return false }
    // Eight different characters: three bits a character if they were equally frequent.
    return Set(bytes).count >= 8
  }

  /// Blocks of private keys.
  private static func privateKeys(in text: [UInt8]) -> [Range<Int>] {
    let dashes = Array("-----".utf8)
    var found: [Range<Int>] = []
    var position = 0
    while let start = firstPlace(of: Array("-----BEGIN ".utf8), in: text[position...]) {
      position = start + 11
      guard let headEnd = firstPlace(of: dashes, in: text[position...]),
        contains(Array("PRIVATE KEY".utf8), in: text[position..<headEnd]),
        let foot = firstPlace(of: Array("-----END ".utf8), in: text[headEnd...]),
        let end = firstPlace(of: dashes, in: text[(foot + 9)...])
      else { continue }
      found.append(headEnd + 5..<foot)
      position = end + 5
    }
    return found.filter { !$0.isEmpty }
  }

  private static func firstPlace(of wanted: [UInt8], in text: ArraySlice<UInt8>) -> Int? {
    var start = text.startIndex
    while start + wanted.count <= text.endIndex {
      if text[start] == wanted[0], text[start...].starts(with: wanted) { return start }
      start += 1
    }
    return nil
  }

  private static func contains(_ wanted: [UInt8], in text: ArraySlice<UInt8>) -> Bool {
    firstPlace(of: wanted, in: text) != nil
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    isLetterOrDigit(byte) || "-_.+/=~".utf8.contains(byte)
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    isLetterOrDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }
}

private func isDigit(_ byte: UInt8) -> Bool { JSONLexer.isDigit(byte) }

private func isLetterOrDigit(_ byte: UInt8) -> Bool { JSONLexer.isLetterOrDigit(byte) }
