import Testing
import Upkeep

// Every form of call that makes a property. Half of the test is that this file compiles: no form is
// ambiguous, and none needs an annotation that the examples lack.

private final class Box {
  var name = "box"
}

private protocol Named: AnyObject {}

extension Box: Named {}

private protocol Numbered {
  var number: Int { get }
}

extension Opaque: Numbered {}

private struct Calculator {
  let factor: Int

  func compute() -> Int { factor }
  func scale(_ number: Int) -> Int { number * factor }
  func describe(_ number: Int, _ text: String) -> String { text + "\(number * factor)" }
}

private func generic<Value>(_ value: Value) -> StoredProperty<Value> { StoredProperty(value) }

private func genericEquatable<Value: Equatable>(_ value: Value) -> StoredProperty<Value> {
  StoredProperty(value)
}

private func genericDerived<Value>(_ property: Property<Value>) -> DerivedProperty<[Value]> {
  DerivedProperty(property) { [$0] }
}

private func tracked<Value: Equatable>(_ property: Property<Value>) -> DerivedProperty<Value> {
  DerivedProperty { property.value }
}

@Suite(.leavesNothing) struct CallShapes {
  let number = StoredProperty(3)
  let text = StoredProperty("x")

  @Test func `stored properties take each call shape`() {
    let box = Box()
    #expect(StoredProperty(1).value == 1)
    #expect(StoredProperty<Double>(1).value == 1.0)
    #expect(StoredProperty(1, changes: .never, name: "one").name == "one")
    #expect(StoredProperty(1, changes: .init { old, new in old < new }).value == 1)
    #expect(StoredProperty(1, changes: .init(!=)).value == 1)
    #expect(StoredProperty(box, changes: .identical).value === box)
    #expect(StoredProperty(Int?.none).value == nil)
    #expect(StoredProperty((1, "x")).value.1 == "x")
    #expect(StoredProperty(box).value === box)
    #expect(StoredProperty<any Named>(box).value === box)
    #expect(StoredProperty<any Numbered>(Opaque(number: 1)).value.number == 1)
    #expect(StoredProperty(Opaque(number: 2), name: "size").value.number == 2)
    #expect(StoredProperty<() -> Int>({ 4 }).value() == 4)
    #expect(generic(5).value + genericEquatable(5).value == 10)
  }

  @Test func `constants take each call shape`() {
    let named: Property<Int?> = .constant(nil, name: "nothing")
    let typed = Property<Double>.constant(1)
    #expect(named.name == "nothing")
    #expect(DerivedProperty(number, .constant("x"), typed) { "\($0)\($1)\($2)" }.value == "3x1.0")
  }

  @Test func `tracked derived properties take each call shape`() {
    let (number, text) = (number, text)
    let calculator = Calculator(factor: 2)
    #expect(DerivedProperty { number.value }.value == 3)
    #expect(DerivedProperty({ number.value }).value == 3)
    #expect(DerivedProperty(changes: .equal, name: "n") { number.value }.value == 3)
    #expect(DerivedProperty(changes: .init(!=), { number.value }).value == 3)
    #expect(DerivedProperty(calculator.compute).value == 2)
    #expect(DerivedProperty { number.value > 2 ? text.value : nil }.value == "x")
    #expect(DerivedProperty { Opaque(number: number.value) }.value.number == 3)
    #expect(DerivedProperty<any Numbered> { Opaque(number: number.value) }.value.number == 3)
    #expect(DerivedProperty<Int?> { number.value }.value == 3)
    #expect(DerivedProperty(Box.init).value.name == "box")
    let longer = DerivedProperty {
      if number.value > 100 { return 100 }
      return number.value
    }
    #expect(longer.value == 3)
    let branching = DerivedProperty { if number.value > 0 { "plus" } else { "minus" } }
    #expect(branching.value == "plus")
    let readOnly: Property<Int> = DerivedProperty { number.value }
    #expect(tracked(readOnly).value == 3)
  }

  @Test func `derived properties with a previous value take each call shape`() {
    let number = number
    #expect(DerivedProperty(fromPrevious: { ($0 ?? 0) + number.value }).value == 3)
    #expect(
      DerivedProperty(fromPrevious: { (old: Int?) in max(old ?? 0, number.value) }).value == 3)
    let history = DerivedProperty(dependencies: [number], changes: .equal, name: "history") {
      (old: [Int]?) in (old ?? []) + [number.value]
    }
    #expect(history.value == [3])
    let highest = DerivedProperty(
      dependencies: [number],
      fromPrevious: { (old: Opaque?) in
        guard let old else { return Opaque(number: number.value) }
        return Opaque(number: max(old.number, number.value))
      })
    #expect(highest.value.number == 3)
  }

  @Test func `operators and function references are accepted as closures`() {
    let (number, text) = (number, text)
    let calculator = Calculator(factor: 2)
    let describe = calculator.describe
    #expect(number.map { $0 + 1 }.value == 4)
    #expect(number.map(name: "m") { $0 }.name == "m")
    #expect(number.map(calculator.scale).value == 6)
    #expect(number.map(Opaque.init).value.number == 3)
    #expect(text.map(\.count).value == 1)
    #expect(text.map { Int($0) ?? 0 }.map { $0 > 0 }.map(!).value == true)
    #expect(DerivedProperty(number, calculate: calculator.scale).value == 6)
    #expect(DerivedProperty(number, text, name: "d", calculate: describe).value == "x6")
    #expect(DerivedProperty(number, number, calculate: +).value == 6)
    #expect(DerivedProperty(text, calculate: \.count).value == 1)
    #expect(genericDerived(number).value == [3])
  }
}
