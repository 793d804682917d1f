import UpkeepThread

/// A job on its way to an owner, for changes of models that an isolation is about to make.
///
/// It is one job for all that this isolation announces to the owner before it lets go, so that an effect which reads several
/// models, itself or by way of derived values, runs once.
final class ModelJob: @unchecked Sendable {
  // SAFETY: both are touched while `upkeep_lock` is held, and read without it when nobody can join any more.
  private var reads: [ModelReads] = []
  private var members: Set<ObjectIdentifier> = []

  /// Sends a job to an owner for a computation, or has it join the one that is on its way.
  ///
  /// - Parameters:
  ///   - reads: the reads of the computation.
  ///   - owner: whoever owns the computation.
  ///   - writer: the isolation that is about to change a model, if it is not the owner's own.
  ///   - identity: tells isolations apart; nil for a thread that none owns.
  static func send(
    for reads: ModelReads, to owner: Owner, after writer: (any Actor)?,
    by identity: UnsafeMutableRawPointer?
  ) {
    let key = identity.map(UInt.init(bitPattern:))
    reads.withState { $0.openJobs += 1 }
    let (new, hasJoined) = join(reads, owner, key)
    if !hasJoined { reads.withState { $0.openJobs -= 1 } }
    guard let new else { return }
    Task { [weak owner, weak isolation = reads.isolation] in
      if let writer { await new.close(to: owner, key, on: writer) }
      await ModelReads.settle(at: owner, or: isolation) { [weak owner] in
        new.close(to: owner, key)
        return new.arrive()
      }
    }
  }

  /// Finds the job that is on its way from an isolation to an owner, or makes it; says which one it has made, and whether
  /// the computation was not in it before.
  private static func join(_ reads: ModelReads, _ owner: Owner, _ key: UInt?) -> (ModelJob?, Bool) {
    upkeep_lock()
    defer { upkeep_unlock() }
    let open = key.flatMap { owner.openJobs[$0] }
    let job = open ?? ModelJob()
    if let key { owner.openJobs[key] = job }
    let isNew = job.members.insert(ObjectIdentifier(reads)).inserted
    if isNew { job.reads.append(reads) }
    return (open == nil ? job : nil, isNew)
  }

  /// Lets nobody join any more, when the isolation that changes the models has let go.
  private func close(to owner: Owner?, _ key: UInt?, on writer: isolated any Actor) {
    close(to: owner, key)
  }

  private func close(to owner: Owner?, _ key: UInt?) {
    upkeep_lock()
    defer { upkeep_unlock() }
    guard let owner, let key, owner.openJobs[key] === self else { return }
    owner.openJobs[key] = nil
  }

  /// The computations that it is for, which wait for it no longer.
  private func arrive() -> [ModelReads] {
    // Closed: nobody adds to them.
    for reads in reads { reads.withState { $0.openJobs -= 1 } }
    return reads
  }
}
