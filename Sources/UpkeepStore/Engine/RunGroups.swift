import Upkeep
import UpkeepScope

/// The effects that run, or wait for others, under each identity.
///
/// - Complexity: Starting, ending and queueing an effect take O(1), amortized.
final class RunGroups {
  private struct Member {
    let run: Run
    /// Starts a queued effect; nil if the effect does not wait for others.
    var begin: (() -> Void)?
  }

  private struct Group {
    /// The unfinished effects, by number, which is the order of their requests.
    var members: [Int: Member] = [:]
    /// The numbers of the effects that wait for others, and of some that have ended.
    private var queue = Queue<Int>()
    private var waitingCount = 0

    var hasRunning: Bool { members.count > waitingCount }

    mutating func append(_ run: Run, _ begin: @escaping () -> Void) {
      members[run.number] = Member(run: run, begin: begin)
      queue.append(run.number)
      waitingCount += 1
    }

    mutating func remove(_ number: Int) -> Member? {
      guard let member = members.removeValue(forKey: number) else { return nil }
      if member.begin != nil { noteGone() }
      return member
    }

    /// Removes and returns the closure that starts the next effect; nil if none waits.
    mutating func takeNext() -> (() -> Void)? {
      while let number = queue.popFirst() {
        guard let member = members[number], !member.run.isOver, let begin = member.begin else {
          continue
        }
        members[number]?.begin = nil
        noteGone()
        return begin
      }
      return nil
    }

    /// Counts an effect that waits no more, and compacts the queue from time to time.
    private mutating func noteGone() {
      waitingCount -= 1
      if queue.count < 2 * waitingCount + 16 { return }
      queue.removeAll { [members] in members[$0] == nil }
    }
  }

  private var groups: [AnyHashable: Group] = [:]

  /// Starts a run now or later, or rejects it, as a policy says.
  ///
  /// - Returns: Whether the run was not rejected.
  func admit(_ run: Run, by policy: EffectPolicy, _ begin: @escaping () -> Void) -> Bool {
    if case .cancels(let id) = policy {
      cancel(id, inFavorOf: run)
      if !run.isOver { begin() }
      return true
    }
    guard let id = policy.id else {
      begin()
      return true
    }
    switch policy {
    case .never, .concurrent, .cancels, .cancellable: break
    case .exclusive:
      if groups[id] != nil { return false }
    case .serial:
      if groups[id] != nil {
        add(run, id) { $0.append(run, begin) }
        run.waitForOthers()
        return true
      }
    case .latest:
      cancel(id, inFavorOf: run)
      if run.isOver { return true }
    case .debounced(_, let duration):
      cancel(id, inFavorOf: run)
      if run.isOver { return true }
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

  /// Cancels the effects under an identity whose causes have numbers in a range.
  func cancel(_ id: AnyHashable, causedBy numbers: Range<Int>) {
    let runs = groups[id]?.members.values.map(\.run).filter { numbers.contains($0.causeNumber) }
    for run in (runs ?? []).sorted(by: { $0.number < $1.number }) { run.cancel() }
  }

  /// Cancels all effects that run or wait under an identity.
  func cancel(_ id: AnyHashable, inFavorOf newer: Run? = nil) {
    guard let group = groups.removeValue(forKey: id) else { return }
    for member in group.members.values.map(\.run).sorted(by: { $0.number < $1.number }) {
      // A cancelled run may have caused the newer one, which must survive.
      newer?.leave(to: member)
      member.cancel()
    }
  }

  private func add(_ run: Run, _ id: AnyHashable) {
    add(run, id) { $0.members[run.number] = Member(run: run) }
  }

  private func add(_ run: Run, _ id: AnyHashable, _ body: (inout Group) -> Void) {
    body(&groups[id, default: Group()])
    run.identity = id
    run.onEnd { [weak self, number = run.number] in self?.remove(number, id) }
  }

  /// Removes an effect that has ended or was cancelled, and starts the next one that waits.
  private func remove(_ number: Int, _ id: AnyHashable) {
    // Released only at the end, because its `deinit` may call back into the store.
    guard let member = groups[id]?.remove(number) else { return }
    defer { withExtendedLifetime(member) {} }
    if groups[id]?.members.isEmpty == true {
      groups[id] = nil
    } else if groups[id]?.hasRunning == false, let begin = groups[id]?.takeNext() {
      begin()
    }
  }
}
