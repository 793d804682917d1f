import ExampleScripts
import Testing

@testable import Spreadsheet

@Suite struct NearNamesTests {
  private let functions = Function.allCases.map(\.rawValue)

  @Test(arguments: [
    ("shwo", ["show"]), ("SET", ["set"]), ("roll", ["rollback"]), ("exit", []), ("ge", ["get"]),
    ("undoo", ["undo"]), ("", []), ("x", []), ("comit", ["commit"]),
  ])
  func `near names of a command differ in few letters, or begin with the text`(
    typed: String, near: [String]
  ) {
    #expect(NearNames.of(typed, among: Command.manual.words) == near)
  }

  @Test(arguments: [
    ("SUMM", ["SUM"]), ("sumf", ["SUM", "SUMIF"]), ("AVG", ["AVERAGE"]),
    ("CONCATENATE", ["CONCAT"]),
    ("SUBSTITUTE", []), ("COUNTIFS", ["COUNTIF", "COUNT"]),
  ])
  func `near names of a function differ in few letters, or are shorter or longer`(
    typed: String, near: [String]
  ) {
    #expect(NearNames.of(typed, among: functions) == near)
  }

  @Test func `near names are offered at the end of a message`() {
    #expect(NearNames.hint([]) == "")
    #expect(NearNames.hint(["a"]) == "; did you mean a?")
    #expect(NearNames.hint(["a", "b", "c"]) == "; did you mean a, b or c?")
  }
}
