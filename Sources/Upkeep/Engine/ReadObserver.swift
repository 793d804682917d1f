internal import Observation
import UpkeepThread

/// The part of a thread that tells Observation of reads outside all computations, while `ObservationSwitch` is on.
///
/// Its node stands in `Context.tracker` where nothing is tracked, and has no inputs: a read there finds that it was not
/// expected, and comes to `Graph.insert`, which calls `didRead` in place of making an edge. So a read of something known
/// pays nothing for it inside a computation; without it, a write that runs something pays one instruction, a new edge four.
///
/// Observation has no way to ask whether somebody is tracking. But only where somebody is, the key path of an access is
/// hashed; so an access by a spare registrar, with a key path that notices, tells. If it was hashed, the registrar
/// becomes that of the property, for it is known to whoever is tracking, and the property gets a `ReadWatcher`.
final class ReadObserver {
  // SAFETY: initialized here, and in no list; freed with the observer, when it stands nowhere any more.
  let node = NodeRef(.allocate(capacity: 1))

  // SAFETY: initialized here and freed with the observer. By a pointer nothing is retained and no access is tracked.
  private let spare = UnsafeMutablePointer<ObservationRegistrar>.allocate(capacity: 1)
  private let observed = Observed.shared
  private let path = Observed.path

  // SAFETY: read and written whole.
  /// Whether the key path of the access under way was hashed.
  @exclusivity(unchecked) fileprivate var isHeard = false

  /// The watchers whose properties have changed in the open turn, in that order.
  private var due: [ReadWatcher] = []

  init() {
    node.pointer.initialize(to: Node([]))
    spare.initialize(to: ObservationRegistrar())
  }

  deinit {
    node.pointer.deinitialize(count: 1)
    node.pointer.deallocate()
    spare.deinitialize(count: 1)
    spare.deallocate()
  }

  /// Called when a property was read outside all computations.
  @inline(never)
  func didRead(_ node: NodeRef) {
    if node.flags.contains(.announced), tellWatcher(of: node) { return }
    isHeard = false
    spare.pointee.access(observed, keyPath: path)
    if isHeard { watch(node) }
  }

  /// Tells the watcher of the value that was read, if there is one.
  private func tellWatcher(of node: NodeRef) -> Bool {
    guard let watcher = node.element?.readWatchers.newest?.takeUnretainedValue(),
      watcher.watches(node.version)
    else { return false }
    watcher.registrar.tellOfRead()
    return true
  }

  /// Makes a watcher: somebody tracks.
  private func watch(_ node: NodeRef) {
    guard let element = node.element else { return }
    let watcher = ReadWatcher(of: element, spare.pointee)
    spare.pointee = ObservationRegistrar()
    watcher.start(Context.current)
  }

  /// Counts as a read of what a registrar stands for; says whether somebody on this thread tracks.
  func isHeard(by registrar: ObservationRegistrar) -> Bool {
    isHeard = false
    registrar.tellOfRead()
    return isHeard
  }

  /// Has a watcher look at the end of the turn whether its property has another value.
  func note(_ watcher: ReadWatcher, _ context: ContextRef) {
    if due.isEmpty { Graph.releaseLater(.passRetained(EndOfTurn(self)), context) }
    due.append(watcher)
  }

  fileprivate func announceDue() {
    let now = due
    due = []
    for watcher in now { watcher.announceChange() }
  }

  /// Released when the open turn has ended and all that it freed is free, and announces then.
  private final class EndOfTurn {
    private let observer: ReadObserver

    init(_ observer: ReadObserver) { self.observer = observer }

    deinit { observer.announceDue() }
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
    let before = context.readObserver
    context.readObserver = .passUnretained(observer)
    defer { context.readObserver = before }
    let registrar = ObservationRegistrar()
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
    if ReadObserver.isOn == (outside != nil) { return }
    let isOutside = tracker == outside && computing == nil && untrackedDepth == 0
    if outside == nil, readObserver == nil { readObserver = .passRetained(ReadObserver()) }
    outside = outside == nil ? readObserver?._withUnsafeGuaranteedRef(\.node) : nil
    if isOutside {
      tracker = outside
    } else if nesting > 0 {
      Graph.releaseLater(.passRetained(WhenNothingComputes()), self)
    }
  }

  /// Released when what is open has ended.
  private final class WhenNothingComputes {
    deinit {
      let context = Context.current
      if context.tracker == nil, context.computing == nil { context.readFromOutside() }
    }
  }
}

// MARK: - The key path that notices

extension ObservationRegistrar {
  /// Counts as a read of what this registrar stands for.
  func tellOfRead() { access(Observed.shared, keyPath: Observed.path) }

  /// Counts as a change of it, which has been made already.
  func tellOfChange() { withMutation(of: Observed.shared, keyPath: Observed.path) {} }
}

/// Stands for properties before Observation: one key path for all, for each has a registrar of its own.
private final class Observed: Observable, Sendable {
  static let shared = Observed()

  // SAFETY: immutable, and so is what it holds.
  nonisolated(unsafe) static let path: KeyPath<Observed, Void> = \Observed[Notice()]

  subscript(_: Notice) -> Void { () }

  /// Equal to every other; tells the thread's observer that it is hashed.
  struct Notice: Hashable, Sendable {
    func hash(into hasher: inout Hasher) {
      Context.current.readObserver?._withUnsafeGuaranteedRef { $0.isHeard = true }
    }
  }
}
