import Testing

@testable import Upkeep

/// Objects that effects and turns keep, memory that the engine still uses while it frees, and the
/// program's code that a release runs.
///
/// Under the address sanitizer every use of a freed node or edge stops the program: see `Slab`.
@Suite(.leavesNothing) struct MemoryTests {
  /// An object for a closure or a value to hold.
  private final class Held {}

  let source = StoredProperty(1)
  let isClosed = StoredProperty(false)
  let other = StoredProperty(1)

  @Test func `a source may be dropped by its own observer`() {
    let slot = Holder(StoredProperty(0))
    weak let dropped = slot.content
    var updater: Updater? = Updater()
    var log: [String] = []
    checkingInvariants(of: [source]) {
      updater?.keepUpToDate {
        let value = slot.content?.value
        log.append("\(value ?? -1)")
        if value == 1 { slot.content = nil }
      }
      updater?.keepUpToDate { log.append("second \(slot.content?.value ?? -1)") }
      slot.content?.value = 1
      // The first effect has read the property, and keeps it.
      #expect(dropped?.subscriberCount == 1)
      updater = nil
    }
    #expect(dropped == nil)
    #expect(log == ["0", "second 0", "1", "second -1"])
  }

  @Test func `an object that goes may write, add clean-ups and make effects while the graph goes`()
  {
    let other = StoredProperty(0)
    let survivor = Updater()
    var log: [String] = []
    survivor.keepUpToDate { log.append("survivor \(other.value)") }
    checkingInvariants(of: [source, other]) {
      do {
        let updater = Updater()
        let token = updater.keepUpToDate { [source] effect in
          _ = source.value
          effect.onCleanUp { log.append("clean-up") }
        }
        let end = Witness { [unowned survivor] in
          other.value += 1
          survivor.keepUpToDate { log.append("late \(other.value)") }
          token.onCleanUp { log.append("late clean-up") }
        }
        updater.keepUpToDate { [source] in withExtendedLifetime(end) { _ = source.value } }
      }
      #expect(log.filter { $0.hasPrefix("late") }.sorted() == ["late 1", "late clean-up"])
      #expect(log.contains("clean-up"))
      #expect(log.contains("survivor 1"))
      log = []
      other.value = 5
    }
    #expect(log == ["survivor 5", "late 5"])
    #expect(source.subscriberCount == 0)
  }

  @Test(arguments: [false, true])
  func `a cancelled effect releases its closure at once`(isInBatch: Bool) {
    weak var held: Held?
    let updater = Updater()
    checkingInvariants(of: [source]) {
      let token: EffectToken
      do {
        let living = Held()
        held = living
        token = updater.keepUpToDate { [source] in
          withExtendedLifetime(living) { _ = source.value }
        }
      }
      #expect(held != nil)
      if isInBatch {
        batch {
          source.value = 2
          token.cancel()
        }
      } else {
        token.cancel()
      }
      #expect(held == nil)
    }
  }

  @Test func `a transition keeps the newest value only`() {
    let updater = Updater()
    let values = StoredProperty(Held())
    weak let old = values.peek()
    var pairs = 0
    updater.onTransition(values) { old, new in if old !== new { pairs += 1 } }
    #expect(old != nil)
    values.value = Held()
    #expect(old == nil)
    #expect(pairs == 2)
  }

  @Test func `no node and no edge is left when all objects are dropped`() {
    let context = Context.current
    let before = (context.pointee.nodes.count, context.pointee.edges.count)
    do {
      let stored = StoredProperty(1)
      let double = stored.map { $0 * 2 }
      let level = ConnectableProperty(0)
      let wall = PassThroughProperty(level, changes: .always)
      let updater = Updater()
      var runs = 0
      updater.keepUpToDate { runs += wall.value + double.value > 0 ? 1 : 0 }
      updater.onTransition(level) { _, _ in runs += 1 }
      level.connect(double)
      transaction { stored.value = 3 }
      level.disconnect()
      #expect(runs > 3)
    }
    #expect((context.pointee.nodes.count, context.pointee.edges.count) == before)
  }

  @Test func `a collection is dropped while its elements are watched`() {
    let element = StoredProperty(1)
    var told: [Bool] = []
    element.livenessHandler = { told.append($0) }
    let list = StoredProperty([element], changes: .always)
    var roll: MultilevelCollectionProperty<[StoredProperty<Int>]>? = .init(list) { [$0] }
    #expect(roll?.value.count == 1)
    roll = nil
    #expect(told == [])
    #expect(Graph.violations(around: [element, list]) == [])
  }

  @Test func `the release of a liveness handler may set another handler`() {
    let element = StoredProperty(1)
    var told = 0
    do {
      let last = Witness { element.livenessHandler = { _ in told += 1 } }
      element.livenessHandler = { _ in _ = last }
    }
    element.livenessHandler = { _ in }
    let updater = Updater()
    updater.keepUpToDate { _ = element.value }
    #expect(told == 1)
    element.livenessHandler = nil
  }

  // A refresh uses the edges of the node that it checks.

  @Test func `a value that is being checked may be invalidated by its input`() {
    let slot = Holder<DerivedProperty<Int>>()
    let stored = StoredProperty(1)
    let extra = StoredProperty(10)
    let input = DerivedProperty {
      if stored.value > 1 { slot.content?.invalidate() }
      return stored.value
    }
    let runs = Passes()
    slot.content = DerivedProperty { runs.pass(input.value / 10 + extra.value) }
    let readers = (0..<3).map { number in slot.content!.map { $0 + number } }
    #expect(readers.map(\.value) == [10, 11, 12])
    stored.value = 2
    #expect(readers.map(\.value) == [10, 11, 12])
    #expect(runs.count == 2)
    stored.value = 20
    extra.value = 0
    #expect(readers.map(\.value) == [2, 3, 4])
    #expect(Graph.violations(around: [stored, extra]) == [])
    slot.content = nil
  }

  @Test func `a value that is computing may be invalidated by its input`() {
    let slot = Holder<DerivedProperty<Int>>()
    let stored = StoredProperty(1)
    let input = DerivedProperty {
      if stored.value > 1 { slot.content?.invalidate() }
      return stored.value
    }
    let other = StoredProperty(0)
    slot.content = DerivedProperty { other.value + input.value }
    let readers = (0..<3).map { number in slot.content!.map { $0 + number } }
    #expect(readers.map(\.value) == [1, 2, 3])
    batch {
      other.value = 10
      stored.value = 2
    }
    #expect(readers.map(\.value) == [12, 13, 14])
    stored.value = 3
    #expect(readers.map(\.value) == [13, 14, 15])
    #expect(Graph.violations(around: [stored, other]) == [])
    slot.content = nil
  }

  // An edge that closes a cycle does not retain, so that the cycle can be freed. The edge may stay
  // after the cycle has opened.

  @Test func `a value that was in a cycle may go when a reader that is not needed leaves it`() {
    let slot = Holder<DerivedProperty<Int>>()
    let reader = DerivedProperty { (slot.content?.value ?? 0) + 1 }
    slot.content = DerivedProperty { isClosed.value ? reader.value : other.value }
    closeAndOpen(reader, slot)
    other.value = 5
    slot.content = nil
    // This property may get the memory of the released value.
    let next = StoredProperty(9)
    #expect(reader.value == 1)
    other.value = 6
    #expect(reader.value == 1)
    #expect(next.value == 9)
    #expect(Graph.violations(around: [isClosed, other]) == [])
  }

  @Test(arguments: [false, true])
  func `a value that was in a cycle once may go stale while it waits for its end`(
    beforeItsReaderDoes isAlone: Bool
  ) {
    let slot = Holder<DerivedProperty<Int>>()
    var reader: DerivedProperty<Int>? = DerivedProperty { (slot.content?.value ?? 0) + 1 }
    slot.content = DerivedProperty { [unowned reader = reader!] in
      isClosed.value ? reader.value : other.value
    }
    closeAndOpen(reader!, slot)
    batch {
      // The end of a batch frees the last dropped node first.
      if !isAlone { reader = nil }
      slot.content = nil
      other.value = 5
    }
    #expect(reader?.value == (isAlone ? 1 : nil))
    reader = nil
    #expect(Graph.violations(around: [isClosed, other]) == [])
  }

  /// Leaves an edge from `slot` to `reader` that does not retain.
  private func closeAndOpen(_ reader: DerivedProperty<Int>, _ slot: Holder<DerivedProperty<Int>>) {
    _ = reader.value
    _ = slot.content?.value
    let mistakes = misuses {
      isClosed.value = true
      _ = slot.content?.value
    }
    #expect(mistakes.count == 1)
    isClosed.value = false
    _ = slot.content?.value
  }

  @Test(arguments: [false, true])
  func `a value that was in a cycle once may go while it computes, also for an effect`(
    isNeeded: Bool
  ) {
    let slot = Holder<DerivedProperty<Int>>()
    let reader = DerivedProperty { (slot.content?.value ?? 0) + 1 }
    slot.content = DerivedProperty { [unowned reader] in
      if isClosed.value { return reader.value }
      if other.value == 5 { slot.content = nil }
      return other.value
    }
    closeAndOpen(reader, slot)
    let seen = isNeeded ? Seen { reader.value } : nil
    for value in isNeeded ? [2, 3, 5] : [5] { other.value = value }
    #expect(reader.value == 1)
    #expect(seen?.values.last == (isNeeded ? 1 : nil))
    #expect(Graph.violations(around: [isClosed, other]) == [])
  }
}
