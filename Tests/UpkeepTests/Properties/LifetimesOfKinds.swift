import Testing

@testable import Upkeep

/// The lifetimes of the kinds of properties besides the stored and the derived ones.
@Suite(.leavesNothing) struct LifetimesOfKinds {
  /// Kinds that follow a parent.
  enum Kind: CaseIterable {
    case shared, ruled, connected, multilevel, multilevelOptional, selector

    func make(_ parent: Property<Int>) -> Property<Int> {
      switch self {
      case .shared: return PassThroughProperty(parent)
      case .ruled: return PassThroughProperty(parent, changes: .equal)
      case .connected:
        let connectable = ConnectableProperty(0)
        connectable.connect(parent)
        return connectable
      case .multilevel: return MultilevelProperty(parent) { _ in parent }
      case .multilevelOptional:
        return MultilevelOptionalProperty(parent) { _ in parent }.map { $0 ?? -1 }
      case .selector:
        let outer = StoredProperty(parent)
        return MultilevelProperty(outer) { $0 }
      }
    }
  }

  let stored = StoredProperty(1)

  @Test(arguments: Kind.allCases, [false, true])
  func `it is freed when it is dropped while its parent lives`(kind: Kind, isRead: Bool) {
    weak var property: Property<Int>?
    checkingInvariants(of: [stored]) {
      let strong = kind.make(stored)
      property = strong
      if isRead {
        #expect(strong.value == 1)
        stored.value = 2
        #expect(strong.value == 2)
      }
    }
    #expect(property == nil)
    #expect(attachedEdges(of: stored).isEmpty)
  }

  @Test func `manual properties, and what their closures hold, are freed`() {
    weak var manual: Property<Int>?
    weak var held: Witness?
    do {
      let witness = Witness {}
      let strong = ManuallyRecalculatedDerivedProperty { [stored] in
        withExtendedLifetime(witness) { stored.value }
      }
      strong.recalculate()
      manual = strong
      held = witness
    }
    #expect(manual == nil)
    #expect(held == nil)
    #expect(Graph.violations(around: [stored]) == [])
  }

  @Test(arguments: Kind.allCases)
  func `after its effect was cancelled and it was dropped the count is back to 0`(kind: Kind) {
    let updater = Updater()
    weak var property: Property<Int>?
    do {
      let strong = kind.make(stored)
      property = strong
      let token = updater.keepUpToDate { _ = strong.value }
      #expect(stored.subscriberCount == 1)
      token.cancel()
    }
    #expect(stored.subscriberCount == 0)
    #expect(property == nil)
    #expect(Graph.violations(around: [stored]) == [])
  }

  @Test(arguments: Kind.allCases)
  func `it keeps its parent alive`(kind: Kind) {
    weak var parent: Property<Int>?
    var property: Property<Int>?
    do {
      let strong = StoredProperty(5)
      parent = strong
      property = kind.make(strong)
    }
    #expect(parent != nil)
    #expect(property?.value == 5)
    (parent as? StoredProperty<Int>)?.value = 6
    #expect(property?.value == 6)
    property = nil
    #expect(parent == nil)
  }

  @Test(arguments: Kind.allCases)
  func `dropped together, both are freed`(kind: Kind) {
    weak var parent: Property<Int>?
    weak var property: Property<Int>?
    do {
      let updater = Updater()
      let strong = StoredProperty(5)
      let made = kind.make(strong)
      (parent, property) = (strong, made)
      updater.keepUpToDate { _ = made.value }
      strong.value = 6
    }
    #expect(parent == nil)
    #expect(property == nil)
  }

  @Test(arguments: Kind.allCases)
  func `it may be dropped in the notification of its parent`(kind: Kind) {
    let updater = Updater()
    let holder = Holder<Property<Int>>(kind.make(stored))
    let dropped = Updater()
    let slot = Holder<Updater>(dropped)
    var log: [String] = []
    updater.onTransition(stored, initially: false) { _, _ in
      log.append("drop")
      holder.content = nil
      slot.content = nil
    }
    slot.content?.keepUpToDate { log.append("\(holder.content?.value ?? -1)") }
    checkingInvariants(of: [stored]) {
      stored.value = 2
      stored.value = 3
    }
    withExtendedLifetime(dropped) {}
    #expect(log.contains("drop"))
    #expect(log.first == "1")
    #expect(attachedEdges(of: stored).count == 1)
  }

  @Test(arguments: Kind.allCases)
  func `an inner link of a chain may be dropped by its user, the end follows on`(kind: Kind) {
    weak var middle: Property<Int>?
    let end: Property<Int>
    do {
      let link = kind.make(stored)
      middle = link
      end = kind.make(link)
    }
    let updater = Updater()
    var log: [Int] = []
    updater.keepUpToDate { log.append(end.value) }
    stored.value = 2
    #expect(log == [1, 2])
    // Walls share the node of the property behind them, so they need nothing in between.
    #expect((middle == nil) == (kind == .shared))
    #expect(Graph.violations(around: [stored]) == [])
  }

  @Test func `a source that was replaced is freed, the new one is kept`() {
    weak var old: Property<Int>?
    weak var new: Property<Int>?
    let updater = Updater()
    let level = ConnectableProperty(0)
    updater.keepUpToDate { _ = level.value }
    do {
      let (first, second) = (StoredProperty(1), StoredProperty(2))
      (old, new) = (first, second)
      level.connect(first)
      level.connect(second)
    }
    #expect(old == nil)
    #expect(new != nil)
    #expect(level.value == 2)
    level.disconnect()
    #expect(new == nil)
    #expect(level.value == 2)
    #expect(Graph.violations(around: [level]) == [])
  }

  @Test func `a source undone by a rollback is freed`() {
    weak var source: Property<Int>?
    let level = ConnectableProperty(0)
    _ = level.value
    try? transaction {
      let strong = StoredProperty(1)
      source = strong
      level.connect(strong)
      _ = level.value
      throw Refusal()
    }
    #expect(source == nil)
    #expect(level.value == 0)
    #expect(Graph.violations(around: [level]) == [])
  }

  @Test func `an inner property is freed when it is switched away, not before`() {
    weak var old: Property<Int>?
    weak var new: Property<Int>?
    let outer: StoredProperty<StoredProperty<Int>>
    do {
      let first = StoredProperty(1)
      old = first
      outer = StoredProperty(first)
    }
    let level = MultilevelProperty(outer) { $0 }
    let updater = Updater()
    var log: [Int] = []
    updater.keepUpToDate { log.append(level.value) }
    #expect(old != nil)
    checkingInvariants(of: [outer]) {
      let second = StoredProperty(2)
      new = second
      outer.value = second
    }
    #expect(old == nil)
    #expect(new != nil)
    #expect(log == [1, 2])
  }

  @Test func `without effects it lets the old inner property go at the next read`() {
    weak var old: Property<Int>?
    let outer: StoredProperty<StoredProperty<Int>?>
    do {
      let first = StoredProperty(1)
      old = first
      outer = StoredProperty(first)
    }
    let level = MultilevelOptionalProperty(outer) { $0 }
    #expect(level.value == 1)
    outer.value = nil
    #expect(level.value == nil)
    #expect(old == nil)
    #expect(Graph.violations(around: [outer]) == [])
  }

  @Test func `dropped with its outer property, all inner ones are freed`() {
    weak var inner: Property<Int>?
    weak var level: Property<Int?>?
    do {
      let strong = StoredProperty(1)
      let outer = StoredProperty<StoredProperty<Int>?>(strong)
      let made = MultilevelOptionalProperty(outer) { $0 }
      _ = made.value
      (inner, level) = (strong, made)
    }
    #expect(inner == nil)
    #expect(level == nil)
  }

  @Test func `properties made inside a transaction that is undone are freed`() {
    weak var made: Property<Int>?
    weak var followed: Property<Int>?
    checkingInvariants(of: [stored]) {
      try? transaction {
        let (first, second) = (StoredProperty(1), ConnectableProperty(2))
        (made, followed) = (first, second)
        first.value = 5
        second.connect(first)
        _ = second.value + stored.value
        stored.value = 7
        throw Refusal()
      }
    }
    #expect(made == nil)
    #expect(followed == nil)
    #expect(stored.value == 1)
  }
}
