internal import Observation
import UpkeepThread

/// The part of a thread that tells Observation of reads outside all computations, while `ObservationSwitch` is on.
///
/// Its node stands in `Context.tracker` where nothing is tracked, has no inputs, and is marked as constant: a read there is
/// not an expected one, finds that mark, and comes to `didRead` in place of making an edge. So an expected read pays nothing
/// for it inside a computation, and any other has one way less to go; without it, a write that runs something pays one
/// instruction.
///
/// Observation has no way to ask whether somebody is tracking. But only where somebody is, the key path of an access is
/// hashed; so an access by a registrar, with a key path that notices, tells. That of a property that nobody has tracked yet
/// is a spare one. If it was hashed, it is known to whoever is tracking: the property keeps it for good, and gets a
/// `ReadWatcher`.
final class ReadObserver {
  // SAFETY: initialized here, and in no list; freed with the observer, when it stands nowhere any more.
  let node = NodeRef(.allocate(capacity: 1))

  // SAFETY: retained here, given back when it is replaced or the observer goes. Nothing is retained for an access.
  @exclusivity(unchecked) private var spare = Unmanaged.passRetained(PropertyRegistrar())
  // SAFETY: the program's, for good.
  private let observed = Unmanaged.passUnretained(Observed.shared)
  // SAFETY: as above.
  private let path = Unmanaged.passUnretained(Observed.path)

  // SAFETY: read and written whole.
  /// Whether the key path of the access under way was hashed.
  @exclusivity(unchecked) fileprivate var isHeard = false

  // SAFETY: changed by its own operations alone, which run nothing of the program's. Each watcher in it is retained.
  /// The watchers whose properties have changed in the open turn, in that order.
  @exclusivity(unchecked) private var due = Buffer<Unmanaged<ReadWatcher>>()

  init() { node.pointer.initialize(to: Node(.constant)) }

  deinit {
    node.pointer.deinitialize(count: 1)
    node.pointer.deallocate()
    spare.release()
  }

  /// Called when a property was read where nothing computes.
  @inline(__always)
  func didRead(_ node: NodeRef) {
    if !node.flags.isDisjoint(with: [.constant, .wasTracked]) { return didReadAgain(node) }
    isHeard = false
    spare._withUnsafeGuaranteedRef { spare in
      observed._withUnsafeGuaranteedRef { observed in
        path._withUnsafeGuaranteedRef { spare.registrar.access(observed, keyPath: $0) }
      }
    }
    if isHeard { watch(node) }
  }

  /// `didRead` of what somebody has tracked before, or what never changes.
  @inline(never)
  private func didReadAgain(_ node: NodeRef) {
    guard !node.flags.contains(.constant), let element = node.guest,
      let watchers = element.readWatchers
    else { return }
    if watchers.tellOfRead(node.version) { return }
    let registrar = watchers.freeRegistrar
    if isHeard(by: registrar ?? spare.takeUnretainedValue()) {
      let watcher = ReadWatcher(of: element, watchers, registrar ?? takeSpare())
      Self.start(watcher, of: consume element)
    }
  }

  /// Makes the first watcher of a property: somebody tracks.
  @inline(never)
  private func watch(_ node: NodeRef) {
    guard let element = node.guest else { return }
    node.flags.insert(.wasTracked)
    node.set(.hasWatchers)
    let watchers = element.madeReadWatchers
    let registrar = takeSpare()
    watchers.registrar = registrar
    let watcher = ReadWatcher(of: element, watchers, registrar)
    Self.start(watcher, of: consume element)
  }

  /// Starts a watcher of a property, whose value is loaded next.
  ///
  /// A liveness handler may let go of the property: then it stays until something has ended.
  private static func start(_ watcher: ReadWatcher, of element: consuming GuestElement) {
    let context = Context.current
    watcher.start(context)
    if isKnownUniquelyReferenced(&element) { context.appendRelease(of: .passRetained(element)) }
  }

  private func takeSpare() -> PropertyRegistrar {
    let taken = spare.takeRetainedValue()
    spare = .passRetained(PropertyRegistrar())
    return taken
  }

  /// Counts as a read of what a registrar stands for; says whether somebody on this thread tracks.
  func isHeard(by registrar: PropertyRegistrar) -> Bool {
    isHeard = false
    registrar.tellOfRead()
    return isHeard
  }

  /// Whether somebody on this thread tracks.
  var isTracked: Bool {
    if !isHeard(by: spare.takeUnretainedValue()) { return false }
    // The spare registrar is part of the tracking now.
    _ = takeSpare()
    return true
  }

  /// Has a watcher look at the end of the turn whether its property has another value.
  func note(_ watcher: ReadWatcher, _ context: ContextRef) {
    due.append(.passRetained(watcher))
    if due.count == 1 { announceLater(context) }
  }

  /// Called when the turn has ended and all that it freed is free.
  func announceDue(_ context: ContextRef) {
    var count = due.count
    for index in 0..<count { due[index].takeRetainedValue().announceChange() }
    // Those that were changed by whoever was told come next.
    due.removeAll(from: 0) { _ in
      count -= 1
      return count >= 0
    }
    if !due.isEmpty { announceLater(context) }
  }

  /// Has what is due announced when the outermost turn has ended, and all that is dead is freed and released.
  private func announceLater(_ context: ContextRef) {
    context.observation.isDue = true
    context.pointee.care.insert(.releases)
    if context.pointee.nesting == 0 { Graph.settle(context) }
  }
}

// MARK: - The switch

extension ReadObserver {
  // SAFETY: after its initialization touched only by atomic operations.
  private nonisolated(unsafe) static let word = {
    let word = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)
    #if canImport(SwiftUI)
      word.initialize(to: 1)
    #else
      word.initialize(to: 0)
    #endif
    return word
  }()

  /// Whether threads have an observer of reads.
  ///
  /// A thread that is at work already follows with its next turn, the main one when it sets this itself.
  static var isOn: Bool {
    get { upkeep_word_load(word) != 0 }
    set {
      _ = upkeep_word_advance(word, newValue ? 0 : 1, newValue ? 1 : 0)
      Context.current.followSwitch()
    }
  }

  /// Whether a key path is hashed by an access if, and only if, somebody is tracking: on that all of it stands.
  ///
  /// Where somebody is tracking already, only the first half can be seen.
  static var canTellWhoTracks: Bool {
    let context = Context.current
    let observer = ReadObserver()
    let before = context.observation.observer
    context.observation.observer = .passUnretained(observer)
    defer { context.observation.observer = before }
    let registrar = PropertyRegistrar()
    if observer.isHeard(by: registrar) { return true }
    return withObservationTracking {
      observer.isHeard(by: registrar)
    } onChange: {
    }
  }
}

extension ContextRef {
  /// Has reads where nothing computes go to the thread's observer, or not any more, if the switch was turned.
  ///
  /// The observer stays until the thread ends: a computation that is open may put its node back.
  func followSwitch() {
    if ReadObserver.isOn == (pointee.outside != nil) { return }
    let isOutside =
      pointee.tracker == pointee.outside && pointee.computing == nil && pointee.untrackedDepth == 0
    pointee.outside =
      pointee.outside == nil ? madeReadObserver._withUnsafeGuaranteedRef(\.node) : nil
    if isOutside {
      pointee.tracker = pointee.outside
    } else if pointee.nesting > 0 {
      Graph.releaseLater(.passRetained(WhenNothingComputes()), self)
    }
  }

  /// The thread's observer, made if there is none yet.
  var madeReadObserver: Unmanaged<ReadObserver> {
    if let observer = observation.observer { return observer }
    let made = Unmanaged.passRetained(ReadObserver())
    observation.observer = made
    return made
  }

  /// Released when what is open has ended.
  private final class WhenNothingComputes {
    deinit {
      let context = Context.current
      // The end of an `untracked` body looks at the switch by itself.
      if context.pointee.tracker == nil, context.pointee.computing == nil,
        context.pointee.untrackedDepth == 0
      {
        context.readFromOutside()
      }
    }
  }
}

// MARK: - The key path that notices

/// Stands for one property before Observation.
final class PropertyRegistrar: Sendable {
  let registrar = ObservationRegistrar()

  /// Counts as a read of the property.
  func tellOfRead() { registrar.access(Observed.shared, keyPath: Observed.path) }

  /// Counts as a change of it, which has been made already.
  func tellOfChange() { registrar.withMutation(of: Observed.shared, keyPath: Observed.path) {} }
}

/// Stands for properties before Observation: one key path for all, for each has a registrar of its own.
private final class Observed: Observable, Sendable {
  static let shared = Observed()

  // SAFETY: immutable, and so is what it holds.
  nonisolated(unsafe) static let path: KeyPath<Observed, Void> = \Observed[Notice()]

  subscript(_: Notice) -> Void { () }

  /// Equal to every other; tells the thread's observer that it is hashed.
  struct Notice: Hashable, Sendable {
    /// Zero, which tells a key path that it has nothing to add to its own hash.
    ///
    /// That is the one that key paths ask for; by way of `hash(into:)` it would take 130 instructions.
    var hashValue: Int {
      Context.current.observation.observer?._withUnsafeGuaranteedRef { $0.isHeard = true }
      return 0
    }

    func hash(into hasher: inout Hasher) { hasher.combine(hashValue) }
  }
}
