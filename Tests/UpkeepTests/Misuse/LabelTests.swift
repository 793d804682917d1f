import Testing

@testable import Upkeep

/// Names of properties and effects.
@Suite(.leavesNothing) struct LabelTests {
  private final class Maker: NameMaker {
    let name = "made"
  }

  @Test(
    arguments: [
      "", "a", "A999999", "B1000000", "zero\0in", "a\0", "ü", "日本", "日本語", "a longer name",
    ])
  func `a label shows the given name`(name: String) {
    let label = Label(name, "Module/File.swift", 7)
    #expect(label.name == name)
    #expect(label.description == "\(name) (Module/File.swift:7)")
  }

  @Test func `a label without a name shows file and line`() {
    let label = Label(nil, "Module/File.swift", 65_534)
    #expect(label.name == "Module/File.swift:65534")
    #expect(label.description == label.name)
    #expect(Label(nil, "", 0).name == ":0")
    #expect(Label(nil, "Generated.swift", 4_000_000_000).name == "Generated.swift:65535+")
  }

  @Test func `a name may be composed when it is asked for`() {
    let label = Label("other", "Module/File.swift", 7).named(by: Maker())
    #expect(label.description == "made (Module/File.swift:7)")
  }

  @Test func `a label takes two words of memory`() {
    #expect(MemoryLayout<Label>.stride == 16)
  }
}
