import Testing

@testable import Upkeep

@Suite(.leavesNothing) struct LabelTests {
  @Test func `a label without a name is its file and line, and takes two words`() {
    let label = Label(nil, "Module/File.swift", 12)
    #expect(label.name == "Module/File.swift:12")
    #expect(label.description == "Module/File.swift:12")
    #expect(MemoryLayout<Label>.stride == 16)
  }

  @Test func `a label with a name has its place behind it`() {
    let label = Label("cost", "Module/File.swift", 12)
    #expect(label.name == "cost")
    #expect(label.place == "Module/File.swift:12")
    #expect(label.description == "cost (Module/File.swift:12)")
    #expect(Label("", "F.swift", 1).name == "")
  }

  @Test func `a place that does not fit into two words is told in full`() {
    let line: UInt = 1 << 20
    #expect(Label(nil, "F.swift", line).name == "F.swift:1048576")
    #expect(Label(nil, "F.swift", line - 1).name == "F.swift:1048575")
    let letter = StaticString(unicodeScalarLiteral: "F")
    #expect(Label(nil, letter, 3).name == "F:3")
    #expect(Label(nil, "Module/Größe.swift", 3).name == "Module/Größe.swift:3")
  }
}
