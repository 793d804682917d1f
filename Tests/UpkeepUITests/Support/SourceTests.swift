import Foundation
import Testing

/// The source files of the library's faces, as texts.
@Suite struct SourceTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The texts of the files in a folder, by their paths in the folder.
  private func files(of path: String) throws -> [String: String] {
    let folder = Self.root.appending(path: path)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return try paths.filter { $0.hasSuffix(".swift") }.reduce(into: [:]) {
      $0[$1] = try String(contentsOf: folder.appending(path: $1), encoding: .utf8)
    }
  }

  /// The files that need a framework of Apple.
  private func faces() throws -> [String: String] {
    try files(of: "Sources/UpkeepUI").filter { $0.value.contains("#if ") }
  }

  @Test func `a file for Apple's platforms is one whole, and says that it has not run`() throws {
    let faces = try faces()
    #expect(faces.count > 10)
    let parts = faces.filter { !$0.value.hasPrefix("#if ") || !$0.value.hasSuffix("\n#endif\n") }
    #expect(parts.keys.sorted() == [])
    let silent = faces.filter { _, text in
      let words = text.split { $0.isWhitespace || $0 == "/" }.joined(separator: " ")
      return !words.contains("been type-checked only")
        || !words.contains("not run")
          && !words.contains("not been run")
    }
    #expect(silent.keys.sorted() == [])
  }

  @Test func `a file that needs no framework of Apple is tested, and named by its folder`() throws {
    let plain = try Set(files(of: "Sources/UpkeepUI").keys).subtracting(faces().keys)
    let folders = Set(plain.map { $0.prefix { $0 != "/" } })
    let tests = Set(try files(of: "Tests/UpkeepUITests").keys.map { $0.prefix { $0 != "/" } })
    // `Stores` has a declaration without code, which needs no test.
    #expect(tests.subtracting(["Support"]) == folders.subtracting(["Stores"]))
  }

  @Test func `a SwiftUI binding is never made of closures`() throws {
    let made = try faces().filter { $0.value.contains(/Binding(<[^>]*>)?\(\s*get:/) }
    #expect(made.keys.sorted() == [])
  }
}
