import Testing

@testable import Upkeep

/// The lifetimes of properties that follow others.
@Suite(.leavesNothing) struct LifetimesOfKinds {
  /// Kinds that follow a parent.
  enum Kind: CaseIterable {
    case declared, tracked, shared, ruled, connected, multilevel, multilevelOptional, selector

    func make(_ parent: Property<Int>) -> Property<Int> {
      switch self {
      case .declared: return parent.map { $0 }
      case .tracked: return DerivedProperty { parent.value }
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

  enum Use: CaseIterable { case none, read, effect }

  @Test(arguments: Kind.allCases, Use.allCases)
  func `a property is freed when it is dropped while its parent lives`(kind: Kind, use: Use) {
    let updater = Updater()
    weak var property: Property<Int>?
    checkingInvariants(of: [stored]) {
      let strong = kind.make(stored)
      property = strong
      if use == .none { return }
      let token = use == .effect ? updater.keepUpToDate { _ = strong.value } : nil
      #expect(strong.value == 1)
      stored.value = 2
      #expect(strong.value == 2)
      #expect(stored.subscriberCount == (use == .effect ? 1 : 0))
      token?.cancel()
    }
    #expect(property == nil)
    #expect(attachedEdges(of: stored).isEmpty)
  }

  @Test(arguments: Kind.allCases, [false, true])
  func `a property keeps its parent alive, and takes it along`(kind: Kind, isObserved: Bool) {
    weak var parent: StoredProperty<Int>?
    weak var property: Property<Int>?
    do {
      let updater = Updater()
      let made: Property<Int>
      do {
        let strong = StoredProperty(5)
        parent = strong
        made = kind.make(strong)
      }
      property = made
      if isObserved { updater.keepUpToDate { _ = made.value } }
      #expect(made.value == 5)
      parent?.value = 6
      #expect(made.value == 6)
    }
    #expect(parent == nil)
    #expect(property == nil)
  }

  @Test(arguments: Kind.allCases)
  func `an effect of its parent may drop a property`(kind: Kind) {
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
  func `an inner link of a chain may be dropped, and the end goes on following`(kind: Kind) {
    weak var middle: Property<Int>?
    let end: Property<Int>
    do {
      let link = kind.make(stored)
      middle = link
      end = kind.make(link)
    }
    let updater = Updater()
    let log = updater.readings(of: end.value, around: [stored]) { stored.value = 2 }
    #expect(log == [1, 2])
    // A plain pass-through shares the node of the property behind it, so it needs nothing in
    // between.
    #expect((middle == nil) == (kind == .shared))
  }

  @Test func `a replaced or rolled back source is freed, and the connected source is kept`() {
    weak var old: Property<Int>?
    weak var new: Property<Int>?
    weak var undone: Property<Int>?
    let updater = Updater()
    let level = ConnectableProperty(0)
    updater.keepUpToDate { _ = level.value }
    do {
      let (first, second) = (StoredProperty(1), StoredProperty(2))
      (old, new) = (first, second)
      level.connect(first)
      level.connect(second)
    }
    undoneTransaction {
      let third = StoredProperty(3)
      undone = third
      level.connect(third)
      #expect(level.value == 3)
    }
    #expect(old == nil)
    #expect(undone == nil)
    #expect(new != nil)
    level.disconnect()
    #expect(new == nil)
    #expect(level.value == 2)
    #expect(Graph.violations(around: [level]) == [])
  }

  @Test func `an inner property is freed when it is switched away, not before`() {
    weak var old: Property<Int>?
    let outer = StoredProperty(StoredProperty(1))
    old = outer.value
    let level = MultilevelProperty(outer) { $0 }
    let updater = Updater()
    let log = updater.readings(of: level.value) {
      #expect(old != nil)
      outer.value = StoredProperty(2)
    }
    #expect(old == nil)
    #expect(log == [1, 2])
  }

  @Test func `an unobserved property lets the old inner property go at the next read`() {
    weak var old: Property<Int>?
    let outer = StoredProperty<StoredProperty<Int>?>(StoredProperty(1))
    old = outer.value
    let level = MultilevelOptionalProperty(outer) { $0 }
    #expect(level.value == 1)
    outer.value = nil
    #expect(level.value == nil)
    #expect(old == nil)
    #expect(Graph.violations(around: [outer]) == [])
  }

  @Test func `properties made inside a transaction that is undone are freed`() {
    weak var made: Property<Int>?
    weak var followed: Property<Int>?
    checkingInvariants(of: [stored]) {
      undoneTransaction {
        let (first, second) = (StoredProperty(1), ConnectableProperty(2))
        (made, followed) = (first, second)
        first.value = 5
        second.connect(first)
        _ = second.value + stored.value
        stored.value = 7
      }
    }
    #expect(made == nil)
    #expect(followed == nil)
    #expect(stored.value == 1)
  }
}
