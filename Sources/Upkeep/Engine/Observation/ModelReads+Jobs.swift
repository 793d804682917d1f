extension ModelReads {
  /// Sends a job to the owner, who is about to change a model: it comes when that is done.
  func sendOwnJob(to owner: Owner) {
    let isOnItsWay = withState { state in
      defer { state.hasOwnJob = true }
      return state.hasOwnJob
    }
    if !isOnItsWay { sendJob(to: owner, after: nil) { $0.hasOwnJob = false } }
  }

  /// Sends a job to the owner, after one to the isolation that is about to change a model, if that is another one.
  func sendJob(
    to owner: Owner, after writer: (any Actor)?,
    _ note: @escaping @Sendable (inout State) -> Void = { _ in }
  ) {
    withState { $0.openJobs += 1 }
    Task { [self, weak owner] in
      if let writer { await pass(writer) }
      await settle(at: owner) { state in
        note(&state)
        state.openJobs -= 1
      }
    }
  }

  /// Sends jobs to the owner until no thread without an isolation has announced anything for a while.
  ///
  /// Nothing tells when such a thread has stored its change, which it is about to do.
  func sendLateJob(to owner: Owner) {
    let isOnItsWay = withState { state in
      state.isRenewed = state.hasLateJob
      if state.hasLateJob { return true }
      state.hasLateJob = true
      state.openJobs += 1
      return false
    }
    if isOnItsWay { return }
    Task { [self, weak owner] in
      var isOver = false
      while !isOver {
        try? await Task.sleep(for: .milliseconds(200))
        isOver = withState { state in
          defer { state.isRenewed = false }
          return !state.isRenewed
        }
        await settle(at: owner) { [isOver] state in
          if !isOver { return }
          state.hasLateJob = false
          state.openJobs -= 1
        }
      }
    }
  }

  /// Comes back when the jobs are done that an isolation has begun or been given before.
  private func pass(_ isolation: isolated any Actor) {
    // The compiler leaves out a way to an isolation where nothing is done.
    withState { _ in }
  }

  /// Notes that a job has come, and takes a turn of the owner's, unless that is gone; sends it on if the computation has
  /// another owner by now.
  private func settle(at owner: Owner?, _ note: @Sendable (inout State) -> Void) async {
    if let actor = owner?.actor ?? isolation {
      await settle(on: actor, note)
    } else {
      withState(note)
    }
    if let newer = withState({ $0.owner }), newer !== owner, !newer.isGone {
      sendJob(to: newer, after: nil)
    }
  }

  private func settle(on owner: isolated any Actor, _ note: @Sendable (inout State) -> Void) {
    withState { state in
      note(&state)
      state.mustWake = true
    }
    post()
    let context = Context.current
    Graph.beginTurn(context)
    Graph.endTurn(context)
  }
}
