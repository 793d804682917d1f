import UpkeepThread

// SAFETY: the fields are set once, except `liveness`, which the runtime clears atomically, and the
// contents of the inboxes, which are atomic.
/// An isolation that owns graphs: the main actor, or another actor.
///
/// "Owners" in `Graph.swift` says how an owner is recognised.
@usableFromInline
final class Owner: @unchecked Sendable {
  /// The executor's object; nil for the main actor of a program without the concurrency library.
  fileprivate let executor: UnsafeMutableRawPointer?
  /// The executor's object; nil once the actor was released, after which it runs no code.
  private weak var liveness: AnyObject?
  // An unowned reference keeps the executor's memory from being used for another executor while
  // this owner exists, so equal addresses mean the same executor.
  private unowned let anchor: AnyObject

  /// Releases of updaters off their owner, and other deferred work.
  private let inbox = Inbox()
  /// Announcements of models.
  private let announcements = Inbox()

  fileprivate init(executor: UnsafeMutableRawPointer?, object: AnyObject) {
    self.executor = executor
    liveness = object
    anchor = object
    // SAFETY: the address is compared, never followed.
    let address = UInt64(UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()))
    precondition(address & Node.Signs.all.rawValue == 0, "Upkeep: no room for signs")
  }

  /// The main actor's owner.
  static let main = Owner(
    executor: upkeep_main_executor(), object: MainActor.shared)

  // SAFETY: compared, never followed.
  fileprivate nonisolated(unsafe) static let mainIdentity = Unmanaged.passUnretained(main)
    .toOpaque()

  /// Returns the owner of the code that the calling thread runs, or nil if no isolation is known.
  ///
  /// - Complexity: O(1): a flag on the main thread, one call of the runtime elsewhere; a locked
  ///   look-up when another actor ran on this thread last.
  static func current(_ context: ContextRef) -> Unmanaged<Owner>? {
    context.pointee.care.contains(.elsewhere) ? currentActor(context) : context.owner
  }

  @inline(never)
  private static func currentActor(_ context: ContextRef) -> Unmanaged<Owner>? {
    guard let executor = upkeep_current_executor() else { return nil }
    if let recent = context.drops.recentOwner, recent.executor == executor {
      return Unmanaged.passUnretained(recent)
    }
    let owner =
      executor == main.executor ? main : OwnerRegistry.shared.owner(of: executor)
    context.drops.recentOwner = owner
    return Unmanaged.passUnretained(owner)
  }

  /// The part of `ContextRef.enter` for threads other than the main one.
  static func enterElsewhere(_ context: ContextRef) {
    context.owner = current(context)
    context.pointee.ownerKind = kind(of: context.owner)
  }

  private static func kind(of owner: Unmanaged<Owner>?) -> Node.Flags {
    guard let owner else { return [] }
    return owner.toOpaque() == mainIdentity ? .ownedByMain : .ownedByAnother
  }

  /// Whether the calling thread runs code of this owner.
  func isCurrent(_ context: ContextRef) -> Bool {
    Owner.current(context)?.toOpaque() == Unmanaged.passUnretained(self).toOpaque()
  }

  var isGone: Bool { liveness == nil }

  /// The actor, if it is alive.
  var actor: (any Actor)? { self === Owner.main ? MainActor.shared : liveness as? any Actor }

  /// Leaves work to the owner's next turn, from any thread.
  func leave(_ letter: Letter) {
    inbox.post(letter)
    // Since the caller looked, the actor may have been released, and its owner removed from the
    // registry.
    if isGone { OwnerRegistry.shared.register(self) }
  }

  /// Adds an announcement, from any thread; the owner's next turn begins with it.
  func post(_ announcement: Letter) { announcements.post(announcement) }

  fileprivate var hasDeferred: Bool { !inbox.isEmpty }

  /// Whether work or an announcement waits for the owner.
  var hasLetters: Bool { hasDeferred || !announcements.isEmpty }

  /// Finishes the releases that were left to `owner`, which works on this thread, and to the owners
  /// of released actors.
  ///
  /// Without an owner, only this thread's own releases are finished.
  static func releaseDeferred(to owner: Owner?, _ context: ContextRef) {
    // At the end of an edit, or while nodes are being freed, the engine may still use objects that
    // would be freed here. Then the next turn finishes the releases.
    let waiting =
      context.pointee.dying.count | context.pointee.releases.count | context.drops.abandoned.count
    if context.pointee.care.contains(.draining) || waiting | context.pointee.queue.count != 0 {
      return
    }
    context.pointee.deferralsSeen = upkeep_deferrals_posted()
    if let owner {
      owner.inbox.open(context)
      // Clean-ups that were written for an actor have to run on an actor, so a plain thread does
      // only its own work.
      for orphan in OwnerRegistry.shared.removeOrphans() { orphan.inbox.open(context) }
    }
    Graph.settleForeign(owner, context)
  }

  func openAnnouncements(_ context: ContextRef) { announcements.open(context) }

  /// Leaves the announcements to a later turn.
  func leaveAnnouncements(_ context: ContextRef) { announcements.look { $0.wait(context) } }
}

/// The isolation in which the caller runs.
package enum Isolation {
  /// The actor that runs the caller; nil without an actor, and for an actor with a custom executor.
  package static var current: (any Actor)? {
    if !Context.current.pointee.care.contains(.elsewhere) { return MainActor.shared }
    guard let executor = upkeep_current_executor() else { return nil }
    if executor == Owner.main.executor { return MainActor.shared }
    // SAFETY: the executor runs on this thread, so its object is alive.
    return Unmanaged<AnyObject>.fromOpaque(executor).takeUnretainedValue() as? any Actor
  }

  /// The identity of the executor that runs the caller, equal for all callers on one executor; nil
  /// without an executor.
  package static var identity: UnsafeMutableRawPointer? {
    if !Context.current.pointee.care.contains(.elsewhere) { return Owner.mainIdentity }
    guard let executor = upkeep_current_executor() else { return nil }
    return executor == Owner.main.executor ? Owner.mainIdentity : executor
  }
}

// SAFETY: `owners` and `limit` are touched only while `upkeep_lock` is held.
/// The owners of actors other than the main one, by executor.
///
/// `isGone` may release the actor that it asks about, and the actor's `deinit` may call the
/// registry. So `isGone` is never read under the lock.
private final class OwnerRegistry: @unchecked Sendable {
  static let shared = OwnerRegistry()
  private var owners: [UnsafeMutableRawPointer: Owner] = [:]
  /// The number of owners above which the owners of released actors are removed.
  private var limit = 16

  func owner(of executor: UnsafeMutableRawPointer) -> Owner {
    let (owner, isFull) = findOwner(of: executor)
    // An owner with deferred releases stays until `removeOrphans` finds it.
    if isFull { remove(all.filter { $0.isGone && !$0.hasDeferred }) }
    return owner
  }

  private func findOwner(of executor: UnsafeMutableRawPointer) -> (Owner, isFull: Bool) {
    upkeep_lock()
    defer { upkeep_unlock() }
    if let owner = owners[executor] { return (owner, false) }
    // SAFETY: the executor runs on this thread, so its object is alive.
    let object = Unmanaged<AnyObject>.fromOpaque(executor).takeUnretainedValue()
    let owner = Owner(executor: executor, object: object)
    owners[executor] = owner
    return (owner, owners.count > limit)
  }

  func register(_ owner: Owner) {
    guard let executor = owner.executor else { return }
    upkeep_lock()
    defer { upkeep_unlock() }
    owners[executor] = owner
  }

  func removeOrphans() -> [Owner] {
    let orphans = all.filter(\.isGone)
    if !orphans.isEmpty { remove(orphans) }
    return orphans
  }

  private var all: [Owner] {
    upkeep_lock()
    defer { upkeep_unlock() }
    return Array(owners.values)
  }

  private func remove(_ dead: [Owner]) {
    upkeep_lock()
    defer { upkeep_unlock() }
    for owner in dead {
      if let executor = owner.executor, owners[executor] === owner { owners[executor] = nil }
    }
    limit = max(16, owners.count * 2)
  }
}
