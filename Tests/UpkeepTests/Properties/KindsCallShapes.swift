import Testing
import Upkeep

// Every form of call that makes a property of another kind. See `CallShapes.swift`.

private final class Writer {
  let name = StoredProperty("ann")
  let age = StoredProperty(30)
  let boss = StoredProperty<Writer?>(nil)
  let nickname = StoredProperty<String?>(nil)
  let initials: DerivedProperty<String>
  let shown: Property<String>
  let desk: StoredProperty<Int>? = StoredProperty(7)
  let size = StoredProperty(Opaque(number: 1))

  init() {
    initials = name.map { String($0.prefix(1)) }
    shown = name
  }

  func current() -> Int { age.value }
}

private protocol Titled {
  var title: StoredProperty<String> { get }
}

private struct Row: Titled {
  let title = StoredProperty("row")
  let note: Property<String>? = nil
}

@Suite(.leavesNothing) struct KindsCallShapes {
  private let number = StoredProperty(3)
  private let writer = Writer()

  @Test func `manually recalculated properties take each call shape`() {
    let (number, writer) = (number, writer)
    #expect(ManuallyRecalculatedDerivedProperty { number.value }.value == 3)
    #expect(ManuallyRecalculatedDerivedProperty(writer.current).value == 30)
    #expect(
      ManuallyRecalculatedDerivedProperty(changes: .equal, name: "n") { number.value }.value == 3)
    #expect(ManuallyRecalculatedDerivedProperty { Opaque(number: 2) }.value.number == 2)
    #expect(ManuallyRecalculatedDerivedProperty<Double> { 1 }.value == 1)
  }

  @Test func `pass-throughs take each call shape`() {
    let readOnly: Property<Int> = number
    #expect(PassThroughProperty(number).value == 3)
    #expect(PassThroughProperty(readOnly).value == 3)
    #expect(PassThroughProperty(.constant(4)).value == 4)
    #expect(PassThroughProperty(number, changes: .equal, name: "n").name == "n")
    #expect(PassThroughProperty(StoredProperty(Opaque(number: 5))).value.number == 5)
    let erased: Property<Int> = PassThroughProperty(number)
    #expect(DerivedProperty(erased, PassThroughProperty(number)) { $0 + $1 }.value == 6)
  }

  @Test func `connectables take each call shape`() {
    let level = ConnectableProperty(0)
    level.connect(number)
    level.connect(.constant(8))
    level.connect(constant: 9)
    level.connect(ConnectableProperty(10))
    #expect(level.value == 10)
    level.disconnect()
    level.connect(constant: 11)
    #expect(level.value == 11)
    #expect(ConnectableProperty(1, changes: .equal, name: "n").value == 1)
    #expect(ConnectableProperty<Double>(1).value == 1)
    #expect(ConnectableProperty(Opaque(number: 1)).value.number == 1)
    let optional = ConnectableProperty<Int?>(nil)
    optional.connect(number.map { $0 })
    optional.connect(DerivedProperty<Int?>(number) { $0 })
    optional.connect(constant: 4)
    #expect(optional.value == 4)
  }

  @Test func `multilevel properties by key path take each call shape`() {
    let writer = writer
    let outer = StoredProperty(writer)
    let readOnly: Property<Writer> = outer
    #expect(MultilevelProperty(outer, \.name).value == "ann")
    #expect(MultilevelProperty(readOnly, \.name).value == "ann")
    #expect(MultilevelProperty(outer, \.initials).value == "a")
    #expect(MultilevelProperty(outer, \.shown).value == "ann")
    #expect(MultilevelProperty(outer, \.nickname).value == nil)
    #expect(MultilevelProperty(outer, \.size).value.number == 1)
    #expect(MultilevelProperty(outer, \.name, changes: .equal, name: "n").value == "ann")
    #expect(MultilevelProperty(.constant(writer), \.age).value == 30)
    #expect(MultilevelProperty(StoredProperty(Row()), \.title).value == "row")
    #expect(MultilevelProperty(StoredProperty<any Titled>(Row()), \.title).value == "row")
    #expect(MultilevelProperty(StoredProperty(StoredProperty(1)), \.self).value == 1)
    let path = \Writer.age
    #expect(MultilevelProperty(outer, path).value == 30)
    let erased: Property<Int> = MultilevelProperty(outer, \.age)
    #expect(erased.value == 30)
  }

  @Test func `multilevel properties by closure take each call shape`() {
    let (number, writer) = (number, writer)
    let outer = StoredProperty(writer)
    let rows = [StoredProperty(1), StoredProperty(2), StoredProperty(3), StoredProperty(4)]
    #expect(MultilevelProperty(outer) { $0.name }.value == "ann")
    #expect(MultilevelProperty(outer) { writer in writer.initials }.value == "a")
    #expect(MultilevelProperty(outer, changes: .equal, name: "n") { $0.age }.value == 30)
    #expect(MultilevelProperty(outer) { $0.size }.value.number == 1)
    #expect(MultilevelProperty(number) { rows[$0] }.value == 4)
    #expect(MultilevelProperty(number) { number in number > 5 ? rows[0] : rows[1] }.value == 2)
    let typed: MultilevelProperty<String> = MultilevelProperty(number) {
      if $0 > 5 { return writer.initials }
      return writer.name
    }
    #expect(typed.value == "ann")
  }

  @Test func `multilevel optional properties by key path take each call shape`() {
    let writer = writer
    let outer = StoredProperty<Writer?>(writer)
    let sure = StoredProperty(writer)
    #expect(MultilevelOptionalProperty(outer, \.name).value == "ann")
    #expect(MultilevelOptionalProperty(outer, \.nickname).value == .some(nil))
    #expect(MultilevelOptionalProperty(outer, \.size).value?.number == 1)
    #expect(MultilevelOptionalProperty(outer, \.name, changes: .equal, name: "n").value == "ann")
    #expect(MultilevelOptionalProperty(sure, \.desk).value == 7)
    #expect(MultilevelOptionalProperty(outer, \.desk).value == 7)
    #expect(MultilevelOptionalProperty(outer, \Writer.desk, changes: .equal, name: "n").value == 7)
    #expect(MultilevelOptionalProperty(outer, \.boss.value?.name).value == nil)
    #expect(MultilevelOptionalProperty(outer, \.?.name).value == "ann")
    #expect(MultilevelOptionalProperty(outer, \.?.desk).value == 7)
    #expect(MultilevelOptionalProperty(StoredProperty(Row()), \.note).value == nil)
    #expect(MultilevelOptionalProperty(.constant(nil), \Writer.name).value == nil)
    let erased: Property<String?> = MultilevelOptionalProperty(outer, \.name)
    #expect(erased.value == "ann")
  }

  @Test func `multilevel optional properties by closure take each call shape`() {
    let (number, writer) = (number, writer)
    let outer = StoredProperty<Writer?>(writer)
    let rows = [StoredProperty(1), StoredProperty(2)]
    #expect(MultilevelOptionalProperty(outer) { $0?.name }.value == "ann")
    #expect(MultilevelOptionalProperty(outer) { writer in writer?.desk }.value == 7)
    #expect(MultilevelOptionalProperty(outer, changes: .equal, name: "n") { $0?.age }.value == 30)
    #expect(MultilevelOptionalProperty(outer) { $0?.shown }.value == "ann")
    #expect(MultilevelOptionalProperty(outer) { $0?.nickname }.value == .some(nil))
    let typed: MultilevelOptionalProperty<Int> = MultilevelOptionalProperty(number) {
      if $0 > 50 { return nil }
      return rows[0]
    }
    #expect(typed.value == 1)
  }
}
