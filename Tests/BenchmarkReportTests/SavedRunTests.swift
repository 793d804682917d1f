import BenchmarkReport
import Testing

@Suite struct SavedRunTests {
  private static let object = """
    {"name": "deep", "form": "declared", "engine": "upkeep", "n": 50, "nsPerWrite": 1.5, "nsPerNode": 0.03, \
    "ratioToHandwritten": null, "recomputations": 50, "effects": 1, "samples": 11, "checked": true}
    """

  private func complaint(about text: String) -> String? {
    do {
      _ = try SavedRun(Array(text.utf8), file: "old.json")
      return nil
    } catch {
      return error.description
    }
  }

  @Test(arguments: [
    ("", "line 1, column 1: expected a value, found the end"),
    ("name,n\n", "line 1, column 1: expected a value, found 'name,n'"),
    ("{}", "line 1, column 1: expected an array of cases, found an object"),
    ("[\n  1]", "line 2, column 3: expected a case, found the number 1.0"),
    ("[1", "line 1, column 3: expected ',' or ']', found the end"),
    ("[] x", "line 1, column 4: expected the end, found 'x'"),
    ("[{\"a\" 1}]", "line 1, column 7: expected ':', found '1}]'"),
    ("[{\"a\": 1, \"a\": 2}]", "line 1, column 11: expected each key once, found \"a\" again"),
    ("[{\"a\": \"\\x\"}]", "line 1, column 9: expected an escape, found '\\x\"}]'"),
    ("[{\"a\": -}]", "line 1, column 8: expected a number, found '-}]'"),
    ("[{\"checked\": true}]", "line 1, column 2: expected a case with \"name\", found one without"),
  ])
  func `a file that is no saved run is refused, with its place`(text: String, message: String) {
    let whole = "old.json: \(message); it should be what --json has written"
    #expect(complaint(about: text) == whole)
  }

  @Test(arguments: [
    ("\"deep\"", "7", "line 1, column 11: expected a text as \"name\", found the number 7.0"),
    (
      "50, \"ns", "0.5, \"ns",
      "line 1, column 64: expected a whole number as \"n\", found the number 0.5"
    ),
    ("1.5", "-1.5", "found the number -1.5"),
    (
      "null", "\"fast\"",
      "expected a number or null as \"ratioToHandwritten\", found the text \"fast\""
    ),
    (
      "true", "false",
      "expected true (its answers and counts were asserted) as \"checked\", found false"
    ),
  ])
  func `a member of another kind is named`(old: String, new: String, message: String) throws {
    #expect(complaint(about: "[\(Self.object)]") == nil)
    let broken = "[" + Self.object.replacing(old, with: new, maxReplacements: 1) + "]"
    let found = try #require(complaint(about: broken))
    #expect(found.contains(message))
  }

  @Test func `a case that is there twice is named`() throws {
    let found = try #require(complaint(about: "[\(Self.object),\n\(Self.object)]"))
    let message = "line 2, column 1: expected each case once, found deep 50, upkeep, declared again"
    #expect(found.contains(message))
  }

  @Test func `nesting without end is refused`() throws {
    let found = try #require(complaint(about: String(repeating: "[", count: 100_000)))
    #expect(found.contains("expected at most 100 levels"))
  }

  @Test func `keys that are not known are passed over`() throws {
    let more = Self.object.replacing(
      "{", with: "{\"extra\": [true, {\"x\": \"\\u00fc\"}], ", maxReplacements: 1)
    #expect(complaint(about: "[\(more)]") == nil)
  }
}
