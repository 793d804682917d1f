extension ModelReads {
  /// Sends a job to the owner, which is about to change a model; the job arrives after the change.
  func sendOwnJob(to owner: Owner) {
    let isOnItsWay = withState { state in
      defer { state.hasOwnJob = true }
      return state.hasOwnJob
    }
    if !isOnItsWay { sendJob(to: owner, after: nil) { $0.hasOwnJob = false } }
  }

  /// Sends a job to the owner, by way of the isolation that is about to change a model, if that is
  /// another isolation.
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

  /// Sends jobs to the owner, every 200 milliseconds, until threads without an isolation announce
  /// no more changes.
  ///
  /// Such a thread stores its change after the announcement, at a time that cannot be known.
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

  /// Returns after `isolation` has finished the jobs that it got before this one.
  private func pass(_ isolation: isolated any Actor) {
    // Without any work here the compiler would omit the hop to the isolation.
    withState { _ in }
  }

  /// Notes that a job has arrived, and opens a turn of the owner, unless the owner was released.
  ///
  /// If the computation has another owner by then, the job is sent on to that owner.
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
    let chain = withState { state in
      note(&state)
      state.mustWake = true
      defer { state.chain = 0 }
      return state.chain + 1
    }
    post()
    let context = Context.current
    context.observation.chain = chain
    Graph.beginTurn(context)
    Graph.endTurn(context)
    context.observation.chain = 0
    // No flush is endless here: other jobs run between the turns, so the effects may go on.
    if chain == Graph.maximumRuns, let element = living {
      Misuse.report(.runawayFlush(following: Graph.describe(element.node), changes: chain))
    }
  }
}
