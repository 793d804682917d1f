/// The effect that announces to Observation that a property no longer has the value that was read.
///
/// A watcher announces once, after the turn; the tracking code then reads anew. It does not retain
/// the property, and ends with the property. Until then a derived value is needed, because
/// Observation does not tell when the tracking code loses interest. The watcher and its list
/// (`ReadWatchers`) retain each other until the watcher ends.
///
///     read under tracking ─> (waits for the end of a transaction) ─> armed
///     armed ─> a flush has run it ─> due ─> the turn ends ─┬─ the same value: armed
///                                                          ├─ another value: announces, ends
///                                                          └─ another, tracking: announces, armed
///     the property is released ─> ends
///
/// Observation registers a tracking only when the tracked closure has returned. So a watcher stays
/// if its property changes inside that closure.
final class ReadWatcher: GraphEffect {
  private let watchers: ReadWatchers
  private let registrar: PropertyRegistrar
  private let input: NodeRef
  private var version = Version.none
  /// Returns whether the value has changed since it was read.
  ///
  /// Nil for a stored property that was read between turns. Then the version is enough, because a
  /// turn that ends with the value with which it began also restores the version. A copy of the old
  /// value would make an edit in place copy the value; such an edit counts as a change without a
  /// comparison.
  private var hasChanged: ((GraphElement) -> Bool)?
  /// The number of touches when the value was read; a greater number means that an object behind
  /// the value has changed.
  private var touchesSeen: UInt64 = 0
  private var isDue = false
  /// Called when the watcher has ended.
  private var afterwards: (() -> Void)?

  /// Makes the watcher of a property whose value is fresh.
  init(of element: GuestElement, _ watchers: ReadWatchers, _ registrar: PropertyRegistrar) {
    self.watchers = watchers
    self.registrar = registrar
    input = element.node
    super.init(.declared, element.label, in: watchers.list)
    watchers.add(self)
    if let whenTracked = watchers.whenTracked { afterwards = whenTracked() }
    Graph.declare(input, of: node)
    let isDerived = input.flags.contains(.derived)
    // A computation of the derived property may release that property.
    if isDerived { input.flags.insert(.readLoosely) }
    if isDerived || Context.current.pointee.turnDepth > 0 {
      hasChanged = element.makeChangeDetector()
    }
    touchesSeen = element.touches
    input.flags.insert(.announced)
    version = input.version
    // The closure is released when the effect ends, so it may retain the effect; it needs no object
    // of its own.
    node.install(Node.Recompute(running: { [self] in wake(Context.current) }))
  }

  /// Whether the watcher serves readers of the value with the given version.
  ///
  /// Inside a turn the value may be another one than before, and become that again.
  func watches(_ version: Version) -> Bool { self.version == version && !isDue }

  /// Reports a read of the value with the given version, if the watcher serves such readers.
  fileprivate func tellOfRead(_ version: Version) -> Bool {
    if !watches(version) { return false }
    registrar.tellOfRead()
    return true
  }

  fileprivate func uses(_ registrar: PropertyRegistrar) -> Bool { self.registrar === registrar }

  /// Begins to watch; inside a transaction, at its end.
  func start(_ context: ContextRef) {
    guard let journal = context.journal else { return begin(context) }
    // A foreign thread that releases the property needs the owner.
    watchers.list.note(context.owner)
    input.claim(context)
    journal.onEnding { [self] in
      let context = Context.current
      begin(context)
      if !isOver, input.version != version { note(context) }
    }
  }

  /// Begins to watch.
  ///
  /// No turn is opened, because a read under tracking must settle only the values that it needs.
  private func begin(_ context: ContextRef) {
    guard !isOver, let list else { return }
    Graph.looking {
      // From here on this effect may be at work on the input, even on a stored property's node.
      input.claim(context)
      list.firstRun(of: self, context)
    }
  }

  /// Runs when the watcher starts, and when a flush has found another version.
  private func wake(_ context: ContextRef) {
    if input.version != version { note(context) }
  }

  private func note(_ context: ContextRef) {
    if isDue { return }
    isDue = true
    context.madeReadObserver._withUnsafeGuaranteedRef { $0.note(self, context) }
  }

  /// Announces a change if the property has another value than when it was read.
  func announceChange() {
    isDue = false
    guard !isOver, let element = LooseReaders.object(of: input) else { return }
    if input.version == version { return }
    let isTouched = element.touches != touchesSeen
    if let hasChanged, !hasChanged(element), !isTouched {
      version = input.version
      return
    }
    // `isTracked` uses a spare registrar. With the property's own registrar, tracking code that
    // writes the property would become its reader.
    let observer = Context.current.observation.observer?.takeUnretainedValue()
    if observer?.isTracked == true {
      version = input.version
      touchesSeen = element.touches
      registrar.tellOfChange()
      return
    }
    watchers.remove(self)
    if watchers.count == 0 { input.flags.remove(.announced) }
    end()
    registrar.tellOfChange()
    afterwards?()
  }

  override func inputIsGone() {
    end()
    afterwards?()
  }
}

/// The watchers of a property that was tracked at least once, and the state that the next watcher
/// needs.
///
/// There are several watchers only if the property was read inside a turn that had changed it. A
/// watcher retains this object.
final class ReadWatchers {
  /// The list of the watchers, made for the first one.
  private(set) lazy var list = EffectList(watching: node)
  private let node: NodeRef

  // SAFETY: each watcher removes itself before it ends, unless the property was released.
  @exclusivity(unchecked) private var newest: Unmanaged<ReadWatcher>?
  // SAFETY: read and written whole.
  @exclusivity(unchecked) private(set) var count = 0

  // SAFETY: read and written whole.
  /// The property's registrar, set when the property was first tracked; further watchers have their
  /// own.
  @exclusivity(unchecked) var registrar: PropertyRegistrar?
  // SAFETY: read and written whole.
  @exclusivity(unchecked) private var isRegistrarInUse = false

  /// See `UntypedProperty.whenTracked`; returns the closure to call when the watcher has ended.
  var whenTracked: (() -> (() -> Void))?

  init(of node: NodeRef) { self.node = node }

  /// The registrar of the property, if no watcher has it.
  var freeRegistrar: PropertyRegistrar? { isRegistrarInUse ? nil : registrar }

  /// Reports a read of the value with the given version, and returns whether a watcher serves it.
  func tellOfRead(_ version: Version) -> Bool {
    newest?._withUnsafeGuaranteedRef { $0.tellOfRead(version) } ?? false
  }

  func add(_ watcher: ReadWatcher) {
    newest = .passUnretained(watcher)
    count += 1
    if let registrar, watcher.uses(registrar) { isRegistrarInUse = true }
  }

  func remove(_ watcher: ReadWatcher) {
    if newest?.toOpaque() == Unmanaged.passUnretained(watcher).toOpaque() { newest = nil }
    count -= 1
    if let registrar, watcher.uses(registrar) { isRegistrarInUse = false }
  }
}

extension GuestElement {
  /// The watchers that tell Observation of the next change; nil if there never was a watcher.
  // SAFETY: a property stores nothing else in `watcherList`.
  final var readWatchers: ReadWatchers? {
    watcherList.map { unsafeDowncast($0, to: ReadWatchers.self) }
  }

  // SAFETY: as above.
  /// `readWatchers`, made on first use.
  final var madeReadWatchers: ReadWatchers {
    unsafeDowncast(madeWatcherList, to: ReadWatchers.self)
  }
}

extension LooseReaders {
  /// Returns the list of a property's watchers; without watchers, a new empty list that ends in the
  /// same way.
  static func watchers(of property: GuestElement) -> EffectList {
    let list = property.readWatchers?.list ?? EffectList(watching: property.node)
    list.noteOwner(of: property.node)
    return list
  }
}
