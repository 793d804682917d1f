package import Differential
import Upkeep
import UpkeepCollections
import UpkeepScope

/// Objects that closures of all kinds make inside one another (laws 9 and 12).
///
/// The oracle is an equal object that is made outside of every closure: the object's `init` sets
/// its own state wherever it runs, and a rolled back transaction undoes none of that. The `init`
/// also writes the values that the closures around it have made. Such a write is refused if a
/// derivation runs that has not made the value itself, and undone if the value is older than a
/// rolled back transaction.
package enum BirthScript: SeededScript {
  package static let subject = "births"
  package static let length = 8
  package static let batch: UInt64 = 200

  package static func play(
    _ seed: UInt64, _ steps: [Int], on stage: isolated Stage
  ) async -> String? {
    for step in steps {
      let birth = Birth(seed: seed &* 1_009 &+ UInt64(step))
      if let mistake = birth.mistake() { return "step \(step): \(mistake)" }
      await stage.untilIdle()
    }
    return nil
  }
}

/// The kind of closure around the object.
private enum Way: String, CaseIterable {
  case tracked, declared, catching, recalculated, row, computed
  case atom, member
  case batch, transaction, undone, scope, unread
  /// Only outside of all other closures: an effect inside them runs later.
  case effect

  /// Whether the closure must be pure.
  var isDerivation: Bool {
    [.tracked, .declared, .catching, .recalculated, .row, .computed].contains(self)
  }

  /// Whether objects made inside belong to this closure, and not to one around it.
  var isMaker: Bool { isDerivation || self == .atom || self == .member }
}

/// An object whose `init` does random things with the values that it has made.
private final class Thing {
  private let values: [StoredProperty<Int>]
  private let sum: DerivedProperty<Int>
  /// A sum that depends on one value directly and on all values by two paths.
  private let total: DerivedProperty<Int>
  private let rows = StoredCollection<Int, Int>([], id: { $0 })
  private let layered: TentativeProperty<Int>
  private let connected = ConnectableProperty(0)
  private let updater = Updater()
  private var seen: [Int] = []
  private var parts: [Thing] = []

  init(_ random: inout SplitMix64, depth: Int = 0) {
    let values = (0..<1 + random.below(3)).map { StoredProperty($0) }
    self.values = values
    let sum = DerivedProperty { values.reduce(0) { $0 + $1.value } }
    let last = DerivedProperty(sum, values[values.count - 1]) { $0 - $1 }
    self.sum = sum
    total = DerivedProperty { last.value > 3 ? last.value : sum.value + last.value }
    layered = TentativeProperty(values[0])
    let start = random.below(6)
    for step in 0..<2 + random.below(8) {
      if step == start { updater.keepUpToDate { [unowned self] in seen.append(sum.value) } }
      act(&random, depth)
    }
  }

  private func act(_ random: inout SplitMix64, _ depth: Int) {
    let (value, number) = (values[random.below(values.count)], random.below(9))
    switch random.below(13) {
    case 0: value.value = number
    case 1: value.value += number
    case 2: value.modify { $0 = number }
    case 3: rows.append(rows.peek().count)
    case 4: layered.value = number
    case 5: layered.set(number, until: .untilTold)
    case 6: connected.connect(value)
    case 7: value.value = sum.value + 1
    case 8:
      batch {
        value.value = number
        value.value += sum.value
      }
    case 9:
      let isUndone = random.chance(50)
      transaction(isUndone: isUndone) {
        value.value = number
        connected.connect(constant: sum.value)
      }
    case 10: value.touch()
    case 11: value.value = total.value + 1
    default: if depth < 2 { parts.append(Thing(&random, depth: depth + 1)) }
    }
  }

  var state: [String] {
    ["\(values.map { $0.peek() }) \(sum.peek()) \(total.peek()) \(rows.peek().map { $0 })"]
      + ["\(layered.peek()) \(connected.peek()) \(seen.last ?? -1)"] + parts.flatMap(\.state)
  }

  /// Changes the object after the closures have ended; expects that its effects run once.
  func change() -> String? {
    let count = seen.count
    values[0].value += 1_000
    if !seen.isEmpty, seen.count != count + 1 { return "an effect ran \(seen.count - count) times" }
    return parts.lazy.compactMap { $0.change() }.first
  }
}

/// One object, and the closures around it.
private final class Birth {
  private let seed: UInt64
  private let ways: [Way]
  /// For each closure a value that it made around the object.
  private var passed: [StoredProperty<Int>] = []
  private var held: [Any] = []
  private let updater = Updater()
  private var thing: Thing?
  private var births = 0

  init(seed: UInt64) {
    self.seed = seed
    var random = SplitMix64(seed: seed)
    let inner = Way.allCases.filter { $0 != .effect }
    var ways = (0..<random.below(5)).map { _ in inner[random.below(inner.count)] }
    // A rollback may call the closure of a row once more, if the collection was made in the
    // transaction.
    if let undone = ways.firstIndex(of: .undone) {
      for index in ways.indices where index > undone && ways[index] == .row {
        ways[index] = .computed
      }
    }
    if random.chance(25) { ways.insert(.effect, at: 0) }
    self.ways = ways
  }

  func mistake() -> String? {
    var plain = SplitMix64(seed: seed &+ 1)
    let expected = Thing(&plain)
    var reports: [Misuse] = []
    withMisuseHandler {
      reports.append($0)
    } _: {
      passed.append(StoredProperty(0))
      go(ways[...])
    }
    // The held objects hold this object.
    defer { (held, passed, thing) = ([], [], nil) }
    return difference(expected, reports).map { "\(ways.map(\.rawValue)): \($0)" }
  }

  private func difference(_ expected: Thing, _ reports: [Misuse]) -> String? {
    guard let thing, births == 1 else { return "made \(births) times" }
    if thing.state != expected.state { return "is \(thing.state), not \(expected.state)" }
    let refused = passed.indices.count { !isAllowed($0) }
    if reports.count != refused { return "\(refused) reports expected: \(reports)" }
    for index in passed.indices {
      let value = isAllowed(index) && !isUndone(index) ? 7 : 0
      if passed[index].peek() != value {
        return "value \(index) is \(passed[index].peek()), not \(value)"
      }
    }
    // A needed derivation that has read the object would make the object again.
    updater.cancel()
    if let mistake = thing.change() ?? expected.change() { return mistake }
    return thing.state == expected.state ? nil : "became \(thing.state), not \(expected.state)"
  }

  // MARK: - The oracle

  /// The index of the closure that owns an object made inside `count` closures; -1 if none does.
  private func maker(after count: Int) -> Int {
    ways.prefix(count).lastIndex { $0.isMaker } ?? -1
  }

  /// Whether the object may write the value that was made inside `index` closures.
  private func isAllowed(_ index: Int) -> Bool {
    !ways.contains { $0.isDerivation } || maker(after: index) == maker(after: ways.count)
  }

  /// Whether a write to the value is undone: the value is older than a rolled back transaction.
  private func isUndone(_ index: Int) -> Bool {
    ways.indices.contains { ways[$0] == .undone && index <= $0 }
  }

  // MARK: - Making

  private func make() {
    births += 1
    var random = SplitMix64(seed: seed &+ 1)
    thing = Thing(&random)
    for value in passed { value.value = 7 }
  }

  private func go(_ rest: ArraySlice<Way>) {
    guard let way = rest.first else { return make() }
    // SAFETY: all closures run on this thread, before this returns.
    nonisolated(unsafe) let onward = { [self] in
      passed.append(StoredProperty(0))
      go(rest.dropFirst())
    }
    nonisolated(unsafe) let one = { () -> Int in
      onward()
      return 1
    }
    switch way {
    case .tracked: read(DerivedProperty { one() })
    case .declared: read(DerivedProperty(StoredProperty(1)) { _ in one() })
    case .catching: read(DerivedProperty<Result<Int, any Error>>.catching { one() })
    case .recalculated: held.append(ManuallyRecalculatedDerivedProperty { one() })
    case .row:
      let rows = StoredCollection([1], id: { $0 }).map { (_: Int) in one() }
      held.append(rows)
      _ = rows.value.count
    case .computed: read(Computed { _ in one() })
    case .atom: read(Atom { one() })
    case .member:
      let family = Family { (_: Int) in Atom { one() } }
      held.append(family)
      read(family(3))
    case .batch: batch { onward() }
    case .transaction, .undone: transaction(isUndone: way == .undone) { onward() }
    case .scope: held.append(Scope { _ in onward() })
    case .unread: untracked { onward() }
    case .effect:
      updater.keepUpToDate { if self.births == 0 { onward() } }
    }
  }

  private func read<Value>(_ property: DerivedProperty<Value>) {
    held.append(property)
    _ = property.value
  }

  private func read<D: Definition>(_ definition: D) {
    let scope = Scope()
    held.append((scope, definition))
    _ = scope[definition]
  }
}
