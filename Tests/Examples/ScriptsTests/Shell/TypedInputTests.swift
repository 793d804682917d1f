import Testing

@testable import ExampleScripts

@Suite struct TypedInputTests {
  @Test func `keys that are no text do not become part of a line, and tabs do`() {
    let typed = "set\tA1 =\u{1B}[A 5\u{1B}OP\t\u{1}\tx"
    #expect(TypedInput.text(of: Array(typed.utf8)) == Array("set\tA1 = 5\t\tx".utf8))
  }

  @Test(arguments: [[0x61, 0xFF, 0x62], [0x61, 0xC3]] as [[UInt8]])
  func `a line that is not UTF-8 stays as it is, so that it is refused`(line: [UInt8]) {
    #expect(TypedInput.text(of: line) == line)
  }
}
