import Testing

@testable import Upkeep
@testable import UpkeepCollections

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

  @Test func `properties without names that are made on one line are told apart`() {
    let (one, other) = (StoredProperty(0), StoredProperty(0))
    let both = [one, other, one.map { $0 }, other.map { $0 }, TentativeProperty(one)]
    #expect(Set(both.map(\.name)).count == 5)
    let line = #line - 3
    #expect(one.name.hasPrefix("UpkeepTests/LabelTests.swift:\(line):"))
    #expect("\(one)" == "StoredProperty<Int> \(one.name)")
    #expect(Label("name", "File.swift", 7, 9).description == "name (File.swift:7)")
    #expect(Label(nil, "File.swift", 7, 90_000).description == "File.swift:7:65535")
  }

  @Test func `timing operators and multilevel properties are named by file, line and column`() {
    let (one, other) = (StoredProperty(0), StoredProperty(0))
    let all: [UntypedProperty] = [
      one.debounced(for: .zero), one.delayed(by: .zero), one.throttled(for: .zero), one.previous(),
      MultilevelProperty(one) { _ in other }, MultilevelOptionalProperty(one) { _ in other },
      MultilevelCollectionProperty(StoredProperty([1])) { _ in [other] },
    ]
    #expect(all.allSatisfy { $0.name.split(separator: ":").count == 3 })
  }

  @Test(arguments: KeyedOperator.allCases)
  func `an operator of a collection is named by file, line and column`(kind: KeyedOperator) {
    let items = KeyedItems([])
    let name = kind.make(over: items, with: items, KeyedCalls()).name
    #expect(name.split(separator: ":").count == 3)
  }

  @Test func `an effect's token shows the effect's name and place`() {
    let updater = Updater()
    let token = updater.keepUpToDate(name: "saving") {}
    #expect("\(token)" == "EffectToken saving (UpkeepTests/LabelTests.swift:\(#line - 1))")
  }

  @Test func `a label takes two words of memory`() {
    #expect(MemoryLayout<Label>.stride == 16)
  }
}
