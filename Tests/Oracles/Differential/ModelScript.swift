import Observation
import Upkeep

/// Properties and `@Observable` models together (laws M1 to M3).
///
/// Derived values follow models or one another, and effects follow derived values or models.
/// Changes happen in batches, in rolled back transactions, on other threads and actors, and while
/// another observer acts before a change is stored.
///
/// The oracle computes each value from the stored values. A read on the owner must return that
/// value. An effect on one value runs only if it has not seen the value, and has seen the last
/// value when all jobs are done.
///
/// Views track only properties that do not depend on models, and may write at any moment (law O5).
/// A write tells a view that a value changed that the view read; a model never tells a view. A view
/// may also take an idle turn, on any property.
package enum ModelScript: SeededScript {
  package static let subject = "models"
  package static let length = 60
  package static let batch: UInt64 = 20

  package static func play(
    _ seed: UInt64, _ steps: [Int], on stage: isolated Stage
  ) async -> String? {
    let table = ModelTable(SplitMix64(seed: seed))
    for step in steps {
      await table.perform(step, seed, on: stage)
      if let mistake = table.mistake {
        table.end()
        return "step \(step): \(mistake)"
      }
    }
    await table.settle(on: stage)
    table.end()
    await stage.untilIdle()
    return table.mistake.map { "at the end: \($0)" }
  }
}

/// The models, the graph and the oracle of a script.
final class ModelTable {
  @Observable final class Model {
    var a = 0
    var b = 1
  }

  actor Writer {
    func perform(_ act: @Sendable () -> Void) { act() }
  }

  /// The formula of a derived value, for the oracle and for the graph.
  enum Formula {
    case model(Int, isSecond: Bool)
    case mixed(Int, stored: Int)
    case chosen(Int, Int)
    case sum([Int])
    case scaled(Int, stored: Int)
    case plain(stored: Int)
  }

  let models: [Model]
  let stored: [StoredProperty<Int>]
  var formulas: [Formula] = []
  private var derived: [DerivedProperty<Int>] = []
  var updaters: [Int: Updater] = [:]
  private var seen: [Int: [Int]] = [:]
  private var hasChanged: Set<Int> = []
  /// Derived values each of which depends on one stored value alone.
  let plain: [DerivedProperty<Int>]
  var views: [View] = []
  private let writer = Writer()
  private(set) var mistake: String?
  /// The steps so far.
  var log: [String] = []

  init(_ seeded: SplitMix64) {
    var random = seeded
    models = (0..<1 + random.below(2)).map { _ in Model() }
    stored = (0..<1 + random.below(2)).map { StoredProperty(1 + $0, name: "s\($0)") }
    plain = stored.map { stored in DerivedProperty { stored.value % 3 } }
    ObservationSwitch.isOn = true
    for index in 0..<2 + random.below(6) { add(index, &random) }
  }

  private func add(_ index: Int, _ random: inout SplitMix64) {
    let model = random.below(models.count)
    let place = random.below(stored.count)
    let formula: Formula =
      switch random.below(index == 0 ? 3 : 6) {
      case 0: .model(model, isSecond: random.chance(50))
      case 1: .mixed(model, stored: place)
      case 2: .plain(stored: place)
      case 3: .chosen(model, random.below(index))
      case 4: .sum((0..<1 + random.below(3)).map { _ in random.below(index) })
      default: .scaled(random.below(index), stored: place)
      }
    formulas.append(formula)
    log.append("d\(index): \(formula)")
    derived.append(property(of: formula, "d\(index)", isDeclared: random.chance(50)))
  }

  private func property(
    of formula: Formula, _ name: String, isDeclared: Bool
  ) -> DerivedProperty<Int> {
    let (models, stored, derived) = (models, stored, derived)
    let compute = {
      Self.value(of: formula, models, { stored[$0].value }, { derived[$0].value })
    }
    switch formula {
    case .model, .mixed, .chosen: return DerivedProperty(.observing, name: name, compute)
    case .sum(let places) where isDeclared:
      return DerivedProperty(dependencies: places.map { derived[$0] }, name: name, compute)
    case .sum, .plain: return DerivedProperty(name: name, compute)
    case .scaled(let place, let index):
      return DerivedProperty(derived[place], stored[index], name: name) { $0 &* $1 % 7 }
    }
  }

  /// The value of a formula, by the given reads.
  private static func value(
    of formula: Formula, _ models: [Model], _ stored: (Int) -> Int, _ derived: (Int) -> Int
  ) -> Int {
    switch formula {
    case .model(let index, let isSecond): isSecond ? models[index].b : models[index].a
    case .mixed(let index, let place):
      stored(place) % 2 == 0 ? models[index].a &* stored(place) : models[index].b
    case .chosen(let index, let place):
      models[index].b % 2 == 0 ? derived(place) : models[index].a
    case .sum(let places): places.reduce(0) { $0 &+ derived($1) }
    case .scaled(let place, let index): derived(place) &* stored(index) % 7
    case .plain(let index): stored(index) &+ 1
    }
  }

  /// The number of the first effect that follows a model itself.
  static let direct = 100

  /// The value that an effect must have seen.
  private func truth(of effect: Int, _ truth: [Int]) -> Int {
    if effect < Self.direct { return truth[effect] }
    return models[effect - Self.direct].a &+ stored[0].peek() &+ truth[0]
  }

  /// The value of each derived property, computed from what is stored alone.
  private var truth: [Int] {
    var values: [Int] = []
    for formula in formulas {
      values.append(Self.value(of: formula, models, { stored[$0].peek() }, { values[$0] }))
    }
    return values
  }

  // MARK: - Steps

  func perform(_ step: Int, _ seed: UInt64, on stage: isolated Stage) async {
    var random = SplitMix64(seed: seed &* 1_009 &+ UInt64(step))
    let kind = random.below(14)
    log.append("step \(step) of kind \(kind)")
    switch kind {
    case 0, 1: write(&random)
    case 2: set(&random)
    case 3: check("a read", random.below(derived.count))
    case 4: await settle(on: stage)
    case 5:
      if random.chance(30) {
        follow(random.below(models.count))
      } else {
        observe(random.below(derived.count))
      }
    case 6: updaters[updaters.keys.sorted().first { _ in random.chance(50) } ?? 0] = nil
    case 7: batch { for _ in 0..<3 { change(&random) } }
    case 8:
      transaction(isUndone: true) { for _ in 0..<3 { change(&random) } }
    case 9: interfere(&random)
    case 10: await writeElsewhere(&random, on: stage)
    case 11, 12: render(&random)
    default:
      change(&random)
      change(&random)
    }
    check("after it")
    checkViews()
  }

  private func set(_ random: inout SplitMix64) {
    let (place, value) = (random.below(stored.count), random.below(4))
    log.append("s\(place) = \(value)")
    stored[place].value = value
    noteTruth()
  }

  func write(_ random: inout SplitMix64) {
    let (place, value) = (random.below(models.count), random.below(4))
    let isSecond = random.chance(30)
    log.append("model \(place).\(isSecond ? "b" : "a") = \(value)")
    let before = views.map { $0.tracking?.announcements }
    if isSecond { models[place].b = value } else { models[place].a = value }
    checkSilence(since: before)
    noteTruth()
  }

  private func change(_ random: inout SplitMix64) {
    switch random.below(6) {
    case 0: set(&random)
    case 1: check("inside", random.below(derived.count))
    case 2: interfere(&random)
    default: write(&random)
    }
  }

  /// Writes a model while another observer reads, or writes, before the change is stored.
  private func interfere(_ random: inout SplitMix64) {
    let model = models[random.below(models.count)]
    let place = random.below(derived.count)
    // The write keeps the parity, so no derived value begins to read a model at this moment: it
    // would not know of the change that is about to be stored.
    let written = random.chance(50) ? stored[0].peek() % 8 + 2 : nil
    // SAFETY: called where it was made, in the course of a step.
    nonisolated(unsafe) let act = { [unowned self] in
      check("before the change", place)
      if let written {
        stored[0].value = written
        noteTruth()
      }
    }
    // For the same reason no value may compute for the first time at this moment.
    check("before interference")
    withObservationTracking {
      _ = model.a
    } onChange: {
      act()
    }
    model.a += 1
    noteTruth()
    check("after interference")
  }

  private func writeElsewhere(_ random: inout SplitMix64, on stage: isolated Stage) async {
    let (model, value) = (models[random.below(models.count)], random.below(4))
    // SAFETY: a step waits for the thread or actor that writes, and does nothing else meanwhile.
    nonisolated(unsafe) let act = { model.a = value }
    await settle(on: stage)
    // A view can track while a value is unsettled only if no job runs here until the other thread
    // has written.
    let isUnsettled = random.chance(10)
    if isUnsettled {
      write(&random)
      render(&random)
    }
    let before = views.map { $0.tracking?.announcements }
    if isUnsettled { withStack { act() } } else { await writer.perform { act() } }
    checkSilence(since: before)
    noteTruth()
    await settle(on: stage)
  }

  private func observe(_ place: Int) {
    log.append("an effect on d\(place)")
    let updater = Updater()
    let property = derived[place]
    seen[place] = []
    updaters[place] = updater
    updater.keepUpToDate { [unowned self] in
      let value = property.value
      if seen[place]?.last == value, !hasChanged.contains(place) {
        fail("d\(place): an effect ran for \(value) again")
      }
      hasChanged.remove(place)
      seen[place]?.append(value)
    }
  }

  /// Makes an effect that follows a model, a stored and a derived value.
  private func follow(_ place: Int) {
    log.append("an effect on model \(place)")
    let updater = Updater()
    let number = Self.direct + place
    let (model, factor, input) = (models[place], stored[0], derived[0])
    seen[number] = []
    updaters[number] = updater
    updater.keepUpToDate(.observing) { [unowned self] in
      seen[number]?.append(model.a &+ factor.value &+ input.value)
    }
  }

  /// Notes each effect that has not seen the present value.
  ///
  /// A change may wake an effect even if the change is undone before the effect runs.
  func noteTruth() {
    let truth = truth
    for place in updaters.keys where seen[place]?.last != self.truth(of: place, truth) {
      hasChanged.insert(place)
    }
    for view in views where view.read.contains(where: { $1 != valueForViews(at: $0) }) {
      view.mayBeTold = true
    }
  }

  // MARK: - Checks

  func fail(_ text: String) {
    if mistake == nil { mistake = "\(text)\n  \(log.joined(separator: "\n  "))" }
  }

  private func check(_ moment: String, _ place: Int? = nil) {
    let truth = truth
    for index in place.map({ $0..<$0 + 1 }) ?? derived.indices {
      let value = derived[index].value
      if value != truth[index] { fail("\(moment): d\(index) is \(value), not \(truth[index])") }
    }
  }

  /// Whether each effect has seen the last value, and each derived value is right.
  ///
  /// The effects are checked first, for a read may update an effect.
  private var agrees: Bool {
    let truth = truth
    return updaters.keys.allSatisfy { seen[$0]?.last == self.truth(of: $0, truth) }
      && derived.map(\.value) == truth
  }

  /// Waits until all jobs are done, and expects that every effect has seen the last value.
  ///
  /// The jobs come by other tasks and other actors, which the stage does not know.
  func settle(on stage: isolated Stage) async {
    await stage.untilIdle()
    var waits = 0
    while !agrees, waits < 3_000 {
      try? await Task.sleep(for: .milliseconds(1))
      waits += 1
    }
    check("after the jobs")
    let truth = truth
    for place in updaters.keys where seen[place]?.last != self.truth(of: place, truth) {
      fail(
        "effect \(place) has seen \(seen[place] ?? []), not \(self.truth(of: place, truth))")
    }
  }

  func end() {
    updaters = [:]
    views = []
  }
}
