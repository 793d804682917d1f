// swift-tools-version: 6.2

import PackageDescription

// Builds the library beside stand-ins for Apple's modules, so that `.ci/type-check-apple` can check
// its code inside `#if canImport`, and code that uses it, on other platforms. The stand-ins have
// the signatures of Apple's documentation and no behaviour: nothing that is built here has run.

let warnings: [SwiftSetting] =
  Context.environment["UPKEEP_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

let strict: [SwiftSetting] =
  [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + warnings

/// A module of the library. Its dependencies include the stand-ins that its files can import.
func library(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Library/\(name)", swiftSettings: strict)
}

let package = Package(
  name: "AppleStubs",
  platforms: [.macOS(.v14), .iOS(.v17)],
  targets: [
    .target(name: "ObjectiveCRuntime", path: "ObjectiveCRuntime"),
    .target(name: "UIKit", dependencies: ["ObjectiveCRuntime"], path: "UIKit"),
    .target(name: "AppKit", dependencies: ["ObjectiveCRuntime"], path: "AppKit"),
    .target(name: "Combine", path: "Combine"),
    .target(name: "SwiftUI", dependencies: ["UIKit"], path: "SwiftUI"),
    .target(name: "os", path: "os"),
    .target(name: "UpkeepThread", path: "Library/UpkeepThread"),
    library("Upkeep", ["UpkeepThread", "AppKit", "Combine", "SwiftUI", "UIKit", "os"]),
    library("UpkeepCollections", ["Upkeep", "UpkeepThread"]),
    library("UpkeepScope", ["Upkeep", "UpkeepCollections", "UpkeepThread"]),
    library("UpkeepStore", ["Upkeep", "UpkeepCollections", "UpkeepScope", "UpkeepThread"]),
    library("UpkeepUI", ["Upkeep", "UpkeepCollections", "UpkeepScope", "UpkeepStore"]),
    library("TodoModel", ["Upkeep", "UpkeepScope"]),
    library("TodoApp", ["TodoModel", "UpkeepScope", "UpkeepUI"]),
    .testTarget(
      name: "ViewTests",
      dependencies: ["Upkeep", "UpkeepCollections", "UpkeepScope", "UpkeepStore", "UpkeepUI"],
      path: "Tests", swiftSettings: strict),
    // The same tests, and the example app, with the main actor as default isolation, as in an app.
    .testTarget(
      name: "MainActorViewTests",
      dependencies: ["Upkeep", "UpkeepCollections", "UpkeepScope", "UpkeepStore", "UpkeepUI"],
      path: "TestsOnMainActor", swiftSettings: strict + [.defaultIsolation(MainActor.self)]),
    .target(
      name: "MainActorTodoModel", dependencies: ["Upkeep", "UpkeepScope"],
      path: "LibraryOnMainActor/TodoModel",
      swiftSettings: strict + [.defaultIsolation(MainActor.self)]),
    .target(
      name: "MainActorTodoApp", dependencies: ["TodoModel", "UpkeepScope", "UpkeepUI"],
      path: "LibraryOnMainActor/TodoApp",
      swiftSettings: strict + [.defaultIsolation(MainActor.self)]),
  ],
  swiftLanguageModes: [.v6]
)
