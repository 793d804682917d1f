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

/// `.ci/run long` sets UPKEEP_LONG and builds for release: tests themselves are built without optimization then, which
/// takes a third less time; the libraries, oracles and programs that they test are optimized. (The driver says that it
/// ignores SwiftPM's number of threads for them.)
let tests: [SwiftSetting] =
  Context.environment["UPKEEP_LONG"] == nil
  ? strict
  : strict + [
    .unsafeFlags(
      ["-Onone", "-no-whole-module-optimization", "-enable-batch-mode"],
      .when(configuration: .release))
  ]

/// `.ci/run` sets UPKEEP_SANITIZED to the name of a sanitizer, for which less is built: see the end.
let sanitizer = Context.environment["UPKEEP_SANITIZED"]

let package = Package(
  name: "Upkeep",
  platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  products: [
    .library(name: "Upkeep", targets: ["Upkeep"]),
    .library(name: "UpkeepCollections", targets: ["UpkeepCollections"]),
    .library(name: "UpkeepScope", targets: ["UpkeepScope"]),
    .library(name: "UpkeepStore", targets: ["UpkeepStore"]),
    .library(name: "UpkeepUI", targets: ["UpkeepUI"]),
    .library(name: "UpkeepTestKit", targets: ["UpkeepTestKit"]),
  ],
  targets: [
    .target(name: "UpkeepThread"),
    .target(name: "Upkeep", dependencies: ["UpkeepThread"], swiftSettings: strict),
    .target(
      name: "UpkeepCollections", dependencies: ["Upkeep", "UpkeepThread"], swiftSettings: strict),
    .target(
      name: "UpkeepScope", dependencies: ["Upkeep", "UpkeepCollections", "UpkeepThread"],
      swiftSettings: strict),
    .target(
      name: "UpkeepStore",
      dependencies: ["Upkeep", "UpkeepCollections", "UpkeepScope", "UpkeepThread"],
      swiftSettings: strict),
    // SwiftUI, UIKit, AppKit and Combine: elsewhere than there the plain types below their faces.
    .target(
      name: "UpkeepUI",
      dependencies: ["Upkeep", "UpkeepCollections", "UpkeepScope", "UpkeepStore"],
      swiftSettings: strict),
    .target(
      name: "UpkeepTestKit",
      dependencies: ["Upkeep", "UpkeepScope", "UpkeepStore", "UpkeepThread"],
      swiftSettings: strict),
    // Not products: the randomized test, for the test suite and for `swift run fuzz`.
    .target(
      name: "Differential", dependencies: ["Upkeep", "UpkeepCollections", "UpkeepThread"],
      path: "Tests/Oracles/Differential", swiftSettings: strict),
    .target(
      name: "ScopeDifferential",
      dependencies: [
        "Differential", "Upkeep", "UpkeepCollections", "UpkeepScope", "UpkeepTestKit",
      ],
      path: "Tests/Oracles/ScopeDifferential", swiftSettings: strict),
    .target(
      name: "StoreDifferential",
      dependencies: [
        "Differential", "Upkeep", "UpkeepCollections", "UpkeepScope", "UpkeepStore",
        "UpkeepTestKit",
      ],
      path: "Tests/Oracles/StoreDifferential", swiftSettings: strict),
    .executableTarget(
      name: "fuzz", dependencies: ["Differential", "ScopeDifferential", "StoreDifferential"],
      path: "Tests/Programs/fuzz", swiftSettings: strict),
    // Splits comma-separated and other delimited texts into fields.
    .target(
      name: "DelimitedText", path: "Sources/Examples/DelimitedText", swiftSettings: strict),
    .target(
      name: "Spreadsheet",
      dependencies: ["DelimitedText", "Upkeep"],
      path: "Sources/Examples/Sheet/Spreadsheet",
      resources: [.copy("Resources/seattle-weather.csv")],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "sheet", dependencies: ["Spreadsheet"], path: "Sources/Examples/Sheet/sheet",
      swiftSettings: strict),
    .testTarget(
      name: "SpreadsheetTests",
      dependencies: ["DelimitedText", "Differential", "Spreadsheet", "sheet", "Upkeep"],
      path: "Tests/Examples/SpreadsheetTests", swiftSettings: tests
    ),
    .executableTarget(
      name: "login", dependencies: ["Upkeep"], path: "Sources/Examples/Login", swiftSettings: strict
    ),
    // What programs that play scripts share: lines in, text out, mistakes with their places.
    .target(
      name: "ExampleScripts", path: "Sources/Examples/Scripts", swiftSettings: strict),
    .target(
      name: "Conversation",
      dependencies: ["ExampleScripts", "Upkeep", "UpkeepScope", "UpkeepStore"],
      path: "Sources/Examples/Chat/Conversation", resources: [.copy("Resources/conversation.chat")],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "chat", dependencies: ["Conversation"], path: "Sources/Examples/Chat/chat",
      swiftSettings: strict),
    .testTarget(
      name: "ChatTests",
      dependencies: [
        "Conversation", "ExampleProgram", "ExampleScripts", "chat", "Upkeep", "UpkeepScope",
        "UpkeepStore", "UpkeepTestKit",
      ],
      path: "Tests/Examples/ChatTests", resources: [.copy("Resources/conversation.txt")],
      swiftSettings: tests
    ),
    .target(
      name: "TodoModel", dependencies: ["Upkeep", "UpkeepScope"],
      path: "Sources/Examples/Todo/TodoModel", swiftSettings: strict),
    .executableTarget(
      name: "todo", dependencies: ["ExampleScripts", "TodoModel", "UpkeepScope"],
      path: "Sources/Examples/Todo/todo", resources: [.copy("Resources/week.todo")],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "TodoApp", dependencies: ["TodoModel", "UpkeepScope", "UpkeepUI"],
      path: "Sources/Examples/Todo/TodoApp", swiftSettings: strict),
    .testTarget(
      name: "TodoTests",
      dependencies: [
        "ExampleProgram", "TodoApp", "TodoModel", "todo", "Upkeep", "UpkeepScope",
      ],
      path: "Tests/Examples/TodoTests", swiftSettings: tests),
    .target(
      name: "LiveTable",
      dependencies: ["DelimitedText", "ExampleScripts", "Upkeep", "UpkeepCollections"],
      path: "Sources/Examples/Table/LiveTable",
      resources: [.copy("Resources/iowa-electricity.csv"), .copy("Resources/iowa.table")],
      swiftSettings: strict
    ),
    .executableTarget(
      name: "table", dependencies: ["LiveTable"], path: "Sources/Examples/Table/table",
      swiftSettings: strict),
    .testTarget(
      name: "TableTests",
      dependencies: [
        "DelimitedText", "Differential", "ExampleProgram", "ExampleScripts", "LiveTable", "table",
        "Upkeep", "UpkeepCollections",
      ],
      path: "Tests/Examples/TableTests", resources: [.copy("Resources/iowa.txt")],
      swiftSettings: tests),
    // A built example, run as a stranger would.
    .target(
      name: "ExampleProgram", path: "Tests/Examples/ExampleProgram", swiftSettings: strict),
    .executableTarget(
      name: "leaks",
      dependencies: [
        "Differential", "ScopeDifferential", "Upkeep", "UpkeepCollections", "UpkeepScope",
        "UpkeepStore",
      ],
      path: "Tests/Programs/leaks", swiftSettings: strict),
    .executableTarget(
      name: "owners", dependencies: ["Upkeep"], path: "Tests/Programs/owners", swiftSettings: strict
    ),
    .executableTarget(
      name: "attack",
      dependencies: ["Differential", "Upkeep", "UpkeepCollections", "UpkeepScope", "UpkeepStore"],
      path: "Tests/Programs/attack", swiftSettings: strict),
    // For `.ci/mutate`: whether the randomized test finds mistakes.
    .executableTarget(
      name: "mutants", dependencies: ["Differential", "Upkeep", "UpkeepThread"],
      path: "Tests/Programs/mutants", swiftSettings: strict),
    .target(name: "AllocationCounter", path: "Benchmarks/AllocationCounter"),
    .target(name: "OpaqueValues", path: "Benchmarks/OpaqueValues"),
    .target(
      name: "BenchmarkReport", path: "Benchmarks/BenchmarkReport", swiftSettings: strict),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "Upkeep", "UpkeepCollections", "UpkeepScope", "UpkeepStore", "AllocationCounter",
        "BenchmarkReport",
        "OpaqueValues",
      ],
      path: "Benchmarks",
      exclude: ["AllocationCounter", "BenchmarkReport", "OpaqueValues", "Runs"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "BenchmarkReportTests", dependencies: ["BenchmarkReport"], swiftSettings: tests),
    // README and the pages of the catalogues: their code compiles, and does as they say.
    .testTarget(
      name: "DocumentationTests",
      dependencies: ["Upkeep", "UpkeepCollections", "UpkeepScope", "UpkeepStore", "UpkeepTestKit"],
      swiftSettings: tests),
    .testTarget(
      name: "FuzzingTests",
      dependencies: [
        "BenchmarkReport", "Conversation", "DelimitedText", "Differential", "ExampleScripts",
        "Spreadsheet", "UpkeepStore",
      ],
      resources: [.copy("Corpus")],
      swiftSettings: tests
    ),
    .testTarget(
      name: "LoginTests", dependencies: ["login", "Upkeep"], path: "Tests/Examples/LoginTests",
      swiftSettings: tests),
    .testTarget(
      name: "UpkeepScopeTests",
      dependencies: [
        "Differential", "ScopeDifferential", "Upkeep", "UpkeepCollections", "UpkeepScope",
        "UpkeepTestKit",
      ],
      swiftSettings: tests),
    .testTarget(
      name: "UpkeepStoreTests",
      dependencies: [
        "Differential", "StoreDifferential", "Upkeep", "UpkeepCollections", "UpkeepScope",
        "UpkeepStore",
        "UpkeepTestKit",
      ],
      swiftSettings: tests),
    .testTarget(
      name: "UpkeepTests", dependencies: ["Differential", "owners", "Upkeep", "UpkeepCollections"],
      // Folders of what stays on one thread.
      exclude: sanitizer == "thread"
        ? ["Conformance", "Misuse", "Properties", "Updater", "Wrappers", "Yoyo"] : [],
      swiftSettings: tests),
    .testTarget(
      name: "UpkeepUITests",
      dependencies: [
        "Differential", "Upkeep", "UpkeepCollections", "UpkeepScope", "UpkeepStore", "UpkeepUI",
      ],
      swiftSettings: tests),
  ],
  swiftLanguageModes: [.v6]
)

/// Targets that have nothing to tell a sanitizer, for they run on one thread and touch no memory by its address: programs,
/// and their tests.
var unsanitized: Set = [
  "SpreadsheetTests", "sheet", "LoginTests", "login", "ChatTests", "chat", "TableTests", "table",
  "LiveTable", "Benchmarks", "BenchmarkReportTests", "AllocationCounter", "OpaqueValues", "fuzz",
  "mutants",
]
if sanitizer == "thread" {
  unsanitized.formUnion(["FuzzingTests", "UpkeepUITests", "attack", "leaks"])
} else if sanitizer != nil {
  unsanitized.formUnion(["TodoTests", "todo", "TodoApp"])
}
precondition(unsanitized.isSubset(of: package.targets.map(\.name)), "a target has another name")
if sanitizer != nil { package.targets.removeAll { unsanitized.contains($0.name) } }
