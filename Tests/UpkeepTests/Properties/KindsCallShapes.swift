import Testing
import Upkeep

// Every shape in which a user may make the other kinds of properties. That this file compiles is the
// better half of the test.

private final class Writer {
  let name = StoredProperty("ann")
  let age = StoredProperty(30)
  let boss = StoredProperty<Writer?>(nil)
  let nickname = StoredProperty<String?>(nil)
  let initials: DerivedProperty<String>
  let shown: Property<String>
  let passed: PassThroughProperty<String>
  let desk: StoredProperty<Int>?
  let size = StoredProperty(Opaque(number: 1))

  init(desk: Int? = nil) {
    initials = name.map { String($0.prefix(1)) }
    shown = name
    passed = PassThroughProperty(name)
    self.desk = desk.map { StoredProperty($0) }
  }

  func current() -> Int { age.value }
}

private struct Row {
  let title = StoredProperty("row")
  let note: Property<String>? = nil
}

/// Not `Equatable` on purpose.
private struct Opaque {
  var number: Int
}

private protocol Titled {
  var title: Property<String> { get }
}

private struct Plain: Titled {
  let title: Property<String> = .constant("plain")
}

private func genericWall<Value>(_ property: Property<Value>) -> PassThroughProperty<Value> {
  PassThroughProperty(property)
}

private func genericConnectable<Value>(_ value: Value) -> ConnectableProperty<Value> {
  ConnectableProperty(value)
}

private func genericLevel<Outer, Value>(
  _ outer: Property<Outer>, _ path: KeyPath<Outer, StoredProperty<Value>>
) -> MultilevelProperty<Value> {
  MultilevelProperty(outer, path)
}

private func double(_ number: Int) -> Int { number * 2 }

@Suite(.leavesNothing) struct KindsCallShapes {
  private let number = StoredProperty(3)
  private let writer = Writer(desk: 7)

  @Test func `manual recalculation`() {
    let (number, writer) = (number, writer)
    #expect(ManuallyRecalculatedDerivedProperty { number.value }.value == 3)
    #expect(ManuallyRecalculatedDerivedProperty({ number.value }).value == 3)
    #expect(ManuallyRecalculatedDerivedProperty(writer.current).value == 30)
    #expect(ManuallyRecalculatedDerivedProperty(name: "n") { number.value }.name == "n")
    #expect(ManuallyRecalculatedDerivedProperty(changes: .always) { number.value }.value == 3)
    #expect(
      ManuallyRecalculatedDerivedProperty(changes: .equal, name: "n") { number.value }.value == 3)
    #expect(ManuallyRecalculatedDerivedProperty(changes: .init(!=)) { number.value }.value == 3)
    #expect(ManuallyRecalculatedDerivedProperty { Opaque(number: 2) }.value.number == 2)
    #expect(ManuallyRecalculatedDerivedProperty<Int?> { nil }.value == nil)
    #expect(ManuallyRecalculatedDerivedProperty<Double> { 1 }.value == 1)
    let longer = ManuallyRecalculatedDerivedProperty {
      var sum = 0
      for value in 0..<number.value { sum += value }
      return sum
    }
    let erased: Property<Int> = longer
    #expect(erased.value == 3)
  }

  @Test func `pass-throughs`() {
    let readOnly: Property<Int> = number
    #expect(PassThroughProperty(number).value == 3)
    #expect(PassThroughProperty(readOnly).value == 3)
    #expect(PassThroughProperty(number.map(double)).value == 6)
    #expect(PassThroughProperty(PassThroughProperty(number)).value == 3)
    #expect(PassThroughProperty(.constant(4)).value == 4)
    #expect(PassThroughProperty(number, name: "n").name == "n")
    #expect(PassThroughProperty(number, changes: .always).value == 3)
    #expect(PassThroughProperty(number, changes: .equal, name: "n").name == "n")
    #expect(PassThroughProperty(number, changes: .init { $0 < $1 }).value == 3)
    #expect(PassThroughProperty(number, changes: .init(!=), name: "n").value == 3)
    #expect(PassThroughProperty(StoredProperty(Opaque(number: 5))).value.number == 5)
    #expect(PassThroughProperty<Int?>(StoredProperty(nil)).value == nil)
    #expect(genericWall(number).value == 3)
    let erased: Property<Int> = PassThroughProperty(number)
    #expect(DerivedProperty(erased, PassThroughProperty(number)) { $0 + $1 }.value == 6)
  }

  @Test func `connectables`() {
    let level = ConnectableProperty(0)
    level.connect(number)
    level.connect(number.map(double))
    level.connect(PassThroughProperty(number))
    level.connect(.constant(8))
    level.connect(constant: 9)
    level.connect(ConnectableProperty(10))
    #expect(level.value == 10)
    level.disconnect()
    level.connect(constant: 11)
    #expect(level.value == 11)
    #expect(ConnectableProperty(1, name: "n").name == "n")
    #expect(ConnectableProperty(1, changes: .always).value == 1)
    #expect(ConnectableProperty(1, changes: .equal, name: "n").value == 1)
    #expect(ConnectableProperty(1, changes: .init { $0 != $1 }).value == 1)
    #expect(ConnectableProperty<Double>(1).value == 1)
    #expect(ConnectableProperty<Int?>(nil).value == nil)
    #expect(ConnectableProperty(Opaque(number: 1)).value.number == 1)
    #expect(ConnectableProperty<Writer?>(nil, changes: .automatic).value === nil)
    #expect(genericConnectable("x").value == "x")
    let optional = ConnectableProperty<Int?>(nil)
    optional.connect(number.map { $0 })
    optional.connect(DerivedProperty<Int?>(number) { $0 })
    optional.connect(constant: nil)
    optional.connect(constant: 4)
    #expect(optional.value == 4)
  }

  @Test func `multilevel, by key path`() {
    let writer = writer
    let outer = StoredProperty(writer)
    let readOnly: Property<Writer> = outer
    #expect(MultilevelProperty(outer, \.name).value == "ann")
    #expect(MultilevelProperty(readOnly, \.name).value == "ann")
    #expect(MultilevelProperty(outer, \Writer.name).value == "ann")
    #expect(MultilevelProperty(outer, \.initials).value == "a")
    #expect(MultilevelProperty(outer, \.shown).value == "ann")
    #expect(MultilevelProperty(outer, \.passed).value == "ann")
    #expect(MultilevelProperty(outer, \.nickname).value == nil)
    #expect(MultilevelProperty(outer, \.size).value.number == 1)
    #expect(MultilevelProperty(outer, \.name, name: "n").name == "n")
    #expect(MultilevelProperty(outer, \.name, changes: .always).value == "ann")
    #expect(MultilevelProperty(outer, \.name, changes: .equal, name: "n").value == "ann")
    #expect(MultilevelProperty(outer, \.name, changes: .init(!=)).value == "ann")
    #expect(MultilevelProperty(outer.map { $0 }, \.age).value == 30)
    #expect(MultilevelProperty(.constant(writer), \.age).value == 30)
    #expect(MultilevelProperty(StoredProperty(Row()), \.title).value == "row")
    #expect(MultilevelProperty(StoredProperty([writer]), \.[0].name).value == "ann")
    #expect(MultilevelProperty(StoredProperty<any Titled>(Plain()), \.title).value == "plain")
    #expect(MultilevelProperty(StoredProperty(StoredProperty(1)), \.self).value == 1)
    #expect(genericLevel(outer, \.age).value == 30)
    let path = \Writer.age
    #expect(MultilevelProperty(outer, path).value == 30)
    let erased: Property<Int> = MultilevelProperty(outer, \.age)
    #expect(erased.value == 30)
  }

  @Test func `multilevel, by closure`() {
    let (number, writer) = (number, writer)
    let outer = StoredProperty(writer)
    let rows = [StoredProperty(1), StoredProperty(2), StoredProperty(3), StoredProperty(4)]
    #expect(MultilevelProperty(outer) { $0.name }.value == "ann")
    #expect(MultilevelProperty(outer) { writer in writer.initials }.value == "a")
    #expect(MultilevelProperty(outer, { $0.age }).value == 30)
    #expect(MultilevelProperty(outer, name: "n") { $0.age }.name == "n")
    #expect(MultilevelProperty(outer, changes: .always) { $0.age }.value == 30)
    #expect(MultilevelProperty(outer, changes: .equal, name: "n") { $0.age }.value == 30)
    #expect(MultilevelProperty(outer, changes: .init { $0 < $1 }) { $0.age }.value == 30)
    #expect(MultilevelProperty(outer) { $0.size }.value.number == 1)
    #expect(MultilevelProperty(number) { rows[$0] }.value == 4)
    #expect(MultilevelProperty(number) { number in number > 5 ? rows[0] : rows[1] }.value == 2)
    let longer = MultilevelProperty(outer) { writer -> Property<String> in
      if writer.age.value > 50 { return writer.initials }
      return writer.name
    }
    #expect(longer.value == "ann")
    let typed: MultilevelProperty<String> = MultilevelProperty(number) {
      if $0 > 5 { return writer.initials }
      return writer.name
    }
    #expect(typed.value == "ann")
    #expect(MultilevelProperty(outer, \.name).map { $0.count }.value == 3)
  }

  @Test func `multilevel optional, by key path`() {
    let writer = writer
    let outer = StoredProperty<Writer?>(writer)
    let sure = StoredProperty(writer)
    #expect(MultilevelOptionalProperty(outer, \.name).value == "ann")
    #expect(MultilevelOptionalProperty(outer, \Writer.name).value == "ann")
    #expect(MultilevelOptionalProperty(outer, \.initials).value == "a")
    #expect(MultilevelOptionalProperty(outer, \.shown).value == "ann")
    #expect(MultilevelOptionalProperty(outer, \.nickname).value == .some(nil))
    #expect(MultilevelOptionalProperty(outer, \.size).value?.number == 1)
    #expect(MultilevelOptionalProperty(outer, \.name, name: "n").name == "n")
    #expect(MultilevelOptionalProperty(outer, \.name, changes: .always).value == "ann")
    #expect(MultilevelOptionalProperty(outer, \.name, changes: .equal, name: "n").value == "ann")
    #expect(MultilevelOptionalProperty(sure, \.desk).value == 7)
    #expect(MultilevelOptionalProperty(sure, \.desk, changes: .always, name: "n").value == 7)
    #expect(MultilevelOptionalProperty(outer, \.desk).value == 7)
    #expect(MultilevelOptionalProperty(outer, \Writer.desk, changes: .equal, name: "n").value == 7)
    #expect(MultilevelOptionalProperty(outer, \.boss.value?.name).value == nil)
    #expect(MultilevelOptionalProperty(outer, \.?.name).value == "ann")
    #expect(MultilevelOptionalProperty(outer, \.?.desk).value == 7)
    #expect(MultilevelOptionalProperty(sure, \.boss.value?.name).value == nil)
    #expect(MultilevelOptionalProperty(StoredProperty([writer]), \.first?.name).value == "ann")
    #expect(MultilevelOptionalProperty(StoredProperty(Row()), \.note).value == nil)
    #expect(MultilevelOptionalProperty(.constant(nil), \Writer.name).value == nil)
    let erased: Property<String?> = MultilevelOptionalProperty(outer, \.name)
    #expect(erased.value == "ann")
  }

  @Test func `multilevel optional, by closure`() {
    let (number, writer) = (number, writer)
    let outer = StoredProperty<Writer?>(writer)
    let rows = [StoredProperty(1), StoredProperty(2)]
    #expect(MultilevelOptionalProperty(outer) { $0?.name }.value == "ann")
    #expect(MultilevelOptionalProperty(outer) { $0?.shown }.value == "ann")
    #expect(MultilevelOptionalProperty(outer) { writer in writer?.desk }.value == 7)
    #expect(MultilevelOptionalProperty(outer, { $0?.age }).value == 30)
    #expect(MultilevelOptionalProperty(outer, name: "n") { $0?.age }.name == "n")
    #expect(MultilevelOptionalProperty(outer, changes: .always) { $0?.age }.value == 30)
    #expect(MultilevelOptionalProperty(outer, changes: .equal, name: "n") { $0?.age }.value == 30)
    #expect(MultilevelOptionalProperty(outer) { $0?.nickname }.value == .some(nil))
    #expect(
      MultilevelOptionalProperty(number) { rows.indices.contains($0) ? rows[$0] : nil }.value
        == nil)
    #expect(MultilevelOptionalProperty(outer) { $0?.boss.value?.age }.value == nil)
    #expect(MultilevelOptionalProperty(number) { _ in rows.first }.value == 1)
    let longer = MultilevelOptionalProperty(outer) { writer -> Property<String>? in
      guard let writer else { return nil }
      return writer.age.value > 50 ? writer.initials : writer.shown
    }
    #expect(longer.value == "ann")
    let typed: MultilevelOptionalProperty<Int> = MultilevelOptionalProperty(number) {
      if $0 > 50 { return nil }
      return rows[0]
    }
    #expect(typed.value == 1)
  }

  @Test func `transactions`() throws {
    let number = number
    transaction { number.value = 4 }
    transaction { _ = number.value }
    transaction { number.value }
    #expect(transaction { number.value } == 4)
    let text: String = transaction {
      number.value += 1
      return "\(number.value)"
    }
    #expect(text == "5")
    try transaction { try check(number.value) }
    let checked = try transaction { () throws(Refusal) -> Int in
      if number.value > 100 { throw Refusal() }
      return number.value
    }
    #expect(checked == 5)
    #expect((try? transaction { try check(200) }) == nil)
    #expect(try transaction { Opaque(number: try check(2)) }.number == 2)
    transaction {
      batch { transaction { number.value = 6 } }
    }
    #expect(number.value == 6)
  }
}

@discardableResult
private func check(_ number: Int) throws -> Int {
  if number > 100 { throw Refusal() }
  return number
}
