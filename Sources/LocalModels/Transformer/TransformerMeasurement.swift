public import EvalKit
internal import Kernels

extension TransformerModel {
  /// Runs a model's network over a text, for measuring and for comparing bits.
  public struct Measurement: Hashable, Sendable {
    /// How the network is run; none of it changes the digest.
    public struct Options: Hashable, Sendable {
      /// Threads that share the work.
      public var threads = 1
      /// Tokens read at once, at most.
      public var chunk = 256
      /// `scalar`, `avx2`, `avx512` or `neon`; nil is the widest this machine has.
      public var path: String?
      /// Tokens that are read beforehand, with others after them, and taken for held.
      public var held = 0
      /// Tokens that are generated afterwards, the likeliest each.
      public var generated = 0
      /// Whether logits are computed, and digested, after every token, not the last alone.
      public var everyToken = false

      /// Makes the default options.
      public init() {}
    }

    /// Seconds it took to load the weights; 0 where they were held already.
    public let loading: Double
    /// Tokens read, without those that were held.
    public let read: Int
    /// Seconds they took.
    public let reading: Double
    /// Tokens generated.
    public let generated: [Token]
    /// Seconds they took.
    public let generating: Double
    /// The log-probability of each token read but the first, in nats; empty unless logits were computed
    /// after every token.
    public let logLikelihoods: [Double]
    /// A digest of the bits of all logits, as 16 hexadecimal digits.
    public let digest: String
    /// The instruction set.
    public let path: String
  }

  /// Why a measurement cannot be made.
  public struct MeasurementError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason.
    public let description: String
  }

  private static let paths = ["scalar", "avx2", "avx512", "neon"]

  /// The instruction sets of this machine, the plain loops first.
  public static var availablePaths: [String] {
    paths.enumerated().filter { kernel_path_available(Int32($0.offset)) }.map(\.element)
  }

  /// Runs the network over tokens.
  ///
  /// - Throws: ``MeasurementError`` for a path this machine has not; ``TransformerError``.
  public func measure(_ tokens: [Token], _ options: Measurement.Options = .init()) throws
    -> Measurement
  {
    var path = kernel_path_best()
    if let named = options.path {
      guard Self.availablePaths.contains(named), let place = Self.paths.firstIndex(of: named) else {
        throw MeasurementError(
          description: "this machine has no '\(named)'; it has "
            + Self.availablePaths.joined(separator: ", "))
      }
      path = Int32(place)
    }
    let clock = ContinuousClock()
    var weights: NetworkWeights?
    let loading = try clock.measure {
      weights = try executorConfiguration.source.weights(Cancellation())
    }
    guard let weights else { throw MeasurementError(description: "nothing was loaded") }
    let network = Network(weights, threads: options.threads, chunk: options.chunk, path: path)
    let held = max(0, min(options.held, tokens.count - 1))
    if held > 0 {
      try network.read(Array(tokens.prefix(held)), at: 0, wanted: .none)
      // Others come and go: what they leave behind must not be seen.
      try network.read(Array(tokens.prefix(7).reversed()), at: held, wanted: .last)
    }
    var digest = LogitDigest()
    let wanted: Network.Wanted = options.everyToken ? .all : .last
    var logLikelihoods: [Double] = []
    let reading = try clock.measure {
      try network.read(Array(tokens.dropFirst(held)), at: held, wanted: wanted) { place, logits in
        digest.choose(logits)
        digest.add(logits)
        let next = held + place + 1
        if options.everyToken, next < tokens.count {
          logLikelihoods.append(Weighing.logShare(of: [tokens[next]], logits))
        }
      }
    }
    var generated: [Token] = []
    // Nobody who writes digests what is written, so that is not counted.
    var digesting = Duration.zero
    var generating = try clock.measure {
      while generated.count < options.generated {
        let token = digest.likeliest
        generated.append(token)
        let position = tokens.count + generated.count - 1
        try network.read([token], at: position, wanted: .last) { _, logits in
          digest.choose(logits)
          digesting += clock.measure { digest.add(logits) }
        }
      }
    }
    generating -= digesting
    return Measurement(
      loading: loading.inSeconds, read: tokens.count - held, reading: reading.inSeconds,
      generated: generated, generating: generating.inSeconds,
      logLikelihoods: logLikelihoods, digest: digest.text,
      path: Self.paths[Int(path)])
  }
}

/// A digest of logits, in the order they come, and the likeliest token of the last.
private struct LogitDigest {
  private var hash = StableHash()
  private(set) var likeliest = Token(rawValue: 0)

  mutating func add(_ logits: UnsafeBufferPointer<Float>) {
    hash.combine(bytes: UnsafeRawBufferPointer(logits))
  }

  mutating func choose(_ logits: UnsafeBufferPointer<Float>) {
    likeliest = Sampling.Chooser.likeliest(logits)
  }

  var text: String {
    let digits = String(hash.value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension Duration {
  /// It as a number of seconds.
  var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
