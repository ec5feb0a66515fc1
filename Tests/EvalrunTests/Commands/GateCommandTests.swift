import EvalKit
import Foundation
import Testing

@testable import evalrun

/// `bless` and `gate` from the command line, each exit code once.
@Suite struct `The command gate` {
  private static let set = "\(Golden.fixtures)/gate/set"

  /// A folder with a run of the set, blessed.
  private struct Bed {
    let folder: TemporaryFolder
    var path: String { folder.path }
    var baseline: String { "\(path)/baseline.json" }

    init() async throws {
      folder = try TemporaryFolder()
      _ = try await make("base", "ours = rolling-window(entries: 8)")
      let bless = await evalrun(
        "bless", "\(path)/base", "--by", "Ada", "--reason", "first", "--baseline", baseline)
      try #require(bless.code == .done, "\(bless.notes)")
    }

    /// Runs the set under a policy.
    func make(_ name: String, _ policy: String, _ more: String...) async throws -> String {
      let arguments = ["run", set, "-s", policy, "--out", "\(path)/\(name)"] + more
      let run = await `The command gate`.evalrun(arguments)
      try #require(run.code == .done, "\(run.notes)")
      return "\(path)/\(name)"
    }

    /// Holds a run against the baseline.
    func gate(_ run: String, _ more: String...) async -> Result {
      await `The command gate`.evalrun(["gate", run, "--baseline", baseline] + more)
    }

    func evalrun(_ arguments: String...) async -> Result {
      await `The command gate`.evalrun(arguments)
    }

    /// A text with the folder's own path out of it.
    func plain(_ text: String) -> String {
      text.replacing(path, with: "FOLDER").replacing(SARIFPath.of(path), with: "FOLDER")
    }
  }

  private enum SARIFPath {
    static func of(_ path: String) -> String { path.replacing(" ", with: "%20") }
  }

  private struct Result {
    var code: ExitCode
    var output: String
    var notes: String
  }

  private static func evalrun(_ arguments: [String]) async -> Result {
    let recorder = RecordingConsole(width: 400)
    let code = await Tool.run(arguments, console: recorder.console)
    return Result(code: code, output: recorder.output, notes: recorder.notes)
  }

  // MARK: Exit codes

  @Test func `ends with 0 where every gate is met`() async throws {
    let bed = try await Bed()
    let met = await bed.gate("\(bed.path)/base")
    #expect(met.code == .done, "\(met.notes)")
    try Golden.expect(bed.plain(met.output), is: "gate/golden/met.txt")
  }

  @Test func `ends with 1 where one is not, and writes what every reader wants`() async throws {
    let bed = try await Bed()
    let run = try await bed.make("worse", "ours = rolling-window(entries: 4)")
    let files = ["junit": "gate.xml", "sarif": "gate.sarif", "markdown": "gate.md"]
    let arguments = files.keys.sorted().flatMap { ["--\($0)", "\(bed.path)/\(files[$0] ?? "")"] }
    let failed = await Self.evalrun(["gate", run, "--baseline", bed.baseline] + arguments)
    #expect(failed.code == .failed, "\(failed.notes)")
    try Golden.expect(bed.plain(failed.output), is: "gate/golden/failed.txt")
    for file in files.values {
      let text = try String(contentsOfFile: "\(bed.path)/\(file)", encoding: .utf8)
      try Golden.expect(bed.plain(text), is: "gate/golden/\(file)")
    }
    let json = await bed.gate(run, "--json")
    #expect(json.code == .failed)
    try Golden.expect(bed.plain(json.output), is: "gate/golden/failed.json")
  }

  @Test func `ends with 2 where something was not measured`() async throws {
    let bed = try await Bed()
    let run = try await bed.make(
      "part", "ours = rolling-window(entries: 8)", "--case", "harbour")
    let part = await bed.gate(run)
    #expect(part.code == .incomplete, "\(part.notes)")
    try Golden.expect(bed.plain(part.output), is: "gate/golden/incomplete.txt")
    let renamed = try await bed.make("renamed", "theirs = rolling-window(entries: 8)")
    let gone = await bed.gate(renamed)
    #expect(gone.code == .incomplete)
    #expect(gone.output.contains("not in the baseline: 'theirs'"))
  }

  @Test func `ends with 3 where nothing can be compared, or with strict not all`() async throws {
    let bed = try await Bed()
    let other = await bed.gate(
      "\(bed.path)/base", "--judge", "\(PackageFolder.path)/judges/strict.json5")
    #expect(other.code == .inconclusive, "\(other.notes)")
    try Golden.expect(bed.plain(other.output), is: "gate/golden/inconclusive.txt")
    // One case asks less than before: it is another case.
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(atPath: Self.set, toPath: "\(folder.path)/set")
    let file = "\(folder.path)/set/cases/harbour.json5"
    let text = try String(contentsOfFile: file, encoding: .utf8)
    try Data(text.replacing("in the harbour", with: "at the harbour").utf8)
      .write(to: URL(fileURLWithPath: file))
    let run = await bed.evalrun("run", "\(folder.path)/set", "--out", "\(bed.path)/changed")
    try #require(run.code == .done, "\(run.notes)")
    let part = await bed.gate("\(bed.path)/changed")
    #expect(part.code == .done)
    #expect(part.output.contains("not compared: the case 'harbour' was changed since"))
    #expect(await bed.gate("\(bed.path)/changed", "--strict").code == .inconclusive)
  }

  @Test func `ends with 64 where the command line or the rules make no sense`() async throws {
    let bed = try await Bed()
    let worse = try await bed.make("worse", "ours = rolling-window(entries: 4)")
    let two = await bed.evalrun("gate", "\(bed.path)/base", worse, "--baseline", bed.baseline)
    #expect(two.code == .usage)
    #expect(two.notes.contains("is no repeat of"))
    let mixed = await bed.evalrun("gate", "\(bed.path)/base", Self.set)
    #expect(mixed.code == .usage)
    let made = await bed.gate("\(bed.path)/base", "--strategy", "identity")
    #expect(made.code == .usage)
    let judge = try bed.folder.file(
      "judge.json5",
      "{ version: 1, id: 'default', title: 'Default judge', gates: [{ metric: 'recall', mode: 'generalises' }] }"
    )
    let few = await bed.gate("\(bed.path)/base", "--judge", judge, "--vary", "judge")
    #expect(few.code == .usage)
    #expect(few.notes.contains("never fails on 3 clusters"), "\(few.notes)")
  }

  @Test func `ends with 65 for a baseline that is not what was blessed`() async throws {
    let bed = try await Bed()
    let text = try String(contentsOfFile: bed.baseline, encoding: .utf8)
    for (old, new, message) in [
      (#""value":0.5,"#, #""value":0.4,"#, "edited by hand"),
      (#""version": 1"#, #""version": 9"#, "the newest known is 1"),
    ] {
      try Data(text.replacing(old, with: new).utf8).write(
        to: URL(fileURLWithPath: bed.baseline))
      let refused = await bed.gate("\(bed.path)/base")
      #expect(refused.code == .badData)
      #expect(refused.notes.contains(message), "\(refused.notes)")
    }
    // Blessing replaces it.
    let again = await bed.evalrun(
      "bless", "\(bed.path)/base", "--by", "Ada", "--reason", "first", "--baseline", bed.baseline)
    #expect(again.code == .done)
    #expect(again.notes.contains("it is replaced"))
    #expect(await bed.gate("\(bed.path)/base").code == .done)
  }

  @Test func `ends with 65 for a metric nobody knows`() async throws {
    let bed = try await Bed()
    var baseline = try Baselines.read(bed.baseline)
    for place in baseline.arms[0].results.indices
    where baseline.arms[0].results[place].metric == "recall" {
      baseline.arms[0].results[place].metric = "recal"
    }
    try Data(baseline.file.utf8).write(to: URL(fileURLWithPath: bed.baseline))
    let refused = await bed.gate("\(bed.path)/base")
    #expect(refused.code == .badData)
    #expect(refused.notes.contains("did you mean 'recall'?"))
  }

  @Test func `ends with 66 where there is no baseline, before it runs anything`() async throws {
    let folder = try TemporaryFolder()
    let missing = await Self.evalrun([
      "gate", Self.set, "--baseline", "\(folder.path)/none.json", "--out", "\(folder.path)/run",
    ])
    #expect(missing.code == .missingInput)
    #expect(missing.notes.contains("evalrun bless RUN --reason '…'"))
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/run"))
  }

  @Test func `ends with 73 where a file cannot be made`() async throws {
    let bed = try await Bed()
    let refused = await bed.gate("\(bed.path)/base", "--junit", "\(bed.path)/no/such/gate.xml")
    #expect(refused.code == .cannotWrite)
  }

  // MARK: What it takes

  @Test func `runs sets it is given, and finds a run that was made`() async throws {
    let bed = try await Bed()
    let run = await bed.gate(Self.set, "--out", "\(bed.path)/made")
    #expect(run.code == .done, "\(run.notes)")
    #expect(FileManager.default.fileExists(atPath: "\(bed.path)/made/run.json"))
    let again = await bed.gate(Self.set, "--out", "\(bed.path)/made")
    #expect(again.output == run.output)
  }

  @Test func `wants to be told the baseline of a run of several sets`() async throws {
    let folder = try TemporaryFolder()
    let run = await Self.evalrun([
      "run", Self.set, "\(PackageFolder.path)/evalsets/tool-confusion", "--case", "harbour", "-s",
      "identity", "--context", "4096", "--out", "\(folder.path)/run",
    ])
    try #require(run.code == .done, "\(run.notes)")
    let gate = await Self.evalrun(["gate", "\(folder.path)/run"])
    #expect(gate.code == .usage)
    #expect(gate.notes.contains("--baseline FILE"), "\(gate.notes)")
    let sets = await Self.evalrun(["gate", Self.set, "\(PackageFolder.path)/evalsets/starter"])
    #expect(sets.code == .usage)
  }

  @Test func `looks for the baseline beside the set`() async throws {
    let bed = try await Bed()
    let run = try MeasuredRuns.read(
      "\(bed.path)/base", judge: nil, console: RecordingConsole().console)
    #expect(try Baselines.path(of: run) == "evalsets/gate-set/baseline.json")
    #expect(Baselines.path(ofSet: "evalsets/starter") == "evalsets/starter/baseline.json")
    #expect(Baselines.path(ofSet: "evalsets/starter/") == "evalsets/starter/baseline.json")
    #expect(
      Baselines.path(ofSet: "\(Self.set)/evalset.json5") == "\(Self.set)/baseline.json")
  }

  @Test func `says a baseline of another version and compares it all the same`() async throws {
    let bed = try await Bed()
    var baseline = try Baselines.read(bed.baseline)
    baseline.blessing.tool = "0.0.1"
    try Data(baseline.file.utf8).write(to: URL(fileURLWithPath: bed.baseline))
    let met = await bed.gate("\(bed.path)/base")
    #expect(met.code == .done)
    #expect(met.notes.contains("blessed with evalrun 0.0.1; this is \(Tool.version)"))
  }

  @Test func `says questions a baseline misses and holds nothing against them`() async throws {
    let bed = try await Bed()
    var baseline = try Baselines.read(bed.baseline)
    baseline.arms[0].results.removeAll { $0.question == "q3" && $0.metric == "recall" }
    try Data(baseline.file.utf8).write(to: URL(fileURLWithPath: bed.baseline))
    let met = await bed.gate("\(bed.path)/base")
    #expect(met.code == .done)
    #expect(met.output.contains("not in the baseline: 3 questions"))
    #expect(met.output.contains("over 9 questions"))
  }

  @Test func `adds its page to the summary of a step`() async throws {
    let bed = try await Bed()
    let file = try bed.folder.file("summary.md", "before\n")
    let recorder = RecordingConsole()
    let console = Console(
      stepSummary: file, output: { try recorder.console.print($0) },
      notes: { recorder.console.note($0) })
    let code = await Tool.run(
      ["gate", "\(bed.path)/base", "--baseline", bed.baseline], console: console)
    #expect(code == .done)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.hasPrefix("before\n## Gate: every gate is met\n"))
  }
}
