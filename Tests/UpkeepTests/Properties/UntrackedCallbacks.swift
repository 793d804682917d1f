import Foundation
import Testing

@testable import Upkeep

/// Callbacks whose reads are not tracked.
@Suite(.leavesNothing) struct UntrackedCallbacks {
  let updater = scopedUpdater()
  let source = StoredProperty(0)
  let other = StoredProperty(0)
  let log = RunLog<String>()

  @Test func `a change rule is not tracked`() {
    let rule = ChangeRule<Int>({ [other] old, new in abs(new - old) > other.value })
    let ruled = StoredProperty(0, changes: rule)
    let derived = DerivedProperty(changes: rule) { source.value }
    updater.keepUpToDate { ruled.value = source.value }
    let seen = updater.readings(of: derived.value, around: [other, ruled]) {
      source.value = 1
      other.value = 1
      source.value = 3
      other.value = 2
    }
    #expect(seen == [0, 1, 3])
    #expect(ruled.value == 3)
    #expect(other.subscriberCount == 0)
  }

  @Test func `an == that reads is not tracked`() {
    let box = StoredProperty(Reading(number: 0, other: other))
    let derived = DerivedProperty { Reading(number: source.value, other: other) }
    updater.keepUpToDate { box.value = Reading(number: source.value, other: other) }
    let seen = updater.readings(of: [box.value.number, derived.value.number], around: [other]) {
      source.value = 1
      other.value = 1
    }
    #expect(seen.last == [1, 1])
    #expect(other.subscriberCount == 0)
  }

  struct Reading: Equatable {
    var number: Int
    var other: StoredProperty<Int>

    static func == (old: Reading, new: Reading) -> Bool {
      old.other.value >= 0 && old.number == new.number
    }
  }

  @Test func `a description is not tracked, and reads nothing`() {
    let derived = DerivedProperty { () -> Int in
      Issue.record("computed")
      return other.value
    }
    let texts = updater.readings(of: "\(source.value) \(other) \(derived) \(other.name)") {
      other.value = 1
    }
    #expect(texts.count == 1)
    #expect(other.subscriberCount == 0)
  }

  @Test func `a clean-up is not tracked, nor is a misuse handler`() {
    let refused = DerivedProperty { () -> Int in
      source.value = 9
      return source.value
    }
    withMisuseHandler({ _ in _ = other.value }) {
      updater.keepUpToDate { token in
        log.append("run")
        _ = (source.value, refused.value)
        token.onCleanUp { _ = other.value }
      }
      log.expect(["run", "run"], around: [source, other]) {
        source.value = 1
        other.value = 1
      }
    }
    #expect(other.subscriberCount == 0)
  }

  @Test func `handlers and bound setters are not tracked, also inside an effect`() {
    final class Target {
      let other: StoredProperty<Int>
      init(_ other: StoredProperty<Int>) { self.other = other }
      var number = 0 { didSet { _ = other.value } }
    }
    let target = Target(other)
    var observation: ChangeObservation?
    expectMistakes([], around: [source, other]) {
      updater.keepUpToDate {
        log.append("run")
        updater.onTransition(source) { _, _ in _ = other.value }
        updater.bind(object: target, keyPath: \.number, toProperty: source)
        updater.keepUpToDate(dependencies: [source]) { _ = other.value }
        observation = source.onChange { _ in _ = other.value }
      }
      source.value = 1
      other.value = 1
    }
    observation?.cancel()
    #expect(log.entries == ["run"])
    #expect(other.subscriberCount == 0)
  }

  // The thread releases `other` when it ends, which may be after the test.
  @Test(.hops) func `tracking does not leak to another thread`() {
    // This thread waits while the other thread uses `other`.
    let smuggled = Smuggled(property: other)
    updater.keepUpToDate {
      log.append("run")
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        _ = smuggled.property.value
        done.signal()
      }
      done.wait()
      _ = source.value
    }
    log.expect(["run", "run"], around: [source, other]) {
      other.value = 1
      source.value = 1
    }
    #expect(other.subscriberCount == 0)
  }

  @Test(.hops) @MainActor func `tracking does not leak to a task, nor over an await`() async {
    let source = StoredProperty(0)
    let other = StoredProperty(0)
    let updater = Updater()
    var runs = 0
    var tasks: [Task<Int, Never>] = []
    updater.keepUpToDate {
      runs += 1
      tasks.append(
        Task { @MainActor in
          let first = other.value
          await Task.yield()
          return first + other.value
        })
      _ = source.value
    }
    for task in tasks { _ = await task.value }
    #expect(Graph.violations(around: [source, other]) == [])
    other.value = 1
    #expect(runs == 1)
    #expect(other.subscriberCount == 0)
    source.value = 1
    #expect(await tasks.last?.value == 2)
    #expect(Graph.violations(around: [source, other]) == [])
  }

  // SAFETY: the test lets one thread at a time use it.
  struct Smuggled: @unchecked Sendable { let property: StoredProperty<Int> }
}
