import EvalKit
import Foundation

/// A baseline as it was blessed again and again: the values of each blessing, oldest first.
struct BaselineHistory: Sendable {
  /// A blessing.
  struct Revision: Sendable {
    /// The commit, or the ref it was asked for by; `uncommitted` for the file on the disk.
    var name: String
    /// The day it was committed; empty where it was not.
    var date: String
    /// What was blessed.
    var baseline: Baseline
  }

  /// A revision that was left out.
  struct Skipped: Hashable, Sendable {
    /// The commit or ref.
    var name: String
    /// Why.
    var reason: String
  }

  /// A metric of an arm through all revisions.
  struct Row: Sendable {
    /// The arm.
    var arm: ArmIdentity
    /// The metric.
    var metric: Metric
    /// Its value in each revision; nil where it has none.
    var values: [Double?]
  }

  /// The file.
  let file: String
  /// The blessings, oldest first; of refs, as they were named.
  let revisions: [Revision]
  /// What could not be read.
  let skipped: [Skipped]
  /// Whether the repository has not all commits.
  let isShallow: Bool

  /// Reads the history of a file.
  ///
  /// - Parameter refs: The commits that are looked at; none: all that changed it, and the file on the
  ///   disk if it was not committed.
  /// - Throws: ``Failure``.
  init(ofFile file: String, refs: [String]) throws {
    let repository = try GitRepository(ofFile: file)
    let commits = try repository.commits()
    var revisions: [Revision] = []
    var skipped: [Skipped] = []
    func add(_ name: String, _ date: String, _ bytes: [UInt8]?) {
      guard let bytes else {
        skipped.append(Skipped(name: name, reason: "the file is not there"))
        return
      }
      do throws(BaselineError) {
        revisions.append(Revision(name: name, date: date, baseline: try Baseline(file: bytes)))
      } catch {
        skipped.append(Skipped(name: name, reason: error.description))
      }
    }
    if refs.isEmpty {
      for commit in commits { add(commit.short, commit.date, try repository.contents(commit)) }
      let onDisk = try? Platform.read(file)
      if let onDisk, onDisk != (try repository.committed()) { add("uncommitted", "", onDisk) }
    } else {
      let paths = commits.reversed().map(\.path)
      for ref in refs {
        let commit = try repository.commit(ref, paths: paths)
        add(ref, commit?.date ?? "", try commit.flatMap { try repository.contents($0) })
      }
    }
    if revisions.isEmpty, skipped.isEmpty {
      throw Failure(.missingInput, "\(file): is neither there nor in the history of its repository")
    }
    self.file = file
    self.revisions = revisions
    self.skipped = skipped
    isShallow = try repository.isShallow()
  }

  /// Metrics that gates rest on unless a judge says otherwise, beside the primary one.
  private static let gated = [
    "survival", "trajectoryInOrder", "hazardsPer100", "tokensPerTask", "cacheHitRate",
  ]

  /// The metrics that are shown unless some are named: those that gates rest on, where there are any.
  var metrics: [String] {
    let primary = revisions.last.map { [$0.baseline.primary] } ?? []
    return primary + Self.gated.filter { !primary.contains($0) }
  }

  /// The rows: by arm, the newest blessing's first, then by metric; without values there is no row.
  ///
  /// - Parameters:
  ///   - metrics: Their keys.
  ///   - pattern: Which arms, by name or key; nil: all policies.
  func rows(_ metrics: [String], arms pattern: CasePattern?) -> [Row] {
    var seen = Set<String>()
    let arms = revisions.reversed().flatMap(\.baseline.arms).map(\.identity).filter { arm in
      let isShown =
        pattern.map { $0.matches(arm.name) || $0.matches(arm.key) } ?? (arm.control == nil)
      return isShown && seen.insert(arm.key).inserted
    }
    return arms.flatMap { arm in
      metrics.compactMap { key in
        guard let metric = Metric[key] else { return nil }
        let values = revisions.map { $0.baseline[arm: arm.key]?.metrics[key]?.metric.value }
        return values.contains { $0 != nil } ? Row(arm: arm, metric: metric, values: values) : nil
      }
    }
  }

  /// What its numbers rest on that differs from the blessing before, in words.
  func changes(at place: Int) -> [String] {
    guard place > 0 else { return [] }
    let (old, new) = (revisions[place - 1].baseline, revisions[place].baseline)
    var words: [String] = []
    let added = new.cases.keys.count { old.cases[$0] == nil }
    let gone = old.cases.keys.count { new.cases[$0] == nil }
    let edited = new.cases.count {
      old.cases[$0.key].map(\.digest) ?? $0.value.digest != $0.value.digest
    }
    let counts = [(added, "new"), (gone, "gone"), (edited, "edited")].filter { $0.0 > 0 }
    if !counts.isEmpty {
      words.append("cases: " + counts.map { "\($0.0) \($0.1)" }.joined(separator: ", "))
    }
    if old.judgeDigest != new.judgeDigest { words.append("judge") }
    if old.models != new.models { words.append("model") }
    if old.tokenizer != new.tokenizer { words.append("tokenizer") }
    if old.renderer != new.renderer { words.append("renderer") }
    return words
  }
}
