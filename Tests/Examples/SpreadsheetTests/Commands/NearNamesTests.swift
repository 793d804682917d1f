import Testing

@testable import Spreadsheet

@Suite struct NearNamesTests {
  private let functions = Function.allCases.map(\.rawValue)

  @Test(arguments: [
    ("shwo", ["show"]), ("SET", ["set"]), ("roll", ["rollback"]), ("exit", []), ("ge", ["get"]),
    ("undoo", ["undo"]), ("", []), ("x", []), ("comit", ["commit"]),
  ])
  func `commands that are few letters away, or begin so`(typed: String, near: [String]) {
    #expect(NearNames.of(typed, among: Command.names) == near)
  }

  @Test(arguments: [
    ("SUMM", ["SUM"]), ("sumf", ["SUM", "SUMIF"]), ("AVG", ["AVERAGE"]),
    ("CONCATENATE", ["CONCAT"]),
    ("SUBSTITUTE", []), ("COUNTIFS", ["COUNTIF", "COUNT"]),
  ])
  func `functions that are few letters away, or shorter, or longer`(typed: String, near: [String]) {
    #expect(NearNames.of(typed, among: functions) == near)
  }

  @Test func `near names are offered at the end of a message`() {
    #expect(NearNames.hint([]) == "")
    #expect(NearNames.hint(["a"]) == "; did you mean a?")
    #expect(NearNames.hint(["a", "b", "c"]) == "; did you mean a, b or c?")
  }
}
