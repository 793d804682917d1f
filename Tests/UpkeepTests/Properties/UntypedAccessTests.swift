import Testing

@testable import Upkeep

/// Access to properties without their type.
@Suite(.leavesNothing) struct UntypedAccessTests {
  let count = StoredProperty(3, name: "count")
  let maybe = StoredProperty<Int?>(nil, name: "maybe")
  let updater = scopedUpdater()

  @Test func `an untyped write to a read-only property is refused and reported`() {
    let double = count.map(name: "double") { $0 * 2 }
    let constant = Property.constant(3, name: "three")
    let passed = PassThroughProperty(count, name: "passed")
    let connected = ConnectableProperty(0, name: "connected")
    connected.connect(count)
    let properties: [Property<Int>] = [double, constant, passed, connected]
    let facts = [
      "double; DerivedProperty", "three; ConstantProperty", "passed; PassThroughProperty",
      "connected; ConnectableProperty",
    ]
    expectMistakes(facts.map { "notWritable: \($0)<Int>" }, around: properties) {
      for property in properties { #expect(!property.write(untyped: 4)) }
    }
    #expect(properties.map(\.value) == [6, 3, 3, 3])
    #expect(count.value == 3)
  }

  @Test func `untyped access gives the value and its type`() {
    let list: [UntypedProperty] = [count, maybe, count.map { "\($0)" }, Property.constant(1.5)]
    #expect(list.map { "\($0.untypedValue)" } == ["3", "nil", "3", "1.5"])
    #expect(list.map { "\($0.valueType)" } == ["Int", "Optional<Int>", "String", "Double"])
    #expect(list.map(\.isWritable) == [true, true, false, false])
  }

  @Test func `an untyped write of the right type is a write, and any other is refused`() {
    var log: [Int] = []
    expectMistakes(["String", "Double", "nil"].map { "wrongType: count; Int, \($0)" }) {
      log = updater.readings(of: count.value) {
        let wrong: [Any] = ["4", 4.0, Int?.none as Any]
        for value in wrong { #expect(!count.write(untyped: value)) }
        #expect(count.value == 3)
        let right: [Any] = [4, 4, Int?.some(5) as Any]
        for value in right { #expect(count.write(untyped: value)) }
        batch { for value in 6...7 { #expect(count.write(untyped: value)) } }
      }
    }
    #expect(log == [3, 4, 5, 7])
  }

  @Test func `an untyped write to an optional property takes nil and the wrapped type only`() {
    var log: [Int?] = []
    expectMistakes(["wrongType: maybe; Optional<Int>, String"]) {
      log = updater.readings(of: maybe.value) {
        let values: [Any] = [5, Int?.none as Any, Int?.some(6) as Any, "7", Any?.none as Any]
        let accepted = values.map { maybe.write(untyped: $0) }
        #expect(accepted == [true, true, true, false, true])
      }
    }
    #expect(log == [nil, 5, nil, 6, nil])
  }

  @Test func `a subclass and a conforming type are right where their face is stored`() {
    class Animal {}
    final class Cat: Animal {}
    let animal = StoredProperty(Animal())
    let text = StoredProperty<any CustomStringConvertible>("a", name: "text")
    let cat = Cat()
    #expect(animal.write(untyped: cat))
    #expect(animal.value === cat)
    #expect(text.write(untyped: 12))
    #expect(text.value.description == "12")
    expectMistakes(["wrongType: text; CustomStringConvertible, Cat"]) { text.write(untyped: cat) }
  }

  @Test func `reading untypedValue is tracked, and computes what is stale`() {
    let double: UntypedProperty = count.map { $0 * 2 }
    let text = DerivedProperty { "\(double.untypedValue)!" }
    #expect(text.value == "6!")
    let log = updater.readings(of: "\(double.untypedValue)", around: [text]) { count.value = 4 }
    #expect(log == ["6", "8"])
    #expect(text.value == "8!")
  }

  @Test func `an untyped write keeps the rules of every write`() {
    let meddler = DerivedProperty(name: "meddler") { "\(count.write(untyped: 9))" }
    let mistakes = ["writeInDerivation: meddler, count", "overlappingAccess: count"]
    expectMistakes(mistakes, around: [count, meddler]) {
      #expect(meddler.value == "false")
      count.modify { value in
        #expect(!count.write(untyped: 8))
        value += 1
      }
    }
    #expect(count.value == 4)
    let steady = StoredProperty(1, changes: .never)
    #expect(steady.write(untyped: 2))
    #expect(steady.value == 1)
  }
}
