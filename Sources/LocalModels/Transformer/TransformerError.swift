/// Why a model's file cannot be used.
public struct TransformerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What kind of fault it is.
  public enum Kind: String, Hashable, Sendable {
    /// The file cannot be opened or read.
    case unreadable
    /// The file contradicts itself or its format.
    case damaged
    /// The file is sound, and asks for something that is not supported.
    case unsupported
  }

  /// What kind of fault it is.
  public let kind: Kind
  /// The file, as it was named.
  public let file: String
  /// The fault, naming the tensor or key, and what is expected.
  public let fault: String

  /// Makes an error.
  public init(_ kind: Kind, file: String, _ fault: String) {
    self.kind = kind
    self.file = file
    self.fault = fault
  }

  /// The file, then the fault.
  public var description: String {
    switch kind {
    case .unreadable: "\(file): \(fault)"
    case .damaged: "\(file): not a sound GGUF file: \(fault)"
    case .unsupported: "\(file): unsupported: \(fault)"
    }
  }
}
