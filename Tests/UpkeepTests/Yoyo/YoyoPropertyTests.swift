import Testing

@testable import Upkeep

/// The uses of Yoyo's `onChange` and `UntypedProperty`, kept by Upkeep, and properties as elements of
/// sets and keys of dictionaries, as Yoyo's were, which are `NSObject`s.
@Suite(.leavesNothing) struct YoyoPropertyTests {
  private let number = StoredProperty(3)
  private let text = StoredProperty<String?>("a")
  private let first = StoredProperty(1)
  private let second = StoredProperty(1)
  private let updater = scopedUpdater()

  @Test func `onChange needs no value, and not its type`() {
    let (always, never) = (StoredProperty(1, changes: .always), StoredProperty(1, changes: .never))
    let fields: [UntypedProperty] = [number, text, number.map { $0 > 5 }, always, never]
    var log: [Int] = []
    let observations = fields.enumerated().map { index, field in
      field.onChange { log.append(index) }
    }
    checkingInvariants(of: fields) {
      #expect(log == [])
      number.value = 4
      text.value = nil
      number.value = 4
      number.value = 6
      batch {
        number.value = 7
        number.value = 6
      }
      always.value = 1
      never.value = 2
    }
    #expect(log == [0, 1, 0, 2, 3])
    for observation in observations { observation.cancel() }
    number.value = 0
    #expect(log.count == 5)
  }

  @Test func `an observer follows nothing that it reads, may write, and ends inside its own call`()
  {
    var observation: ChangeObservation?
    var calls = 0
    observation = (number as UntypedProperty).onChange {
      calls += 1
      if text.value == "b" { observation?.cancel() }
      if number.value < 5 { number.value += 1 }
    }
    checkingInvariants(of: [number, text]) {
      number.value = 4
      #expect((number.value, calls) == (5, 2))
      text.value = "b"
      #expect(calls == 2)
      number.value = 6
      number.value = 7
    }
    #expect(calls == 3)
    #expect(observation?.isCancelled == true)
  }

  @Test func `an observation ends when it is dropped, and keeps what it observes alive`() {
    weak var observed: UntypedProperty?
    var calls = 0
    var observation: ChangeObservation?
    do {
      let shown = PassThroughProperty(number)
      observed = shown
      observation = (shown as UntypedProperty).onChange { calls += 1 }
    }
    #expect(observed != nil)
    number.value = 4
    #expect(observation?.isCancelled == false)
    observation = nil
    #expect(observed == nil)
    number.value = 5
    #expect(calls == 1)
    #expect(number.subscriberCount == 0)
  }

  @Test func `a property without a value to speak of tells its touches`() {
    let tick = StoredProperty(())
    var log: [String] = []
    let observations = [
      tick.onChange { log.append("plain") },
      (tick as UntypedProperty).onChange { log.append("untyped") },
    ]
    tick.value = ()
    tick.touch()
    #expect(log == ["plain", "untyped", "plain", "untyped"])
    withExtendedLifetime(observations) {}
  }

  // MARK: - Tokens and observations

  @Test func `effects and bindings are cancelled by one list of tokens, observations by another`() {
    final class Slider { var level = 0 }
    let slider = Slider()
    var log: [Int] = []
    let effect = updater.keepUpToDate { log.append(number.value) }
    let observations = [
      number.onChange { log.append($0 * 10) }, number.onChange { log.append(-1) },
    ]
    let tokens = [effect, updater.bind(object: slider, keyPath: \.level, with: number)]
    func areCancelled() -> [Bool] { tokens.map(\.isCancelled) + observations.map(\.isCancelled) }
    checkingInvariants(of: [number]) {
      number.value = 4
      #expect(log == [3, 4, 40, -1])
      #expect(slider.level == 4)
      #expect(areCancelled() == [false, false, false, false])
      for token in tokens { token.cancel() }
      for observation in observations { observation.cancel() }
      number.value = 5
      for token in tokens { token.cancel() }
    }
    #expect(areCancelled() == [true, true, true, true])
    #expect(log == [3, 4, 40, -1])
    #expect(slider.level == 4)
    #expect(number.subscriberCount == 0)
  }

  @Test func `an observation that is cancelled in a transaction ends with its commit`() {
    var calls = 0
    let observation = number.onChange { calls += 1 }
    undoneTransaction {
      observation.cancel()
      #expect(!observation.isCancelled)
    }
    number.value = 4
    #expect((calls, observation.isCancelled) == (1, false))
    transaction { observation.cancel() }
    number.value = 5
    #expect((calls, observation.isCancelled) == (1, true))
  }

  // MARK: - Identity

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
