import Testing

@testable import Upkeep

@Suite(.leavesNothing) struct Transitions {
  let updater = scopedUpdater()
  let source = StoredProperty(3)

  @Test func `the first call has no old value`() {
    var log: [String] = []
    checkingInvariants(of: [source]) {
      updater.onTransition(source) { log.append("\(text($0)) -> \($1)") }
    }
    #expect(log == ["nil -> 3"])
  }

  @Test func `each change is one call with old and new`() {
    var log: [String] = []
    updater.onTransition(source) { log.append("\(text($0)) -> \($1)") }
    checkingInvariants(of: [source]) {
      source.value = 76
      source.value = 76
      source.value = 5
    }
    #expect(log == ["nil -> 3", "3 -> 76", "76 -> 5"])
  }

  @Test func `a second handler has a first call of its own`() {
    var log: [String] = []
    updater.onTransition(source) { log.append("a \(text($0)) -> \($1)") }
    checkingInvariants(of: [source]) {
      source.value = 4
      updater.onTransition(source) { log.append("b \(text($0)) -> \($1)") }
      source.value = 5
    }
    #expect(log == ["a nil -> 3", "a 3 -> 4", "b nil -> 4", "a 4 -> 5", "b 4 -> 5"])
  }

  @Test func `a batch is one call from its start to its end`() {
    var log: [String] = []
    updater.onTransition(source) { log.append("\(text($0)) -> \($1)") }
    checkingInvariants(of: [source]) {
      batch {
        source.value = 4
        source.value = 5
        source.value = 6
      }
    }
    #expect(log == ["nil -> 3", "3 -> 6"])
  }

  @Test func `a batch that comes back to its start is no call`() {
    var log: [String] = []
    updater.onTransition(source) { log.append("\(text($0)) -> \($1)") }
    checkingInvariants(of: [source]) {
      batch {
        source.value = 4
        source.value = 3
      }
      batch {
        source.value += 1
        source.value -= 1
      }
    }
    #expect(log == ["nil -> 3"])
  }

  @Test func `calls chain without gap or repeat, also when the handler itself writes`() {
    let source = StoredProperty(0)
    var log: [String] = []
    updater.onTransition(source) { old, new in
      log.append("\(text(old)) -> \(new)")
      if new == 1 { source.value = 10 }
    }
    checkingInvariants(of: [source]) {
      source.value = 1
      source.value = 2
    }
    #expect(log == ["nil -> 0", "0 -> 1", "1 -> 10", "10 -> 2"])
  }

  @Test func `the same for a handler that writes in its first call`() {
    let source = StoredProperty(0)
    var log: [String] = []
    checkingInvariants(of: [source]) {
      updater.onTransition(source) { old, new in
        log.append("\(text(old)) -> \(new)")
        if new < 2 { source.value += 1 }
      }
    }
    #expect(log == ["nil -> 0", "0 -> 1", "1 -> 2"])
  }

  // source ─> double, watched; the clean-up of its token writes `source`
  @Test func `the same where a clean-up writes what the watched value is derived from`() {
    let source = StoredProperty(1)
    let double = source.map { $0 * 2 }
    var log: [String] = []
    let token = updater.onTransition(double) { log.append("\(text($0)) -> \($1)") }
    token.onCleanUp { source.value = 10 }
    checkingInvariants(of: [source]) { source.value = 2 }
    #expect(log == ["nil -> 2", "2 -> 20"])
  }

  @Test func `a later handler neither misses nor reverses an earlier one's write`() {
    let source = StoredProperty(0)
    var log: [String] = []
    updater.onTransition(source) { _, new in if new == 1 { source.value = 10 } }
    updater.onTransition(source) { log.append("\(text($0)) -> \($1)") }
    checkingInvariants(of: [source]) {
      source.value = 1
      source.value = 2
    }
    #expect(log == ["nil -> 0", "0 -> 10", "10 -> 2"])
  }

  @Test func `a first call and a change from nothing are told apart`() {
    let source = StoredProperty<Int?>(nil)
    var log: [String] = []
    updater.onTransition(source) { old, new in
      switch old {
      case .none: log.append("first -> \(text(new))")
      case .some(let old): log.append("\(text(old)) -> \(text(new))")
      }
    }
    checkingInvariants(of: [source]) {
      source.value = 5
      source.value = nil
      source.value = nil
      source.value = 6
    }
    #expect(log == ["first -> nil", "nil -> 5", "5 -> nil", "nil -> 6"])
  }

  @Test func `what cannot be compared is told apart by a rule`() {
    struct Track { var title: String, plays: Int }
    let source = StoredProperty(Track(title: "a", plays: 0))
    var log: [String] = []
    updater.onTransition(source, changes: ChangeRule({ $0.title != $1.title })) { old, new in
      log.append("\(old.map { "\($0.title)\($0.plays)" } ?? "nil") -> \(new.title)\(new.plays)")
    }
    checkingInvariants(of: [source]) {
      source.value = Track(title: "a", plays: 1)
      source.value.plays = 2
      source.value = Track(title: "b", plays: 3)
    }
    // The old value is the one of the last call: calls chain.
    #expect(log == ["nil -> a0", "a0 -> b3"])
  }

  @Test func `a handler's reads are not tracked`() {
    let other = StoredProperty(0)
    var log: [String] = []
    updater.onTransition(source) { log.append("\(text($0)) -> \($1) \(other.value)") }
    checkingInvariants(of: [source, other]) {
      other.value = 1
      source.value = 4
      other.value = 2
    }
    #expect(log == ["nil -> 3 0", "3 -> 4 1"])
    #expect(other.subscriberCount == 0)
  }

  @Test func `without the first call it begins with the first change`() {
    var log: [String] = []
    updater.onTransition(source, initially: false) { log.append("\(text($0)) -> \($1)") }
    checkingInvariants(of: [source]) {
      log.append("made")
      source.value = 4
    }
    #expect(log == ["made", "3 -> 4"])
  }

  @Test func `a derived value is a transition only where it differs`() {
    let capped = source.map { min($0, 5) }
    var log: [String] = []
    updater.onTransition(capped) { log.append("\(text($0)) -> \($1)") }
    checkingInvariants(of: [source]) { for value in [9, 7, 5, 4, 4, 8] { source.value = value } }
    #expect(log == ["nil -> 3", "3 -> 5", "5 -> 4", "4 -> 5"])
  }

  // source ─> double ─┬─> pair
  //    └────> triple ─┘
  @Test func `old and new never pair values of different moments`() {
    let double = source.map { $0 * 2 }
    let triple = source.map { $0 * 3 }
    let pair = DerivedProperty(double, triple) { [$0, $1] }
    var log: [String] = []
    updater.onTransition(pair) { log.append("\(text($0)) -> \($1)") }
    checkingInvariants(of: [source]) { source.value = 1 }
    #expect(log == ["nil -> [6, 9]", "[6, 9] -> [2, 3]"])
  }
}

private func text<Value>(_ value: Value?) -> String { value.map { "\($0)" } ?? "nil" }
