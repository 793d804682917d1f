import Testing

@testable import Upkeep

@Suite(.leavesNothing) struct Transitions {
  let updater = scopedUpdater()
  let source = StoredProperty(3)
  let log = RunLog<String>()

  @Test func `the first call has no old value, and each change is one call, a batch too`() {
    log.expect(
      ["a nil -> 3", "a 3 -> 76", "a 76 -> 6", "b nil -> 6", "a 6 -> 5", "b 6 -> 5"],
      around: [source]
    ) {
      updater.onTransition(source) { log.append("a \(text($0)) -> \($1)") }
      for _ in 1...2 { source.value = 76 }
      batch { for value in [4, 5, 6] { source.value = value } }
      batch { for value in [7, 6] { source.value = value } }
      batch {
        source.value += 1
        source.value -= 1
      }
      updater.onTransition(source) { log.append("b \(text($0)) -> \($1)") }
      source.value = 5
    }
  }

  @Test func `each call's old value is the last call's new one, also if the handler writes`() {
    log.expect(["nil -> 3", "3 -> 4", "4 -> 5", "5 -> 4", "4 -> 5", "5 -> 6"], around: [source]) {
      updater.onTransition(source) { old, new in
        log.append("\(text(old)) -> \(new)")
        if new < 5 { source.value += 1 }
      }
      for value in [4, 6] { source.value = value }
    }
  }

  // source ─> double, watched; the clean-up of its token writes `source`
  @Test func `each call's old value is the last call's new one, even if a clean-up writes`() {
    let source = StoredProperty(1)
    let double = source.map { $0 * 2 }
    let token = updater.onTransition(double) { log.append("\(text($0)) -> \($1)") }
    token.onCleanUp { source.value = 10 }
    log.expect(["nil -> 2", "2 -> 20"], around: [source]) { source.value = 2 }
  }

  @Test func `a later handler neither misses nor reverses an earlier one's write`() {
    let source = StoredProperty(0)
    updater.onTransition(source) { _, new in if new == 1 { source.value = 10 } }
    updater.onTransition(source) { log.append("\(text($0)) -> \($1)") }
    log.expect(["nil -> 0", "0 -> 10", "10 -> 2"], around: [source]) {
      for value in [1, 2] { source.value = value }
    }
  }

  @Test func `a first call and a change from nothing are told apart`() {
    let source = StoredProperty<Int?>(nil)
    updater.onTransition(source) { old, new in
      switch old {
      case .none: log.append("first -> \(text(new))")
      case .some(let old): log.append("\(text(old)) -> \(text(new))")
      }
    }
    log.expect(["first -> nil", "nil -> 5", "5 -> nil", "nil -> 6"], around: [source]) {
      for value in [5, nil, nil, 6] { source.value = value }
    }
  }

  @Test func `values that cannot be compared are told apart by a rule`() {
    struct Track { var title: String, plays: Int }
    let source = StoredProperty(Track(title: "a", plays: 0))
    updater.onTransition(source, changes: ChangeRule({ $0.title != $1.title })) { old, new in
      log.append("\(old.map { "\($0.title)\($0.plays)" } ?? "nil") -> \(new.title)\(new.plays)")
    }
    checkingInvariants(of: [source]) {
      source.value = Track(title: "a", plays: 1)
      source.value.plays = 2
      source.value = Track(title: "b", plays: 3)
    }
    // The old value is the value of the last call.
    #expect(log.entries == ["nil -> a0", "a0 -> b3"])
  }

  @Test func `a derived value is a transition only where it differs, without a first call, too`() {
    let capped = source.map { min($0, 5) }
    updater.onTransition(capped) { log.append("\(text($0)) -> \($1)") }
    updater.onTransition(capped, initially: false) { log.append("later \(text($0)) -> \($1)") }
    log.expect(["nil -> 3", "3 -> 5", "later 3 -> 5", "5 -> 4", "later 5 -> 4"], around: [source]) {
      for value in [9, 7, 4, 4] { source.value = value }
    }
  }
}

private func text<Value>(_ value: Value?) -> String { value.map { "\($0)" } ?? "nil" }
