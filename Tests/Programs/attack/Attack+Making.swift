import Differential
import Upkeep

// Properties of all kinds.
extension Attack {
  func load() -> Load { Load(random.below(20), random.chance(30) ? Fuse() : nil) }

  func rule() -> ChangeRule<Load>? {
    switch random.below(6) {
    case 0: .always
    case 1:
      ChangeRule { [weak self] old, new in
        self?.mayAct(20)
        return old.number / 2 != new.number / 2
      }
    default: nil
    }
  }

  /// The property in one of the slots below `level`.
  func input(below level: Int) -> Property<Load>? { slot(below: level)?.property }

  private func slot(below level: Int) -> Slot? {
    let level = min(level, ceiling)
    return level == 0 ? nil : slots[random.below(level)]
  }

  /// A random property of the rings.
  func anyMember() -> Property<Outcome>? {
    ceiling < Self.elementCount ? nil : ring[random.below(Self.ringCount)]
  }

  func element() -> Property<Load>? { input(below: Self.elementCount) }

  func make(_ level: Int) -> Slot {
    guard let one = slot(below: level), let other = slot(below: level) else {
      return Slot(stored())
    }
    let first = one.property
    switch random.below(level < Self.elementCount ? 14 : 22) {
    case 0, 1: return Slot(stored())
    case 2: return Slot(wandering(below: level))
    case 3, 4: return computed(one, other, level)
    case 5: return Slot(DerivedProperty(first, changes: rule(), calculate: step(level)))
    case 6: return Slot(previous(first, level))
    case 7:
      let salt = salt(level)
      return Slot(ManuallyRecalculatedDerivedProperty { Load(first.value.number + salt()) })
    case 8:
      return random.chance(50)
        ? Slot(PassThroughProperty(first), behind: one)
        : Slot(PassThroughProperty(first, changes: rule() ?? .never))
    case 9, 10: return Slot(tentative(first))
    case 11, 12: return Slot(connectable(first))
    case 13: return Slot(failing(first, level))
    case 14, 15: return Slot(multilevel(level) ?? stored())
    case 16, 17: return Slot(collection(level) ?? stored())
    case 18:
      guard let member = anyMember() else { return Slot(stored()) }
      return Slot(member.map { Load($0.number) })
    case 19, 20: return total(level) ?? Slot(stored())
    default: return Slot(upper.property(self) ?? stored())
    }
  }

  private func stored() -> Property<Load> {
    if let rule = rule() { return StoredProperty(load(), changes: rule) }
    return StoredProperty(load())
  }

  /// Returns a closure that may act and then returns a number to add.
  func salt(_ level: Int) -> () -> Int {
    let (fuse, number) = (Fuse(), random.below(5))
    return { [weak self] in
      self?.mayAct(15, below: level)
      return number + fuse.zero
    }
  }

  private func step(_ level: Int) -> (Load) -> Load {
    let salt = salt(level)
    return { Load($0.number % 50 + salt()) }
  }

  private func computed(_ one: Slot, _ other: Slot, _ level: Int) -> Slot {
    let (first, second) = (one.property, other.property)
    let number = random.below(5)
    let fuse = Fuse()
    let sum = { [weak self] (first: Load, second: Load) in
      self?.mayAct(15, below: level)
      return Load((first.number + second.number + number + fuse.zero) % 50)
    }
    let property: Property<Load> =
      switch random.below(4) {
      case 0: DerivedProperty(first, second, calculate: sum)
      case 1: DerivedProperty(first, second, first) { first, second, _ in sum(first, second) }
      case 2: DerivedProperty(dependencies: [first, second]) { sum(first.value, second.value) }
      default: DerivedProperty { sum(first.value, second.value) }
      }
    return Slot(
      property,
      expected: { [first = one.source, second = other.source] in
        ((first()?.peek().number ?? 0) + (second()?.peek().number ?? 0) + number) % 50
      })
  }

  /// Reads the properties that are in the slots when it computes.
  private func wandering(below level: Int) -> Property<Load> {
    let (salt, one, other) = (salt(level), random.below(level), random.below(level))
    return DerivedProperty { [weak self] in
      var sum = self?.slots[one]?.property.value.number ?? 0
      if sum % 2 == 0 { sum += self?.slots[other]?.property.value.number ?? 0 }
      return Load((sum + salt()) % 50)
    }
  }

  private func previous(_ first: Property<Load>, _ level: Int) -> Property<Load> {
    let salt = salt(level)
    return DerivedProperty(dependencies: [first]) { (old: Load?) in
      Load(((old?.number ?? 0) + first.value.number + salt()) % 50)
    }
  }

  private func tentative(_ parent: Property<Load>) -> Property<Load> {
    switch random.below(4) {
    case 0: TentativeProperty(parent)
    case 1: TentativeProperty(parent, until: .untilConfirmed)
    case 2:
      TentativeProperty(
        parent, tentativeValueValidFor: .seconds(1 + random.below(3)), clock: clock)
    default: TentativeProperty(parent, changes: rule())
    }
  }

  private func connectable(_ source: Property<Load>) -> Property<Load> {
    let property = ConnectableProperty(load(), changes: rule())
    if random.chance(60) { property.connect(source) }
    return property
  }

  private func failing(_ first: Property<Load>, _ level: Int) -> Property<Load> {
    let salt = salt(level)
    return DerivedProperty.catching { () throws(any Error) -> Load in
      let number = first.value.number + salt()
      if number % 5 == 0 { throw Refusal() }
      return Load(number)
    }.map { Load($0.number) }
  }

  private func multilevel(_ level: Int) -> Property<Load>? {
    guard let outer = outers[random.below(outers.count)] else { return nil }
    let salt = salt(level)
    if random.chance(50) {
      return MultilevelOptionalProperty(outer) { $0 }.map { Load(($0?.number ?? 0) + salt()) }
    }
    let fallback = StoredProperty(load())
    return MultilevelProperty(outer, changes: rule()) { $0 ?? fallback }
  }

  private func collection(_ level: Int) -> Property<Load>? {
    guard let list = lists[random.below(lists.count)] else { return nil }
    let salt = salt(level)
    let roll =
      random.chance(50)
      ? MultilevelCollectionProperty(list) { [$0] }
      : MultilevelCollectionProperty(list, \.self, changes: .always)
    if random.chance(30) { roll.livenessHandler = { [weak self] _ in self?.mayAct(40) } }
    return DerivedProperty(roll) { Load($0.reduce(salt()) { $0 + $1.peek().number } % 50) }
  }

  // MARK: - Rings

  func makeMember() -> Property<Outcome> {
    let (salt, one) = (salt(Self.elementCount), random.below(Self.ringCount))
    let (other, slot) = (random.below(Self.ringCount), random.below(Self.elementCount))
    switch random.below(4) {
    case 0:
      let member = ConnectableProperty<Outcome>(.success(load()))
      if let source = ring[one] { member.connect(source) }
      return member
    case 1:
      guard let parent = ring[one] else { return StoredProperty(.success(load())) }
      return TentativeProperty(parent)
    default:
      // The closure holds none of the properties that it reads.
      return DerivedProperty { [weak self] () -> Outcome in
        var sum = self?.slots[slot]?.property.value.number ?? 0
        if sum % 3 != 0 { sum += self?.ring[one]?.value.number ?? 0 }
        if sum % 2 == 0 { sum += self?.ring[other]?.value.number ?? 0 }
        return .success(Load((sum + salt()) % 50))
      }
    }
  }
}
