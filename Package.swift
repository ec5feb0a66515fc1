// swift-tools-version: 6.2
import PackageDescription

/// Everything the language offers to find mistakes at compile time, on every target.
let strict: [SwiftSetting] =
  [
    "ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility",
    "InferIsolatedConformances", "NonisolatedNonsendingByDefault", "ImmutableWeakCaptures",
  ].map { .enableUpcomingFeature($0) } + [
    .treatAllWarnings(as: .error),
    .treatWarning("DeprecatedDeclaration", as: .warning),
  ]

let package = Package(
  name: "EvalKit",
  platforms: [.macOS(.v26)],
  products: [
    .library(name: "EvalKit", targets: ["EvalKit"]),
    .library(name: "Strategies", targets: ["Strategies"]),
    .library(name: "LocalModels", targets: ["LocalModels"]),
    .library(name: "Authoring", targets: ["Authoring"]),
    .library(name: "EvalKitTesting", targets: ["EvalKitTesting"]),
    .executable(name: "evalrun", targets: ["evalrun"]),
  ],
  targets: [
    .target(name: "EvalKit", swiftSettings: strict),
    .target(name: "Strategies", dependencies: ["EvalKit"], swiftSettings: strict),
    .target(name: "Kernels", exclude: ["elementwise.inc", "wide.inc"]),
    .target(name: "LocalModels", dependencies: ["EvalKit", "Kernels"], swiftSettings: strict),
    .target(name: "Authoring", dependencies: ["EvalKit", "LocalModels"], swiftSettings: strict),
    .target(name: "EvalKitTesting", dependencies: ["EvalKit"], swiftSettings: strict),
    .executableTarget(
      name: "evalrun", dependencies: ["EvalKit", "Strategies", "LocalModels", "Authoring"],
      swiftSettings: strict),
    .testTarget(
      name: "EvalKitTests",
      dependencies: ["EvalKit", "EvalKitTesting", "Strategies", "LocalModels"],
      resources: [.copy("Fixtures")], swiftSettings: strict),
    .testTarget(
      name: "StrategiesTests",
      dependencies: ["EvalKit", "EvalKitTesting", "Strategies", "LocalModels"],
      exclude: ["Fixtures"], swiftSettings: strict),
    .testTarget(
      name: "LocalModelsTests",
      dependencies: ["EvalKit", "EvalKitTesting", "Strategies", "LocalModels", "Kernels"],
      swiftSettings: strict),
    .testTarget(
      name: "AuthoringTests",
      dependencies: ["Authoring", "EvalKit", "EvalKitTesting", "Strategies", "LocalModels"],
      swiftSettings: strict),
    .testTarget(
      name: "EvalrunTests",
      dependencies: [
        "evalrun", "EvalKit", "EvalKitTesting", "Strategies", "LocalModels", "Authoring",
      ],
      exclude: ["Fixtures"], swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
