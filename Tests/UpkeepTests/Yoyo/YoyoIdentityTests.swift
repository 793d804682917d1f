import Testing

@testable import Upkeep

/// Properties as elements of sets and keys of dictionaries, as Yoyo's were, which are `NSObject`s.
@Suite(.leavesNothing) struct YoyoIdentityTests {
  private let first = StoredProperty(1)
  private let second = StoredProperty(1)
  private let updater = scopedUpdater()

  @Test func `a property equals itself alone, whatever the values and the face`() {
    let face: Property<Int> = first
    let shown = PassThroughProperty(first)
    let equal = Seen(in: updater) {
      [
        face == first, (first as UntypedProperty) == face, first == second, shown == first,
        first == StoredProperty("1"),
      ]
    }
    #expect(first.value == second.value)
    first.value = 2
    #expect(equal.values == [[true, true, false, false, false]])
  }

  @Test func `sets and dictionaries hold properties of any type, and read none`() {
    let text = StoredProperty("a")
    let derived = DerivedProperty<Int> { fatalError("It was computed.") }
    var names: [UntypedProperty: String] = [first: "first", text: "text", derived: "derived"]
    names[second] = "second"
    #expect(names.count == 4)
    #expect(names[first] == "first")
    #expect(names[text] == "text")
    #expect(names[derived] == "derived")
    #expect(Set([first, second, first]).count == 2)
    #expect(!Set<UntypedProperty>([first]).contains(second))
    first.value = 7
    #expect(names[first] == "first")
  }

  private func property<Value>(holding value: Value) -> StoredProperty<Value> {
    StoredProperty(value)
  }

  // The rule is that of class instances: the same, whether the compiler knows the type or not.
  @Test func `a property that holds a property compares which one it is`() {
    func expectIdentity<Face: Property<Int>>(_ outer: StoredProperty<Face>, _ other: Face) {
      var runs = 0
      let token = updater.keepUpToDate(dependencies: [outer]) { runs += 1 }
      outer.value = outer.value
      #expect(runs == 1)
      outer.value = other
      #expect(runs == 2)
      token.cancel()
    }
    expectIdentity(StoredProperty(first), second)
    expectIdentity(property(holding: first), second)
    expectIdentity(StoredProperty<Property<Int>>(first), second)
    expectIdentity(property(holding: first as Property<Int>), second)
  }

  @Test func `a value that holds properties compares itself by them, without a line of its own`() {
    struct Row: Hashable {
      let title: StoredProperty<Int>
    }
    /// The number of times that an effect runs for a value that is written twice.
    func runs<Value>(_ value: Value, _ new: Value) -> Int {
      let stored = StoredProperty(value)
      var runs = 0
      let token = updater.keepUpToDate(dependencies: [stored]) { runs += 1 }
      for value in [value, new, new] { stored.value = value }
      token.cancel()
      return runs
    }
    #expect(runs(first, second) == 2)
    #expect(runs(nil, first) == 2)
    #expect(runs(first, second as StoredProperty<Int>?) == 2)
    #expect(runs([first], [second]) == 2)
    #expect(runs(Row(title: first), Row(title: second)) == 2)
  }
}
