// swift-tools-version: 6.2

import PackageDescription

// This package measures every claim about speed. It is not part of a build of the library.
//
//     swift run -c release --package-path Benchmarks Benchmarks --help

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
  name: "Benchmarks",
  platforms: [.macOS(.v14)],
  dependencies: [.package(name: "Upkeep", path: "..")],
  targets: [
    .target(name: "AllocationCounter"),
    .target(name: "OpaqueValues"),
    // The package in the parent folder also builds this target, for its tests.
    .target(name: "BenchmarkReport", swiftSettings: strict),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "AllocationCounter", "BenchmarkReport", "OpaqueValues",
        .product(name: "Upkeep", package: "Upkeep"),
        .product(name: "UpkeepCollections", package: "Upkeep"),
        .product(name: "UpkeepScope", package: "Upkeep"),
        .product(name: "UpkeepStore", package: "Upkeep"),
      ],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
