import Differential
import Upkeep
import UpkeepScope

// Effects: the values that they see, and the number of their runs.
extension Play {
  /// An effect, and the values that it has seen.
  final class Observer {
    let scope: Int
    let reads: [Int]
    let updater = Updater()
    var frame: [Seen] = []
    var runs = 0

    init(_ scope: Int, _ reads: [Int]) {
      self.scope = scope
      self.reads = reads
    }
  }

  func observe(_ scope: Int, _ random: inout SplitMix64) {
    if !observers.isEmpty, random.chance(35) || observers.count > 6 {
      let number = observers.keys.sorted()[random.below(observers.count)]
      log.append("stop \(number)")
      observers[number] = nil
      ledger.excuseAll()
      return
    }
    let observer = Observer(scope, (0..<3).map { _ in random.below(world.items.count) })
    log.append("observe \(observer.reads) in \(scope) as \(step)")
    observers[step] = observer
    observer.updater.keepUpToDate { [unowned self, unowned observer] in see(observer) }
  }

  /// Reads, in an effect, one definition and, depending on its value, one of two others.
  func see(_ observer: Observer) {
    var frame: [Seen] = []
    func read(_ index: Int) -> Seen {
      let seen = world.handles[index].read(scopes[observer.scope])
      let expected = oracle.value(observer.scope, index)
      if seen != expected { fail("effect sees \(seen) of \(index), which is \(expected)") }
      frame.append(seen)
      return seen
    }
    _ = read(observer.reads[read(observer.reads[0]).weight % 2 == 0 ? 1 : 2])
    if observer.runs > 0, frame == observer.frame, !mayRunAnyway,
      !frame.contains(where: { if case .loadable(_, _?, _) = $0 { true } else { false } })
    {
      fail("effect \(observer.reads) in \(observer.scope) runs again, and sees \(frame) as before")
    }
    observer.frame = frame
    observer.runs += 1
  }

  /// The values that an effect should see; nil if they depend on later outcomes.
  func purely(_ observer: Observer) -> [Seen]? {
    observer.reads.allSatisfy { world.items[$0].isPure } ? expected(observer) : nil
  }

  func expected(_ observer: Observer) -> [Seen] {
    let first = oracle.value(observer.scope, observer.reads[0])
    return [first, oracle.value(observer.scope, observer.reads[first.weight % 2 == 0 ? 1 : 2])]
  }

  func check(_ before: [Int: (runs: Int, value: [Seen]?)]) {
    for (number, before) in before {
      guard let observer = observers[number], let old = before.value,
        let new = purely(observer)
      else { continue }
      let runs = observer.runs - before.runs
      if runs != (old == new ? 0 : 1), runs != 1 || !mayRunAnyway {
        fail("effect \(number) has run \(runs) times, and what it sees was \(old) and is \(new)")
      }
    }
  }

  func checkObservers() {
    for (number, observer) in observers.sorted(by: { $0.key < $1.key }) {
      let now = expected(observer)
      if observer.frame != now {
        fail("effect \(number) has seen \(observer.frame), and it is \(now)")
      }
    }
  }

  // MARK: - Reads outside effects

  func checkReads(isIdle: Bool, _ random: inout SplitMix64) {
    for index in world.items.indices where random.chance(isIdle ? 60 : 25) {
      checkRead(random.below(scopes.count), index, isIdle: false)
    }
    guard isIdle else { return }
    for observer in observers.values {
      for index in observer.reads.prefix(1) { checkRead(observer.scope, index, isIdle: true) }
    }
  }

  func checkRead(_ scope: Int, _ index: Int, isIdle: Bool) {
    let seen = world.handles[index].read(scopes[scope])
    if case .loadable = seen {
      if let found = ledger.problem(scope, index, seen, now: clock.now.offset, isIdle: isIdle) {
        fail(found)
      }
    } else {
      let expected = oracle.value(scope, index)
      if seen != expected { fail("\(index) in \(scope) is \(seen), not \(expected)") }
    }
  }

  // MARK: - Tasks that await a resource

  func wait(_ scope: Int, _ random: inout SplitMix64, on stage: isolated Stage) {
    if !waiters.isEmpty, random.chance(30) {
      log.append("stop waiting")
      waiters.remove(at: random.below(waiters.count)).cancel()
      ledger.excuseAll()
      return
    }
    guard let (index, resource) = world.anyResource(&random) else { return }
    log.append("wait for \(index) in \(scope)")
    openWaiters += 1
    waiters.append(
      Task {
        _ = stage
        let library = scopes[scope]
        defer { openWaiters -= 1 }
        do {
          let value = try await library.value(of: resource)
          let shown = library.peek(resource)
          if shown.value != value || shown.isLoading {
            fail("\(index) is waited for, and is \(shown), not \(value)")
          }
        } catch {
          let shown = library.peek(resource)
          if !Task.isCancelled, "\(shown.error as Any)" != "\(error as Any?)" {
            fail("\(index) is waited for, and is \(shown), not \(error)")
          }
        }
        ledger.excuseAll()
      })
  }
}
