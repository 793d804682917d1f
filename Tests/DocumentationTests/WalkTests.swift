import Foundation
import Testing

/// The page on the walk of a write names places in the sources.
@Suite struct WalkTests {
  @Test func `each place on the walk of a write is the line that the page says it is`() throws {
    let page = try Pages.text(of: "Sources/Upkeep/Upkeep.docc/WalkOfAWrite.md")
    let row = /\| `(.+\.swift):(\d+)` \| `(.+?)` \|/
    var places = 0
    for match in page.matches(of: row) {
      let (_, file, number, code) = match.output
      let folder = file.hasPrefix("Graph") ? "Engine" : "Properties"
      let lines = try Pages.text(of: "Sources/Upkeep/\(folder)/\(file)")
        .split(separator: "\n", omittingEmptySubsequences: false)
      let place = try #require(Int(number))
      try #require(place <= lines.count, "\(file):\(number)")
      #expect(isNamed(code, in: lines[place - 1]), "\(file):\(number)")
      places += 1
    }
    #expect(places == page.components(separatedBy: "\n").count { $0.hasPrefix("| `") })
    #expect(places >= 20)
  }

  /// Whether a line has a piece of code, and not only the beginning of a longer name.
  private func isNamed(_ code: Substring, in line: Substring) -> Bool {
    guard let range = line.firstRange(of: code) else { return false }
    return line[range.upperBound...].first.map { !$0.isLetter } ?? true
  }

  @Test(arguments: [
    "Properties/StoredProperty", "Engine/Graph+Turn", "Engine/Graph+Lanes", "Engine/Graph+Effects",
    "Engine/Graph+Refreshing",
  ])
  func `each file of the walk has at most 350 lines`(file: String) throws {
    let text = try Pages.text(of: "Sources/Upkeep/\(file).swift")
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 351)
  }
}
