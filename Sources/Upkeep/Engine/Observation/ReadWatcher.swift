/// The effect that announces to Observation that a property has another value than the one that somebody read.
///
/// It does so once, when the turn has ended: whoever tracked reads anew. It does not keep the property, and ends with
/// it; until then a derived value is needed, as nothing tells that nobody is interested any more. It keeps its list
/// (`ReadWatchers`), and that keeps it, until it ends.
///
///     read by somebody who tracks ─> (waits for the end of a transaction) ─> armed
///     armed ─> a flush has run it ─> due ─> the end of the turn ─┬─ the same value: armed
///                                                                ├─ another value: announces, ends
///                                                                └─ and somebody tracks just now: announces, armed
///     the property goes ─> ends
///
/// Observation knows of whoever tracks only when the tracked closure has returned: so one in which the value changes stays.
final class ReadWatcher: GraphEffect {
  private let watchers: ReadWatchers
  private let registrar: PropertyRegistrar
  private let input: NodeRef
  private var version = Version.none
  /// Says whether the value is another one than when it was read.
  ///
  /// Nil for a stored one that was read between turns, whose version tells: it goes back with the value to what it was
  /// when the turn began. Its old value would be copied by an edit in place, which is a change without a comparison.
  private var hasChanged: ((GraphElement) -> Bool)?
  /// An object behind the value was changed when there are more.
  private var touchesSeen: UInt64 = 0
  private var isDue = false
  /// Called when all is over.
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
    // It may drop the property while that is computed for it.
    if isDerived { input.flags.insert(.readLoosely) }
    if isDerived || Context.current.pointee.turnDepth > 0 {
      hasChanged = element.makeChangeDetector()
    }
    touchesSeen = element.touches
    input.flags.insert(.announced)
    version = input.version
    // The closure goes with the effect's end, so it may keep it; it is no object by itself.
    node.install(Node.Recompute(running: { [self] in wake(Context.current) }))
  }

  /// Whether it is for those who have read the value of a version.
  ///
  /// Inside a turn the value may be another one than before, and become that again.
  func watches(_ version: Version) -> Bool { self.version == version && !isDue }

  /// Tells of a read of the value of a version, if it is for those.
  fileprivate func tellOfRead(_ version: Version) -> Bool {
    if !watches(version) { return false }
    registrar.tellOfRead()
    return true
  }

  fileprivate func uses(_ registrar: PropertyRegistrar) -> Bool { self.registrar === registrar }

  /// Begins to watch; inside a transaction, when that is over.
  func start(_ context: ContextRef) {
    guard let journal = context.journal else { return begin(context) }
    // A foreign thread that releases the property has to find the owner.
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
  /// No turn is opened: a read inside somebody's tracking must settle nothing that it does not
  /// need.
  private func begin(_ context: ContextRef) {
    guard !isOver, let list else { return }
    Graph.looking {
      // Also a stored one has somebody now who may be at work on its node.
      input.claim(context)
      list.firstRun(of: self, context)
    }
  }

  /// Runs when it is made, and when a flush has found another version.
  private func wake(_ context: ContextRef) {
    if input.version != version { note(context) }
  }

  private func note(_ context: ContextRef) {
    if isDue { return }
    isDue = true
    context.madeReadObserver._withUnsafeGuaranteedRef { $0.note(self, context) }
  }

  /// Announces if the property has another value than when it was read.
  func announceChange() {
    isDue = false
    guard !isOver, let element = LooseReaders.object(of: input) else { return }
    if input.version == version { return }
    let isTouched = element.touches != touchesSeen
    if let hasChanged, !hasChanged(element), !isTouched {
      version = input.version
      return
    }
    // Asked of a registrar of nobody's: by that of the property whoever writes it would become one
    // of its readers.
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

/// What a property keeps from the time on when somebody has first tracked it: its watchers, several only if it was read
/// inside a turn that had changed it, and what the next one needs.
///
/// A watcher keeps it, too.
final class ReadWatchers {
  /// Made for the first watcher.
  private(set) lazy var list = EffectList(watching: node)
  private let node: NodeRef

  // SAFETY: each takes itself out before it ends, unless the property has gone.
  @exclusivity(unchecked) private var newest: Unmanaged<ReadWatcher>?
  // SAFETY: read and written whole.
  @exclusivity(unchecked) private(set) var count = 0

  // SAFETY: read and written whole.
  /// That of the property, once somebody has tracked it; further watchers have their own.
  @exclusivity(unchecked) var registrar: PropertyRegistrar?
  // SAFETY: read and written whole.
  @exclusivity(unchecked) private var isRegistrarInUse = false

  /// See `UntypedProperty.whenTracked`; returns what is to be called when the watcher has ended.
  var whenTracked: (() -> (() -> Void))?

  init(of node: NodeRef) { self.node = node }

  /// The registrar of the property, if no watcher has it.
  var freeRegistrar: PropertyRegistrar? { isRegistrarInUse ? nil : registrar }

  /// Tells of a read of the value of a version, if there is a watcher for it.
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
  /// The watchers that tell Observation of the next change; nil if there never was one.
  // SAFETY: a property keeps nothing else there.
  final var readWatchers: ReadWatchers? {
    watcherList.map { unsafeDowncast($0, to: ReadWatchers.self) }
  }

  // SAFETY: as above.
  /// `readWatchers`, made if there are none yet.
  final var madeReadWatchers: ReadWatchers {
    unsafeDowncast(madeWatcherList, to: ReadWatchers.self)
  }
}

extension LooseReaders {
  /// The watchers of a property; without any, a list that is to end where they would.
  static func watchers(of property: GuestElement) -> EffectList {
    let list = property.readWatchers?.list ?? EffectList(watching: property.node)
    list.noteOwner(of: property.node)
    return list
  }
}
