import Testing

@testable import Upkeep

/// Cases of the public reactive-framework-test-suite: effects, their ends, and effects inside effects.
@Suite(.leavesNothing) struct ConformanceEffects {
  let updater = scopedUpdater()
  let source = StoredProperty(0)
  let other = StoredProperty(0)

  @Test func `an effect that a batch wakes and then cancels does not run`() {
    var log: [Int] = []
    let token = updater.keepUpToDate { log.append(source.value) }
    checkingInvariants(of: [source]) {
      batch {
        source.value = 1
        token.cancel()
      }
    }
    #expect(log == [0])
  }

  @Test func `nor does it if the batch goes on to write what it read`() {
    var log: [Int] = []
    let token = updater.keepUpToDate { log.append(source.value + other.value) }
    checkingInvariants(of: [source, other]) {
      batch {
        source.value = 1
        token.cancel()
        source.value = 2
        other.value = 2
      }
      source.value = 3
    }
    #expect(log == [0])
    #expect(source.subscriberCount + other.subscriberCount == 0)
  }

  @Test func `the others that the batch has woken run all the same`() {
    var log: [String] = []
    updater.keepUpToDate { log.append("first \(source.value)") }
    let token = updater.keepUpToDate { log.append("second \(source.value)") }
    updater.keepUpToDate { log.append("third \(source.value)") }
    log = []
    checkingInvariants(of: [source]) {
      batch {
        source.value = 1
        token.cancel()
      }
    }
    #expect(log == ["first 1", "third 1"])
  }

  @Test func `of two effects on a derived value the newer may go`() {
    let double = source.map { $0 * 2 }
    var log: [String] = []
    updater.keepUpToDate { log.append("old \(double.value)") }
    let newer = updater.keepUpToDate { log.append("new \(double.value)") }
    log = []
    checkingInvariants(of: [source]) {
      newer.cancel()
      source.value = 1
      source.value = 2
    }
    #expect(log == ["old 2", "old 4"])
  }

  @Test func `of two effects on a derived value the older may go`() {
    let double = source.map { $0 * 2 }
    var log: [String] = []
    let older = updater.keepUpToDate { log.append("old \(double.value)") }
    updater.keepUpToDate { log.append("new \(double.value)") }
    log = []
    checkingInvariants(of: [source]) {
      older.cancel()
      source.value = 1
      source.value = 2
    }
    #expect(log == ["new 2", "new 4"])
    #expect(double.subscriberCount == 1)
  }

  /// Two effects on a derived value whose computation, for 1, cancels the first of them.
  private func cancelInside(_ body: (DerivedProperty<Int>) -> Void) -> [String] {
    let first = Late<EffectToken>()
    let double = DerivedProperty {
      if source.value == 1 { first.content?.cancel() }
      return source.value * 2
    }
    var log: [String] = []
    first.content = updater.keepUpToDate { log.append("first \(double.value)") }
    updater.keepUpToDate { log.append("second \(double.value)") }
    checkingInvariants(of: [source]) { body(double) }
    first.content = nil
    return log
  }

  @Test func `an effect that the computation it waits for cancels does not run`() {
    let log = cancelInside { _ in source.value = 1 }
    #expect(log.filter { $0.hasPrefix("first") } == ["first 0"])
  }

  @Test func `the other effect gets the value of that computation`() {
    let log = cancelInside { _ in
      source.value = 1
      source.value = 2
    }
    #expect(log.filter { $0.hasPrefix("second") } == ["second 0", "second 2", "second 4"])
  }

  @Test func `the cancelled effect leaves nothing behind`() {
    _ = cancelInside { double in
      #expect(double.subscriberCount == 2)
      source.value = 1
      #expect(double.subscriberCount == 1)
      #expect(attachedEdges(of: double).count == 1)
    }
  }

  @Test func `what an inner effect reads does not wake the outer one`() {
    var log: [String] = []
    let inner = Updater()
    updater.keepUpToDate {
      log.append("outer \(source.value)")
      inner.keepUpToDate { log.append("inner \(other.value)") }
    }
    checkingInvariants(of: [source, other]) { other.value = 1 }
    #expect(log == ["outer 0", "inner 0", "inner 1"])
  }

  @Test func `nor does what it reads through a derived value`() {
    let double = other.map { $0 * 2 }
    var log: [String] = []
    let inner = Updater()
    updater.keepUpToDate {
      log.append("outer \(source.value)")
      inner.keepUpToDate { log.append("inner \(double.value)") }
    }
    checkingInvariants(of: [source, other]) {
      other.value = 1
      other.value = 2
    }
    #expect(log == ["outer 0", "inner 0", "inner 2", "inner 4"])
  }

  /// An effect on `source` that makes anew, each time, one on `other`; both write a log.
  private func nested(_ body: () -> Void) -> [String] {
    var log: [String] = []
    let inner = Late<Updater>()
    updater.keepUpToDate {
      log.append("outer \(source.value)")
      let updater = Updater()
      inner.content = updater
      updater.keepUpToDate { log.append("inner \(other.value)") }
    }
    log = []
    checkingInvariants(of: [source, other], body)
    inner.content = nil
    return log
  }

  @Test func `after the inner effect alone has run the outer one still follows its source`() {
    let log = nested {
      other.value = 1
      source.value = 1
    }
    #expect(log == ["inner 1", "outer 1", "inner 1"])
  }

  @Test func `however often the inner one has run`() {
    let log = nested {
      for value in 1...3 { other.value = value }
      source.value = 1
      other.value = 4
      source.value = 2
    }
    #expect(
      log == [
        "inner 1", "inner 2", "inner 3", "outer 1", "inner 3", "inner 4", "outer 2", "inner 4",
      ])
  }

  @Test func `and if both are woken at the same time the outer one makes one inner run`() {
    let log = nested {
      other.value = 1
      batch {
        other.value = 2
        source.value = 1
      }
    }
    #expect(log == ["inner 1", "outer 1", "inner 2"])
  }

  /// The values seen by an effect that reads `other` only while `source` is above 0.
  private func branching(_ body: () -> Void) -> [Int] {
    var log: [Int] = []
    let token = updater.keepUpToDate { log.append(source.value > 0 ? other.value : -1) }
    log = []
    checkingInvariants(of: [source, other], body)
    token.cancel()
    return log
  }

  @Test func `an effect that takes another branch gains what it reads there`() {
    let log = branching {
      other.value = 1
      #expect(other.subscriberCount == 0)
      source.value = 1
      #expect(other.subscriberCount == 1)
      other.value = 2
    }
    #expect(log == [1, 2])
  }

  @Test func `and it loses what it read on the branch that it leaves`() {
    let log = branching {
      source.value = 1
      source.value = 0
      #expect(other.subscriberCount == 0)
      other.value = 1
    }
    #expect(log == [0, -1])
  }
}
