// swift-tools-version: 6.2
import PackageDescription

/// An app's package as far as its tests hold a compaction policy against what was found good.
let package = Package(
  name: "GateInTests",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "EvalKit", path: "../../..")],
  targets: [
    .testTarget(
      name: "GateInTests",
      dependencies: ["EvalKit", "Strategies", "LocalModels"].map {
        .product(name: $0, package: "EvalKit")
      })
  ]
)
