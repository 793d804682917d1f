/// Which effects run under which identity, and which wait for others.
final class RunGroups {
  private struct Group {
    /// Those that are not over, in the order in which they were asked for.
    var members: [Run] = []
    /// Those of them that wait for others, and how each begins.
    var waiting: [(run: Run, begin: () -> Void)] = []
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
    case .never: return false
    case .concurrent: break
    case .exclusive:
      if hasOpenMember(id) { return false }
    case .serial:
      if hasOpenMember(id) {
        add(run, id)
        run.waitForOthers()
        groups[id]?.waiting.append((run, begin))
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
    for member in group.members {
      // It may be one of those that have caused the newer one, which goes on.
      newer?.leave(to: member)
      member.cancel()
    }
  }

  private func hasOpenMember(_ id: AnyHashable) -> Bool {
    groups[id]?.members.contains { $0.isOpen } ?? false
  }

  private func add(_ run: Run, _ id: AnyHashable) {
    groups[id, default: Group()].members.append(run)
    run.onEnd { [weak self, weak run] in
      if let run { self?.beginNext(after: run, id) }
    }
    run.onLeave { [weak self, weak run] in
      if let run { self?.remove(run, id) }
    }
  }

  private func beginNext(after run: Run, _ id: AnyHashable) {
    guard var group = groups[id] else { return }
    group.waiting.removeAll { $0.run === run }
    let isNext =
      !group.waiting.isEmpty
      && !group.members.contains { member in
        member.isOpen && !group.waiting.contains { $0.run === member }
      }
    let next = isNext ? group.waiting.removeFirst() : nil
    groups[id] = group
    next?.begin()
  }

  private func remove(_ run: Run, _ id: AnyHashable) {
    groups[id]?.members.removeAll { $0 === run }
    if groups[id]?.members.isEmpty == true { groups[id] = nil }
  }
}
