import Differential
import Upkeep
import UpkeepCollections

/// One random program.
///
/// Properties are in slots. A property reads only lower slots, so that no cycle arises. The
/// properties of cycles, whose values may be failures, are in `ring`.
final class Attack: Slots {
  // SAFETY: the program uses one thread at a time.
  nonisolated(unsafe) static weak var current: Attack?
  // SAFETY: as above.
  nonisolated(unsafe) static var fuses = 0

  static let slotCount = 18
  /// Properties in slots below this may be elements of a collection or values of other properties.
  static let elementCount = 6
  static let ringCount = 6

  var random: SplitMix64
  /// The number of further acts that the present act may cause.
  private var fuel = 0
  private var quietDepth = 0
  /// Slots from here on must not be read now: they may depend on the value that is being computed.
  private(set) var ceiling = slotCount
  private(set) var operations = 0
  var problem: String?

  var slots = [Slot?](repeating: nil, count: slotCount)
  var ring = [Property<Outcome>?](repeating: nil, count: ringCount)
  var outers = [StoredProperty<Property<Load>?>?](repeating: nil, count: 2)
  var lists = [StoredProperty<[Property<Load>]>?](repeating: nil, count: 2)
  var collections = [StoredCollection<Int, Item>?](repeating: nil, count: 2)
  var updaters = [Updater?](repeating: nil, count: 4)
  var tokens = [EffectToken?](repeating: nil, count: 12)
  var observations = [ChangeObservation?](repeating: nil, count: 4)
  var layers = [TentativeLayer?](repeating: nil, count: 4)
  var targets = [Target?](repeating: nil, count: 3)
  /// Replaced values, which are released after the change that replaced them.
  var afterwards: [Any] = []
  let clock = ManualClock()
  let upper: UpperLayers

  struct Slot {
    let property: Property<Load>
    /// Returns the value that the property must have; nil if that is unknown.
    let expected: (() -> Int)?
    /// Returns the property that declared readers keep alive.
    ///
    /// If a plain pass-through property has been released, this is the property behind it.
    let source: () -> Property<Load>?

    init(_ property: Property<Load>, behind: Slot? = nil, expected: (() -> Int)? = nil) {
      self.property = property
      self.expected = expected
      source = { [weak property, source = behind?.source] in property ?? source?() }
    }
  }

  init(seed: UInt64, isSuspending: Bool) {
    random = SplitMix64(seed: seed)
    upper = UpperLayers(isSuspending: isSuspending)
  }

  // MARK: - Acting

  /// Acts with the given probability, unless enough has happened.
  ///
  /// Inside a derivation the act reads only slots below `level`.
  func mayAct(_ percent: Int, below level: Int = 0) {
    guard fuel > 0, quietDepth == 0, random.chance(percent) else { return }
    fuel -= 1
    operations += 1
    reading(below: level, act)
  }

  private func reading(below level: Int, _ body: () -> Void) {
    let outer = ceiling
    ceiling = Turn.derivation == nil ? Self.slotCount : level
    body()
    ceiling = outer
  }

  /// Whether no derivation runs.
  var mayReadAll: Bool { ceiling == Self.slotCount }

  /// Acts one to four times.
  func actSeveral() {
    for _ in 0..<(1 + random.below(4)) { mayAct(100, below: ceiling) }
  }

  /// Runs `body` without further acts.
  func quietly<Result>(_ body: () throws -> Result) rethrows -> Result {
    quietDepth += 1
    defer { quietDepth -= 1 }
    return try body()
  }

  /// Does the work of an effect.
  func observe() {
    reading(below: 0) {
      for _ in 0..<(1 + random.below(3)) { read() }
    }
    mayAct(30)
  }

  // MARK: - Rounds

  private func run(_ steps: Int) {
    for _ in 0..<steps where problem == nil {
      fuel = 12
      mayAct(100)
      if random.chance(20) { check() }
      if random.chance(2) { checkInvariants() }
    }
  }

  private func checkInvariants() {
    let properties: [GraphElement] =
      slots.compactMap { $0?.property } + ring.compactMap(\.self) + outers.compactMap(\.self)
    if let first = quietly({ Inspection.violations(around: properties) }).first { problem = first }
  }

  private func check() {
    guard let index = slots.indices.randomElement(using: &random), let slot = slots[index],
      let expected = slot.expected
    else { return }
    quietly {
      let (found, expected) = (slot.property.peek().number, expected())
      if found != expected { problem = "slot \(index) is \(found), not \(expected)" }
    }
  }

  /// Releases everything: once while releases may act, and once while they may not.
  private func end() {
    fuel = 20
    clear()
    quietly {
      clear()
      upper.clear()
    }
    fuel = 0
  }

  private func clear() {
    for index in slots.indices.shuffled(using: &random) { set(\.slots, index, nil) }
    empty(\.updaters)
    empty(\.ring)
    empty(\.outers)
    empty(\.lists)
    empty(\.collections)
    empty(\.tokens)
    empty(\.observations)
    empty(\.layers)
    empty(\.targets)
    letGo()
    clock.advance(by: .seconds(1_000))
  }

  /// Releases the replaced values.
  func letGo() {
    let waiting = afterwards
    afterwards = []
    withExtendedLifetime(waiting) {}
  }

  /// Runs one program that does not suspend, and expects that nothing is left of it.
  static func round(_ seed: UInt64) -> (operations: Int, problem: String?) {
    let attack = Attack(seed: seed, isSuspending: false)
    current = attack
    let left = withNodeCount { count in
      withMisuseHandler({ _ in attack.mayAct(20) }) {
        attack.run(300)
        attack.end()
      }
      return count()
    }
    current = nil
    if attack.problem == nil, left.nodes != 0 || left.edges != 0 || fuses != 0 {
      attack.problem = "left: \(left), \(fuses) loads"
    }
    return (attack.operations, attack.problem)
  }

  /// Runs one program that suspends.
  static func suspendingRound(
    _ seed: UInt64, isolation: isolated (any Actor)? = #isolation
  ) async -> (operations: Int, problem: String?) {
    let attack = Attack(seed: seed, isSuspending: true)
    current = attack
    for part in 0..<10 {
      withMisuseHandler({ _ in attack.mayAct(20) }) {
        attack.run(30)
        if part == 9 { attack.end() }
      }
      for _ in 0..<4 { await Task.yield() }
    }
    for _ in 0..<200 where fuses > 0 { await Task.yield() }
    for _ in 0..<20 { await Task.yield() }
    current = nil
    if attack.problem == nil, fuses != 0 { attack.problem = "left: \(fuses) loads" }
    return (attack.operations, attack.problem)
  }
}
