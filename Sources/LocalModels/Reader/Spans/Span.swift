/// What a value is by its looks.
package enum SpanKind: Int, Sendable, CaseIterable {
  case name, date, time, money, number, identifier, path, version, email, url, phone, address
  case quoted, phrase
}

/// A value found in a text.
struct Span: Sendable {
  /// What it looks like.
  var kind: SpanKind
  /// Where it stands, in scalars of its text.
  var range: Range<Int>
  /// How good an example of its kind it is, in sixteenths.
  var quality = 16
}
