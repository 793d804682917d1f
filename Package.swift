// swift-tools-version: 6.2

import PackageDescription

/// `.ci/run` sets UPKEEP_STRICT: then a warning fails the build.
let warnings: [SwiftSetting] =
  Context.environment["UPKEEP_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

let strict: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + warnings

let package = Package(
  name: "Upkeep",
  platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  products: [
    .library(name: "Upkeep", targets: ["Upkeep"]),
    .library(name: "UpkeepScope", targets: ["UpkeepScope"]),
    .library(name: "UpkeepStore", targets: ["UpkeepStore"]),
    .library(name: "UpkeepTestKit", targets: ["UpkeepTestKit"]),
  ],
  targets: [
    .target(name: "UpkeepThread"),
    .target(name: "Upkeep", dependencies: ["UpkeepThread"], swiftSettings: strict),
    .target(
      name: "UpkeepScope", dependencies: ["Upkeep", "UpkeepThread"], swiftSettings: strict),
    .target(
      name: "UpkeepStore", dependencies: ["Upkeep", "UpkeepScope", "UpkeepThread"],
      swiftSettings: strict),
    .target(
      name: "UpkeepTestKit",
      dependencies: ["Upkeep", "UpkeepScope", "UpkeepStore", "UpkeepThread"],
      swiftSettings: strict),
    // Not products: the randomized test, for the test suite and for `swift run fuzz`.
    .target(
      name: "Differential", dependencies: ["Upkeep", "UpkeepThread"], swiftSettings: strict),
    .target(
      name: "ScopeDifferential",
      dependencies: ["Differential", "Upkeep", "UpkeepScope", "UpkeepTestKit"],
      swiftSettings: strict),
    .target(
      name: "StoreDifferential",
      dependencies: ["Differential", "Upkeep", "UpkeepScope", "UpkeepStore", "UpkeepTestKit"],
      swiftSettings: strict),
    .executableTarget(
      name: "fuzz", dependencies: ["Differential", "ScopeDifferential", "StoreDifferential"],
      swiftSettings: strict),
    .target(
      name: "Spreadsheet",
      dependencies: ["Upkeep"],
      resources: [.copy("Resources/seattle-weather.csv")],
      swiftSettings: strict
    ),
    .executableTarget(name: "sheet", dependencies: ["Spreadsheet"], swiftSettings: strict),
    .testTarget(
      name: "SpreadsheetTests",
      dependencies: ["Spreadsheet", "sheet", "Upkeep"],
      swiftSettings: strict
    ),
    .executableTarget(name: "login", dependencies: ["Upkeep"], swiftSettings: strict),
    .target(
      name: "Conversation",
      dependencies: ["Upkeep", "UpkeepScope", "UpkeepStore"],
      resources: [.copy("Resources/conversation.chat")],
      swiftSettings: strict
    ),
    .executableTarget(name: "chat", dependencies: ["Conversation"], swiftSettings: strict),
    .testTarget(
      name: "ChatTests",
      dependencies: [
        "Conversation", "chat", "Upkeep", "UpkeepScope", "UpkeepStore", "UpkeepTestKit",
      ],
      resources: [.copy("Resources/conversation.txt")],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "leaks",
      dependencies: ["Differential", "ScopeDifferential", "Upkeep", "UpkeepScope", "UpkeepStore"],
      swiftSettings: strict),
    .executableTarget(name: "owners", dependencies: ["Upkeep"], swiftSettings: strict),
    .executableTarget(
      name: "attack", dependencies: ["Differential", "Upkeep", "UpkeepScope", "UpkeepStore"],
      swiftSettings: strict),
    .target(name: "AllocationCounter", path: "Benchmarks/AllocationCounter"),
    .target(name: "OpaqueValues", path: "Benchmarks/OpaqueValues"),
    .target(
      name: "BenchmarkReport", path: "Benchmarks/BenchmarkReport", swiftSettings: strict),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "Upkeep", "UpkeepScope", "UpkeepStore", "AllocationCounter", "BenchmarkReport",
        "OpaqueValues",
      ],
      path: "Benchmarks",
      exclude: ["AllocationCounter", "BenchmarkReport", "OpaqueValues", "Runs"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "BenchmarkReportTests", dependencies: ["BenchmarkReport"], swiftSettings: strict),
    .testTarget(
      name: "FuzzingTests",
      dependencies: [
        "BenchmarkReport", "Conversation", "Differential", "Spreadsheet", "UpkeepStore",
      ],
      resources: [.copy("Corpus")],
      swiftSettings: strict
    ),
    .testTarget(name: "LoginTests", dependencies: ["login", "Upkeep"], swiftSettings: strict),
    .testTarget(
      name: "UpkeepScopeTests",
      dependencies: [
        "Differential", "ScopeDifferential", "Upkeep", "UpkeepScope", "UpkeepTestKit",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "UpkeepStoreTests",
      dependencies: [
        "Differential", "StoreDifferential", "Upkeep", "UpkeepScope", "UpkeepStore",
        "UpkeepTestKit",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "UpkeepTests", dependencies: ["Differential", "owners", "Upkeep"], swiftSettings: strict
    ),
  ],
  swiftLanguageModes: [.v6]
)
