import EvalKit
import Strategies
import Testing

struct SavedPipelineTests {
  /// A strategy that says it runs a program, and runs none.
  struct Program: Strategy {
    static let definition = StrategyDefinition(
      name: "program", summary: "Runs a program.", runsProgram: true)
    init(_ arguments: StrategyArguments) throws {}
    func edit(_ history: History, in context: MomentContext, memory: inout JSONValue)
      async throws -> History
    { history }
  }

  private static let files = [
    "mine.json5": """
    // What ships since spring.
    { version: 1, name: "spring", description: "Windows only.",
      stages: ["drop-completed-tool-calls", "rolling-window(10) | keep-first-last(first: 1, last: 4)"] }
    """,
    "unnamed.json5": "{ version: 1, stages: ['identity'] }",
    "outer.json5": "{ version: 1, stages: ['@sub/inner.json5', 'identity'] }",
    "sub/inner.json5": "{ version: 1, stages: ['@other.json5'] }",
    "sub/other.json5": "{ version: 1, stages: ['rolling-window(3)'] }",
    "self.json5": "{ version: 1, stages: ['@self.json5'] }",
    "wrong.json5": "{ version: 1,\n  stages: ['identity',\n    'roling-window(3)'] }",
    "misspelt.json5": "{ version: 1, stage: ['identity'] }",
    "future.json5": "{ version: 7, stages: ['identity'] }",
    "oracle.json5": "{ version: 1, name: 'oracle', stages: ['identity'] }",
    "blank.json5": "{ version: 1, name: ' ', stages: ['identity'] }",
    "bar.json5": "{ version: 1, name: 'a|b', stages: ['identity'] }",
    "empty.json5": "{ version: 1, stages: [] }",
    "cut.json5": "{ version: 1, stages: ['iden",
    "program.json5": "{ version: 1, stages: ['program'] }",
  ]

  private func access(_ programs: SpecAccess.Programs = .typed) -> SpecAccess {
    SpecAccess(programs: programs) { path throws(FileReaderError) in
      try FileReader(files: Self.files).read(path, SpecAccess.largestFile)
    }
  }

  private func catalog() throws -> StrategyCatalog {
    try Strategies.catalog.adding(strategies: [Program.self])
  }

  private func fault(_ spec: String, _ programs: SpecAccess.Programs = .typed) throws -> String {
    let error = try #require(throws: SpecError.self) {
      try catalog().parse(spec, access: access(programs))
    }
    return error.message
  }

  @Test func `A saved pipeline stands for its stages`() throws {
    let pipeline = try catalog().parse("identity | @mine.json5", access: access())
    #expect(
      pipeline.description
        == "identity | drop-completed-tool-calls | rolling-window(entries: 10) "
        + "| keep-first-last(first: 1 entry, last: 4 entries)")
    #expect(try catalog().parse("@'mine.json5'", access: access()).stages.count == 3)
  }

  @Test func `An arm is called what the pipeline was saved as`() throws {
    func name(_ text: String) throws -> String {
      try ArmSpec.parse(text, catalog: catalog(), access: access()).name
    }
    #expect(try name("@mine.json5") == "spring")
    #expect(try name("other = @mine.json5") == "other")
    #expect(try name("@unnamed.json5") == "identity")
    #expect(try name("@unnamed.json5 | identity") == "identity | identity")
  }

  @Test func `Paths in a saved pipeline start from its folder`() throws {
    let pipeline = try catalog().parse("@outer.json5", access: access())
    #expect(pipeline.description == "rolling-window(entries: 3) | identity")
  }

  @Test func `Mistakes name the file, the place and the near miss`() throws {
    #expect(
      try fault("@wrong.json5")
        == "wrong.json5:3:5: unknown strategy 'roling-window'; did you mean 'rolling-window'?")
    #expect(try fault("@misspelt.json5").contains("did you mean 'stage'") == false)
    #expect(try fault("@misspelt.json5").contains("stages"))
    #expect(try fault("@future.json5").contains("the newest known is 1"))
    #expect(try fault("@empty.json5").contains("at least one stage"))
    #expect(try fault("@oracle.json5").contains("the name of a control"))
    #expect(try fault("@blank.json5").contains("is not empty"))
    #expect(try fault("@bar.json5").contains("holds no '|'"))
    #expect(try fault("@cut.json5").hasPrefix("cut.json5:1:"))
    #expect(try fault("@absent.json5") == "there is no file 'absent.json5'")
    #expect(try fault("@self.json5").contains("names itself"))
    #expect(try fault("@") == "expected the path of a saved pipeline after '@'; the spec ends here")
  }

  @Test func `A program that is typed is consented to, a saved one only with leave, a set's never`()
    throws
  {
    #expect(try catalog().parse("program", access: access(.typed)).stages.count == 1)
    #expect(try fault("@program.json5", .typed).contains("--allow-exec"))
    #expect(try catalog().parse("@program.json5", access: access(.anywhere)).stages.count == 1)
    #expect(try fault("program", .nowhere).contains("a set can name none"))
    #expect(try fault("@program.json5", .nowhere).contains("a set can name none"))
  }

  @Test func `A file that a strategy reads is no set's to name`() throws {
    #expect(
      try fault("instructions(file: '/etc/hostname')", .nowhere)
        == "'file' reads a file of this machine; a set can name none")
  }

  @Test func `A set reaches saved pipelines in its folder only`() throws {
    let set = SpecAccess.set(FileReader(files: Self.files))
    #expect(try catalog().parse("@sub/inner.json5", access: set).stages.count == 1)
    for path in ["/etc/passwd", "'../mine.json5'", "'sub/../mine.json5'"] {
      let error = #expect(throws: SpecError.self) {
        try catalog().parse("@\(path)", access: set)
      }
      #expect(error?.message.contains("out of the set's folder") == true, "\(path)")
    }
  }
}
