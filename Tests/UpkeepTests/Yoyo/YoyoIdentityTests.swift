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
    var runs = 0
    updater.keepUpToDate {
      #expect(face == first)
      #expect(first != second)
      #expect(shown != first)
      #expect((first as UntypedProperty) == face)
      #expect(first != StoredProperty("1"))
      runs += 1
    }
    #expect(first.value == second.value)
    first.value = 2
    #expect(runs == 1)
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
    let maybe = StoredProperty<StoredProperty<Int>?>(nil)
    var seen: [Int?] = []
    updater.keepUpToDate { seen.append(maybe.value?.peek()) }
    maybe.value = nil
    maybe.value = first
    maybe.value = first
    maybe.value = second
    #expect(seen == [nil, 1, 1])
  }

  @Test func `a list of properties is the same list while it holds the same ones`() {
    let list = StoredProperty([first])
    let total = MultilevelCollectionProperty<[StoredProperty<Int>]>(list) { [$0] }
      .map { _ in list.peek().reduce(0) { $0 + $1.peek() } }
    var seen: [Int] = []
    updater.keepUpToDate { seen.append(total.value) }
    var lists = 0
    updater.keepUpToDate(dependencies: [list]) { lists += 1 }
    list.value = [first]
    #expect(lists == 1)
    list.value = [second]
    list.value = [second, first]
    first.value = 5
    #expect(seen == [1, 2, 6])
    #expect(lists == 3)
  }

  @Test func `a struct that holds properties compares itself without a line of its own`() {
    struct Row: Hashable {
      let id: Int
      let title: StoredProperty<Int>
    }
    let rows = StoredProperty([Row(id: 1, title: first)])
    var runs = 0
    updater.keepUpToDate(dependencies: [rows]) { runs += 1 }
    rows.value = [Row(id: 1, title: first)]
    #expect(runs == 1)
    rows.value = [Row(id: 1, title: second)]
    #expect(runs == 2)
  }
}
