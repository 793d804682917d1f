/// Which effects run under which identity, and which wait for others.
///
/// To begin, to end and to wait take the same time, whatever the number of others.
final class RunGroups {
  private struct Group {
    /// Those that have not ended, by number: in the order in which they were asked for.
    var members: [Int: Run] = [:]
    /// Those of them that wait for others, and how each begins; those before `next` have begun, or were cancelled.
    var waiting: [(run: Run, begin: () -> Void)] = []
    var next = 0
    var waitingCount = 0

    var hasRunning: Bool { members.count > waitingCount }

    mutating func advance() {
      next += 1
      if next < 1_024 || next < waiting.count / 2 { return }
      waiting.removeFirst(next)
      next = 0
    }
  }

  private var groups: [AnyHashable: Group] = [:]

  /// Lets a run begin, now or later, or not at all, as a policy says.
  ///
  /// - Returns: whether it will.
  func admit(_ run: Run, by policy: EffectPolicy, _ begin: @escaping () -> Void) -> Bool {
    guard let id = policy.id else {
      begin()
      return true
    }
    switch policy.kind {
    case .never, .concurrent: break
    case .exclusive:
      if groups[id] != nil { return false }
    case .serial:
      if groups[id] != nil {
        add(run, id)
        run.waitForOthers()
        groups[id]?.waiting.append((run, begin))
        groups[id]?.waitingCount += 1
        return true
      }
    case .latest: cancel(id, inFavorOf: run)
    case .debounced(let duration):
      cancel(id, inFavorOf: run)
      if duration > .zero {
        add(run, id)
        run.wait(for: duration, then: begin)
        return true
      }
    }
    add(run, id)
    begin()
    return true
  }

  /// Cancels all that run or wait under an identity.
  func cancel(_ id: AnyHashable, inFavorOf newer: Run? = nil) {
    guard let group = groups.removeValue(forKey: id) else { return }
    for member in group.members.values.sorted(by: { $0.number < $1.number }) {
      // It may be one of those that have caused the newer one, which goes on.
      newer?.leave(to: member)
      member.cancel()
    }
  }

  private func add(_ run: Run, _ id: AnyHashable) {
    groups[id, default: Group()].members[run.number] = run
    run.onEnd { [weak self, number = run.number] in self?.remove(number, id) }
  }

  /// One has ended, or was cancelled: the next that waits may begin.
  private func remove(_ number: Int, _ id: AnyHashable) {
    guard let run = groups[id]?.members.removeValue(forKey: number) else { return }
    if groups[id]?.members.isEmpty == true {
      groups[id] = nil
      return
    }
    if run.isWaiting { groups[id]?.waitingCount -= 1 }
    while let group = groups[id], !group.hasRunning, group.next < group.waiting.count {
      let (next, begin) = group.waiting[group.next]
      groups[id]?.advance()
      if next.isOver { continue }
      groups[id]?.waitingCount -= 1
      begin()
      return
    }
  }
}
