import Authoring
import EvalKit
import Foundation
import LocalModels

/// `evalrun check`: what is wrong with a set or a case, and what is doubtful.
enum CheckCommand {
  /// What it is told.
  struct Options: Sendable {
    var inputs: [String] = []
    var skipsModel = false
    var isStrict = false
    var fixes = false
    var jobs: PositiveCount?
    var isJSON = false
  }

  /// The verb.
  static let command = Command(
    "check", group: .write, summary: "Find what is wrong or doubtful in sets and cases",
    synopsis: "SET|CASE… [--no-model] [--fix] [--strict]",
    examples: [
      .init("evalrun check evalsets/starter", "Everything, also what the local model says of it."),
      .init("evalrun check my-case.json5 --no-model", "One case, only what needs no model."),
      .init(
        "evalrun check my-case.json5 --fix",
        "Mend what takes no judgement, say what was changed, and check again."),
    ],
    discussion: """
      Errors are of cases that measure nothing, or something else than they say: evidence that does not \
      say the value, an answer that the question gives away, a probe before its evidence. Warnings are \
      doubtful: a question that is right without any history, a value said too often to be lost, too \
      few clusters. A set that means one keeps it with its reason: accepts: [{ warning, of, because }] \
      in evalset.json5. --fix moves a checkpoint to the nearest legal place, takes out a cloze that \
      says the answer, evidence that does not, and older values that are the value still, and asks of \
      an argument that nothing supplies only that it is there. Exit code 1: an error was found, or with \
      --strict a warning.
      """,
    options: Options(),
    parameters: [
      .arguments(
        "PATH", to: \.inputs, isRequired: true, help: "Folders of eval sets, or files of cases."),
      .flag("--no-model", to: \.skipsModel, help: "Leave out what only a model tells."),
      .flag("--fix", to: \.fixes, help: "Mend what takes no judgement in the files themselves."),
      .flag("--strict", to: \.isStrict, help: "Exit with 1 on warnings too."),
      .jobs(to: \.jobs),
      .flag("--json", to: \.isJSON, help: "Print JSON."),
    ]
  ) { options, console in
    var checks: [SetCheck] = []
    for path in options.inputs {
      var check = try read(path)
      if options.fixes, try mend(check, console: console) { check = try read(path) }
      if !options.skipsModel, check.canAsk {
        let progress = Progress("check", total: 1, console: console)
        defer { progress.finish() }
        let policies = try strategies(of: path)
        if let model = try await ask(
          path, policies, width: options.jobs?.value ?? console.processors)
        {
          check.add(model)
        }
        progress.advance(path)
      }
      checks.append(check)
    }
    try console.print(
      options.isJSON
        ? SetCheck.json(checks).serialised() : CheckPage(checks, asked: !options.skipsModel).text)
    let isBad = checks.contains { $0.errorCount > 0 || (options.isStrict && $0.warningCount > 0) }
    return isBad ? .failed : .done
  }

  // MARK: Reading

  private static func read(_ path: String) throws -> SetCheck {
    let diagnostics = DiagnosticCollector()
    do {
      let loaded = try EvalSetLoader.load(path, diagnostics: diagnostics)
      return SetCheck(loaded, errors: diagnostics.diagnostics, manifest: manifest(of: path))
    } catch let error as FileReaderError {
      if case .missing = error { throw Failure(.missingInput, "\(path): \(error)") }
      throw Failure(.badData, "\(path): \(error)")
    }
  }

  /// The set's own file; nil for a file of cases.
  private static func manifest(of path: String) -> String? {
    let name = path.split(separator: "/").last.map(String.init)
    if name == EvalSetLoader.manifest { return path }
    let inner =
      path.hasSuffix("/") ? path + EvalSetLoader.manifest : "\(path)/\(EvalSetLoader.manifest)"
    return Platform.exists(inner) ? inner : nil
  }

  // MARK: Asking

  private static func set(_ path: String) throws -> EvalSet {
    do {
      return try EvalSetLoader.load(path).set
    } catch {
      throw Failure(.badData, "\(error)")
    }
  }

  /// The policies whose differences a set is to detect: its own, else the default panel.
  private static func strategies(of path: String) throws -> [ArmSpec] {
    let specs = try set(path).strategies
    guard !specs.isEmpty else { return try Specs.arms(Specs.defaultPanel) }
    let folder =
      manifest(of: path) == path
      ? URL(fileURLWithPath: path).deletingLastPathComponent()
      : URL(fileURLWithPath: path)
    return try Specs.arms(
      specs.map { Specs.Source(text: $0, access: .set(.folder(folder))) })
  }

  private static func ask(_ path: String, _ strategies: [ArmSpec], width: Int) async throws
    -> ModelFindings?
  {
    do {
      return try await ModelFindings(
        set(path), strategies: strategies, model: .reader, width: width)
    } catch let error as EvaluationError {
      throw Failure(.badData, "\(path): \(error)")
    }
  }

  // MARK: Mending

  /// Makes the changes that take no judgement; each file is written whole or not at all.
  ///
  /// - Returns: whether anything was changed.
  private static func mend(_ check: SetCheck, console: Console) throws -> Bool {
    let fixable = check.findings.map(\.diagnostic).filter { $0.fix != nil }
    var hasChanged = false
    for (file, findings) in Dictionary(grouping: fixable, by: \.file).sorted(by: { $0.key < $1.key }
    ) {
      guard !file.hasSuffix(".jsonl") else {
        console.note("\(file): not mended: lines of cases are made by a program; mend that")
        continue
      }
      var fixer = CaseFixer(try Inputs.bytes(file), file: file)
      do throws(JSONError) {
        guard try fixer.apply(findings) > 0 else { continue }
      } catch {
        throw Failure(.bug, "\(file): left as it was, since mending it broke it: \(error)")
      }
      try Outputs.write(
        String(decoding: fixer.bytes, as: UTF8.self), to: file, console: console)
      for change in fixer.changes { console.note("mended \(change)") }
      hasChanged = true
    }
    return hasChanged
  }
}
