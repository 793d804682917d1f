import Testing

@testable import Upkeep

/// Batches and the effects made, cancelled and running in them.
@Suite(.leavesNothing) struct BatchingEffects {
  let updater = scopedUpdater()
  let first = StoredProperty(0)
  let second = StoredProperty(0)
  let third = StoredProperty(0)

  @Test func `an effect that meets a failure does not stop the others`() {
    struct Failure: Error {}
    let checked = DerivedProperty.catching { () throws(Failure) -> Int in
      if first.value == 1 { throw Failure() }
      return first.value
    }
    var log: [String] = []
    updater.keepUpToDate { log.append((try? checked.value.get()).map { "\($0)" } ?? "failed") }
    updater.keepUpToDate { log.append("good \(first.value)") }
    log = []
    checkingInvariants(of: [first]) {
      first.value = 1
      first.value = 2
    }
    #expect(log == ["failed", "good 1", "2", "good 2"])
  }

  @Test func `a cancel inside the batch wins over the pending run`() {
    var log: [String] = []
    let token = updater.keepUpToDate { log.append("cancelled \(first.value)") }
    updater.keepUpToDate { log.append("kept \(first.value)") }
    log = []
    checkingInvariants(of: [first]) {
      batch {
        first.value = 1
        token.cancel()
      }
    }
    #expect(log == ["kept 1"])
  }

  @Test func `an effect made inside runs again only if what it read changed later`() {
    var log: [String] = []
    checkingInvariants(of: [first, second]) {
      batch {
        first.value = 1
        updater.keepUpToDate { log.append("a \(first.value)") }
        updater.keepUpToDate { log.append("b \(second.value)") }
        second.value = 9
      }
    }
    #expect(log == ["a 1", "b 0", "b 9"])
  }

  @Test func `an effect made midway sees the return to the start of the batch`() {
    var log: [Int] = []
    checkingInvariants(of: [first]) {
      batch {
        first.value = 42
        updater.keepUpToDate { log.append(first.value) }
        first.value = 0
      }
      first.value = 1
    }
    #expect(log == [42, 0, 1])
  }

  @Test func `effects run in order of creation, not of writing`() {
    var log: [String] = []
    updater.keepUpToDate { log.append("a \(first.value)") }
    updater.keepUpToDate { log.append("b \(second.value)") }
    updater.keepUpToDate { log.append("c \(third.value)") }
    log = []
    checkingInvariants(of: [first, second, third]) {
      batch {
        third.value = 1
        second.value = 1
        first.value = 1
      }
    }
    #expect(log == ["a 1", "b 1", "c 1"])
  }

  // first ─> effect 1 ─ writes ─> second, third ─> effect 2
  @Test func `what an effect writes is one change, made when it returns`() {
    var log: [String] = []
    updater.keepUpToDate {
      second.value = first.value + 10
      third.value = first.value + 11
      log.append("end")
    }
    updater.keepUpToDate { log.append("\(second.value),\(third.value)") }
    checkingInvariants(of: [first, second, third]) { first.value = 1 }
    #expect(log == ["end", "10,11", "end", "11,12"])
  }

  @Test func `the same when the reader is older than the writer`() {
    var log: [String] = []
    updater.keepUpToDate { log.append("\(second.value),\(third.value)") }
    updater.keepUpToDate {
      second.value = first.value + 10
      third.value = first.value + 11
    }
    checkingInvariants(of: [first, second, third]) { first.value = 1 }
    #expect(log == ["0,0", "10,11", "11,12"])
  }

  @Test func `so is what a transition handler, an observer or a bound setter writes`() {
    final class Pair {
      let write: (Int) -> Void
      init(_ write: @escaping (Int) -> Void) { self.write = write }
      var number = 0 { didSet { write(number) } }
    }
    func write(_ value: Int) {
      second.value = value
      third.value = value
    }
    let pair = Pair(write)
    let ways: [(String, () -> ChangeObservation?)] = [
      (
        "transition",
        {
          self.updater.onTransition(first) { write($1) }
          return nil
        }
      ),
      (
        "bind",
        {
          self.updater.bind(object: pair, keyPath: \.number, toProperty: first)
          return nil
        }
      ),
      ("observer", { first.onChange { write($0) } }),
    ]
    var log: [String] = []
    updater.keepUpToDate { log.append("\(second.value),\(third.value)") }
    for (number, way) in ways.enumerated() {
      let observation = way.1()
      log = [way.0]
      checkingInvariants(of: [first, second, third]) { first.value = number + 1 }
      #expect(log == [way.0, "\(number + 1),\(number + 1)"])
      observation?.cancel()
    }
  }

  // first ─> effect 1 ─ writes ─> second ─> double ─> effect 2
  @Test func `later effects of a flush see earlier ones' writes through derived values`() {
    let double = second.map { $0 * 2 }
    var log: [String] = []
    updater.keepUpToDate { second.value = first.value * 10 }
    updater.keepUpToDate { log.append("\(first.value) \(double.value)") }
    checkingInvariants(of: [first, second]) { first.value = 1 }
    #expect(log == ["0 0", "1 20"])
  }

  @Test func `a batch inside an effect inside a batch does not flush early`() {
    var log: [String] = []
    updater.keepUpToDate { log.append("reader \(second.value)") }
    checkingInvariants(of: [first, second]) {
      batch {
        updater.keepUpToDate {
          log.append("begin \(first.value)")
          batch { second.value = first.value + 1 }
          log.append("end")
        }
        log.append("written")
        first.value = 5
        log.append("body ends")
      }
    }
    #expect(
      log == [
        "reader 0", "begin 0", "end", "written", "body ends", "reader 1", "begin 5", "end",
        "reader 6",
      ])
  }
}
