import Differential
import ExampleScripts
import Testing

@testable import LiveTable

@Suite(.serialized) struct FileGrowthTests {
  /// Texts of which a long file is made.
  private static let units = [
    "\n", "\"", "\"\"", ",", "\r", "a\n", "é;\t\r\n", "x,\u{301}\n\"\n\"\r\n",
  ]

  @Test(arguments: units)
  func `reading a file costs its bytes`(unit: String) {
    for start: [UInt8] in [[], [0xE9, 0x0A], [0xFF, 0xFE, 0x61, 0]] {
      let growth = Growth(from: 6_000) { count in
        let bytes = start + String(repeating: unit, count: count / unit.utf8.count).utf8
        let file = try? TableFile(bytes)
        #expect(file?.columns.isEmpty != true)
      }
      #expect(growth.isLinear, "\(growth)")
    }
  }

  @Test(arguments: units)
  func `reading a line of a script costs its bytes`(unit: String) throws {
    let session = Session(Table(try TableFile("a,b\n1,x\n"))) { _ in }
    for start in ["add ", "set 2 b ", "sort \"", "", "filter b has "] {
      let growth = Growth(from: 6_000) { count in
        let text = start + String(repeating: unit, count: count / unit.utf8.count)
        try? session.play(try ScriptLine(Array(text.utf8)))
      }
      #expect(growth.isLinear, "\(start): \(growth)")
    }
  }
}
