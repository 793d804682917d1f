import Differential
import Upkeep

// The acts.
extension Attack {
  func act() {
    switch random.pick([14, 12, 8, 6, 4, 10, 6, 3, 3, 5, 4, 4, 3, 3, 3, 3, 2, 8, 6, 2]) {
    case 0: write()
    case 1: read()
    case 2:
      let index = random.below(Self.slotCount)
      set(\.slots, index, make(index))
    case 3: set(\.slots, random.below(Self.slotCount), nil)
    case 4: editInPlace()
    case 5: makeEffect()
    case 6: cancel()
    case 7: set(\.updaters, random.below(updaters.count), random.chance(60) ? Updater() : nil)
    case 8: pause()
    case 9: batch { actSeveral() }
    case 10: transaction(isUndone: random.chance(50)) { actSeveral() }
    case 11: watch()
    case 12: connect()
    case 13: beTentative()
    case 14: set(\.ring, random.below(Self.ringCount), random.chance(80) ? makeMember() : nil)
    case 15: replaceOuter()
    case 16: any(ManuallyRecalculatedDerivedProperty<Load>.self)?.property.recalculate()
    case 17: upper.act(self)
    case 18: editRows()
    default:
      // An inspection changes nothing.
      guard let (_, property) = anySlot() else { return }
      _ = (property.subscriberCount, retainers(of: property), "\(property)")
    }
  }

  private func anySlot() -> (index: Int, property: Property<Load>)? {
    if ceiling == 0 { return nil }
    let index = random.below(ceiling)
    return slots[index].map { (index, $0.property) }
  }

  /// A property of the given kind, searched from a random slot on.
  private func any<Kind>(_ kind: Kind.Type) -> (index: Int, property: Kind)? {
    if ceiling == 0 { return nil }
    let start = random.below(ceiling)
    for offset in 0..<ceiling {
      let index = (start + offset) % ceiling
      // In a release build of Swift 6.3 a cast of the optional itself crashes if it is nil.
      if let slot = slots[index], let property = slot.property as? Kind { return (index, property) }
    }
    return nil
  }

  private func write() {
    guard let (_, stored) = any(StoredProperty<Load>.self) else { return }
    let load = load()
    if random.chance(80) { stored.value = load } else { stored.write(untyped: load) }
  }

  func read() {
    if random.chance(15) {
      guard let member = anyMember() else { return }
      _ = random.chance(70) ? member.value : member.peek()
      return
    }
    guard let (_, property) = anySlot() else { return }
    switch random.below(8) {
    case 0: _ = property.peek()
    case 1: untracked { _ = property.value }
    case 2: _ = property.untypedValue
    default: _ = property.value
    }
  }

  /// Edits a property in place; nothing else happens meanwhile, for its value must not be used.
  private func editInPlace() {
    guard let (_, stored) = any(StoredProperty<Load>.self) else { return }
    if random.chance(30) { return stored.touch() }
    var old: Load?
    let new = load()
    quietly {
      stored.modify {
        old = $0
        $0 = new
      }
    }
    withExtendedLifetime(old) {}
  }

  private func pause() {
    guard let updater = updaters[random.below(updaters.count)] else { return }
    if random.chance(40) { updater.pause() } else { updater.unpause() }
  }

  private func watch() {
    let property: UntypedProperty? =
      random.chance(20) ? anyMember() : anySlot()?.property
    guard let property else { return }
    if random.chance(25) {
      property.livenessHandler = nil
      return
    }
    let fuse = Fuse()
    property.livenessHandler = { [weak self] _ in
      _ = fuse
      self?.mayAct(60)
    }
  }

  private func connect() {
    if random.chance(40), let member = anyMember(),
      let connectable = member as? ConnectableProperty<Outcome>
    {
      if let source = anyMember(), random.chance(80) {
        connectable.connect(source)
      } else {
        connectable.disconnect()
      }
      return
    }
    guard let (index, connectable) = any(ConnectableProperty<Load>.self) else { return }
    switch random.below(5) {
    case 0: connectable.disconnect()
    case 1, 2: connectable.connect(constant: load())
    default: if let source = input(below: index) { connectable.connect(source) }
    }
  }

  private func beTentative() {
    if random.chance(20) { return clock.advance(by: .seconds(1 + random.below(3))) }
    if random.chance(30), let layer = layers[random.below(layers.count)] {
      return random.chance(50) ? layer.confirm() : layer.fail()
    }
    guard let (_, tentative) = any(TentativeProperty<Load>.self) else { return }
    switch random.below(5) {
    case 0: tentative.value = load()
    case 1: tentative.revertTentative()
    case 2: _ = tentative.isTentative
    case 3:
      let number = random.below(5)
      let layer = tentative.apply { [weak self] in
        self?.mayAct(15)
        return Load($0.number + number)
      }
      set(\.layers, random.below(layers.count), layer)
    default:
      let layer = tentative.set(load(), until: random.chance(50) ? .untilConfirmed : .untilTold)
      set(\.layers, random.below(layers.count), layer)
    }
  }

  private func replaceOuter() {
    let index = random.below(2)
    if random.chance(50) {
      if let outer = outers[index], random.chance(80) {
        outer.value = element()
      } else {
        set(\.outers, index, StoredProperty(element()))
      }
      return
    }
    let elements = (0..<random.below(5)).compactMap { _ in element() }
    if let list = lists[index], random.chance(80) {
      list.value = elements
    } else {
      set(
        \.lists, index,
        random.chance(50) ? StoredProperty(elements, changes: .always) : StoredProperty(elements))
    }
  }
}
