import UpkeepThread

/// An isolation that owns graphs: the main actor, or another actor. "Owners" in `Graph.swift` says
/// how one is recognised.
@usableFromInline
final class Owner {
  /// The executor's object; nil for the main actor of a program without the concurrency library.
  fileprivate let executor: UnsafeMutableRawPointer?
  /// Tells whether the executor still lives. A dead actor runs nothing.
  private weak var liveness: AnyObject?
  // An unowned reference keeps the executor's memory from being used for another one as long as
  // this owner exists; so equal addresses mean the same executor.
  private unowned let anchor: AnyObject

  // SAFETY: touched only by the atomic operations of `upkeep_chain_push` and `upkeep_chain_take`.
  /// The updaters that were dropped elsewhere: a list of `Mail`.
  private let mailbox = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 1)

  fileprivate init(executor: UnsafeMutableRawPointer?, object: AnyObject) {
    self.executor = executor
    liveness = object
    anchor = object
    mailbox.initialize(to: nil)
  }

  deinit { mailbox.deallocate() }

  // SAFETY: immutable but for the content of `mailbox`, which is atomic.
  /// The main actor's.
  nonisolated(unsafe) static let main = Owner(
    executor: upkeep_main_executor(), object: MainActor.shared)

  // SAFETY: compared, never followed.
  fileprivate nonisolated(unsafe) static let mainIdentity = Unmanaged.passUnretained(main)
    .toOpaque()

  /// The owner that the calling thread works for, nil where no isolation is known.
  ///
  /// - Complexity: O(1): a flag on the main thread, one call of the runtime elsewhere; a locked
  ///   look-up when another actor ran on this thread last.
  @inline(__always)
  static func current(_ context: ContextRef) -> Unmanaged<Owner>? {
    context.mainOwner ?? currentActor(context)
  }

  @inline(never)
  private static func currentActor(_ context: ContextRef) -> Unmanaged<Owner>? {
    guard let executor = upkeep_current_executor() else { return nil }
    if let recent = context.recentOwner, recent.executor == executor {
      return Unmanaged.passUnretained(recent)
    }
    let owner =
      executor == main.executor ? main : OwnerRegistry.shared.owner(of: executor)
    context.recentOwner = owner
    return Unmanaged.passUnretained(owner)
  }

  /// Notes the owner for the turn or refresh that begins.
  @inline(__always)
  static func enter(_ context: ContextRef) {
    if let main = context.mainOwner {
      context.owner = main
      context.ownerKind = .ownedByMain
    } else {
      context.owner = current(context)
      context.ownerKind = kind(of: context.owner)
    }
  }

  private static func kind(of owner: Unmanaged<Owner>?) -> Node.Flags {
    guard let owner else { return [] }
    return owner.toOpaque() == mainIdentity ? .ownedByMain : .ownedByAnother
  }

  /// Whether the calling thread runs what this owner runs.
  func isCurrent(_ context: ContextRef) -> Bool {
    Owner.current(context)?.toOpaque() == Unmanaged.passUnretained(self).toOpaque()
  }

  /// Whether the actor is gone.
  var isGone: Bool { liveness == nil }

  /// Leaves an updater that was dropped elsewhere to the owner's next turn. From any thread.
  func post(_ roster: Roster) {
    let mail = Mail(roster)
    // SAFETY: the list owns one reference to each letter until `collect` takes it over.
    upkeep_chain_push(mailbox, Unmanaged.passRetained(mail).toOpaque(), mail.next)
    upkeep_count_letter()
    // The actor may have died, and been forgotten, since the caller asked.
    if isGone { OwnerRegistry.shared.register(self) }
  }

  /// Whether the turn that begins has to look for mail: any thread does after a letter was posted, to
  /// whomever, and one that may work for several owners does whenever the mailbox of this one is not empty.
  @inline(__always)
  static func mayHaveMail(_ context: ContextRef) -> Bool {
    if context.lettersSeen != upkeep_letters_posted() { return true }
    guard context.mainOwner == nil, let owner = context.owner else {
      return false
    }
    return owner._withUnsafeGuaranteedRef { !$0.hasNoMail }
  }

  fileprivate var hasNoMail: Bool { upkeep_chain_is_empty(mailbox) }

  /// Disposes of what was posted to the calling thread's owner, and to owners that died.
  @inline(never)
  static func collectMail(_ context: ContextRef) {
    // At the end of an edit, or while something is being freed, the engine may stand on what would go: the next turn
    // will do.
    if context.isDraining || !context.queue.isEmpty
      || context.dying.count | context.releases.count
        | context.abandoned.count != 0
    {
      return
    }
    context.lettersSeen = upkeep_letters_posted()
    current(context)?.takeUnretainedValue().collect(context)
    for orphan in OwnerRegistry.shared.removeOrphans() { orphan.collect(context) }
    Graph.settleForeign(context)
  }

  private func collect(_ context: ContextRef) {
    var next = upkeep_chain_take(mailbox)
    while let letter = next {
      // SAFETY: `post` retained the letter for this list.
      let mail = Unmanaged<Mail>.fromOpaque(letter).takeRetainedValue()
      next = mail.next.pointee
      mail.roster.abandonAll(context)
    }
  }
}

/// Who runs the caller.
package enum Isolation {
  /// The main actor, or the actor that runs the caller; nil where there is none, or one with an executor of its own.
  package static var current: (any Actor)? {
    if Context.current.mainOwner != nil { return MainActor.shared }
    guard let executor = upkeep_current_executor() else { return nil }
    if executor == Owner.main.executor { return MainActor.shared }
    // SAFETY: the executor runs on this thread, so its object is alive.
    return Unmanaged<AnyObject>.fromOpaque(executor).takeUnretainedValue() as? any Actor
  }

  /// The same for two callers whom one executor runs; nil where none does.
  package static var identity: UnsafeMutableRawPointer? {
    if Context.current.mainOwner != nil { return Owner.mainIdentity }
    guard let executor = upkeep_current_executor() else { return nil }
    return executor == Owner.main.executor ? Owner.mainIdentity : executor
  }
}

/// An updater that was dropped where its owner does not run, on its way to the owner.
private final class Mail {
  let roster: Roster
  // SAFETY: written by the posting thread before the letter is visible, then only by its collector.
  /// The letter posted before this one.
  let next = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 1)

  init(_ roster: Roster) {
    self.roster = roster
    next.initialize(to: nil)
  }

  deinit { next.deallocate() }
}

// SAFETY: `owners` and `limit` are touched only while `upkeep_lock` is held.
/// The owners of actors other than the main one, by executor.
///
/// To ask whether an actor is gone may be what ends it, and its `deinit` may come here: so it is never asked under the
/// lock.
private final class OwnerRegistry: @unchecked Sendable {
  static let shared = OwnerRegistry()
  private var owners: [UnsafeMutableRawPointer: Owner] = [:]
  /// How many owners there may be before dead ones are looked for.
  private var limit = 16

  func owner(of executor: UnsafeMutableRawPointer) -> Owner {
    let (owner, isFull) = findOwner(of: executor)
    // Dead owners with mail stay until `removeOrphans` finds them.
    if isFull { remove(all.filter { $0.isGone && $0.hasNoMail }) }
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
