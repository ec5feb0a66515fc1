@main
struct Evalrun {
  static func main() async {}
}
