import Foundation
import Testing

/// Checks that a test compiles the code of README and of every page, and that the results in the
/// code's comments are right.
struct SnippetTests {
  @Test func `every snippet is compiled, word for word`() throws {
    let tests = try Pages.tests()
    var snippets = 0
    for page in try Pages.paths(".md", ".swift") {
      for paragraph in try Pages.code(of: page).flatMap({ $0.components(separatedBy: "\n\n") }) {
        let words = Pages.words(of: paragraph)
        // A paragraph may contain nothing but imports.
        if words == "\n" { continue }
        snippets += 1
        let places = tests.filter { $0.contains(words) }
        #expect(!places.isEmpty, "\(page) is not compiled: \(paragraph)")
        // A module of the main actor needs the word, too.
        let isCut = places.contains { $0.contains("\nnonisolated" + words) }
        #expect(!isCut, "\(page) leaves out the nonisolated of its test: \(paragraph)")
        let isPlain = paragraph.split(separator: "\n").allSatisfy {
          Transcript.results(of: String($0)).isEmpty
        }
        let isAsserted = places.contains { place in
          place.range(of: words).map { place[$0.upperBound...].contains(Pages.assertion) } ?? false
        }
        #expect(isPlain || isAsserted, "\(page) states what no test asserts: \(paragraph)")
      }
    }
    #expect(snippets > 100)
  }

  @Test func `these tests see all code of a page`() throws {
    for page in try Pages.paths(".md") {
      var isCode = false
      let lines = try Pages.text(of: page).components(separatedBy: "\n")
      for (before, line) in zip([""] + lines, lines) {
        if line.hasPrefix("```") {
          #expect(isCode || ["```swift", "```text", "```sh"].contains(line), "\(page): \(line)")
          isCode.toggle()
        } else if !isCode {
          let isIndented = before.isEmpty && line.hasPrefix("    ")
          #expect(!isIndented && !line.contains("```"), "\(page): \(line)")
        }
      }
      #expect(!isCode, "\(page) ends in code")
    }
  }

  @Test(arguments: [
    ("print(a)  // 5", "print(a)  // 50"), ("a = 3", "a = 30"), ("b.value", "ab.value"),
    ("print(a)  // a b", "print(a)  // ab"), ("f(\"a b\")", "f(\"ab\")"), ("// a\nb()", "// a b()"),
  ])
  func `a snippet with other code is not found in a test`(_ snippet: String, _ test: String) {
    #expect(!Pages.words(of: test).contains(Pages.words(of: snippet)))
  }

  @Test func `a snippet with another layout is found in a test`() {
    let test = "  _ = f()\n  batch {\n    a = 5\n    b = 6\n  }  // once\n  c()"
    #expect(
      Pages.words(of: test).contains(Pages.words(of: "f()\nbatch { a = 5; b = 6 }    // once")))
  }

  @Test func `a result stands only where a test can assert it`() throws {
    for page in try Pages.paths(".md", ".swift") {
      for line in try Pages.code(of: page).flatMap({ $0.split(separator: "\n") }) {
        guard let comment = line.firstRange(of: "// "), comment.lowerBound > line.startIndex else {
          continue
        }
        let isPrinted = line.drop { $0 == " " }.hasPrefix("print(")
        let start = line[comment.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "\"" }
        let isValue =
          start.hasPrefix("\"") || start.first?.isNumber == true
          || ["true", "false", "nil"].contains(start)
        #expect(isPrinted || !isValue, "\(page) states a value beside no print: \(line)")
      }
    }
  }

  @Test func `README has at most 200 lines`() throws {
    #expect(
      try Pages.text(of: "README.md").split(separator: "\n", omittingEmptySubsequences: false).count
        <= 201)
  }

  @Test(arguments: [
    ("print(a)  // 2", ["2"]), ("print(a)  // \"a\"", ["a"]), ("a = 1  // prints nothing: 2", []),
    ("a = 1  // prints 1, then 2; twice", ["1", "2"]), ("a = 1  // a note", []),
    ("// prints \"a\"", ["a"]), ("print(a)  // [\"a\"]", ["[\"a\"]"]), ("print(a)", []),
  ])
  func `the results that a line's comment states are found`(_ line: String, _ results: [String]) {
    #expect(Transcript.results(of: line) == results)
  }
}
