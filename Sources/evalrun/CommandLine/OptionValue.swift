import EvalKit

/// A value that can be read from an argument.
protocol OptionValue: Sendable, SendableMetatype {
  /// Reads a value; nil where the text is none.
  init?(argument: String)
  /// What was expected, for a message.
  static var expectation: String { get }
  /// Every value there is, where they can be listed.
  static var choices: [String] { get }
}

extension OptionValue {
  static var choices: [String] { [] }
}

extension OptionValue where Self: CaseIterable & RawRepresentable, RawValue == String {
  init?(argument: String) { self.init(rawValue: argument) }
  static var choices: [String] { allCases.map(\.rawValue) }
  static var expectation: String { "one of " + choices.joined(separator: ", ") }
}

extension String: OptionValue {
  init?(argument: String) { self = argument }
  static var expectation: String { "a text" }
}

/// A whole number of at least 1.
struct PositiveCount: OptionValue, Hashable {
  var value: Int
  init?(argument: String) {
    guard let number = Int(argument), number >= 1 else { return nil }
    value = number
  }
  static var expectation: String { "a whole number of at least 1" }
}

/// A number of tokens, 0 or more, where `k` stands for a thousand.
struct TokenCount: OptionValue, Hashable {
  var value: Int
  init?(argument: String) {
    let isThousands = argument.hasSuffix("k")
    let digits = isThousands ? argument.dropLast() : argument[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(digits)
    else { return nil }
    let (product, isTooLarge) = number.multipliedReportingOverflow(by: isThousands ? 1000 : 1)
    guard !isTooLarge, product <= 1_000_000_000 else { return nil }
    value = product
  }
  static var expectation: String { "a number of tokens such as 512 or 4k" }
}

/// A number of bytes, where `K`, `M` and `G` stand for powers of a thousand.
struct ByteCount: OptionValue, Hashable {
  var value: Int
  init?(argument: String) {
    let units: [Character: Int] = ["K": 1000, "M": 1_000_000, "G": 1_000_000_000]
    let unit = argument.last.flatMap { units[$0] }
    let digits = unit == nil ? argument[...] : argument.dropLast()
    guard !digits.isEmpty, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(digits)
    else { return nil }
    let (product, isTooLarge) = number.multipliedReportingOverflow(by: unit ?? 1)
    guard !isTooLarge, product > 0 else { return nil }
    value = product
  }
  static var expectation: String { "a number of bytes such as 500M or 6G" }
}

/// Whether what is held of one request serves the next.
enum PrefixCacheUse: String, OptionValue, CaseIterable {
  case on
  case off
}

extension ContextSize: OptionValue {
  init?(argument: String) {
    if argument.hasSuffix("%") {
      guard let percent = Int(argument.dropLast()), (1...100).contains(percent) else { return nil }
      self = .share(percent)
    } else {
      guard let count = TokenCount(argument: argument), count.value >= 1 else { return nil }
      self = .tokens(count.value)
    }
  }
  static var expectation: String {
    "a number of tokens such as 4096 or 4k, or a share of each session's peak such as 50%"
  }
}

extension CachePolicy: OptionValue {
  /// Reads `attention` or `recurrent`, with `,block=N` and `,minimum=N`.
  init?(argument: String) {
    var parts = argument.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    guard let kind = Kind(rawValue: parts.removeFirst()) else { return nil }
    self.init(kind: kind)
    for part in parts {
      let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
      guard pair.count == 2, let count = TokenCount(argument: pair[1])?.value else { return nil }
      switch pair[0] {
      case "block" where count >= 1: block = count
      case "minimum": minimum = count
      default: return nil
      }
    }
  }
  static var expectation: String { "attention or recurrent, with ,block=N or ,minimum=N" }
  static var choices: [String] { ["attention", "recurrent"] }
}
