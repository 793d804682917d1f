import Upkeep

// Views, which track properties that do not depend on models.

extension ModelTable {
  /// A turn that ends where it began.
  private enum IdleTurn: CaseIterable {
    case edit, write, undo, pause
  }

  /// A view, which tracks stored values and values that depend on them alone.
  final class View {
    var read: [Int: Int] = [:]
    /// Whether a value that the view read has changed since, even if only for a time.
    var mayBeTold = false
    var tracking: TrackingView<Void>?
  }

  /// Has a view read stored values (even places) and values that depend on them alone (odd places).
  ///
  /// The view may also write.
  func render(_ random: inout SplitMix64) {
    if views.count < 3 { views.append(View()) }
    let view = views[random.below(views.count)]
    let places = (0..<1 + random.below(2)).map { _ in random.below(2 * stored.count) }
    let (written, value) = (random.below(stored.count), random.below(4))
    let comesFirst = random.chance(50)
    // The write may run an effect that computes an observing value: its read would be tracked, too.
    let writes = random.chance(50) && !updaters.keys.contains { effect($0, dependsOn: written) }
    // An idle turn runs no effect, so it may concern anything that effects read.
    let idleTurn = random.chance(40) ? IdleTurn.allCases[random.below(4)] : nil
    let idle = random.below(stored.count)
    log.append("a view reads \(places)\(writes ? " and writes s\(written) = \(value)" : "")")
    if let idleTurn { log.append("it takes an idle turn: \(idleTurn) of s\(idle)") }
    // Effects that resume inside the tracking may have been paused when a model announced a change.
    let isPaused = idleTurn == .pause && random.chance(50)
    if isPaused {
      for updater in updaters.values { updater.pause() }
      write(&random)
    }
    view.mayBeTold = false
    view.tracking = TrackingView { [unowned self] in
      if writes, comesFirst { stored[written].value = value }
      if let idleTurn { take(idleTurn, of: stored[idle], isPaused: isPaused) }
      for place in places {
        _ = place % 2 == 0 ? stored[place / 2].value : plain[place / 2].value
      }
      if writes, !comesFirst { stored[written].value = value }
    }
    // Observation registers the view only now.
    view.read = Dictionary(places.map { ($0, valueForViews(at: $0)) }) { first, _ in first }
    noteTruth()
  }

  /// Takes a turn that ends where it began.
  private func take(_ turn: IdleTurn, of stored: StoredProperty<Int>, isPaused: Bool) {
    switch turn {
    case .edit:
      batch {
        stored.modify { $0 += 1 }
        stored.modify { $0 -= 1 }
      }
    case .write:
      let value = stored.peek()
      batch {
        stored.value = value + 3
        stored.value = value
      }
    case .undo: transaction(isUndone: true) { stored.modify { $0 += 1 } }
    case .pause:
      if !isPaused { for updater in updaters.values { updater.pause() } }
      for place in updaters.keys.sorted() { updaters[place]?.unpause() }
    }
  }

  func valueForViews(at place: Int) -> Int {
    let value = stored[place / 2].peek()
    return place % 2 == 0 ? value : value % 3
  }

  private func effect(_ effect: Int, dependsOn place: Int) -> Bool {
    if effect >= Self.direct { return place == 0 || self.effect(0, dependsOn: place) }
    switch formulas[effect] {
    case .model: return false
    case .mixed(_, let stored), .plain(let stored): return stored == place
    case .chosen(_, let input): return self.effect(input, dependsOn: place)
    case .sum(let inputs): return inputs.contains { self.effect($0, dependsOn: place) }
    case .scaled(let input, let stored):
      return stored == place || self.effect(input, dependsOn: place)
    }
  }

  /// Expects that the change of a model has told no view.
  func checkSilence(since before: [Int?]) {
    if views.map({ $0.tracking?.announcements }) != before { fail("a model has told a view") }
  }

  /// Expects that each view was told if a value that it read has changed, and otherwise only if one
  /// changed in between.
  func checkViews() {
    for view in views {
      guard let tracking = view.tracking else { continue }
      let isOutdated = view.read.contains { $1 != valueForViews(at: $0) }
      if isOutdated, tracking.announcements != 1 { fail("a view was not told") }
      if tracking.announcements > 0, !view.mayBeTold { fail("a view was told of nothing") }
    }
  }
}
