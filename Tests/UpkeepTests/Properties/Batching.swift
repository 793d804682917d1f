import Testing

@testable import Upkeep

/// The values read inside a batch, and the effects that its end runs.
@Suite(.leavesNothing) struct Batching {
  let updater = scopedUpdater()
  let first = StoredProperty(0)
  let second = StoredProperty(0)

  @Test func `effects run once, after the outermost batch, with the final value`() {
    var log: [Int] = []
    updater.keepUpToDate { log.append(first.value) }
    checkingInvariants(of: [first]) {
      batch {
        first.value = 1
        first.value = 2
        first.value = 3
        #expect(log == [0])
      }
    }
    #expect(log == [0, 3])
  }

  @Test func `two sources written in a batch are one run`() {
    var log: [String] = []
    updater.keepUpToDate { log.append("\(first.value) \(second.value)") }
    checkingInvariants(of: [first, second]) {
      batch {
        first.value = 2
        second.value = 2
      }
    }
    #expect(log == ["0 0", "2 2"])
  }

  @Test func `only the end of the outermost batch flushes`() {
    var log: [String] = []
    updater.keepUpToDate { log.append("run \(first.value)") }
    checkingInvariants(of: [first]) {
      batch {
        batch {
          first.value = 1
          batch { first.value = 2 }
        }
        log.append("inner ended")
        batch { first.value = 3 }
        log.append("outer ends")
      }
    }
    #expect(log == ["run 0", "inner ended", "outer ends", "run 3"])
  }

  @Test func `stored values read inside are those of the last write`() {
    var log: [Int] = []
    checkingInvariants(of: [first]) {
      batch {
        first.value = 1
        log.append(first.value)
        first.value += 1
        log.append(first.value)
        log.append(first.peek())
      }
    }
    #expect(log == [1, 2, 2])
  }

  // first ─┬─> sum ─> double
  // second ┘
  @Test func `derived values read inside follow the writes`() {
    let sum = DerivedProperty(first, second) { $0 + $1 }
    let double = DerivedProperty { sum.value * 2 }
    var log: [[Int]] = []
    updater.keepUpToDate { log.append([double.value]) }
    checkingInvariants(of: [first, second]) {
      batch {
        first.value = 5
        log.append([sum.value, double.value])
        second.value = 1
        log.append([double.value, sum.value])
      }
    }
    #expect(log == [[0], [5, 10], [12, 6], [12]])
  }

  @Test func `reading a derived value inside runs no effect early`() {
    let double = first.map { $0 * 2 }
    let triple = first.map { $0 * 3 }
    var log: [String] = []
    updater.keepUpToDate { log.append("double \(double.value)") }
    updater.keepUpToDate { log.append("triple \(triple.value)") }
    log = []
    checkingInvariants(of: [first]) {
      batch {
        first.value = 1
        log.append("read \(double.value)")
        log.append("end")
      }
    }
    #expect(log == ["read 2", "end", "double 2", "triple 3"])
  }

  @Test func `a derived value read many times with no write between is computed once`() {
    var computed = 0
    let double = DerivedProperty { () -> Int in
      computed += 1
      return first.value * 2
    }
    updater.keepUpToDate { _ = double.value }
    computed = 0
    checkingInvariants(of: [first]) {
      batch {
        first.value = 1
        for _ in 0..<5 { _ = double.value }
        #expect(computed == 1)
      }
    }
    #expect(computed == 1)
  }

  @Test func `a batch returns what its body returns`() {
    let result = checkingInvariants(of: [first]) {
      batch { () -> String in
        first.value = 42
        return "\(first.value)"
      }
    }
    #expect(result == "42")
    #expect(batch { 42 } == 42)
  }

  @Test func `an error in the body is thrown on unchanged, with its type`() {
    struct Failure: Error, Equatable { var number: Int }
    var caught: Failure?
    checkingInvariants(of: [first]) {
      do throws(Failure) {
        try batch { () throws(Failure) in
          first.value = 1
          throw Failure(number: 7)
        }
      } catch {
        caught = error
      }
    }
    #expect(caught == Failure(number: 7))
  }

  @Test func `after an error what was written stays, and effects run before it goes on`() {
    struct Failure: Error {}
    var log: [String] = []
    updater.keepUpToDate { log.append("\(first.value) \(second.value)") }
    checkingInvariants(of: [first, second]) {
      do {
        try batch {
          first.value = 1
          if first.value == 1 { throw Failure() }
          second.value = 1
        }
      } catch {
        log.append("caught")
      }
    }
    #expect(log == ["0 0", "1 0", "caught"])
    #expect(first.value == 1)
  }

  @Test func `an error in an inner batch that the outer one catches flushes nothing early`() {
    struct Failure: Error {}
    var log: [String] = []
    updater.keepUpToDate { log.append("\(first.value) \(second.value)") }
    checkingInvariants(of: [first, second]) {
      batch {
        do {
          try batch {
            first.value = 1
            throw Failure()
          }
        } catch {
          log.append("caught")
        }
        second.value = 1
      }
    }
    #expect(log == ["0 0", "caught", "1 1"])
  }

  @Test func `after an error the next plain write runs effects at once`() {
    struct Failure: Error {}
    var log: [Int] = []
    updater.keepUpToDate { log.append(first.value) }
    try? batch { try batch { throw Failure() } }
    checkingInvariants(of: [first]) { first.value = 1 }
    #expect(log == [0, 1])
  }
}
