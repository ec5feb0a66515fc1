@main
struct Evalrun {
  static func main() async {
    let code = await Tool.run(Array(CommandLine.arguments.dropFirst()), console: .standard())
    Platform.exitNow(code.rawValue)
  }
}
