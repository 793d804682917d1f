import Foundation
import Testing

/// Checks the files of this target.
@Suite(.leavesNothing) struct FolderTests {
  /// The folders that mirror no folder of the library, each with the reason.
  private static let reasons = [
    "Differential": "random scripts against an oracle",
    "Laws": "a law is about all folders",
    "Support": "what tests stand on",
    "Threads": "what needs several threads, and runs again under the thread sanitizer",
    "Yoyo": "the examples of the library that this one comes from",
  ]

  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test func `the tests have the folders of the library, and others with a reason`() throws {
    let ours = try folders(of: "Tests/UpkeepTests")
    let library = try folders(of: "Sources/Upkeep").filter { !$0.hasPrefix("Upkeep.docc") }
    func engine(_ folders: Set<String>) -> Set<String> {
      folders.filter { $0.hasPrefix("Engine/") }
    }
    // Some guests are tested in the folder of the public type through which a program uses them.
    #expect(engine(ours).isSubset(of: library))
    #expect(
      ours.subtracting(engine(ours))
        == library.subtracting(engine(library)).union(Self.reasons.keys))
  }

  @Test func `every suite leaves nothing behind`() throws {
    // The tests in these files wait for jobs of other actors.
    let others = [
      "ModelScripts.swift", "ModelTests.swift", "ModelHandOverTests.swift",
      "ModelGrowthTests.swift",
    ]
    var suites: [String] = []
    for file in try paths(of: "Tests/UpkeepTests") where file.pathExtension == "swift" {
      if others.contains(file.lastPathComponent) { continue }
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      where line.hasPrefix("@Suite") {
        suites.append("\(file.lastPathComponent): \(line)")
      }
    }
    #expect(suites.count > 100)
    #expect(suites.filter { !$0.contains(".leavesNothing") } == [])
  }

  private func folders(of path: String) throws -> Set<String> {
    let start = Self.root.appending(path: path).path.count + 1
    return Set(
      try paths(of: path).filter { $0.pathExtension == "swift" }
        .map { String($0.deletingLastPathComponent().path.dropFirst(start)) })
  }

  private func paths(of path: String) throws -> [URL] {
    let folder = Self.root.appending(path: path)
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .map { folder.appending(path: $0) }
  }
}
