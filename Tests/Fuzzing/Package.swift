// swift-tools-version: 6.2

import PackageDescription

/// The targets of libFuzzer, in a package of their own.
///
/// The targets have no `main`, so a plain build of them fails. `.ci/fuzz-coverage` builds and runs
/// them. The sources are links into the package that they test.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// The settings of the targets whose `main` comes from libFuzzer.
let withoutMain: [SwiftSetting] = strict + [.unsafeFlags(["-parse-as-library"])]

let package = Package(
  name: "Fuzzing",
  targets: [
    .target(name: "UpkeepThread"),
    .target(name: "Upkeep", dependencies: ["UpkeepThread"], swiftSettings: strict),
    .target(
      name: "UpkeepCollections", dependencies: ["Upkeep", "UpkeepThread"], swiftSettings: strict),
    .target(name: "DelimitedText", swiftSettings: strict),
    .target(
      name: "Spreadsheet",
      dependencies: ["DelimitedText", "Upkeep"],
      resources: [.copy("Resources/seattle-weather.csv")],
      swiftSettings: strict
    ),
    .target(
      name: "Differential", dependencies: ["Upkeep", "UpkeepCollections"], swiftSettings: strict),
    .target(name: "Reporting", swiftSettings: strict),
    .target(name: "Claims", dependencies: ["DelimitedText", "Spreadsheet"], swiftSettings: strict),
    .executableTarget(
      name: "csv", dependencies: ["Claims", "Reporting"], swiftSettings: withoutMain),
    .executableTarget(
      name: "formula", dependencies: ["Claims", "Reporting"], swiftSettings: withoutMain),
    .executableTarget(
      name: "script", dependencies: ["Reporting", "Differential"], swiftSettings: withoutMain),
  ],
  swiftLanguageModes: [.v6]
)
