import Testing

@testable import Upkeep

/// Properties through the face that forgets their type.
@Suite(.leavesNothing) struct UntypedAccessTests {
  let count = StoredProperty(3, name: "count")
  let maybe = StoredProperty<Int?>(nil, name: "maybe")
  let updater = scopedUpdater()

  @Test func `an untyped write to a derived value is refused, and reported once`() {
    let double = count.map(name: "double") { $0 * 2 }
    let mistakes = checkingInvariants(of: [count, double]) {
      recordingMistakes { #expect(!(double as UntypedProperty).write(untyped: 8)) }
    }
    #expect(mistakes == ["notWritable: double; DerivedProperty<Int>"])
    #expect(double.value == 6)
    #expect(!double.isWritable)
  }

  @Test func `an untyped write to a constant is refused, and reported once`() {
    let constant = Property.constant(3, name: "three")
    let mistakes = recordingMistakes { #expect(!constant.write(untyped: 4)) }
    #expect(mistakes == ["notWritable: three; ConstantProperty<Int>"])
    #expect(constant.value == 3)
    #expect(!constant.isWritable)
  }

  @Test func `what shows another property refuses an untyped write, and that one is kept`() {
    let passed = PassThroughProperty(count, name: "passed")
    let connected = ConnectableProperty(0, name: "connected")
    connected.connect(count)
    let mistakes = checkingInvariants(of: [count, passed, connected]) {
      recordingMistakes {
        #expect(!passed.write(untyped: 4))
        #expect(!connected.write(untyped: 4))
      }
    }
    #expect(
      mistakes == [
        "notWritable: passed; PassThroughProperty<Int>",
        "notWritable: connected; ConnectableProperty<Int>",
      ])
    #expect([count.value, passed.value, connected.value] == [3, 3, 3])
  }

  @Test func `untyped access gives the value and its type`() {
    let list: [UntypedProperty] = [count, maybe, count.map { "\($0)" }, Property.constant(1.5)]
    #expect(list.map { "\($0.untypedValue)" } == ["3", "nil", "3", "1.5"])
    #expect(list.map { "\($0.valueType)" } == ["Int", "Optional<Int>", "String", "Double"])
    #expect(list.map(\.isWritable) == [true, true, false, false])
  }

  @Test func `a wrong-typed write is refused, the value kept, and no effect runs`() {
    var log: [Int] = []
    updater.keepUpToDate { log.append(count.value) }
    let mistakes = checkingInvariants(of: [count]) {
      recordingMistakes {
        #expect(!count.write(untyped: "4"))
        #expect(!count.write(untyped: 4.0))
        #expect(!count.write(untyped: Int?.none as Any))
      }
    }
    #expect(
      mistakes == [
        "wrongType: count; Int, String", "wrongType: count; Int, Double",
        "wrongType: count; Int, nil",
      ])
    #expect(count.value == 3)
    #expect(log == [3])
  }

  @Test func `a right-typed write is a write`() {
    var log: [Int] = []
    updater.keepUpToDate { log.append(count.value) }
    let mistakes = checkingInvariants(of: [count]) {
      recordingMistakes {
        #expect(count.write(untyped: 4))
        #expect(count.write(untyped: 4))
        #expect(count.write(untyped: Int?.some(5) as Any))
        batch {
          #expect(count.write(untyped: 6))
          #expect(count.write(untyped: 7))
        }
      }
    }
    #expect(mistakes == [])
    #expect(log == [3, 4, 5, 7])
  }

  @Test func `an optional property takes nil and what it wraps, and nothing else`() {
    var log: [Int?] = []
    updater.keepUpToDate { log.append(maybe.value) }
    let mistakes = recordingMistakes {
      #expect(maybe.write(untyped: 5))
      #expect(maybe.write(untyped: Int?.none as Any))
      #expect(maybe.write(untyped: Int?.some(6) as Any))
      #expect(!maybe.write(untyped: "7"))
      #expect(maybe.write(untyped: Any?.none as Any))
    }
    #expect(mistakes == ["wrongType: maybe; Optional<Int>, String"])
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
    #expect(
      recordingMistakes { text.write(untyped: cat) }
        == ["wrongType: text; CustomStringConvertible, Cat"])
  }

  @Test func `reading untypedValue is tracked, and computes what is stale`() {
    let double: UntypedProperty = count.map { $0 * 2 }
    var log: [String] = []
    updater.keepUpToDate { log.append("\(double.untypedValue)") }
    let text = DerivedProperty { "\(double.untypedValue)!" }
    #expect(text.value == "6!")
    checkingInvariants(of: [count, double, text]) { count.value = 4 }
    #expect(log == ["6", "8"])
    #expect(text.value == "8!")
  }

  @Test func `an untyped write keeps the rules of every write`() {
    let meddler = DerivedProperty(name: "meddler") { "\(count.write(untyped: 9))" }
    let mistakes = checkingInvariants(of: [count, meddler]) {
      recordingMistakes {
        #expect(meddler.value == "false")
        count.modify { value in
          #expect(!count.write(untyped: 8))
          value += 1
        }
      }
    }
    #expect(mistakes == ["writeInDerivation: meddler, count", "overlappingAccess: count"])
    #expect(count.value == 4)
    let steady = StoredProperty(1, changes: .never)
    #expect(steady.write(untyped: 2))
    #expect(steady.value == 1)
  }
}
