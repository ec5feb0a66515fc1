import Testing

@testable import evalrun

@Suite struct `A help page` {
  @Test func `leads with examples and lists every option`() {
    #expect(
      Help.page(StrategiesCheckCommand.command, under: "evalrun strategies") == """
        Find what is wrong with a pipeline before it runs.

        Examples:
          evalrun strategies check 'rolling-window(10, persistence: stored) | summarize-history(entries: 50)'
              The summary waits for 50 entries that the window never leaves it.
          evalrun strategies check 'rolling-window(entries: [4, 8, 16])'
              Three arms, each by itself.

        Usage: evalrun strategies check SPEC [--context N] [--reserve N] [--allow-exec] [--json]

        Arguments:
          SPEC                      Stages separated by '|'.

        Options:
          --context N               Context size in tokens. Default: 4096.
          --reserve N               Tokens kept free for the answer. Default: 512.
          --allow-exec              Let saved pipelines run the programs they name; a spec that
                                    you type needs no leave.
          --json                    Print JSON.
          -h, --help                Print this page.

        Where a list stands for one value, every arm it makes is checked. First what the
        arguments prove; then the pipeline is tried on short made-up sessions, and what those
        show is said with "may" where it is no proof. Exits 1 where an error is found, 0 where
        there are warnings at most.
        """)
  }

  @Test func `documents every exit code`() {
    let page = Help.exitCodes
    for code in ExitCode.allCases {
      #expect(page.contains("\(code.rawValue)  \(code.meaning)"))
    }
  }

  @Test func `breaks lines between words only`() {
    #expect(Help.wrapped("aa bb cc", indent: 1, width: 6) == [" aa bb", " cc"])
    #expect(Help.wrapped("", indent: 2, width: 6) == [])
  }
}
