extension ModelReads {
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
        await Self.settle(at: owner, or: isolation) { [self, isOver] in
          if isOver {
            withState { state in
              state.hasLateJob = false
              state.openJobs -= 1
            }
          }
          return [self]
        }
      }
    }
  }

  /// Takes a turn of an owner's with the computations that a job is for, unless that is gone; sends them on that have another
  /// owner by now.
  static func settle(
    at owner: Owner?, or isolation: (any Actor)?, _ arrive: @Sendable () -> [ModelReads]
  ) async {
    let arrived =
      if let actor = owner?.actor ?? isolation {
        await settle(on: actor, arrive)
      } else {
        arrive()
      }
    for reads in arrived {
      if let newer = reads.withState({ $0.owner }), newer !== owner, !newer.isGone {
        ModelJob.send(for: reads, to: newer, after: nil, by: nil)
      }
    }
  }

  private static func settle(
    on isolation: isolated any Actor, _ arrive: @Sendable () -> [ModelReads]
  ) -> [ModelReads] {
    let arrived = arrive()
    for reads in arrived {
      reads.withState { $0.mustWake = true }
      reads.post()
    }
    let context = Context.current
    Graph.beginTurn(context)
    Graph.endTurn(context)
    return arrived
  }
}
