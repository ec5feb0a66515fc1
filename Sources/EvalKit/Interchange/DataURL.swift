extension Attachment {
  /// Makes an attachment of a URL; a data URL tells its media type and size.
  init(url: String, recorded: JSONValue) {
    guard url.hasPrefix("data:"), let comma = url.utf8.firstIndex(of: UInt8(ascii: ",")) else {
      self.init(name: url, recorded: recorded)
      return
    }
    let parameters = url[..<comma].dropFirst(5).split(separator: ";")
    let payload = url[comma...].utf8.dropFirst()
    let isBase64 = parameters.contains("base64")
    let padding = payload.suffix(2).count { $0 == UInt8(ascii: "=") }
    self.init(
      name: "image", mediaType: parameters.first.flatMap { $0.contains("/") ? String($0) : nil },
      byteCount: isBase64 ? max(0, payload.count * 3 / 4 - padding) : payload.count,
      recorded: recorded)
  }

  /// The URL it was recorded with, in whichever format.
  var url: String? {
    recorded?["image"]?.stringValue ?? recorded?["image_url"]?["url"]?.stringValue
      ?? recorded?["image_url"]?.stringValue
  }

  /// What stands for it where media cannot be written.
  var placeholder: String {
    let details = [mediaType, byteCount.map { "\($0) bytes" }].compactMap { $0 }
    return "[attachment: " + ([String(name.prefix(80))] + details).joined(separator: ", ") + "]"
  }
}
