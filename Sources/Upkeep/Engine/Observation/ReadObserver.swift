internal import Observation
import UpkeepThread

/// The part of a thread that reports reads outside computations to Observation, while
/// `ObservationSwitch` is on.
///
/// The observer's node is in `Context.tracker` outside computations. The node has no inputs, so no
/// read is an expected one, and is marked as constant, so a read calls `didRead` in place of making
/// an edge. Therefore an expected read inside a computation costs nothing for the observer, and
/// other reads have one path fewer. Without the observer, a write that runs a closure costs one
/// more instruction.
///
/// Observation has no way to ask whether code is being tracked. But an access hashes its key path
/// only during tracking, and the key path here records that it was hashed. A property that was
/// never tracked uses a spare registrar. If the key path was hashed, the tracking contains this
/// registrar, so the property keeps it for good, and gets a `ReadWatcher`.
final class ReadObserver {
  // SAFETY: initialized here, and in no list; freed with the observer, when no reference to the
  // node is left.
  let node = NodeRef(.allocate(capacity: 1))

  // SAFETY: retained here, and released when it is replaced or the observer is freed. An access
  // retains nothing.
  @exclusivity(unchecked) private var spare = Unmanaged.passRetained(PropertyRegistrar())
  // SAFETY: lives as long as the program.
  private let observed = Unmanaged.passUnretained(Observed.shared)
  // SAFETY: as above.
  private let path = Unmanaged.passUnretained(Observed.path)

  // SAFETY: read and written whole.
  /// Whether the key path of the open access was hashed.
  @exclusivity(unchecked) fileprivate var isHeard = false

  // SAFETY: changed only by its own operations, which run no code of the program. Each watcher in
  // it is retained.
  /// The watchers whose properties have changed in the open turn, in order of change.
  @exclusivity(unchecked) private var due = Buffer<Unmanaged<ReadWatcher>>()

  init() { node.pointer.initialize(to: Node(.constant)) }

  deinit {
    node.pointer.deinitialize(count: 1)
    node.pointer.deallocate()
    spare.release()
  }

  /// Called when a property was read outside every computation.
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

  /// The variant of `didRead` for a property that was tracked before, or is constant.
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

  /// Makes the first watcher of a property, which is being tracked.
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

  /// Starts a watcher of a property whose value the caller loads next.
  ///
  /// A liveness handler may release the property. Then the property is kept until everything open
  /// has ended.
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

  /// Reports a read to a registrar, and returns whether this thread is tracking.
  func isHeard(by registrar: PropertyRegistrar) -> Bool {
    isHeard = false
    registrar.tellOfRead()
    return isHeard
  }

  /// Whether this thread is tracking.
  var isTracked: Bool {
    if !isHeard(by: spare.takeUnretainedValue()) { return false }
    // The tracking now contains the spare registrar.
    _ = takeSpare()
    return true
  }

  /// Makes a watcher compare its property's value at the end of the turn.
  func note(_ watcher: ReadWatcher, _ context: ContextRef) {
    due.append(.passRetained(watcher))
    if due.count == 1 { announceLater(context) }
  }

  /// Announces the changes, when the turn has ended and everything that it released is freed.
  func announceDue(_ context: ContextRef) {
    var count = due.count
    for index in 0..<count { due[index].takeRetainedValue().announceChange() }
    // Watchers that became due because of these announcements come next.
    due.removeAll(from: 0) { _ in
      count -= 1
      return count >= 0
    }
    if !due.isEmpty { announceLater(context) }
  }

  /// Schedules the announcements for the end of the outermost turn, after everything is freed.
  private func announceLater(_ context: ContextRef) {
    context.observation.isDue = true
    context.pointee.care.insert(.releases)
    if context.pointee.nesting == 0 { Graph.settle(context) }
  }
}

// MARK: - The switch

extension ReadObserver {
  // SAFETY: touched only by atomic operations after its initialization.
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
  /// A thread that is already working follows with its next turn; the thread that sets this follows
  /// at once.
  static var isOn: Bool {
    get { upkeep_word_load(word) != 0 }
    set {
      _ = upkeep_word_advance(word, newValue ? 0 : 1, newValue ? 1 : 0)
      Context.current.followSwitch()
    }
  }

  /// Whether an access hashes its key path exactly if the thread is tracking, as the observer
  /// requires.
  ///
  /// Under tracking only the "if" can be checked, not the "only if".
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
  /// Starts or stops sending reads outside computations to the observer, as the switch says.
  ///
  /// The observer exists until the thread ends, because an open computation may restore the
  /// observer's node as the tracker.
  func followSwitch() {
    if ReadObserver.isOn == (pointee.outside != nil) { return }
    let isOutside =
      pointee.tracker == pointee.outside && pointee.computing == nil && pointee.untrackedDepth == 0
    pointee.outside =
      pointee.outside == nil ? madeReadObserver._withUnsafeGuaranteedRef(\.node) : nil
    if isOutside {
      pointee.tracker = pointee.outside
    } else if pointee.nesting > 0 {
      Graph.whenAllHasEnded(self) { context in
        // The end of an `untracked` body follows the switch itself.
        if context.pointee.tracker == nil, context.pointee.computing == nil,
          context.pointee.untrackedDepth == 0
        {
          context.readFromOutside()
        }
      }
    }
  }

  /// The thread's observer, made on first use.
  var madeReadObserver: Unmanaged<ReadObserver> {
    if let observer = observation.observer { return observer }
    let made = Unmanaged.passRetained(ReadObserver())
    observation.observer = made
    return made
  }
}

// MARK: - The key path that notices

/// Represents one property in Observation.
final class PropertyRegistrar: Sendable {
  let registrar = ObservationRegistrar()

  /// Reports a read of the property.
  func tellOfRead() { registrar.access(Observed.shared, keyPath: Observed.path) }

  /// Reports a change of the property that was made already.
  func tellOfChange() { registrar.withMutation(of: Observed.shared, keyPath: Observed.path) {} }
}

/// Represents all properties in Observation by one key path; each property has its own registrar.
private final class Observed: Observable, Sendable {
  static let shared = Observed()

  // SAFETY: immutable, like everything it holds.
  nonisolated(unsafe) static let path: KeyPath<Observed, Void> = \Observed[Notice()]

  subscript(_: Notice) -> Void { () }

  /// A key path component that tells the observer when it is hashed; all components are equal.
  struct Notice: Hashable, Sendable {
    /// Zero, so that a key path adds nothing to its own hash.
    ///
    /// Key paths ask for this property; an answer through `hash(into:)` would take 130
    /// instructions.
    var hashValue: Int {
      Context.current.observation.observer?._withUnsafeGuaranteedRef { $0.isHeard = true }
      return 0
    }

    func hash(into hasher: inout Hasher) { hasher.combine(hashValue) }
  }
}
