import DelimitedText
import Testing

@testable import Spreadsheet

@Suite struct CSVWriterTests {
  private func write(_ fields: KeyValuePairs<String, String>) -> String {
    var writer = CSVWriter()
    for (name, text) in fields {
      if let address = CellAddress(name) { writer.append(text, at: address) }
    }
    return String(decoding: writer.finish(), as: UTF8.self)
  }

  @Test func `rows end with LF, and what is empty at their ends is dropped`() {
    #expect(write(["A1": "a", "C1": "b", "B4": "c"]) == "a,,b\n\n\n,c\n")
    #expect(write([:]).isEmpty)
  }

  @Test func `only what must be quoted is quoted`() {
    #expect(
      write(["A1": "a b", "B1": "a,b", "C1": "\"", "D1": "a\nb", "E1": "a\r", "F1": "=1+1"])
        == "a b,\"a,b\",\"\"\"\",\"a\nb\",\"a\r\",=1+1\n")
  }

  @Test func `a byte-order mark in the first field survives`() {
    #expect(write(["A1": "\u{FEFF}a", "B1": "\u{FEFF}b"]) == "\"\u{FEFF}a\",\u{FEFF}b\n")
  }

  @Test func `all fields are read back unchanged`() throws {
    let alphabet = ["a", ",", "\"", "\n", "\r", " ", "é", "\u{FEFF}", "=", "'"]
    var random = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      var writer = CSVWriter()
      var written: [String] = []
      for row in 1...4 {
        for column in 1...4 where Bool.random(using: &random) {
          let length = Int.random(in: 1...4, using: &random)
          let text = (0..<length).map { _ in alphabet.randomElement(using: &random) ?? "" }.joined()
          let address = CellAddress(column: column, row: row)
          writer.append(text, at: address)
          written.append("\(address)=\(text)")
        }
      }
      var read: [String] = []
      try CSVReader.readCells(writer.finish()) { read.append("\($0)=\($1)") }
      #expect(read.map { Array($0.utf8) } == written.map { Array($0.utf8) })
    }
  }
}
