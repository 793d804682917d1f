import Upkeep

/// Stored and derived values that views track by Observation, with effects, batches and
/// transactions (laws O1 to O3).
///
/// The model is a table: the values that each view read, and the right values at the end of each
/// step. A view must be told exactly once: in the first step after which a value that it read is
/// another value.
package final class ObservationScript {
  private let stored: [StoredProperty<Int>]
  private var derived: [DerivedProperty<Int>?] = []
  /// Whether each derived value lives: a dropped one may still be an input.
  private var there: [() -> Bool] = []
  /// The inputs of each derived value, as places among the stored and earlier derived values, and
  /// the modulus of their sum.
  private var formulas: [(inputs: [Int], modulus: Int)] = []
  private var views: [View] = []
  private let updater = Updater()

  /// A view with the values that it read, by their places.
  private final class View {
    let places: [Int]
    var read: [Int: Int] = [:]
    var wasTold = false
    var tracking: TrackingView<Void>?

    init(_ places: [Int]) { self.places = places }
  }

  private init(_ random: inout SplitMix64) {
    ObservationSwitch.isOn = true
    stored = (0..<1 + random.below(4)).map { StoredProperty($0, name: "s\($0)") }
    for index in 0..<random.below(6) {
      let inputs = (0..<1 + random.below(3)).map { _ in random.below(stored.count + index) }
      formulas.append((inputs, 1 + random.below(6)))
      // A derived value keeps its inputs alive, even if the script drops them.
      let properties = inputs.map { place -> Property<Int> in
        place < stored.count ? stored[place] : derived[place - stored.count] ?? stored[0]
      }
      let modulus = formulas[index].modulus
      derived.append(
        random.chance(50)
          ? DerivedProperty(name: "d\(index)") { properties.reduce(0) { $0 + $1.value } % modulus }
          : DerivedProperty(dependencies: properties, name: "d\(index)") {
            properties.reduce(0) { $0 + $1.value } % modulus
          })
      there.append { [weak property = derived[index]] in property != nil }
    }
    // An effect that limits the first value, often by setting it back.
    if random.chance(50) {
      let (limit, other) = (2 + random.below(4), random.below(3))
      updater.keepUpToDate { [stored] in if stored[0].value > limit { stored[0].value = other } }
    }
    for _ in 0..<random.below(3) {
      let place = random.below(stored.count + derived.count)
      if let property = property(place) { updater.keepUpToDate { _ = property.value } }
    }
  }

  private func property(_ place: Int) -> Property<Int>? {
    place < stored.count ? stored[place] : derived[place - stored.count]
  }

  /// The right values, computed from the stored values alone.
  private var truth: [Int] {
    var values = stored.map { $0.peek() }
    for formula in formulas {
      values.append(formula.inputs.reduce(0) { $0 + values[$1] } % formula.modulus)
    }
    return values
  }

  /// Runs a script; returns the first mistake.
  package static func difference(seed: UInt64) -> String? {
    var random = SplitMix64(seed: seed)
    return leavingNothing { ObservationScript(&random).run(&random) }
  }

  private func run(_ random: inout SplitMix64) -> String? {
    for step in 0..<40 {
      change(&random)
      if let found = check() { return "step \(step): \(found)" }
      renderSome(&random)
      let all = (stored as [UntypedProperty]) + derived.compactMap { $0 }
      if let found = Inspection.violations(around: all).first { return "step \(step): \(found)" }
    }
    return nil
  }

  // MARK: - Steps

  private func change(_ random: inout SplitMix64) {
    switch random.below(8) {
    case 0:
      batch {
        write(&random, 1 + random.below(4))
        if random.chance(30) { renderSome(&random, isInside: true) }
        write(&random, random.below(3))
      }
    case 1:
      let isUndone = random.chance(50)
      transaction(isUndone: isUndone) {
        write(&random, 1 + random.below(3))
        readSomething(&random)
        if random.chance(30) { renderSome(&random, isInside: true) }
      }
    case 2: readSomething(&random)
    case 3 where !derived.isEmpty && random.chance(30):
      let index = random.below(derived.count)
      derived[index] = nil
    default: write(&random, 1)
    }
  }

  private func write(_ random: inout SplitMix64, _ count: Int) {
    for _ in 0..<count {
      let property = stored[random.below(stored.count)]
      switch random.below(4) {
      // An edit in place is a change even if an effect sets the value back.
      case 0 where property !== stored[0]: property.value += 1
      default: property.value = random.below(8)
      }
    }
  }

  private func readSomething(_ random: inout SplitMix64) {
    let place = random.below(stored.count + derived.count)
    _ = property(place)?.value
  }

  private func renderSome(_ random: inout SplitMix64, isInside: Bool = false) {
    if !isInside, random.chance(30) {
      views.append(
        View((0..<1 + random.below(3)).map { _ in random.below(stored.count + derived.count) }))
    }
    for view in views where view.tracking == nil || random.chance(view.wasTold ? 80 : 20) {
      view.read = [:]
      view.wasTold = false
      let track = { [unowned self, unowned view] in
        for place in view.places {
          if let property = property(place) { view.read[place] = property.value }
        }
      }
      if let tracking = view.tracking {
        tracking.render()
      } else {
        view.tracking = TrackingView(track)
      }
    }
  }

  // MARK: - The model

  /// Whether the property lives: a view is told nothing of a released property.
  private func isThere(_ place: Int) -> Bool {
    place < stored.count || there[place - stored.count]()
  }

  private func check() -> String? {
    let truth = truth
    for (place, value) in truth.enumerated() {
      if let property = property(place), property.peek() != value {
        return "place \(place) is \(property.peek()), not \(value)"
      }
    }
    for (index, view) in views.enumerated() {
      guard let tracking = view.tracking else { continue }
      if !view.wasTold {
        view.wasTold = view.read.contains { isThere($0.key) && truth[$0.key] != $0.value }
      }
      let expected = view.wasTold ? 1 : 0
      if tracking.announcements != expected {
        return "view \(index) was told \(tracking.announcements) times, not \(expected)"
      }
    }
    return nil
  }
}
