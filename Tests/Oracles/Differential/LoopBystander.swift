import Upkeep

/// An effect or a property that follows a number of a loop without being part of the loop.
final class LoopBystander {
  enum Kind: CaseIterable {
    case bound, copying, correcting, transitions, watching, madeLater
    case previous, debounced, throttled, delayed
  }

  private let kind: Kind
  private let number: StoredProperty<Int>
  private let copy = StoredProperty(0)
  private var last: Int?
  private var isBroken = false
  private var property: Property<Int>?
  private var before: Property<Int?>?
  private var timed: TimedProperty<Int>?
  private var inner: EffectToken?

  init(_ kind: Kind, of number: StoredProperty<Int>, _ updater: Updater, _ clock: ManualClock) {
    self.kind = kind
    self.number = number
    let second = Duration.seconds(1)
    switch kind {
    case .bound: updater.bind(number, copy)
    case .copying: updater.keepUpToDate { [copy] in copy.value = number.value }
    case .correcting:
      // The effect wakes itself once each time.
      updater.keepUpToDate { [copy] in
        if copy.value != number.value { copy.value += (number.value - copy.value).signum() }
        if copy.value < number.value { copy.value = number.value }
      }
    case .transitions:
      updater.onTransition(number) { [unowned self] old, new in
        if old != last { isBroken = true }
        last = new
        copy.value = new
      }
    case .watching: updater.keepUpToDate { [unowned self] in last = number.value }
    case .madeLater:
      updater.keepUpToDate { [unowned self, unowned updater] in
        guard number.value == 500 || inner == nil else { return }
        inner?.cancel()
        inner = updater.keepUpToDate { [copy] in copy.value = number.value }
      }
    case .previous: before = number.previous()
    case .debounced: timed = number.debounced(for: second, clock: clock)
    case .throttled: timed = number.throttled(for: second, clock: clock)
    case .delayed: timed = number.delayed(by: second, clock: clock)
    }
  }

  /// Checks the state when the loop has ended and a minute has passed.
  ///
  /// - Parameter change: the last change of the number, where it is known.
  /// - Returns: the mistake; nil if there is none.
  func mistake(after change: Int?) -> String? {
    let now = number.value
    let isRight =
      switch kind {
      case .bound, .copying, .correcting, .madeLater: copy.value == now
      case .transitions: !isBroken && last == now && copy.value == now
      case .watching: last == now
      case .previous:
        change.map { before?.value == .some(now - $0) } ?? (before?.value != .some(now))
      case .debounced, .throttled, .delayed: timed?.value == now && timed?.isPending == false
      }
    return isRight ? nil : "\(kind) does not show \(now)"
  }
}
