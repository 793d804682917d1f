import Differential
import Upkeep
import UpkeepScope
import UpkeepTestKit

extension Grown {
  static let load = Family { (id: Int) in
    Resource(name: "load") { (get: LoadReader) async throws -> Int in get(atom(id)) &+ get(head) }
  }
  /// Awaits the member before.
  static let wait: Family<Int, Resource<Int>> = Family { level in
    Resource(name: "wait") { (get: LoadReader) async throws -> Int in
      if level == 0 { return get(head) }
      return try await get(wait(level - 1)) &+ 1
    }
  }

  /// Awaits the member before, and then a pause.
  static let lateWait: Family<Int, Resource<Int>> = Family { level in
    Resource(name: "late") { (get: LoadReader) async throws -> Int in
      level == 0 ? get(head) : try await get(lateWait(level - 1)) &+ 1
    }.debounced(for: .seconds(1))
  }

  /// Awaits `count` resources one after the other, and reads as many atoms.
  static let many = Family { (count: Int) in
    Resource(name: "many") { (get: LoadReader) async throws -> Int in
      var sum = 0
      for id in 0..<count {
        sum += get(atom(id))
        sum += try await get(load(id))
      }
      return sum
    }
  }
  static let sequence = Resource(
    elementsOf: { get in
      let count = get(head)
      return AsyncStream<Int> { stream in
        for number in 1...count { stream.yield(number) }
        stream.finish()
      }
    }, name: "sequence")
  static let delayed = Family { (id: Int) in
    Resource(name: "delayed") { (get: LoadReader) async throws -> Int in
      let number = get(head)
      try await get.sleep(for: .seconds(1))
      return number
    }.debounced(for: .seconds(1)).timeout(.seconds(5))
  }
}

extension ScopeWork {
  /// Chains of resources, feeds and waits.
  static let loads = [
    ScopeWork("loads beside one another, again, refreshed, set and forgotten") {
      count, scope, updater, _ in
      for id in 0..<count { updater.keepUpToDate { _ = scope[Grown.load(id)] } }
      await scope.settle()
      scope[Grown.head] = 2
      await scope.settle()
      for id in 0..<count { scope.refresh(Grown.load(id)) }
      await scope.settle()
      for id in 0..<count where scope[Grown.load(id)].value != id + 2 { return "\(id) is wrong" }
      for id in 0..<count { scope[Grown.load(id)] = .value(7) }
      for id in 0..<count { scope.reset(Grown.load(id)) }
      await scope.settle()
      return unless(scope[Grown.load(count - 1)].value, is: count + 1)
    },
    ScopeWork("a chain of resources that wait, from its end", depth: .any) {
      count, scope, updater, _ in
      updater.keepUpToDate { _ = scope[Grown.wait(count - 1)] }
      await scope.settle()
      return unless(scope[Grown.wait(count - 1)].value, is: count)
    },
    ScopeWork("a chain of resources that wait, with nobody but a reader", depth: .any) {
      count, scope, _, _ in
      return unless(try? await scope.value(of: Grown.wait(count - 1)), is: count)
    },
    ScopeWork("a chain of resources that wait, from its head, and anew", depth: .any) {
      count, scope, updater, _ in
      for level in 0..<count {
        _ = scope[Grown.wait(level)]
      }
      let token = updater.keepUpToDate { _ = scope[Grown.wait(count - 1)] }
      await scope.settle()
      scope[Grown.head] = 2
      await scope.settle()
      var problem = unless(scope[Grown.wait(count - 1)].value, is: count + 1, "a reload")
      scope.refresh(Grown.wait(0))
      await scope.settle()
      problem =
        problem ?? unless(scope[Grown.wait(count - 1)].value, is: count + 1, "a refresh")
      token.cancel()
      scope[Grown.head] = 4
      await scope.settle()
      return problem
    },
    ScopeWork("a load that waits for others, one after the other, and anew") {
      count, scope, updater, _ in
      updater.keepUpToDate { _ = scope[Grown.many(count)] }
      await scope.settle()
      let sum = count * (count - 1)
      let problem = unless(scope[Grown.many(count)].value, is: sum + count)
      scope[Grown.head] = 2
      await scope.settle()
      return problem ?? unless(scope[Grown.many(count)].value, is: sum + 2 * count)
    },
    ScopeWork("tasks that wait for one resource") { count, scope, _, stage in
      var arrived = 0
      let tasks = (0..<count).map { _ in
        Task {
          _ = stage
          arrived += (try? await scope.value(of: Grown.load(1))) ?? 0
        }
      }
      for task in tasks { await task.value }
      return unless(arrived, is: 2 * count)
    },
    ScopeWork("resources waited for one after the other, each settled") { count, scope, _, _ in
      for id in 0..<count {
        if (try? await scope.value(of: Grown.load(id))) != id + 1 { return "\(id) is wrong" }
      }
      return nil
    },
    ScopeWork("elements of a sequence") { count, stage in
      let scope = Scope { $0[Grown.head] = count }
      let updater = Updater()
      updater.keepUpToDate { _ = scope[Grown.sequence] }
      while scope[Grown.sequence].value != count { await Task.yield() }
      return unless(scope[Grown.sequence].value, is: count)
    },
    ScopeWork("loads that wait for a clock") { count, stage in
      let clock = ManualClock()
      let scope = Scope(clock: clock)
      let updater = Updater()
      for id in 0..<count { updater.keepUpToDate { _ = scope[Grown.delayed(id)] } }
      await scope.settle()
      clock.advance(by: .seconds(1))
      await scope.settle()
      scope[Grown.head] = 2
      clock.advance(by: .seconds(1))
      await scope.settle()
      clock.advance(by: .seconds(1))
      await scope.settle()
      return unless(scope[Grown.delayed(count - 1)].value, is: 2)
    },
    ScopeWork("a chain of resources that wait, and for a pause before they load anew", depth: .any)
    {
      count, _ in
      let clock = ManualClock()
      let scope = Scope(clock: clock)
      let updater = Updater()
      let end = Grown.lateWait(count - 1)
      updater.keepUpToDate { _ = scope[end] }
      await scope.settle()
      scope[Grown.head] = 2
      for _ in 0..<3 {
        clock.advance(by: .seconds(1))
        await scope.settle()
      }
      return unless(scope[end].value, is: count + 1)
    },
  ]
}
