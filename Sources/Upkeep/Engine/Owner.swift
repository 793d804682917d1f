import UpkeepThread

/// An isolation that owns graphs: the main actor, or another actor. "Owners" in `Graph.swift` says
/// how one is recognised.
@usableFromInline
final class Owner {
  /// The executor's object; nil for the main actor.
  fileprivate let executor: UnsafeMutableRawPointer?
  /// Tells whether the executor still lives. A dead actor runs nothing, so whoever holds its last
  /// parts has them alone.
  private weak var liveness: AnyObject?
  // An unowned reference keeps the executor's memory from being used for another one as long as
  // this owner exists; so equal addresses mean the same executor.
  private unowned let anchor: AnyObject

  // SAFETY: touched only by the atomic operations of `upkeep_chain_push` and `upkeep_chain_take`.
  /// What foreign threads released: a list of `Mail`.
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
  nonisolated(unsafe) static let main = Owner(executor: nil, object: MainActor.shared)

  // SAFETY: compared, never followed.
  fileprivate nonisolated(unsafe) static let mainIdentity = Unmanaged.passUnretained(main)
    .toOpaque()

  /// The owner that the calling thread works for, nil where no isolation is known.
  ///
  /// - Complexity: O(1): a flag on the main thread, one call of the runtime elsewhere; a locked
  ///   look-up when another actor ran on this thread last.
  static func current(_ context: ContextPointer) -> Unmanaged<Owner>? {
    if let main = context.pointee.mainOwner { return main }
    guard let executor = upkeep_current_executor() else { return nil }
    if let recent = context.pointee.recentOwner, recent.executor == executor {
      return Unmanaged.passUnretained(recent)
    }
    let owner = OwnerRegistry.shared.owner(of: executor)
    context.pointee.recentOwner = owner
    return Unmanaged.passUnretained(owner)
  }

  /// Notes the owner for the turn or refresh that begins.
  @inline(__always)
  static func enter(_ context: ContextPointer) {
    if let main = context.pointee.mainOwner {
      context.pointee.owner = main
      context.pointee.ownerKind = .ownedByMain
    } else {
      context.pointee.owner = current(context)
      context.pointee.ownerKind = context.pointee.owner == nil ? [] : .ownedByAnother
    }
  }

  /// Whether the calling thread may touch what this owner owns.
  func isCurrent(_ context: ContextPointer) -> Bool {
    guard let executor else { return context.pointee.mainOwner != nil }
    return upkeep_current_executor() == executor || liveness == nil
  }

  /// Whether the actor is gone.
  fileprivate var isOrphaned: Bool { executor != nil && liveness == nil }

  /// Leaves what a foreign thread released to the owner's next turn. From any thread.
  func post(_ content: Mail.Content) {
    let mail = Mail(content)
    // SAFETY: the list owns one reference to each letter until `collect` takes it over.
    upkeep_chain_push(mailbox, Unmanaged.passRetained(mail).toOpaque(), mail.next)
    upkeep_count_letter()
    // The actor may have died, and been forgotten, since the caller asked.
    if isOrphaned { OwnerRegistry.shared.register(self) }
  }

  /// Whether the turn that begins has to look for mail: any thread does after a letter was posted, to
  /// whomever, and an actor's does whenever its own mailbox is not empty.
  @inline(__always)
  static func mayHaveMail(_ context: ContextPointer) -> Bool {
    if context.pointee.lettersSeen != upkeep_letters_posted() { return true }
    guard context.pointee.ownerKind == .ownedByAnother, let owner = context.pointee.owner else {
      return false
    }
    return owner._withUnsafeGuaranteedRef { !$0.hasNoMail }
  }

  fileprivate var hasNoMail: Bool { upkeep_chain_is_empty(mailbox) }

  /// Disposes of what was posted to the calling thread's owner, and to owners that died.
  @inline(never)
  static func collectMail(_ context: ContextPointer) {
    context.pointee.lettersSeen = upkeep_letters_posted()
    current(context)?.takeUnretainedValue().collect(context)
    for orphan in OwnerRegistry.shared.removeOrphans() { orphan.collect(context) }
  }

  private func collect(_ context: ContextPointer) {
    var next = upkeep_chain_take(mailbox)
    while let letter = next {
      // SAFETY: `post` retained the letter for this list.
      let mail = Unmanaged<Mail>.fromOpaque(letter).takeRetainedValue()
      next = mail.next.pointee
      switch mail.content {
      case .node(let node): Graph.dispose(node, context)
      case .roster(let roster): roster.cancelAll()
      }
    }
  }
}

/// Who runs the caller.
package enum Isolation {
  /// The main actor, or the actor that runs the caller; nil where there is none, or one with an executor of its own.
  package static var current: (any Actor)? {
    if Context.current.pointee.mainOwner != nil { return MainActor.shared }
    guard let executor = upkeep_current_executor() else { return nil }
    if upkeep_is_main_executor(executor) { return MainActor.shared }
    // SAFETY: the executor runs on this thread, so its object is alive.
    return Unmanaged<AnyObject>.fromOpaque(executor).takeUnretainedValue() as? any Actor
  }

  /// The same for two callers whom one executor runs; nil where none does.
  package static var identity: UnsafeMutableRawPointer? {
    if Context.current.pointee.mainOwner != nil {
      return Owner.mainIdentity
    }
    guard let executor = upkeep_current_executor() else { return nil }
    return upkeep_is_main_executor(executor) ? Owner.mainIdentity : executor
  }
}

/// One release by a foreign thread, on its way to the owner.
final class Mail {
  enum Content {
    /// A derived value's node, whose property is gone.
    case node(NodePointer)
    /// The effects of an updater that is gone.
    case roster(Roster)
  }

  let content: Content
  // SAFETY: written by the posting thread before the letter is visible, then only by its collector.
  /// The letter posted before this one.
  let next = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 1)

  init(_ content: Content) {
    self.content = content
    next.initialize(to: nil)
  }

  deinit { next.deallocate() }
}

// SAFETY: `owners` and `limit` are touched only while `upkeep_lock` is held.
/// The owners of actors other than the main one, by executor.
private final class OwnerRegistry: @unchecked Sendable {
  static let shared = OwnerRegistry()
  private var owners: [UnsafeMutableRawPointer: Owner] = [:]
  /// How many owners there may be before dead ones are looked for.
  private var limit = 16

  func owner(of executor: UnsafeMutableRawPointer) -> Owner {
    upkeep_lock()
    defer { upkeep_unlock() }
    if let owner = owners[executor] { return owner }
    if owners.count >= limit {
      // Dead owners with mail stay until `removeOrphans` finds them.
      owners = owners.filter { !$0.value.isOrphaned || !$0.value.hasNoMail }
      limit = max(16, owners.count * 2)
    }
    // SAFETY: the executor runs on this thread, so its object is alive.
    let object = Unmanaged<AnyObject>.fromOpaque(executor).takeUnretainedValue()
    let owner = Owner(executor: executor, object: object)
    owners[executor] = owner
    return owner
  }

  func register(_ owner: Owner) {
    guard let executor = owner.executor else { return }
    upkeep_lock()
    defer { upkeep_unlock() }
    owners[executor] = owner
  }

  func removeOrphans() -> [Owner] {
    upkeep_lock()
    defer { upkeep_unlock() }
    let orphans = owners.values.filter(\.isOrphaned)
    for orphan in orphans {
      if let executor = orphan.executor { owners[executor] = nil }
    }
    return orphans
  }
}
