import Foundation
import Testing

/// Checks that the page "The walk of a write" names functions that exist.
@Suite struct WalkTests {
  @Test func `each function on the walk of a write is in the file that the page names`() throws {
    let page = try Pages.text(of: "Sources/Upkeep/Upkeep.docc/WalkOfAWrite.md")
    let row = /\| `([^`]+)` \| `(.+?)` \|/
    var functions = 0
    for match in page.matches(of: row) {
      let (_, file, code) = match.output
      let folder = file.hasPrefix("Graph") ? "Engine/Kernel" : "Properties"
      let text = try Pages.text(of: "Sources/Upkeep/\(folder)/\(file).swift")
      let lines = text.split(separator: "\n")
      #expect(lines.contains { isNamed(code, in: $0) }, "\(file): \(code)")
      functions += 1
    }
    #expect(functions == page.components(separatedBy: "\n").count { $0.hasPrefix("| `") })
    #expect(functions >= 20)
  }

  /// Whether a line contains a piece of code, and not only the beginning of a longer name.
  private func isNamed(_ code: Substring, in line: Substring) -> Bool {
    guard let range = line.firstRange(of: code) else { return false }
    return line[range.upperBound...].first.map { !$0.isLetter } ?? true
  }

  @Test(arguments: [
    "Properties/StoredProperty", "Engine/Kernel/Graph+Turn", "Engine/Kernel/Graph+Lanes",
    "Engine/Kernel/Graph+Effects", "Engine/Kernel/Graph+Refreshing",
  ])
  func `each file of the walk has at most 350 lines`(file: String) throws {
    let text = try Pages.text(of: "Sources/Upkeep/\(file).swift")
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 351)
  }
}
