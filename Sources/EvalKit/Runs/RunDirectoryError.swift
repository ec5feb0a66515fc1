import Foundation

/// Why a run directory cannot be used.
public enum RunDirectoryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no run there.
  case missing(String)
  /// The folder holds something else; it is left alone.
  case notARun(String)
  /// It holds a run of something else: what differs.
  case differs(String, [String])
  /// It cannot be read as a run: the file, the line where there is one, the reason.
  case damaged(String, line: Int?, reason: String)
  /// A file or the folder cannot be made.
  case cannotCreate(String, reason: String)
  /// Writing or reading failed midway, as where a disk is full.
  case failed(String, reason: String)

  /// What is wrong, and what can be done.
  public var description: String {
    switch self {
    case .missing(let path): "there is no run in '\(path)'; run one with --out \(path)"
    case .notARun(let path):
      "'\(path)' holds files that are no run; choose another --out, or empty it"
    case .differs(let path, let parts):
      "'\(path)' holds a run of something else; what differs is \(parts.joined(separator: "; ")); "
        + "choose another --out, or start over with --fresh"
    case .damaged(let path, let line, let reason):
      "\(path)\(line.map { ":\($0)" } ?? ""): \(reason)"
    case .cannotCreate(let path, let reason): "cannot write '\(path)': \(reason)"
    case .failed(let path, let reason): "'\(path)': \(reason)"
    }
  }

  /// Why the system refused, in a few words.
  static func reason(_ error: any Error) -> String {
    var error = error as NSError
    while let inner = error.userInfo[NSUnderlyingErrorKey] as? NSError { error = inner }
    if error.domain == NSPOSIXErrorDomain { return String(cString: strerror(Int32(error.code))) }
    switch error.code {
    case CocoaError.fileWriteOutOfSpace.rawValue: return "no space left on device"
    case CocoaError.fileWriteVolumeReadOnly.rawValue: return "the disk is read-only"
    case CocoaError.fileWriteNoPermission.rawValue, CocoaError.fileReadNoPermission.rawValue:
      return "permission denied"
    default: return error.localizedDescription
    }
  }
}
