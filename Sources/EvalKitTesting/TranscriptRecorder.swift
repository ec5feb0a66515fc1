public import EvalKit
import Synchronization

/// Records what a model was shown, in order.
public final class TranscriptRecorder: Sendable {
  private let recorded = Mutex<[ModelRequest]>([])

  /// Makes an empty recorder.
  public init() {}

  /// The requests so far.
  public var requests: [ModelRequest] { recorded.withLock { $0 } }
  /// Each request reduced to what an expectation needs.
  public var summaries: [[EntrySummary]] { requests.map { EntrySummary.list($0) } }

  /// Records a request.
  public func record(_ request: ModelRequest) { recorded.withLock { $0.append(request) } }
}
