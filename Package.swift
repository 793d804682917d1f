// swift-tools-version: 6.2

import PackageDescription

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
  targets: modules() + examples() + insiders() + tests(),
  swiftLanguageModes: [.v6]
)

for target in package.targets {
  precondition(target.swiftSettings == nil, "\(target.name) has settings of its own")
  target.swiftSettings = settings(of: target)
}

// A target lists only some of the modules that it imports: the listed modules depend on the others.

/// The modules that people import, and the C module below them.
func modules() -> [Target] {
  [
    .target(name: "UpkeepThread"),
    .target(name: "Upkeep", dependencies: ["UpkeepThread"]),
    .target(name: "UpkeepCollections", dependencies: ["Upkeep"]),
    .target(name: "UpkeepScope", dependencies: ["UpkeepCollections"]),
    .target(name: "UpkeepStore", dependencies: ["UpkeepScope"]),
    .target(name: "UpkeepUI", dependencies: ["UpkeepStore"]),
    .target(name: "UpkeepTestKit", dependencies: ["UpkeepStore"]),
  ]
}

/// The programs that people run, and their modules.
func examples() -> [Target] {
  let root = "Sources/Examples"
  func module(
    _ name: String, in folder: String, _ dependencies: [Target.Dependency], _ files: String...
  ) -> Target {
    .target(
      name: name, dependencies: dependencies, path: "\(root)/\(folder)/\(name)",
      resources: files.map { .copy("Resources/\($0)") })
  }
  return [
    .target(name: "DelimitedText", path: "\(root)/DelimitedText"),
    .target(name: "ExampleScripts", dependencies: ["DelimitedText"], path: "\(root)/Scripts"),
    .executableTarget(
      name: "login", dependencies: ["ExampleScripts", "Upkeep"], path: "\(root)/Login",
      resources: [.copy("Resources/first.login")]),
    module("Spreadsheet", in: "Sheet", ["ExampleScripts", "Upkeep"], "seattle-weather.csv"),
    .executableTarget(name: "sheet", dependencies: ["Spreadsheet"], path: "\(root)/Sheet/sheet"),
    module("Conversation", in: "Chat", ["ExampleScripts", "UpkeepStore"], "conversation.chat"),
    .executableTarget(name: "chat", dependencies: ["Conversation"], path: "\(root)/Chat/chat"),
    module("TodoModel", in: "Todo", ["UpkeepScope"]),
    .executableTarget(
      name: "todo", dependencies: ["ExampleScripts", "TodoModel"], path: "\(root)/Todo/todo",
      resources: [.copy("Resources/week.todo")]),
    .executableTarget(
      name: "TodoApp", dependencies: ["TodoModel", "UpkeepUI"], path: "\(root)/Todo/TodoApp"),
    module(
      "LiveTable", in: "Table", ["ExampleScripts", "UpkeepCollections"], "iowa-electricity.csv",
      "iowa.table"),
    .executableTarget(name: "table", dependencies: ["LiveTable"], path: "\(root)/Table/table"),
    module("LiveMarket", in: "Ticker", ["ExampleScripts", "UpkeepCollections"]),
    .executableTarget(name: "ticker", dependencies: ["LiveMarket"], path: "\(root)/Ticker/ticker"),
  ]
}

/// Oracles and programs that use `package` declarations, which only this package sees.
func insiders() -> [Target] {
  func oracle(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, path: "Tests/Oracles/\(name)")
  }
  func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: "Tests/Programs/\(name)")
  }
  return [
    oracle("Differential", ["UpkeepCollections"]),
    oracle("ScopeDifferential", ["Differential", "UpkeepTestKit"]),
    oracle("StoreDifferential", ["Differential", "UpkeepTestKit"]),
    program("attack", ["Differential", "UpkeepStore"]),
    program("fuzz", ["ScopeDifferential", "StoreDifferential"]),
    program("leaks", ["ScopeDifferential", "UpkeepStore"]),
    program("mutants", ["Differential"]),
    program("owners", ["Upkeep"]),
  ]
}

/// The tests, and the modules that only tests of this package use.
func tests() -> [Target] {
  func exampleTests(
    _ name: String, _ dependencies: [Target.Dependency], _ files: String...
  ) -> Target {
    .testTarget(
      name: name, dependencies: dependencies, path: "Tests/Examples/\(name)",
      resources: files.map { .copy("Resources/\($0)") })
  }
  return [
    // The package `Benchmarks` builds this target, too.
    .target(name: "BenchmarkReport", path: "Benchmarks/Sources/BenchmarkReport"),
    .testTarget(name: "BenchmarkReportTests", dependencies: ["BenchmarkReport"]),
    .target(name: "ExampleProgram", path: "Tests/Examples/ExampleProgram"),
    exampleTests("ChatTests", ["ExampleProgram", "UpkeepTestKit", "chat"], "conversation.txt"),
    exampleTests("LoginTests", ["login"]),
    exampleTests("ScriptsTests", ["ExampleProgram", "chat", "login", "table", "todo"]),
    exampleTests("SpreadsheetTests", ["Differential", "ExampleProgram", "sheet"]),
    exampleTests("TableTests", ["Differential", "ExampleProgram", "table"], "iowa.txt"),
    exampleTests("TickerTests", ["Differential", "ExampleProgram", "ticker"]),
    exampleTests("TodoTests", ["ExampleProgram", "TodoApp", "todo"]),
    .testTarget(name: "DocumentationTests", dependencies: ["UpkeepTestKit"]),
    .testTarget(
      name: "FuzzingTests",
      dependencies: ["BenchmarkReport", "Conversation", "Differential", "Spreadsheet"],
      resources: [.copy("Corpus")]),
    .testTarget(name: "UpkeepTests", dependencies: ["Differential", "owners"]),
    .testTarget(name: "UpkeepScopeTests", dependencies: ["ScopeDifferential"]),
    .testTarget(name: "UpkeepStoreTests", dependencies: ["StoreDifferential"]),
    .testTarget(name: "UpkeepUITests", dependencies: ["Differential", "UpkeepUI"]),
  ]
}

/// Returns the settings of a target; test targets have additional settings.
///
/// `.ci/run` sets UPKEEP_STRICT: then a warning fails the build. A release build does not optimize
/// the tests themselves, because that would take a third of the build time.
func settings(of target: Target) -> [SwiftSetting] {
  let unoptimized = ["-Onone", "-no-whole-module-optimization", "-enable-batch-mode"]
  return [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (Context.environment["UPKEEP_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)])
    + (target.type == .test ? [.unsafeFlags(unoptimized, .when(configuration: .release))] : [])
}
