import Dispatch
import Strategies

@main
struct Evalrun {
  static func main() async {
    // Whoever ends the tool from outside ends the programs it runs, too.
    let sources = Platform.onTermination { signal in
      Strategies.endPrograms()
      Platform.quit(128 + signal)
    }
    let code = await Tool.run(Array(CommandLine.arguments.dropFirst()), console: .standard())
    Strategies.endPrograms()
    for source in sources { source.cancel() }
    Platform.exitNow(code.rawValue)
  }
}
